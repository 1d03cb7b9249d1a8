// Bonds to the inside of a round tube: they form straight outward, are as many at rest as detailed balance
// has, and pull with the gradient of their energy.
#include "flow/mechanics/bound_objects.hpp"

namespace ibsim {
namespace {

template <class B>
class BondsInTube : public BackendTest<B> {};
TYPED_TEST_SUITE(BondsInTube, Backends, BackendNames);

constexpr real gap = 0.4, wall = 3; // R - gap, um

/// A tube around the objects, which stand at (10, 6, 10), in a box of 20 by 20 um: its axis is 2 um below
/// them, in the next image of the box along x.
BondWalls tube() {
  BondWalls walls{20, gap, {}, {}, 1, 1, 0.5};
  walls.width = 20, walls.tubes = {{10 - 20, 4, wall + gap}};
  return walls;
}
AdhesionProperties to_tube(int receptors) {
  AdhesionProperties of = slip_bond(receptors);
  of.walls = LigandWalls::tube;
  return of;
}
/// Distance of a site from the axis, um.
real from_axis(const Real3& x) { return std::hypot(x.x - 10, x.y - 4); }

// Sites lie on both sides of the wall of ligands. What is bound for certain in one step has its anchor on the
// wall, at the angle and height of its site: where it is within the wall the distance is the stretch.
TYPED_TEST(BondsInTube, form_straight_outward) {
  AdhesionProperties of = to_tube(400);
  of.kinetics.on_rate = 1e6 * per_second, of.spring = {1e-6, 0, 100};
  BoundObjects<TypeParam> objects(this->stream(), of, 1, tube());
  objects.step(0);
  ASSERT_EQ(objects.bonds(), 0);
  objects.step(1 / per_second);
  ASSERT_EQ(objects.bonds(), 400);
  const std::vector<Real3> x = objects.positions();
  const std::vector<real> found = objects.receptors();
  real energy = 0;
  int beyond = 0;
  for (std::size_t i = 0; i < 400; ++i) {
    const Real3 at = x[objects.site_of(i)];
    const real angle = std::atan2(at.y - 4, at.x - 10), L = std::fmax(0, wall - from_axis(at));
    EXPECT_NEAR(std::remainder(found[i] - angle, 2 * std::numbers::pi), 0, 1e-12);
    EXPECT_EQ(found[800 + i], at.z);
    energy += of.spring.stiffness * L * L / 2, beyond += L == 0;
  }
  EXPECT_GT(beyond, 20);
  EXPECT_LT(beyond, 380);
  EXPECT_NEAR(objects.integrals()[0].energy, energy, 1e-12 * energy);
}

// As to flat walls: each is bound for p/(1 - p) = n k_on/k_off exp(-sigma s^2/(2 kT)) of the time; 4 standard
// errors of the sum.
TYPED_TEST(BondsInTube, at_rest_are_as_many_as_detailed_balance_has) {
  constexpr int n = 4000;
  AdhesionProperties of = to_tube(n);
  of.kinetics.on_rate = 0.2 * per_second; // times 100 ligands: 20 1/s
  of.spring = {1e-5, 0.1, 100};           // a stretch of 1 um is 1.2 kT
  BoundObjects<TypeParam> objects(this->stream(), of, 1, tube());
  for (int step = 0; step < 2000; ++step) objects.step(1e-3 / per_second);
  const std::vector<Real3> x = objects.positions();
  const real kT = 1.380649e-8 * 310.15;
  real expected = 0, variance = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const real stretch = std::fmax(0, wall - from_axis(x[objects.site_of(i)]) - 0.1),
               odds = 20 / 3.45 * std::exp(-1e-5 * stretch * stretch / (2 * kT)), p = odds / (1 + odds);
    expected += p, variance += p * (1 - p);
  }
  const real found = objects.bonds();
  std::printf("  %.0f of %d receptors are bound, %.0f by detailed balance\n", found, n, expected);
  EXPECT_NEAR(found, expected, 4 * std::sqrt(variance));
}

// Along a shift of the object the sum of the forces at its sites is the central difference of the energy, of
// order d^2 of the curvature: 1e-5 of the largest component. Sites lie within the wall of ligands and beyond.
TYPED_TEST(BondsInTube, pull_with_the_gradient_of_their_energy) {
  const AdhesionProperties of = to_tube(300);
  BoundObjects<TypeParam> objects(this->stream(), of, 1, tube());
  objects.step(0);
  std::vector<Real3> x = objects.positions();
  std::vector<real> anchors(900);
  for (std::size_t i = 0; i < 300; ++i) { // off to the side, and along the tube
    const Real3 at = x[objects.site_of(i)];
    anchors[i] = std::atan2(at.y - 4, at.x - 10) + 0.1, anchors[300 + i] = 1, anchors[600 + i] = at.z - 0.3;
  }
  objects.set_receptors(anchors);
  const auto energy_at = [&](const Real3& by) {
    objects.shift(0, by), objects.step(0);
    return objects.integrals()[0].energy;
  };
  const real d = 1e-3;
  Real3 difference;
  for (int axis = 0; axis < 3; ++axis) {
    Real3 by{};
    by[axis] = d;
    difference[axis] = (energy_at(by) - energy_at(-1.0 * by)) / (2 * d);
  }
  energy_at({});
  Real3 sum;
  for (const Real3& force : objects.forces()) sum += force;
  for (int axis = 0; axis < 3; ++axis)
    EXPECT_NEAR(sum[axis], -difference[axis], 1e-4 * norm(difference)) << axis;
}

} // namespace
} // namespace ibsim
