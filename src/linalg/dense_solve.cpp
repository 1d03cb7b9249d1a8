#include "linalg/dense_solve.hpp"

#include <Eigen/Dense>
#include <stdexcept>

namespace ibsim {

std::vector<real> solve_dense(const std::vector<real>& matrix, const std::vector<real>& b) {
  const auto n = static_cast<Eigen::Index>(b.size());
  if (matrix.size() != b.size() * b.size())
    throw std::invalid_argument("solve_dense: the matrix has not the size of the right-hand side");
  using Matrix = Eigen::Matrix<real, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<real, Eigen::Dynamic, 1>;
  const Vector x = Eigen::Map<const Matrix>(matrix.data(), n, n)
                       .partialPivLu()
                       .solve(Eigen::Map<const Vector>(b.data(), n));
  return {x.data(), x.data() + n};
}

} // namespace ibsim
