// Sides of cells that fill a box: they divide all its sides, and where they can, into numbers of cells
// without prime factors but 2, 3 and 5, for which transforms are fast.
#pragma once

#include "base/vec3.hpp"

#include <optional>
#include <string>

namespace ibsim {

/// Whether n has no prime factors but 2, 3 and 5.
bool has_small_factors(long n);

/// A side as a scenario takes it: "0.25 um", "16/54 um" reduced to "8/27 um".
struct CellSide {
  real length = 0; ///< um
  std::string text;
};

/// The one nearest to h, um; none where no side near it divides all lengths.
std::optional<CellSide> nearest_cell_side(const Real3& lengths, real h);
/// The largest that is no larger than h.
std::optional<CellSide> cell_side_up_to(const Real3& lengths, real h);
/// The text of that one, or where there is none, that of h itself.
std::string text_of_cell_up_to(const Real3& lengths, real h);

} // namespace ibsim
