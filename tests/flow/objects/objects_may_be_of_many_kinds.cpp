// A hundred kinds of one object each move as a hundred objects of one kind.
#include "backends.hpp"
#include "simulation/scenarios.hpp"

#include <set>

namespace ibsim {
using namespace testing_scenarios;

namespace {

/// A hundred beads in a shear flow, in layers of 5 x 5.
Scenario hundred_beads() {
  Scenario s = red_cell_in_shear(16, 50, 60, 0.2, 1);
  ObjectKind& bead = s.objects[0];
  bead.name = "bead", bead.closed().surface = {ReferenceShape::sphere, {1, 1, 1}};
  bead.placements.clear();
  for (int k = 0; k < 4; ++k)
    for (int j = 0; j < 5; ++j)
      for (int i = 0; i < 5; ++i) {
        Placement at;
        at.centre = {1.6 + 3.2 * i, 1.6 + 3.2 * j, 2.0 + 4.0 * k};
        at.stretch = {1.1, 1, 1 / 1.1};
        bead.placements.push_back(at);
      }
  return s;
}

template <class B>
class ManyKinds : public BackendTest<B> {};
TYPED_TEST_SUITE(ManyKinds, Backends, BackendNames);

} // namespace

TYPED_TEST(ManyKinds, are_as_one) {
  const Scenario one = hundred_beads();
  Scenario many = one;
  many.objects.clear();
  for (const Placement& at : one.objects[0].placements) {
    ObjectKind bead = one.objects[0];
    bead.name += " " + std::to_string(many.objects.size());
    bead.placements = {at};
    many.objects.push_back(bead);
  }
  const std::vector<SurfaceKind> kind = make_surface_kinds(one, {}),
                                 kinds(many.objects.size(), kind[0]); // which are all the same
  SimulationOn<TypeParam> together(this->stream(), one, kind), apart(this->stream(), many, kinds);
  run(together, {}, {});
  run(apart, {}, {});

  // five steps round positions of 16 um to some eps of them; products of other sizes may sum in another order
  const std::vector<real> X = positions(together);
  for (std::size_t o = 0; o < kinds.size(); ++o) {
    const std::vector<real> x = positions(apart, o);
    for (int i = 0; i < 50; ++i)
      for (int d = 0; d < 3; ++d)
        ASSERT_NEAR(x[static_cast<std::size_t>(d) * 50 + i], X[(d * kinds.size() + o) * 50 + i], 1e-12) << o;
    EXPECT_NEAR(apart.integrals(o)[0].energy, together.integrals(0)[o].energy,
                1e-9 * together.integrals(0)[o].energy) // strains of 0.1 from differences of 1e-12/1 um
        << o;
  }
  std::set<std::string> names;
  for_each_array(apart.present(), [&](const std::string& name, auto&, const auto&) { names.insert(name); });
  // the velocity and each kind's sites, both of the step before, and the sites that are expected next: none
  // hides another
  EXPECT_EQ(names.size(), 2 + 3 * kinds.size());
}

} // namespace ibsim
