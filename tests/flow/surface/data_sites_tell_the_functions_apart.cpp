// The data sites that the grid asks for determine each function of the space in which a membrane moves: their
// sums of products of spherical harmonics are nearly the integrals.
#include "mechanics/membranes.hpp"
#include "surface/resolved_space.hpp"
#include "surface/sphere_quadrature.hpp"

#include <Eigen/Dense>

namespace ibsim {
namespace {

/// The least eigenvalue of Y^T W Y. Least squares give 1 over it, at most, of what a site's value has beside
/// the space to the amounts of the functions.
real least_eigenvalue(const std::vector<Real3>& nodes, int degree) {
  const std::vector<real> weights = sphere_quadrature(nodes).weights;
  Eigen::MatrixXd Y(nodes.size(), (degree + 1) * (degree + 1));
  std::vector<real> row(Y.cols());
  for (Eigen::Index i = 0; i < Y.rows(); ++i) {
    spherical_harmonics(nodes[i], degree, row.data());
    for (Eigen::Index k = 0; k < Y.cols(); ++k) Y(i, k) = std::sqrt(weights[i]) * row[k];
  }
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(Y.transpose() * Y, Eigen::EigenvaluesOnly)
      .eigenvalues()[0];
}

TEST(DataSites, tell_the_functions_of_the_space_apart) {
  const ReferenceSurface platelet{ReferenceShape::ellipsoid, {1.55, 1.55, 0.5}},
      triaxial{ReferenceShape::ellipsoid, {3, 2, 1}};
  for (const ReferenceSurface& surface : {red_cell, platelet, triaxial})
    for (const real h : {1.0 / 2, 1.0 / 3, 1.0 / 4, 1.0 / 5}) {
      const real area = area_and_volume(surface).area;
      const int sites = (data_sites_for_grid(area, h) + 3) / 4 * 4;
      const int degree = resolved_degree(sites, 10 * sites, area, h).degree;
      const SurfaceKind kind = make_resolved_surface(surface, sites, 4 * sites, degree);
      // Of a quadrature exact to degree 2 L it is 1. Sites that are even on the sphere, 1.95 for each
      // function, have 0.93 to 0.95 by a spiral; even on the surface they would have 0.23 at most, and 0.015
      // of a red cell with h = 1/5 um, which then diverges in a fraction of its limit.
      EXPECT_GT(least_eigenvalue(kind.data_nodes, degree), 0.9) << h << " " << degree;
    }
}

} // namespace
} // namespace ibsim
