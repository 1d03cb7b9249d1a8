#include "surface/low_degrees.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "surface/sphere_quadrature.hpp"

#include <Eigen/Dense>

#include <cmath>

namespace ibsim {

int degree_that_nodes_determine(int nodes) {
  return static_cast<int>(std::floor(std::sqrt(nodes / 2.0) + 1e-9)) - 1;
}

std::vector<real> projection_to_low_degrees(const std::vector<Real3>& nodes, int degree) {
  const auto n = static_cast<Eigen::Index>(nodes.size()), m = Eigen::Index{degree + 1} * (degree + 1);
  const auto refuse = [&] {
    throw InputError(text("%td sites do not determine spherical harmonics of degree %d", n, degree));
  };
  if (degree < 0 || m > n) refuse();

  // W^(1/2) Y = Q' R, so Q = W^(-1/2) Q'
  Eigen::MatrixXd Y(n, m);
  Eigen::VectorXd root(n), of_node(m);
  const std::vector<real> weights = sphere_quadrature(nodes).weights;
  for (Eigen::Index i = 0; i < n; ++i) {
    spherical_harmonics(nodes[i], degree, of_node.data());
    root[i] = std::sqrt(weights[i]);
    Y.row(i) = root[i] * of_node;
  }
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(Y);
  // all are 1 for nodes that integrate products exactly
  if (!(qr.matrixQR().diagonal().cwiseAbs().minCoeff() > 1e-3)) refuse();
  const Eigen::MatrixXd Q = qr.householderQ() * Eigen::MatrixXd::Identity(n, m);

  std::vector<real> P(nodes.size() * nodes.size());
  Eigen::Map<Eigen::MatrixXd>(P.data(), n, n) =
      root.cwiseInverse().asDiagonal() * (Q * Q.transpose()) * root.asDiagonal();
  return P;
}

} // namespace ibsim
