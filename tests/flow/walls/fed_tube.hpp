// A tube that a pilot next to it feeds, for tests.
#pragma once

#include <string>

namespace ibsim {

/// Domain and vessel of a scenario: a tube of 5 cells radius from z = 2 to 20 um in a box of 24 um, its pilot
/// 9 um away along x. An inverse of walls of usual spacing takes less than half of the time.
inline const std::string fed_tube =
    "domain: {size: [18 um, 9 um, 24 um], cell: 1/2 um}\n"
    "vessel:\n"
    "  tight: false\n"
    "  shape: {tube: {points: [[4.5 um, 4.5 um, 1 um], [4.5 um, 4.5 um, 21 um]], radius: 2.5 um}}\n"
    "  openings:\n"
    "    in: {at: [4.5 um, 4.5 um, 2 um], side: -z, flow_rate: 0.1 nL/s, pilot: {at: [13.5 um, 4.5 um], "
    "length: 6 um}}\n"
    "    out: {at: [4.5 um, 4.5 um, 20 um], side: +z, pressure: 0 Pa}\n";

} // namespace ibsim
