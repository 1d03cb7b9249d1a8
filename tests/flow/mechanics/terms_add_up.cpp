// A structure is the sum of its terms: forces, energies and tensions; a second law is a term like the first;
// and the net force is taken from the internal terms alone.
#include "examples/examples.hpp"
#include "mechanics/membranes.hpp"

namespace ibsim {
namespace {

template <class B>
class Terms : public BackendTest<B> {};
TYPED_TEST_SUITE(Terms, Backends, BackendNames);

template <class B, class... T>
Structure<B> structure_of(const Stream<B>& stream, const SurfaceKind& kind, bool remove_net_force,
                          T... term) {
  typename Structure<B>::Terms terms;
  (terms.push_back(std::move(term)), ...);
  return Structure<B>(stream, kind, 1, std::move(terms), remove_net_force);
}

Real3 bent(const Real3& xi) {
  const Real3 x = position(red_cell, xi);
  return {1.1 * x.x, 0.95 * x.y + 0.1 * std::sin(0.5 * x.x), 0.95 * x.z + 0.2 * std::cos(0.4 * x.x)};
}

const NeoHookean other_law{0.1};

// Sums of two numbers, in one order or another: round-off of each, which is 1e-12 of the largest (second
// derivatives).
TYPED_TEST(Terms, add_up_whichever_makes_the_pass) {
  const auto& stream = this->stream();
  const MembraneKind kind = make_membrane_kind(red_cell, red_cell_law, 200, 600, {});
  const auto skalak = [&] { return make_in_plane<TypeParam>(red_cell_law); };
  const auto neo_hookean = [&] { return make_in_plane<TypeParam>(other_law); };
  const auto answers = [&](auto... terms) {
    return ask(stream, structure_of(stream, kind, false, std::move(terms)...), kind, {bent});
  };
  const Answers one = answers(skalak()), other = answers(neo_hookean()),
                both = answers(skalak(), neo_hookean()), turned = answers(neo_hookean(), skalak());
  const real unit = largest(one.forces) + largest(other.forces);
  for (int s = 0; s < 600; ++s) {
    EXPECT_LT(norm(both.forces[s] - one.forces[s] - other.forces[s]), 1e-14 * unit);
    EXPECT_LT(norm(turned.forces[s] - both.forces[s]), 1e-14 * unit);
    EXPECT_EQ(both.positions[s], one.positions[s]);
    // The trace of a tension is linear in it; the principal values are not.
    EXPECT_NEAR(both.t1[s] + both.t2[s], one.t1[s] + one.t2[s] + other.t1[s] + other.t2[s], 1e-13);
  }
  const real energy = one.integrals[0].energy + other.integrals[0].energy;
  EXPECT_NEAR(both.integrals[0].energy, energy, 1e-14 * energy);
}

// T = 2 (W_1 + l^2 W_2) = G (1 - l^-6) of an inflated sphere, and 2 T/R inwards per present area.
TYPED_TEST(Terms, of_a_second_law_follow_its_closed_form) {
  const auto& stream = this->stream();
  const MembraneKind kind = make_membrane_kind(the_sphere, {}, 400, 1000, {});
  const real l = 1.2, R = l * 3.91, tension = other_law.shear_modulus * (1 - std::pow(l, -6));
  const Answers a = ask(stream, structure_of(stream, kind, false, make_in_plane<TypeParam>(other_law)), kind,
                        {[&](const Real3& xi) { return R * xi; }});
  const real unit = 2 * tension / R * R * R * 4 * pi / 1000;
  for (int s = 0; s < 1000; ++s) {
    const Real3 expected = -2 * tension / R * R * R * kind.operators.weights[s] * kind.sample_nodes[s];
    EXPECT_LT(norm(a.forces[s] - expected), 1e-9 * unit); // linear in xi: round-off in second derivatives
    EXPECT_NEAR(a.t1[s], tension, 1e-11);
    EXPECT_NEAR(a.t2[s], tension, 1e-11);
  }
  const real w = other_law.shear_modulus / 2 * (2 * l * l + std::pow(l, -4) - 3);
  EXPECT_NEAR(a.integrals[0].energy, w * 4 * pi * 3.91 * 3.91, 1e-11);
}

// Springs to anchors pull the whole object: their net force stays when that of the law is taken away. The
// energy is quadratic in the displacement, so a central difference is exact but for round-off, 1e-16 E/e =
// 1e-13 of the force.
TYPED_TEST(Terms, that_are_not_internal_keep_their_net_force) {
  const auto& stream = this->stream();
  const MembraneKind kind = make_membrane_kind(red_cell, red_cell_law, 200, 600, {});
  std::vector<real> anchors(3 * 600);
  for (int s = 0; s < 600; ++s) {
    const Real3 z = position(red_cell, kind.sample_nodes[s]) + Real3{0.3, 0, -0.2};
    for (int d = 0; d < 3; ++d) anchors[600 * d + s] = z[d];
  }
  const real c = 0.02;
  typename Structure<TypeParam>::Terms terms;
  terms.push_back(make_anchor_springs<TypeParam>(anchors, c)); // first: its place in the list does not matter
  terms.push_back(make_in_plane<TypeParam>(red_cell_law));
  Structure<TypeParam> structure(stream, kind, 1, std::move(terms), true);
  std::vector<StateArray<TypeParam>> remembered = structure.state_at_start(stream, "cell");
  ASSERT_EQ(remembered.size(), 1u);
  EXPECT_EQ(remembered[0].name, "cell.anchors.positions");

  const auto look = [&](real e) { // moved by e along (1, 2, 3)
    const Array<real, TypeParam> X(stream, data_sites(kind, {[&](const Real3& xi) {
                                                        return bent(xi) + e * Real3{1, 2, 3};
                                                      }}));
    Array<real, TypeParam> x(1800), f(1800);
    const StructureState<TypeParam> state(vectors_view(X.data(), 200), remembered);
    structure.forces(stream, state, {}, 0, vectors_view(x.data(), 600), vectors_view(f.data(), 600));
    Answers a;
    a.integrals = structure.integrals(stream, state);
    a.positions = vectors(x.to_host(stream)), a.forces = vectors(f.to_host(stream));
    return a;
  };
  const Answers here = look(0), ahead = look(0.1), behind = look(-0.1);
  Real3 net, springs;
  real size = 0;
  const real unit_area = area_and_volume(red_cell).area;
  for (int s = 0; s < 600; ++s) net += here.forces[s], size += norm(here.forces[s]);
  const real gradient = (ahead.integrals[0].energy - behind.integrals[0].energy) / 0.2;
  EXPECT_NEAR(dot(net, Real3{1, 2, 3}), -gradient,
              1e-11 * size);                       // the law's own energy does not change with e
  EXPECT_GT(norm(net), 0.1 * c * unit_area * 0.2); // something was left
  const Array<real, TypeParam> X(stream, data_sites(kind, {bent}));
  EXPECT_THROW(structure.integrals(stream, vectors_view(X.data(), 200)),
               std::invalid_argument); // without anchors
}

// A term of two objects gives values of both or of one: ranks could not deal out 601 vectors.
TYPED_TEST(Terms, declare_values_of_all_objects_or_of_one) {
  const MembraneKind kind = make_membrane_kind(the_sphere, {}, 50, 100, {});
  const auto sizes = [&](int vectors) {
    typename Structure<TypeParam>::Terms terms;
    terms.push_back(
        make_anchor_springs<TypeParam>(std::vector<real>(3 * static_cast<std::size_t>(vectors)), 1));
    const Structure<TypeParam> structure(this->stream(), kind, 2, std::move(terms), false);
    const auto arrays = structure.state_at_start(this->stream(), "s");
    return std::pair(arrays[0].dealt.per_object, arrays[0].values.size());
  };
  EXPECT_EQ(sizes(600), std::pair(Index{300}, std::size_t{1800}));
  EXPECT_THROW(sizes(601), std::invalid_argument);
}

} // namespace
} // namespace ibsim
