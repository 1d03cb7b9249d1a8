// Small dense systems of linear equations, on the host.
#pragma once

#include "base/precision.hpp"

#include <memory>
#include <vector>

namespace ibsim {

/// A by LU with partial pivoting, for tens of unknowns and any number of right-hand sides.
class DenseFactors {
 public:
  /// @param matrix A, n x n, column by column @throws std::invalid_argument if it is not square
  explicit DenseFactors(const std::vector<real>& matrix);
  ~DenseFactors();
  DenseFactors(DenseFactors&&) noexcept;
  DenseFactors& operator=(DenseFactors&&) noexcept;

  /// x of A x = b, not finite where A is singular @throws std::invalid_argument if the sizes do not match
  std::vector<real> solve(const std::vector<real>& b) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// x of A x = b, of one right-hand side.
std::vector<real> solve_dense(const std::vector<real>& matrix, const std::vector<real>& b);

} // namespace ibsim
