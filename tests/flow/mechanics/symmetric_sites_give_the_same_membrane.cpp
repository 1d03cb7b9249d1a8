// Sites that are orbits of half turns: the four small products are the one large one, and what is turned
// stays turned, to the bit.
#include "mechanics/membranes.hpp"
#include "surface/site_symmetry.hpp"

#include <algorithm>

namespace ibsim {
namespace {

const ReferenceSurface three_axes{ReferenceShape::ellipsoid, {3, 2, 1}};

Real3 bent(const Real3& x) {
  return {1.1 * x.x + 0.05 * x.y * x.y, 0.95 * x.y + 0.1 * x.z, x.z + 0.03 * x.x * x.y + 0.2};
}

TEST(SiteSymmetry, nodes_are_orbits_where_four_divides_their_number) {
  for (const ReferenceSurface& surface :
       {red_cell, three_axes, ReferenceSurface{ReferenceShape::ellipsoid, {1, 2, 1}}}) {
    EXPECT_EQ(site_symmetry(quasi_uniform_nodes(surface, 200)), 4);
    EXPECT_EQ(site_symmetry(quasi_uniform_nodes(surface, 201)), 1);
  }
  EXPECT_EQ(site_symmetry(quasi_uniform_nodes(the_sphere, 200)), 1) << "the paper's spiral";
}

TEST(SiteSymmetry, characters_are_orthogonal_and_turns_a_group) {
  const Real3 v{1, 2, 3};
  for (int g = 0; g < half_turns; ++g)
    for (int h = 0; h < half_turns; ++h) {
      EXPECT_EQ(half_turn(g, half_turn(h, v)), half_turn(g ^ h, v));
      real sum = 0;
      for (int c = 0; c < half_turns; ++c) sum += character(c, g) * character(c, h);
      EXPECT_EQ(sum, g == h ? 4 : 0);
    }
}

template <class B>
class SymmetricSites : public BackendTest<B> {};
TYPED_TEST_SUITE(SymmetricSites, Backends, BackendNames);

TYPED_TEST(SymmetricSites, give_what_the_same_sites_give_without_symmetry) {
  for (const ReferenceSurface& surface : {red_cell, three_axes}) {
    const MembraneKind folded = make_membrane_kind(surface, red_cell_law, 144, 400, {});
    ASSERT_EQ(folded.operators.symmetry, 4);
    // the same sites in another order, in which nothing is seen of their symmetry
    MembraneKind plain = folded;
    std::rotate(plain.data_nodes.begin(), plain.data_nodes.begin() + 1, plain.data_nodes.end());
    std::rotate(plain.data_at_rest.begin(), plain.data_at_rest.begin() + 1, plain.data_at_rest.end());
    std::rotate(plain.sample_nodes.begin(), plain.sample_nodes.begin() + 1, plain.sample_nodes.end());
    plain.operators = make_rbf_operators(plain.data_nodes, plain.sample_nodes);
    ASSERT_EQ(plain.operators.symmetry, 1);

    const std::vector<Map> maps{[&](const Real3& xi) { return bent(position(surface, xi)); },
                                [&](const Real3& xi) {
                                  return bent(1.05 * position(surface, xi)) + Real3{9, 0, 0};
                                }};
    const Answers a = ask(this->stream(), folded, maps), b = ask(this->stream(), plain, maps);
    // Both solve the same linear systems, whose condition number is about 1e8 with 144 sites: weights agree
    // to 1e-8 of the largest, which is what an interpolant of a smooth surface then sees divided by the
    // smallness of the error in smooth directions. The forces have the second derivatives, so up to n_data
    // times more than the positions.
    for (std::size_t o = 0; o < 2; ++o)
      for (std::size_t s = 0; s < 400; ++s) {
        const std::size_t i = o * 400 + (s + 1) % 400, j = o * 400 + s;
        EXPECT_LT(norm(a.positions[i] - b.positions[j]), 1e-10 * largest(a.positions)) << s;
        EXPECT_LT(norm(a.forces[i] - b.forces[j]), 1e-8 * largest(a.forces)) << s;
      }
  }
}

TYPED_TEST(SymmetricSites, forces_turn_with_the_membrane_to_the_bit) {
  const MembraneKind kind = make_membrane_kind(red_cell, red_cell_law, 144, 400, {});
  const auto shape = [](const Real3& xi) { return bent(position(red_cell, xi)); };
  const Answers before = ask(this->stream(), kind, {shape});
  for (int g = 1; g < half_turns; ++g) {
    // The same shape turned, each site taking the place of the one that the turn takes to it: only signs and
    // places change.
    const Answers after =
        ask(this->stream(), kind, {[&](const Real3& xi) { return half_turn(g, shape(half_turn(g, xi))); }});
    for (std::size_t s = 0; s < 400; ++s) {
      EXPECT_EQ(after.positions[s], half_turn(g, before.positions[s ^ static_cast<std::size_t>(g)]));
      EXPECT_EQ(after.forces[s], half_turn(g, before.forces[s ^ static_cast<std::size_t>(g)]));
    }
  }
}

} // namespace
} // namespace ibsim
