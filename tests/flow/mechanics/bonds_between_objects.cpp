// Bonds between objects: balance of forces, energy, lives under force, equilibrium; who binds to whom.
#include "flow/mechanics/bound_pairs.hpp"

#include "surface/sheet.hpp"

namespace ibsim {
namespace {

template <class B>
class BondsBetween : public BackendTest<B> {};
TYPED_TEST_SUITE(BondsBetween, Backends, BackendNames);

constexpr real kT = 1.380649e-8 * 310.15;

// Forces are multiples of 2^-42 nN whose sum is 0 to the bit. Each of the four of a bond is rounded by 2^-43
// nN at most a component, within 5 um of the middle, and the springs' torques cancel. Sums of n products of
// forces and arms round by n 1e-16 of the largest: together below 1e-11 nN um a bond.
TYPED_TEST(BondsBetween, keep_momentum_and_angular_momentum) {
  AdhesionProperties of = eager_bonds(2000);
  of.spring = {5e-2, 0.02, 1.5};
  BoundPairs<TypeParam> pair = bound_spheres(this->stream(), of, 0.4, 0.7, 400);
  const real bonds = pair.bonds();
  ASSERT_GT(bonds, 100);
  pair.move(0, 0, sphere_at(left_of(0.5) + Real3{0, 0.3, -0.2}, 0.05, 1.03));
  pair.move(1, 0, sphere_at(right_of(0.7), -0.1));
  pair.step(0);
  const Real3 middle{12, 12, 12};
  Real3 sum, torque, largest;
  for (const std::size_t kind : {0, 1}) {
    const std::vector<Real3> F = pair.forces(kind), x = pair.positions(kind);
    Real3 of_kind;
    for (std::size_t s = 0; s < F.size(); ++s) {
      sum += F[s], of_kind += F[s], torque += cross(x[s] - middle, F[s]);
      if (norm(F[s]) > norm(largest)) largest = F[s];
    }
    EXPECT_GT(norm(of_kind), norm(largest));
  }
  EXPECT_EQ(sum.x, 0);
  EXPECT_EQ(sum.y, 0);
  EXPECT_EQ(sum.z, 0);
  std::printf("  %.0f bonds, largest force %.3g nN, torque %.2g nN um\n", bonds, norm(largest), norm(torque));
  EXPECT_LT(norm(torque), 1e-11 * bonds);
}

// As objects turn and stretch by d either way, the energy changes by what the forces at the sites do:
// sum F (x+ - x-). The difference is of order d^3, 1e-6 of it for d = 1e-3; the forces' rounding is less. All
// receptors are before the ligands, or all behind, where no bond begins to be slack.
TYPED_TEST(BondsBetween, pull_with_the_gradient_of_their_energy) {
  AdhesionProperties of = eager_bonds(2000);
  of.spring = {5e-2, 0, 1.5};
  const struct {
    real gap, reach, formed, apart; // at formation, and then
  } cases[] = {{0.5, 1.5, 0.9, 0.9}, {3, 1e-3, 1.2, 0.4}};
  for (const auto& [gap, reach, formed, apart] : cases) {
    of.spring.reach = reach;
    BoundPairs<TypeParam> pair = bound_spheres(this->stream(), of, gap, formed, 400);
    EXPECT_GT(pair.bonds(), 100);
    const real d_apart = apart; // a lambda captures no part of a structure
    const auto at = [&](real receptors, real ligands, real strain) {
      pair.move(0, 0, sphere_at(left_of(d_apart) + Real3{0.05, 0.1, 0.2}, 0.1 + receptors));
      pair.move(1, 0, sphere_at(right_of(d_apart), ligands, 1 + strain));
      pair.step(0);
      return pair.energy();
    };
    constexpr real d = 1e-3;
    for (const Real3& by : {Real3{d, 0, 0}, Real3{0, d, 0}, Real3{0, 0, d}}) {
      std::vector<std::vector<Real3>> x[2];
      real energy[2];
      for (const int sign : {0, 1}) {
        const real s = sign == 0 ? -1 : 1;
        energy[sign] = at(s * by.x, s * by.y, s * by.z);
        x[sign] = {pair.positions(0), pair.positions(1)};
      }
      at(0, 0, 0);
      real work = 0;
      for (const std::size_t kind : {0, 1}) {
        const std::vector<Real3> F = pair.forces(kind);
        for (std::size_t s = 0; s < F.size(); ++s) work += dot(F[s], x[1][kind][s] - x[0][kind][s]);
      }
      EXPECT_NEAR(work, energy[0] - energy[1], 1e-5 * std::abs(work)) << apart;
      EXPECT_NE(work, 0);
    }
  }
}

/// The force on a bond, from the formulas of ligand_triangle.hpp.
template <class B>
real force_of(BoundPairs<B>& pair, const Real3& bond, const Real3& partner, const Real3& x, real gap,
              const BondSpring& spring) {
  const std::vector<Real3> Y = pair.positions(1);
  const Vec3<int>& t = pair.ligands().triangles[static_cast<std::size_t>(partner.y)];
  const Real3 e1 = Y[t.y] - Y[t.x], e2 = Y[t.z] - Y[t.x], n = normalized(cross(e1, e2)),
              D = x - (1 - bond.x - bond.z) * Y[t.x] - bond.x * Y[t.y] - bond.z * Y[t.z];
  return spring.stiffness * std::fmax(0, norm(D - std::fmin(gap, dot(D, n)) * n) - spring.length);
}

// Bonds whose ends are held have forces that do not change, and break at rates k_i = off(F_i) (Bell). The
// part that is left is within 1.63/sqrt(n) of the mean of exp(-k_i t) at all times (Kolmogorov and Smirnov,
// 1 %; less for bonds of several rates). Forces are up to 150 pN here.
TYPED_TEST(BondsBetween, live_as_long_as_their_force_lets_them) {
  constexpr real gap = 0.4;
  AdhesionProperties of = eager_bonds(20'000);
  of.spring = {5e-2, 0.02, 2};
  of.kinetics.length = 0.04 * nm;
  BoundPairs<TypeParam> pair = bound_spheres(this->stream(), of, gap, 0.5, 400);
  const std::vector<Real3> bonds = pair.remembered("receptors"), partners = pair.remembered("partners"),
                           x = pair.positions(0);
  std::vector<real> rates;
  real largest = 0;
  for (std::size_t i = 0; i < bonds.size(); ++i)
    if (bonds[i].y != 0) {
      const real force = force_of(pair, bonds[i], partners[i], x[pair.site_of(i)], gap, of.spring);
      rates.push_back(3.45 * per_second * std::exp(force * 0.04 * nm / kT));
      largest = std::fmax(largest, force);
    }
  const auto n = static_cast<real>(rates.size());
  ASSERT_EQ(pair.bonds(), n);
  ASSERT_GT(n, 2000);
  EXPECT_NEAR(pair.measured()[7], largest, 1e-9 * largest);
  const real k = 0.02 / (3.45 * per_second);
  real apart = 0;
  for (int step = 1; step <= 100; ++step) {
    pair.step(k);
    real expected = 0;
    for (const real rate : rates) expected += std::exp(-rate * step * k) / n;
    apart = std::fmax(apart, std::abs(pair.bonds() / n - expected));
  }
  std::printf("  %.0f bonds of up to %.0f pN: farthest from the law %.4f of %.4f\n", n, largest / pN, apart,
              1.63 / std::sqrt(n));
  EXPECT_LT(apart, 1.63 / std::sqrt(n));
}

// A bond remembers when it broke, and where its ligand was. Lives without force have the law exp(-k t), so
// the mean is 1/k within 4 errors, and half a step longer. A ligand is as far from its receptor as the
// triangle is high over the gap, which the sphere is within s^2/(2 R) = 50 nm (s = 0.6 um).
TYPED_TEST(BondsBetween, remember_lives_and_places) {
  constexpr real gap = 0.4, apart = 0.6;
  AdhesionProperties of = eager_bonds(10'000);
  of.events = true, of.spring = {1e-9, 0, 1};
  BoundPairs<TypeParam> pair = bound_spheres(this->stream(), of, gap, apart, 400);
  const real n = pair.bonds(), k0 = of.kinetics.off_rate, k = 0.05 / k0;
  ASSERT_GT(n, 500);
  const std::vector<Real3> bonds = pair.remembered("receptors"), x = pair.positions(0);
  for (int step = 0; step < 360; ++step) pair.step(k); // exp(-18) of them are left: one in 7e7
  ASSERT_EQ(pair.bonds(), 0);
  const std::vector<Real3> last = pair.remembered("last"), places = pair.remembered("broken_at"),
                           broken = pair.remembered("broken");
  real mean = 0;
  for (std::size_t i = 0; i < bonds.size(); ++i) {
    if (bonds[i].y == 0) continue;
    mean += last[i].y / n;
    const Real3& at = x[pair.site_of(i)];
    const real L = std::fmax(0, norm(at - right_of(apart)) - sphere_radius - gap);
    EXPECT_NEAR(norm(places[i] - at), L, 0.05);
    EXPECT_NEAR(last[i].z, of.spring.stiffness * norm(places[i] - at), 1e-20);
    EXPECT_EQ(broken[i].y, 0); // the number of its partner
  }
  EXPECT_NEAR(mean, 1 / k0 + k / 2, 4 / k0 / std::sqrt(n));
}

// Between two spheres that are held, a receptor at a distance L from the ligands is bound for p/(1 - p) = n
// k_on/k_off exp(-sigma (L - lambda)^2/(2 kT)) of the time (detailed balance). The number is a sum of
// independent ones: within 4 standard errors. L is the distance from the exact sphere. Triangles lie
// s^2/(6 R) = 10 nm below it (s = 0.5 um). That changes odds by sigma (L - lambda) 10 nm/kT, 10 % at most and
// 4 % in the mean, and p by a part 1 - p of it: 2 %. The step of 2 ms changes the odds by k (on - off)/2, 2
// %.
TYPED_TEST(BondsBetween, at_rest_are_as_many_as_detailed_balance_has) {
  constexpr int n = 8000;
  constexpr real gap = 0.4, apart = 0.6;
  AdhesionProperties of = eager_bonds(n);
  of.kinetics.on_rate = 0.2 * per_second; // times 100 ligands: 20 1/s
  of.spring = {6e-5, 0.1, 0.8};
  BoundPairs<TypeParam> pair = two_spheres(this->stream(), of, gap, apart, 900);
  for (int step = 0; step < 1000; ++step) pair.step(2e-3 / per_second); // seven times 1/k_off
  const std::vector<Real3> x = pair.positions(0);
  real expected = 0, variance = 0, near = 0;
  for (std::size_t r = 0; r < n; ++r) {
    const real L = std::fmax(0, norm(x[pair.site_of(r)] - right_of(apart)) - sphere_radius - gap);
    if (L > of.spring.reach) continue;
    const real stretch = std::fmax(0, L - of.spring.length),
               odds = 20 / 3.45 * std::exp(-of.spring.stiffness * stretch * stretch / (2 * kT)),
               p = odds / (1 + odds);
    expected += p, variance += p * (1 - p), near += 1;
  }
  const real found = pair.bonds();
  std::printf("  %.0f of %.0f receptors within reach are bound, %.1f by detailed balance, error %.1f\n",
              found, near, expected, std::sqrt(variance));
  EXPECT_NEAR(found, expected, 4 * std::sqrt(variance) + 0.03 * expected);
  EXPECT_LT(expected, 0.75 * near); // 0.85 without springs
  const std::vector<real> measured = pair.measured();
  EXPECT_EQ(measured[1] - measured[2], measured[0]); // formed less broken
}

// Objects of one kind bind to each other, and none to itself: a sphere alone has no bonds, and receptors of
// each of two have the other as partner, across the end of the box too.
TYPED_TEST(BondsBetween, of_one_kind_hold_no_object_to_itself) {
  const SurfaceKind kind = make_closed_surface(the_sphere, 60, 200, {});
  AdhesionProperties of = eager_bonds(200);
  of.spring = {1e-9, 0, 1};
  BoundPairs<TypeParam> alone(this->stream(), of, 0.4, {{kind, {sphere_at({12, 12, 12})}}});
  alone.step(1 / per_second);
  EXPECT_EQ(alone.bonds(), 0);
  for (const real shift : {0.0, 12.0}) {
    const Real3 by{shift, 0, shift};
    BoundPairs<TypeParam> two(
        this->stream(), of, 0.4,
        {{kind, {sphere_at(left_of(0.6) + by), sphere_at(right_of(0.6) + by - Real3{2 * shift, 0, 0})}}});
    two.step(1 / per_second);
    const std::vector<Real3> bonds = two.remembered("receptors"), partners = two.remembered("partners");
    int bound[2] = {0, 0};
    for (std::size_t i = 0; i < bonds.size(); ++i)
      if (bonds[i].y != 0) {
        EXPECT_EQ(partners[i].x, i < 200 ? 1 : 0);
        ++bound[i / 200];
      }
    EXPECT_GT(bound[0], 5);
    EXPECT_GT(bound[1], 5);
    Real3 sum;
    for (const Real3& force : two.forces(0)) sum += force;
    EXPECT_EQ(norm(sum), 0);
  }
}

// On a flat sheet the foot of the perpendicular is exact: a bond that has just formed is as long as its
// receptor is high over the ligands, above the sheet and below. Weights extend the triangles across the open
// seams, so the place of the sphere makes no difference to its number of bonds but where the sites lie.
TYPED_TEST(BondsBetween, hold_to_a_sheet_at_the_foot_of_the_perpendicular) {
  const SurfaceKind kind = make_closed_surface(the_sphere, 60, 400, {}),
                    sheet = make_sheet({}, 24, 24, sheet_rows(24, 24, 0.5), 0);
  constexpr real gap = 0.4, over = 0.6;
  AdhesionProperties of = eager_bonds(400);
  of.spring = {1e-9, 0, 1};
  for (const real side : {1.0, -1.0})
    for (const Real3& beside : {Real3{0.1, 0, 0.2}, Real3{12, 0, 12.1}}) {
      const Real3 centre = Real3{12, 12, 12} + beside + Real3{0, side * (sphere_radius + over), 0};
      BoundPairs<TypeParam> pair(this->stream(), of, gap,
                                 {{kind, {sphere_at(centre)}}, {sheet, {[&](const Real3& xi) {
                                                                  return Real3{xi.x, 12, xi.z};
                                                                }}}});
      pair.step(1 / per_second);
      const std::vector<Real3> bonds = pair.remembered("receptors"), x = pair.positions(0);
      real energy = 0, within = 0;
      for (std::size_t i = 0; i < bonds.size(); ++i) {
        const real L = std::fmax(0, side * (x[pair.site_of(i)].y - 12) - gap);
        EXPECT_EQ(bonds[i].y != 0, L <= of.spring.reach) << i;
        if (bonds[i].y != 0) energy += of.spring.stiffness * L * L / 2, within += 1;
      }
      EXPECT_GT(within, 40);
      EXPECT_NEAR(pair.energy(), energy, 1e-9 * energy); // squares of round-off of heights
    }
}

} // namespace
} // namespace ibsim
