// Convergence of a number that is outside its band: the same case with one thing refined at a
// time, the grid (2/3 h, with as many sample sites as that needs), the data sites (3/2 n_d) or the time
// steps (k/2).
#pragma once

#include "validation/validation.hpp"

namespace ibsim {

struct Convergence {
  Table table;                    ///< a row a number outside its band; none: all are inside
  std::vector<std::string> notes; ///< of runs that failed: their cells are empty
};

/// Runs a case three times more, only for the numbers that are outside their bands.
/// @param settings as of the result @throws Interrupted; std::invalid_argument for a case that does not
/// refine
Convergence convergence(const ValidationCase&, const ValidationResult&, ValidationSettings settings);

} // namespace ibsim
