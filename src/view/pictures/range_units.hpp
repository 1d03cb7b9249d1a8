// Units of the map's bar and of axes: those in which people say such numbers, 8 mm/s, where files have
// 0.008 um/us.
#pragma once

#include "pictures/scene.hpp"

namespace ibsim::view {

/// The same range in the largest of the usual units (m/s, mm/s, um/s; kPa, Pa; N/m, mN/m, uN/m; s, ms, us;
/// mm, um, nm) of which its greater end is one at least. Others, and what has no unit, stay.
Range in_usual_units(Range);

/// The ends that `--range` gives, texts such as "0" and "8 mm/s", in the units of `range`; the unit of `most`
/// is that of `least` too where that has none. Empty texts leave an end as it is.
/// @throws InputError (one line, of --range) for a number without a unit where the range has one, a unit of
/// another dimension, and an upper end that is not above the lower one
void apply_limits(Range& range, const std::string& least, const std::string& most);

} // namespace ibsim::view
