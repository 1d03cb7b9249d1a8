#include "linalg/local_inverse.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <stdexcept>

namespace ibsim {

using Matrix = Eigen::Matrix<real, Eigen::Dynamic, Eigen::Dynamic>;

std::vector<real> inverse_rows(const std::vector<real>& symmetric, const std::vector<real>& lacking,
                               Index block) {
  const auto n = static_cast<Eigen::Index>(lacking.size() / 3), m = n / 3;
  if (static_cast<std::size_t>(n * n) != symmetric.size() || block >= m)
    throw std::invalid_argument("inverse_rows: sizes do not match");
  const Eigen::Map<const Matrix> B(symmetric.data(), n, n), D(lacking.data(), n, 3);
  Matrix right(n, 6); // the unit vectors of the rows, and E^T
  right.setZero();
  for (Eigen::Index j = 0; j < 3; ++j) {
    right(3 * static_cast<Eigen::Index>(block) + j, j) = 1;
    for (Eigen::Index k = 0; k < m; ++k) right(3 * k + j, 3 + j) = 1;
  }
  // A^T = B + (1/m) E^T D^T, by Sherman, Morrison and Woodbury
  const Eigen::LLT<Matrix> cholesky(B);
  if (cholesky.info() == Eigen::Success)
    cholesky.solveInPlace(right);
  else
    right = B.partialPivLu().solve(right).eval();
  const Matrix small = static_cast<real>(m) * Matrix::Identity(3, 3) + D.transpose() * right.rightCols(3);
  const Matrix rows =
      right.leftCols(3) - right.rightCols(3) * small.partialPivLu().solve(D.transpose() * right.leftCols(3));
  return {rows.data(), rows.data() + rows.size()};
}

std::vector<real> pseudo_inverse(const std::vector<real>& matrix, real least) {
  const auto n = static_cast<Eigen::Index>(std::lround(std::sqrt(static_cast<double>(matrix.size()))));
  if (static_cast<std::size_t>(n * n) != matrix.size())
    throw std::invalid_argument("pseudo_inverse: the matrix is not square");
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(Eigen::Map<const Matrix>(matrix.data(), n, n));
  const auto& values = eigen.eigenvalues();
  Matrix inverse = Matrix::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    if (values[i] > least * values[n - 1])
      inverse += eigen.eigenvectors().col(i) * eigen.eigenvectors().col(i).transpose() / values[i];
  return {inverse.data(), inverse.data() + inverse.size()};
}

} // namespace ibsim
