// `vessel.openings`: where fluid enters and leaves a vessel (walls/opening.hpp), a map by name:
//
//   in: {at: [10 um, 10 um, 5 um], side: -z, flow_rate: 0.1 nL/s}
//   c:  {at: .., side: -z, flow_rate: 0.1 nL/s, pilot: {at: [30 um, 10 um], length: 14 um}}
//   a:  {at: [5 um, 10 um, 55 um], side: +z, pressure: {mean: 0 Pa, amplitude: 2 Pa, period: 5 ms}}
//   b:  {at: [15 um, 10 um, 55 um], side: +z, resistance: 20 Pa s/mm^3, pressure: 1 Pa}
#pragma once

#include "schema/tree.hpp"
#include "walls/opening.hpp"

#include <filesystem>

namespace ibsim {

/// @param path of the map in the scenario, for messages @param box size of the box
/// @param folder in which tables are looked for @throws InputError at the place of the key that is wrong
Openings read_openings(const Tree&, const std::string& path, const Real3& box,
                       const std::filesystem::path& folder);

/// The map as it is written back, with the numbers of tables.
std::string openings_yaml(const Openings&);

} // namespace ibsim
