// Rows of inverses of small dense matrices, on the host.
#pragma once

#include "base/precision.hpp"

#include <vector>

namespace ibsim {

/// Three rows of the inverse of A = B + (1/m) D E, where E is m unit matrices side by side.
///
/// B is `symmetric`, 3 m x 3 m. D is `lacking`, 3 m x 3: the sums of B's rows lack it. Both are column by
/// column. The rows are those of a block of three; they are not finite where A is singular.
std::vector<real> inverse_rows(const std::vector<real>& symmetric, const std::vector<real>& lacking,
                               Index block);

/// The inverse of a symmetric matrix on the space of those eigenvectors whose eigenvalues are more than
/// `least` of the largest one; zero on the rest. @param matrix n x n, column by column
std::vector<real> pseudo_inverse(const std::vector<real>& matrix, real least);

} // namespace ibsim
