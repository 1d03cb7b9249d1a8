// The tridiagonal matrices of a stage between walls (wall_stage.hpp): rows along y, n cells.
#pragma once

#include "base/precision.hpp"

#include <vector>

namespace ibsim {

/// A tridiagonal matrix with constant rows but for its ends.
struct Rows {
  std::vector<real> lower, diagonal, upper;
  Rows(int n, real beside, real on)
      : lower(static_cast<std::size_t>(n), beside), diagonal(static_cast<std::size_t>(n), on),
        upper(static_cast<std::size_t>(n), beside) {}
};

/// I - a L_y of tangential components, with b = a/h^2.
inline Rows tangential_rows(int n, real b) {
  Rows T(n, -b, 1 + 2 * b);
  T.diagonal.front() = T.diagonal.back() = 1 + 4 * b;
  T.upper.front() = T.lower.back() = -b * 4 / 3;
  return T;
}
/// L_N
inline Rows neumann_rows(int n, real h) {
  const real per_h2 = 1 / (h * h);
  Rows T(n, per_h2, -2 * per_h2);
  T.diagonal.front() = T.diagonal.back() = -per_h2;
  return T;
}

} // namespace ibsim
