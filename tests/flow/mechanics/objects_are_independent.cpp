// Several objects of a kind do not see each other; fields go to sample sites as positions do; wrong sizes are
// refused.
#include "mechanics/membranes.hpp"

#include <stdexcept>

namespace ibsim {
namespace {

template <class B>
class Objects : public BackendTest<B> {};
TYPED_TEST_SUITE(Objects, Backends, BackendNames);

TYPED_TEST(Objects, are_independent) {
  const MembraneKind kind = make_membrane_kind(red_cell, red_cell_law, 120, 400, {});
  std::vector<Map> maps;
  for (int o = 0; o < 4; ++o)
    maps.push_back([o](const Real3& xi) {
      const Real3 x = position(red_cell, xi);
      return Real3{(1 + 0.05 * o) * x.x + 10 * o, x.y, x.z + 0.02 * o * x.x * x.x};
    });
  const Answers all = ask(this->stream(), kind, maps);
  for (int o = 0; o < 4; ++o) {
    const Answers alone = ask(this->stream(), kind, {maps[o]});
    const real unit = red_cell_law.area_modulus * 134 / 400; // force of a strain of one
    for (int s = 0; s < 400; ++s) {
      // The order of summation in the dense product may depend on its number of columns: round-off in second
      // derivatives.
      EXPECT_LT(norm(all.forces[400 * o + s] - alone.forces[s]), 1e-10 * unit);
      EXPECT_LT(norm(all.positions[400 * o + s] - alone.positions[s]), 1e-12);
    }
    EXPECT_NEAR(all.integrals[o].volume, alone.integrals[0].volume, 1e-10 * alone.integrals[0].volume);
    EXPECT_LT(norm(all.integrals[o].centre - alone.integrals[0].centre), 1e-9);
  }
}

TYPED_TEST(Objects, fields_are_carried_to_sample_sites) {
  auto& stream = this->stream();
  const MembraneKind kind = make_membrane_kind(red_cell, red_cell_law, 150, 300, {});
  Surface<TypeParam> surface(stream, kind, 2);
  const auto field = [](const Real3& xi, int o) {
    return Real3{o + xi.x * xi.y, xi.z * xi.z * xi.z, 1 - o * xi.x};
  };
  const Array<real, TypeParam> data(stream,
                                    data_sites(kind, {[&](const Real3& xi) { return field(xi, 0); },
                                                      [&](const Real3& xi) { return field(xi, 1); }}));
  Array<real, TypeParam> sample(3 * 600);
  surface.to_sample_sites(stream, vectors_view(data.data(), 300), vectors_view(sample.data(), 600));
  const auto values = vectors(sample.to_host(stream));
  for (int o = 0; o < 2; ++o)
    // polynomials: round-off
    for (int s = 0; s < 300; ++s)
      EXPECT_LT(norm(values[300 * o + s] - field(kind.sample_nodes[s], o)), 1e-12);
}

// What is asked for last does not show in what is asked for next.
TYPED_TEST(Objects, tensions_are_those_of_the_positions_given) {
  auto& stream = this->stream();
  const MembraneKind kind = make_membrane_kind(the_sphere, red_cell_law, 150, 300, {});
  Structure<TypeParam> membrane = make_membrane(stream, kind, 1);
  const Array<real, TypeParam> larger(
      stream, data_sites(kind, {[](const Real3& xi) { return 1.1 * position(the_sphere, xi); }}));
  const Array<real, TypeParam> rest(
      stream, data_sites(kind, {[](const Real3& xi) { return position(the_sphere, xi); }}));
  const VectorsView<const real> X = vectors_view(larger.data(), 150),
                                at_rest = vectors_view(rest.data(), 150);
  Array<real, TypeParam> t1(300), t2(300);
  membrane.integrals(stream, at_rest);
  membrane.principal_tensions(stream, X, t1.data(), t2.data());
  membrane.integrals(stream, at_rest);
  const real tension =
      red_cell_law.shear_modulus * 0.21 + red_cell_law.area_modulus * 1.21 * (std::pow(1.1, 4) - 1);
  for (real t : t1.to_host(stream)) EXPECT_NEAR(t, tension, 1e-10); // Skalak with l1 = l2; round-off
  for (real t : t2.to_host(stream)) EXPECT_NEAR(t, tension, 1e-10);
}

TYPED_TEST(Objects, none_is_allowed_and_wrong_sizes_are_refused) {
  auto& stream = this->stream();
  const MembraneKind kind = make_membrane_kind(the_sphere, red_cell_law, 100, 200, {});
  Structure<TypeParam> none = make_membrane(stream, kind, 0, true);
  const VectorsView<const real> nowhere{};
  EXPECT_EQ(none.surface().sample_sites(), 0);
  none.forces(stream, nowhere, {}, 0, {}, {});
  EXPECT_TRUE(none.integrals(stream, nowhere).empty());

  Structure<TypeParam> one = make_membrane(stream, kind, 1);
  const Array<real, TypeParam> X(stream, std::vector<real>(600, 1.0));
  const VectorsView<const real> too_few = vectors_view(X.data(), 99),
                                apart{X.data(), X.data() + 200, X.data() + 400, 100};
  EXPECT_THROW(one.integrals(stream, too_few), std::invalid_argument);
  EXPECT_THROW(one.integrals(stream, apart), std::invalid_argument);
}

} // namespace
} // namespace ibsim
