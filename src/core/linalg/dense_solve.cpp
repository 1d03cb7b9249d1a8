#include "linalg/dense_solve.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <stdexcept>

namespace ibsim {

using Matrix = Eigen::Matrix<real, Eigen::Dynamic, Eigen::Dynamic>;
using Vector = Eigen::Matrix<real, Eigen::Dynamic, 1>;

struct DenseFactors::Impl {
  Eigen::PartialPivLU<Matrix> lu;
};

DenseFactors::DenseFactors(const std::vector<real>& matrix) {
  const auto n = static_cast<Eigen::Index>(std::lround(std::sqrt(static_cast<double>(matrix.size()))));
  if (static_cast<std::size_t>(n * n) != matrix.size())
    throw std::invalid_argument("DenseFactors: the matrix is not square");
  impl_ = std::make_unique<Impl>(Impl{Eigen::Map<const Matrix>(matrix.data(), n, n).partialPivLu()});
}

DenseFactors::~DenseFactors() = default;
DenseFactors::DenseFactors(DenseFactors&&) noexcept = default;
DenseFactors& DenseFactors::operator=(DenseFactors&&) noexcept = default;

std::vector<real> DenseFactors::solve(const std::vector<real>& b) const {
  const auto n = static_cast<Eigen::Index>(b.size());
  if (n != impl_->lu.rows())
    throw std::invalid_argument("DenseFactors: the matrix has not the size of the right-hand side");
  const Vector x = impl_->lu.solve(Eigen::Map<const Vector>(b.data(), n));
  return {x.data(), x.data() + n};
}

std::vector<real> solve_dense(const std::vector<real>& matrix, const std::vector<real>& b) {
  return DenseFactors(matrix).solve(b);
}

} // namespace ibsim
