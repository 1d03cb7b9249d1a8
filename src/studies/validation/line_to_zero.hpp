// A quantity found on several grids, at h = 0: on the line in h^2 through all of them, by least squares with
// their errors as weights. Of three grids and more the line says how far it is from the truth as well: by how
// much it moves without the coarsest grid.
#pragma once

#include "validation/two_starts.hpp"

#include <vector>

namespace ibsim {

struct OnGrid {
  double h = 0; ///< um
  Estimate found;
};

struct AtZero {
  Estimate value;        ///< its standard error is that of the means
  double from_order = 0; ///< by how much the coarsest of three grids and more moves it
};

/// @param grids two at least, coarsest first. @throws std::invalid_argument for fewer
AtZero line_to_zero(const std::vector<OnGrid>& grids);

/// The value of that line over what the coarsest grid found, whose error moves both.
Estimate zero_over_coarsest(const std::vector<OnGrid>& grids);

} // namespace ibsim
