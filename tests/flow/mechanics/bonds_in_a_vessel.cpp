// Bonds to the wall of a vessel, of which distances on a grid are known: they form at the foot of the
// perpendicular, and pull with the gradient of their energy.
#include "flow/mechanics/bound_objects.hpp"
#include "mechanics/ligands_of_walls.hpp"

namespace ibsim {
namespace {

template <class B>
class BondsInVessel : public BackendTest<B> {};
TYPED_TEST_SUITE(BondsInVessel, Backends, BackendNames);

constexpr real gap = 0.4, radius = 5.5; // um, of a spherical vessel around (10, 6, 10)
const Real3 middle{10, 6, 10};

/// Distances on a grid of 1/2 um.
const std::vector<real>& distances() {
  static const std::vector<real> values = [] {
    std::vector<real> all;
    for (int k = 0; k < 40; ++k)
      for (int j = 0; j < 40; ++j)
        for (int i = 0; i < 40; ++i)
          all.push_back(norm(Real3{i + 0.5, j + 0.5, k + 0.5} * 0.5 - middle) - radius);
    return all;
  }();
  return values;
}
BondWalls vessel() {
  BondWalls walls{20, gap, {}, {}, 1, 1, 0.5, 20};
  walls.vessel = distances(), walls.cells = {40, 40, 40}, walls.length = 20;
  return walls;
}
AdhesionProperties to_vessel(int receptors) {
  AdhesionProperties of = slip_bond(receptors);
  of.walls = LigandWalls::vessel;
  of.kinetics.on_rate = 1e6 * per_second, of.spring = {1e-6, 0, 100}; // binds within a step, from anywhere
  return of;
}

// The interpolant of Catmull and Rom is exact to the second order: its error in a distance r from a centre is
// below h^3/(10 r^2) = 1 nm, and in the direction h^2/(6 r^2) = 4e-3. The sphere of 3.91 um stands
// 2 um beside the middle, so its sites are on both sides of the wall of ligands.
TYPED_TEST(BondsInVessel, form_at_the_foot_of_the_perpendicular) {
  const AdhesionProperties of = to_vessel(200);
  BoundObjects<TypeParam> objects(this->stream(), of, 1, vessel());
  objects.shift(0, {1.5, 0.7, 1.1});
  objects.step(1 / per_second);
  ASSERT_EQ(objects.bonds(), 200);
  const std::vector<Real3> x = objects.positions();
  const std::vector<real> found = objects.receptors(), heights = objects.remembered("heights");
  real energy = 0;
  for (std::size_t i = 0; i < 200; ++i) {
    const Real3 at = x[objects.site_of(i)] - middle,
                anchor = Real3{found[i], heights[i], found[400 + i]} - middle;
    const real L = radius - gap - norm(at);
    EXPECT_NEAR(norm(anchor), radius - gap, 5e-3);
    if (L > 0 && norm(at) > 1) EXPECT_NEAR(norm(anchor - at), L, 5e-3);
    if (norm(at) > 1) EXPECT_GT(dot(normalized(anchor), normalized(at)), 1 - 1e-4);
    energy += of.spring.stiffness * std::pow(std::fmax(0, L), 2) / 2;
  }
  EXPECT_NEAR(objects.integrals()[0].energy, energy, 0.01 * energy);
}

// Along a shift of the object the sum of the forces is the central difference of the energy. Sites stay
// within the wall of ligands, where L is the distance from an anchor that stays: exact but for d^2 of the
// third derivative, 1e-5 of the largest component.
TYPED_TEST(BondsInVessel, pull_with_the_gradient_of_their_energy) {
  const AdhesionProperties of = to_vessel(300);
  BoundObjects<TypeParam> objects(this->stream(), of, 1, vessel());
  const auto energy = [&](const Real3& by) {
    objects.shift(0, by), objects.step(0);
    return objects.integrals()[0].energy;
  };
  objects.shift(0, {0.6, 0.2, -0.3});
  objects.step(1 / per_second);
  ASSERT_EQ(objects.bonds(), 300);
  const Real3 at{0.8, 0.1, -0.3};
  Real3 slope;
  constexpr real d = 1e-3;
  for (int axis = 0; axis < 3; ++axis) {
    Real3 more = at, less = at;
    more[axis] += d, less[axis] -= d;
    slope[axis] = (energy(more) - energy(less)) / (2 * d);
  }
  energy(at);
  Real3 force;
  for (const Real3& f : objects.forces()) force += f;
  for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(force[axis], -slope[axis], 1e-5 * norm(force)) << axis;
}

// A bond of a copy needs a ligand at the shifted place. Across the sphere its wall is as far away; by the
// side of it lies fluid, farther from ligands than the reach. The interpolant errs by 1 nm.
TEST(BondsOfCopiesInVessel, need_a_wall_at_their_place) {
  const std::vector<float> values(distances().begin(), distances().end());
  AdhesionProperties of = to_vessel(1);
  const real inside = radius - gap, reach = 0.15;
  const auto moved = [&](const Real3& by) {
    return ligand_surface(of, vessel(), values.data())
        .moved({middle.x + inside, middle.z, false, middle.y}, by, reach);
  };
  const LigandSurface::Moved across = moved({-2 * inside, 0, 0});
  EXPECT_TRUE(across.is_there);
  EXPECT_EQ(across.anchor.a, middle.x + inside + -2 * inside);
  EXPECT_EQ(across.anchor.c, middle.y);
  EXPECT_TRUE(moved({-reach + 2e-3, 0, 0}).is_there);
  EXPECT_FALSE(moved({-reach - 2e-3, 0, 0}).is_there);
  EXPECT_FALSE(moved({-inside, 0, 0}).is_there);
  of.within = {{10, 0, 0}, {20, 20, 20}}; // half of the sphere has ligands
  EXPECT_FALSE(moved({-2 * inside, 0, 0}).is_there);
  EXPECT_TRUE(moved({}).is_there);
}

// A bond remembers when it was formed and when it broke: lives of bonds without force have the law exp(-k t),
// so their mean is 1/k within 4 errors and one step. Its force at the end is that of its spring.
TYPED_TEST(BondsInVessel, remember_lives_and_forces) {
  constexpr int n = 2000;
  AdhesionProperties of = slip_bond(n);
  of.events = true;
  const real force = 30 * pN, kT = 1.380649e-8 * 310.15,
             rate = of.kinetics.off_rate * std::exp(force * of.kinetics.length / kT), k = 0.05 / rate;
  BoundObjects<TypeParam> objects(this->stream(), of, 1, BoundObjects<TypeParam>::walls(100));
  objects.bind_all(of.spring.length + force / of.spring.stiffness);
  for (int step = 0; step < 360; ++step) objects.step(k); // exp(-18) of them are left: one in 7e7
  ASSERT_EQ(objects.bonds(), 0);
  const std::vector<real> last = objects.remembered("last"), broken = objects.remembered("broken");
  real mean = 0;
  for (int i = 0; i < n; ++i) {
    mean += last[n + i] / n;
    EXPECT_NEAR(last[2 * n + i], force, 1e-9 * force);
    EXPECT_EQ(broken[n + i], 0); // the time at which the test bound it
  }
  EXPECT_NEAR(mean, 1 / rate + k / 2, 4 / rate / std::sqrt(n));
  EXPECT_NEAR(objects.remembered("clock")[0], 360 * k, 1e-9 * 360 * k);
}

} // namespace
} // namespace ibsim
