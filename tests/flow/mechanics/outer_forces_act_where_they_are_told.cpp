// Tethers, pulls and tweezers, and the constraint of the area as a whole.
#include "base/error.hpp"
#include "flow/mechanics/membranes.hpp"
#include "mechanics/area_constraint.hpp"
#include "mechanics/tethers.hpp"
#include "model/object_kind.hpp"
#include "state/site_patches.hpp"

#include <numeric>

namespace ibsim {
namespace {

template <class B>
class OuterForces : public BackendTest<B> {};
TYPED_TEST_SUITE(OuterForces, Backends, BackendNames);

Real3 bent(const Real3& xi) {
  const Real3 x = position(red_cell, xi);
  return {1.1 * x.x, 0.95 * x.y + 0.1 * std::sin(0.5 * x.x), 0.95 * x.z + 0.2 * std::cos(0.4 * x.x)};
}

template <class B>
Structure<B> structure_of(const Stream<B>& stream, const SurfaceKind& kind, int objects,
                          std::type_identity_t<AnyTerm<B>> term) {
  typename Structure<B>::Terms terms;
  terms.push_back(std::move(term));
  return Structure<B>(stream, kind, objects, std::move(terms), true);
}

// The weights integrate to the area of a smooth patch as well as sites a few tenths of a micrometre apart
// can: a cap of the sphere has the area pi a^2 within a distance a of its top (Archimedes), and the whole
// surface its area to quadrature accuracy.
TEST(Patches, have_the_area_of_a_cap) {
  const SurfaceKind kind = make_closed_surface(the_sphere, 400, 4000, {});
  const auto area = [&](const SitePatch& patch) {
    const std::vector<real> areas = patch_areas(the_sphere, kind, patch);
    return std::accumulate(areas.begin(), areas.end(), real{0});
  };
  EXPECT_NEAR(area({}), 4 * pi * 3.91 * 3.91, 1e-9);
  for (const Real3& towards : {Real3{1, 0, 0}, {0, 0, -2}, {1, 1, 1}}) {
    const real d = 3, site = 4 * pi * 3.91 * 3.91 / 4000; // half of the sites on the rim, 2 pi a/sqrt(site)
    EXPECT_NEAR(area({towards, d}), pi * d * d / 4, 2 * site * std::sqrt(pi * d / std::sqrt(site)));
  }
}

// Forces of an object are -c A_i (X_i - Z_i), and the energy its integral: the gradient along a displacement.
TYPED_TEST(OuterForces, of_tethers_hold_a_patch_to_its_anchors) {
  const auto& stream = this->stream();
  const SurfaceKind kind = make_closed_surface(red_cell, 200, 600, {});
  ObjectKind object;
  object.closed().surface = red_cell;
  object.placements = {Placement{.centre = {8, 8, 8}}, Placement{.centre = {8, 8, 16}}};
  const SitePatch patch{{0, 0, 1}, 3};
  const std::vector<real> areas = patch_areas(red_cell, kind, patch),
                          anchors = sample_sites_at_start(object, kind);
  const real c = 0.02;
  const Real3 moved{0.1, -0.2, 0.3};
  const auto at = [&](const Real3& where) { // both moved from where they were at the start
    std::vector<Map> maps;
    for (const Placement& p : object.placements)
      maps.push_back([=](const Real3& xi) { return position(red_cell, xi) + p.centre + where; });
    return ask(stream, structure_of(stream, kind, 2, make_tethers<TypeParam>(stream, c, areas, anchors)),
               kind, maps);
  };
  const Answers a = at(moved);
  // positions at the sample sites are those of the splines: (h/R)^8 of 4 um
  for (int i = 0; i < 1200; ++i) EXPECT_LT(norm(a.forces[i] + c * areas[i % 600] * moved), 1e-5 * c);
  const real area = std::accumulate(areas.begin(), areas.end(), real{0});
  EXPECT_GT(area, 3);
  EXPECT_LT(area, 10);
  for (int o = 0; o < 2; ++o)
    EXPECT_NEAR(a.integrals[o].energy, c / 2 * area * dot(moved, moved), 1e-4 * a.integrals[o].energy);
  EXPECT_THROW(make_tethers<TypeParam>(stream, -1, areas, anchors), InputError);
}

// Tweezers pull two opposite patches with equal and opposite forces, which turn with the placement; their
// history is that of the time that passes in the state, of which a step has the mean: over ramp and release
// the momentum is exact, wherever steps end.
TYPED_TEST(OuterForces, of_tweezers_follow_their_history) {
  const auto& stream = this->stream();
  const SurfaceKind kind = make_closed_surface(red_cell, 200, 600, {});
  ObjectKind object;
  object.closed().surface = red_cell;
  object.placements.resize(2);
  const Real3 turned[3] = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}; // a quarter about z: x goes to y
  std::copy(turned, turned + 3, object.placements[1].rotation);
  const real f = 0.067;
  object.tweezers = {{{1, 0, 0}, f, 2, {10, 25}}};
  Structure<TypeParam> structure =
      structure_of(stream, kind, 2, make_pulls<TypeParam>(stream, pulls_of(object, kind)));
  std::vector<StateArray<TypeParam>> state = structure.state_at_start(stream, "s");
  ASSERT_EQ(state.size(), 1u);
  const Map rest = [](const Real3& xi) { return position(red_cell, xi); };
  const Array<real, TypeParam> X(stream, data_sites(kind, {rest, rest}));
  Array<real, TypeParam> x(3600), F(3600);
  const auto forces_after = [&](real step) { // 0: a look
    structure.forces(stream, {vectors_view(X.data(), 400), state}, {}, step, vectors_view(x.data(), 1200),
                     vectors_view(F.data(), 1200));
    return vectors(F.to_host(stream));
  };
  const auto momentum = [&](real t) { // the integral of min(1, t/10) until 25
    return t < 10 ? t * t / 20 : std::min<real>(t, 25) - 5;
  };
  real time = 0;
  for (const real step : {0.0, 4.0, 0.0, 4.0, 7.0, 0.0, 9.0, 3.0, 2.0}) {
    time += step;
    const std::vector<Real3> forces = forces_after(step);
    const real expected = f * (step > 0     ? (momentum(time) - momentum(time - step)) / step
                               : time >= 25 ? 0
                                            : std::min<real>(1, time / 10));
    for (int o = 0; o < 2; ++o) {
      Real3 net, right;
      for (int s = 0; s < 600; ++s) {
        net += forces[600 * o + s];
        if (position(red_cell, kind.sample_nodes[s]).x > 0) right += forces[600 * o + s];
      }
      EXPECT_LT(norm(net), 1e-15 * f) << time;
      const Real3 along = o == 0 ? Real3{1, 0, 0} : Real3{0, 1, 0};
      EXPECT_LT(norm(right - expected * along), 1e-14 * f) << time;
    }
  }
  object.tweezers[0].patch_diameter = 1e-3;
  object.tweezers[0].axis = {1, 0.01, 0.3}; // a site of its own is always in its patch
  EXPECT_EQ(pulls_of(object, kind).size(), 2u);
}

// An inflated sphere has the one tension sigma = k (l^2 - 1), the force 2 sigma/R inwards, and the energy
// (k/2) A_0 (l^2 - 1)^2; and any deformation the gradient of it.
TYPED_TEST(OuterForces, are_not_those_of_the_area_as_a_whole) {
  const auto& stream = this->stream();
  const real k = 0.3, l = 1.1, R = l * 3.91, tension = k * (l * l - 1);
  const auto answers = [&](const SurfaceKind& kind, const Map& map) {
    return ask(stream, structure_of(stream, kind, 1, make_area_constraint<TypeParam>(stream, kind, 1, k)),
               kind, {map});
  };
  const SurfaceKind ball = make_closed_surface(the_sphere, 400, 1000, {});
  const Answers a = answers(ball, [&](const Real3& xi) { return R * xi; });
  for (int s = 0; s < 1000; ++s) {
    const Real3 expected = -2 * tension * R * ball.operators.weights[s] * ball.sample_nodes[s];
    EXPECT_LT(norm(a.forces[s] - expected), 1e-9 * norm(expected));
    EXPECT_NEAR(a.t1[s], tension, 1e-11);
    EXPECT_NEAR(a.t2[s], tension, 1e-11);
  }
  const real A0 = 4 * pi * 3.91 * 3.91;
  EXPECT_NEAR(a.integrals[0].energy, 0.5 * k * A0 * std::pow(l * l - 1, 2), 1e-10);

  const SurfaceKind cell = make_closed_surface(red_cell, 500, 2000, {});
  const Map push = [](const Real3& xi) { return Real3{std::cos(xi.z), std::sin(xi.x + 0.2), xi.z * xi.z}; };
  const auto at = [&](real e) {
    return answers(cell, [&](const Real3& xi) { return bent(xi) + e * push(xi); });
  };
  const Answers here = at(0);
  real work = 0;
  for (int s = 0; s < 2000; ++s) work += dot(here.forces[s], push(cell.sample_nodes[s]));
  const real e = 1e-3, gradient = (at(e).integrals[0].energy - at(-e).integrals[0].energy) / (2 * e);
  EXPECT_NEAR(work, -gradient, 1e-3 * std::abs(gradient)); // of the splines' second derivatives
  EXPECT_THROW(make_area_constraint<TypeParam>(stream, cell, 1, -1), InputError);
}

} // namespace
} // namespace ibsim
