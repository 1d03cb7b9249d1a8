// A small dense system of linear equations, on the host.
#pragma once

#include "base/precision.hpp"

#include <vector>

namespace ibsim {

/// x of A x = b by LU with partial pivoting, for tens of unknowns. @param matrix A, column by column
/// @return not finite where A is singular @throws std::invalid_argument if the sizes do not match
std::vector<real> solve_dense(const std::vector<real>& matrix, const std::vector<real>& b);

} // namespace ibsim
