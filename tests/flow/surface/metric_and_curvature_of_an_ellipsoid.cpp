// Metric, normal and curvatures of an ellipsoid and a deformed surface, from the operators' derivatives,
// against formulas.
#include "mechanics/membranes.hpp"
#include "surface/metric.hpp"

namespace ibsim {
namespace {

/// First and second derivatives of the map at sample site s, by the operators.
SurfaceJet jet(const RbfOperators& o, const std::vector<Real3>& data, int s) {
  Real3 d[surface_operators];
  for (int k = 0; k < o.n_data; ++k)
    for (int b = 0; b < surface_operators; ++b)
      d[b] += o.matrix[s + std::size_t(o.n_sample) * (b + std::size_t{surface_operators} * k)] * data[k];
  return {d[1], d[2], d[3], d[4], d[5]};
}

TEST(Geometry, metric_normal_and_curvatures_of_an_ellipsoid) {
  const Real3 a{2, 3, 4};
  const ReferenceSurface ellipsoid{ReferenceShape::ellipsoid, a};
  const auto nodes = quasi_uniform_nodes(ellipsoid, 301), sample = quasi_uniform_nodes(ellipsoid, 200);
  const RbfOperators o = make_rbf_operators(nodes, sample);
  std::vector<Real3> data;
  for (const Real3& xi : nodes) data.push_back(position(ellipsoid, xi));
  for (int s = 0; s < 200; ++s) {
    const SurfaceJet x = jet(o, data, s);
    const Tensor g = metric(x).g;
    const Real3 p = position(ellipsoid, sample[s]);
    const Real3 x1 = derivative(ellipsoid, sample[s], o.e1[s]),
                x2 = derivative(ellipsoid, sample[s], o.e2[s]);
    // The map is linear in xi, so all is exact but for round-off in the second derivatives (about 1e-12, see
    // the row sums).
    EXPECT_NEAR(g.a11, dot(x1, x1), 1e-10);
    EXPECT_NEAR(g.a12, dot(x1, x2), 1e-10);
    EXPECT_NEAR(g.a22, dot(x2, x2), 1e-10);
    const Real3 gradient{p.x / (a.x * a.x), p.y / (a.y * a.y), p.z / (a.z * a.z)},
        normal = normalized(cross(x.d1, x.d2));
    EXPECT_LT(norm(normal - normalized(gradient)), 1e-10); // outward
    // Second fundamental form X_ab.n; Gauss curvature h^4/(abc)^2 and mean curvature h^3
    // (a^2+b^2+c^2-|p|^2)/(2 (abc)^2), with h = 1/|gradient| the distance of the tangent plane from the
    // centre.
    const Tensor second{dot(x.d11, normal), dot(x.d12, normal), dot(x.d22, normal)};
    const real h = 1 / norm(gradient), abc2 = std::pow(a.x * a.y * a.z, 2);
    EXPECT_NEAR(determinant(second) / determinant(g), std::pow(h, 4) / abc2, 1e-10);
    EXPECT_NEAR(-0.5 * contract(inverse(g), second), h * h * h * (dot(a, a) - dot(p, p)) / (2 * abc2), 1e-10);
  }
}

TEST(Geometry, derivatives_of_the_metric_are_those_of_finite_differences) {
  // A map that is not linear; its exact first derivatives at a neighbouring point of the sphere give the
  // metric there. The frame is carried along the great circle (parallel transport), in which the derivative
  // of g_ab is the covariant one.
  const Map map = [](const Real3& x) {
    return Real3{x.x + 0.2 * x.y * x.z, 1.5 * x.y + 0.1 * x.x * x.x, x.z - 0.3 * x.x * x.y * x.z};
  };
  const auto along = [](const Real3& x, const Real3& v) { // derivative of the map along v
    return Real3{v.x + 0.2 * (v.y * x.z + x.y * v.z), 1.5 * v.y + 0.2 * x.x * v.x,
                 v.z - 0.3 * (v.x * x.y * x.z + x.x * v.y * x.z + x.x * x.y * v.z)};
  };
  const auto nodes = bauer_spiral(200), sample = bauer_spiral(60);
  const RbfOperators o = make_rbf_operators(nodes, sample);
  std::vector<Real3> data;
  for (const Real3& xi : nodes) data.push_back(map(xi));
  const real step = 1e-4;
  for (int s = 0; s < 60; ++s) {
    const Metric m = metric(jet(o, data, s));
    const auto metric_at = [&](const Real3& direction, real angle) {
      const Real3 xi = std::cos(angle) * sample[s] + std::sin(angle) * direction;
      const Real3 turned = std::cos(angle) * direction - std::sin(angle) * sample[s],
                  across = cross(sample[s], direction);
      const bool first = direction == o.e1[s]; // across = e2 along e1, and -e1 along e2
      const Real3 e1 = first ? turned : -across, e2 = first ? across : turned;
      return metric_tensor(along(xi, e1), along(xi, e2));
    };
    for (int c = 0; c < 2; ++c) {
      const Real3 direction = c == 0 ? o.e1[s] : o.e2[s];
      const Tensor difference = 0.5 / step * (metric_at(direction, step) + -1 * metric_at(direction, -step));
      const Tensor derivative = c == 0 ? m.along1 : m.along2;
      // Central differences: step^2 / 6 times third derivatives (about 10) is 2e-8, and round-off 1e-16 /
      // step = 1e-12.
      EXPECT_NEAR(derivative.a11, difference.a11, 1e-7);
      EXPECT_NEAR(derivative.a12, difference.a12, 1e-7);
      EXPECT_NEAR(derivative.a22, difference.a22, 1e-7);
    }
  }
}

} // namespace
} // namespace ibsim
