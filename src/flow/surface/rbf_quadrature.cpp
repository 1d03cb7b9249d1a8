#include "surface/rbf_quadrature.hpp"

#include "base/error.hpp"

#include <Eigen/Dense>
#include <numbers>
#include <string>

namespace ibsim {

std::vector<real> rbf_quadrature(const std::vector<Real3>& nodes, int power) {
  const auto n = static_cast<Index>(nodes.size());
  if (n < 1 || n > rbf_quadrature_most_nodes)
    throw InputError("RBF quadrature is for 1 to " + std::to_string(rbf_quadrature_most_nodes) +
                     " nodes, not " + std::to_string(n));
  Eigen::MatrixXd A(n + 1, n + 1);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i) A(i, j) = std::pow(norm(nodes[i] - nodes[j]), power);
  A.col(n).setOnes();
  A.row(n).setOnes();
  A(n, n) = 0;
  Eigen::VectorXd b = Eigen::VectorXd::Zero(n + 1);
  b(n) = 4 * std::numbers::pi;
  const Eigen::VectorXd w = A.partialPivLu().solve(b);
  return {w.data(), w.data() + n};
}

} // namespace ibsim
