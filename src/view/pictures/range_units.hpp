// Units of the map's bar and of axes: those in which people say such numbers, 8 mm/s, where files have
// 0.008 um/us.
#pragma once

#include "pictures/scene.hpp"

namespace ibsim::view {

/// Range in the largest usual unit (m/s, mm/s, um/s; kPa, Pa; N/m, mN/m, uN/m; s, ms, us; mm, um, nm) in
/// which its greater end is at least one. Other units, and ranges without a unit, stay.
Range in_usual_units(Range);

/// Ends of `--range`, texts such as "0" and "8 mm/s", in the units of `range`. Without a unit `least` has the
/// unit of `most`. An empty text keeps an end.
/// @throws InputError (one line, about --range) for a missing unit, a unit of another dimension, and an upper
///   end that is not above the lower one
void apply_limits(Range& range, const std::string& least, const std::string& most);

} // namespace ibsim::view
