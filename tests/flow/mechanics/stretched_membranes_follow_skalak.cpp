// Closed forms of Skalak's law: an inflated sphere (law of Laplace), and the homogeneous, uniaxial and
// equibiaxial stretch of a patch.
#include "mechanics/membranes.hpp"

namespace ibsim {
namespace {

/// A closed surface with these nodes.
MembraneKind membrane_of_nodes(const ReferenceSurface& surface, std::vector<Real3> data,
                               std::vector<Real3> sample) {
  MembraneKind kind;
  kind.parameter_area = 4 * pi;
  for (const Real3& node : data) kind.data_at_rest.push_back(position(surface, node));
  kind.operators = make_rbf_operators(data, sample);
  kind.data_nodes = std::move(data);
  kind.sample_nodes = std::move(sample);
  return kind;
}

template <class B>
class Stretch : public BackendTest<B> {};
TYPED_TEST_SUITE(Stretch, Backends, BackendNames);

TYPED_TEST(Stretch, an_inflated_sphere_follows_the_law_of_laplace) {
  const real radius = 3.91, l = 1.2, E = 2.5e-3, K = 0.25;
  const int n_sample = 1000;
  const MembraneKind kind = make_membrane_kind(the_sphere, {E, K}, 400, n_sample, {});
  const Answers a = ask(this->stream(), kind, {[&](const Real3& xi) { return l * radius * xi; }});
  // Skalak with l1 = l2 = l: T = E (l^2 - 1) + K l^2 (l^4 - 1); the inward force per area is 2 T / R, R = l
  // a, on w R^2 of area.
  const real tension = E * (l * l - 1) + K * l * l * (std::pow(l, 4) - 1), R = l * radius;
  for (int s = 0; s < n_sample; ++s) {
    const Real3 expected = -2 * tension / R * R * R * kind.operators.weights[s] * kind.sample_nodes[s];
    // linear in xi: round-off of second derivatives
    EXPECT_LT(norm(a.forces[s] - expected), 1e-10 * norm(expected));
    EXPECT_NEAR(a.t1[s], tension, 1e-11 * tension); // from the tensor, so as well where stretches are equal
    EXPECT_NEAR(a.t2[s], tension, 1e-11 * tension);
  }
  // Skalak's energy, (E/4)(I1^2 + 2 I1 - 2 I2) + (K/4) I2^2, with I1 = 2 (l^2 - 1), I2 = l^4 - 1.
  const real I1 = 2 * (l * l - 1), I2 = std::pow(l, 4) - 1;
  const real energy = 4 * pi * radius * radius * (E / 4 * (I1 * I1 + 2 * I1 - 2 * I2) + K / 4 * I2 * I2);
  EXPECT_NEAR(a.integrals[0].energy, energy, 1e-11 * energy);
}

TYPED_TEST(Stretch, a_patch_has_the_tensions_of_the_published_law) {
  // A sphere stretched by l1, l2 along x, y: at its poles the membrane is a plane patch stretched by just
  // these.
  auto sample = bauer_spiral(300);
  sample.insert(sample.begin(), {{0, 0, 1}, {0, 0, -1}});
  const ReferenceSurface surface{ReferenceShape::sphere, {3, 3, 3}};
  MembraneKind kind = membrane_of_nodes(surface, bauer_spiral(300), sample);
  for (const real E : {1.0, 0.02})
    for (const real K : {0.0, 0.5, 100.0}) {
      kind.law = Skalak{E, K};
      for (const real l1 : {1.1, 1.5, 2.5}) {
        // Uniaxial: T2 = 0 gives E (l2^2 - 1) + K l1^2 (l1^2 l2^2 - 1) = 0.
        const real uniaxial = std::sqrt((E + K * l1 * l1) / (E + K * std::pow(l1, 4)));
        for (const real l2 : {uniaxial, real{1}, 0.8 * l1}) {
          const Answers a = ask(this->stream(), kind, {[&](const Real3& xi) {
                                  return Real3{3 * l1 * xi.x, 3 * l2 * xi.y, 3 * xi.z};
                                }});
          // Skalak et al. (1973): T1 = (l1/l2) [E (l1^2 - 1) + K l2^2 (l1^2 l2^2 - 1)], and T2 alike.
          const real area = l1 * l1 * l2 * l2 - 1;
          const real T1 = l1 / l2 * (E * (l1 * l1 - 1) + K * l2 * l2 * area),
                     T2 = l2 / l1 * (E * (l2 * l2 - 1) + K * l1 * l1 * area);
          // i1 and i2 to 1e-12; l1^2 - l2^2 > 0.02 makes of it 1e-10 in l, times the stiffness dT/dl < 1000
          // (E + K).
          const real tolerance = 1e-8 * (E + K);
          for (int pole : {0, 1}) {
            EXPECT_NEAR(a.t1[pole], std::max(T1, T2), tolerance) << l1 << " " << l2;
            EXPECT_NEAR(a.t2[pole], std::min(T1, T2), tolerance) << l1 << " " << l2;
            if (l2 == uniaxial) {
              EXPECT_NEAR(a.t2[pole], 0, tolerance);
            }
          }
        }
      }
    }
}

TYPED_TEST(Stretch, small_strains_follow_hooke) {
  // To first order T1 = 2 E e1 + 2 K (e1 + e2), so T2 = 0 gives Poisson's ratio K / (E + K) and T1 = 2 E (E +
  // 2 K) / (E + K) e1.
  const real E = 1, K = 4, strain = 1e-4, nu = K / (E + K);
  auto sample = bauer_spiral(100);
  sample.insert(sample.begin(), Real3{0, 0, 1});
  MembraneKind kind = membrane_of_nodes({ReferenceShape::sphere, {1, 1, 1}}, bauer_spiral(100), sample);
  kind.law = Skalak{E, K};
  const Answers a = ask(this->stream(), kind, {[&](const Real3& xi) {
                          return Real3{(1 + strain) * xi.x, (1 - nu * strain) * xi.y, xi.z};
                        }});
  // second order in the strain
  EXPECT_NEAR(a.t1[0], 2 * E * (E + 2 * K) / (E + K) * strain, 20 * strain * strain * (E + K));
  EXPECT_NEAR(a.t2[0], 0, 20 * strain * strain * (E + K));
}

} // namespace
} // namespace ibsim
