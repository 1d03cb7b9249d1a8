// A surface that is no sphere (examples/flat_sheet.cpp) through the same Surface, Structure and law.
#include "examples/examples.hpp"
#include "mechanics/membranes.hpp"

namespace ibsim {
namespace {

template <class B>
class Sheet : public BackendTest<B> {};
TYPED_TEST_SUITE(Sheet, Backends, BackendNames);

constexpr real Lx = 8, Lz = 6;
constexpr int n = 9, m = 48;

/// Waves of the wave numbers 1 and 2, which nine nodes know exactly.
Real3 waves(const Real3& ab, real height) {
  return {0.2 * std::sin(ab.y), height * std::cos(ab.x + ab.y) + 0.5 * height * std::sin(2 * ab.x),
          0.1 * std::cos(ab.x)};
}
Real3 sheet_at(const Real3& ab, real height) {
  return Real3{Lx * ab.x / (2 * pi), 0, Lz * ab.y / (2 * pi)} + waves(ab, height);
}

template <class B>
Structure<B> sheet_with(const Stream<B>& stream, const SurfaceKind& kind,
                        typename Structure<B>::Terms::value_type term) {
  typename Structure<B>::Terms terms;
  terms.push_back(std::move(term));
  return Structure<B>(stream, kind, 1, std::move(terms), false);
}

// Position and derivatives of waves within what the nodes know: exact to round-off, at the seam too.
TYPED_TEST(Sheet, has_the_positions_and_areas_of_its_formula) {
  const auto& stream = this->stream();
  const SurfaceKind kind = make_flat_sheet(Lx, Lz, n, m);
  Surface<TypeParam> surface(stream, kind, 1);
  const auto wavy = [](const Real3& ab) { return sheet_at(ab, 0.4); };
  const Array<real, TypeParam> X(stream, data_sites(kind, {wavy}));
  Array<real, TypeParam> areas(m * m);
  surface.area_elements(stream, surface.derivatives(stream, vectors_view(X.data(), n * n)), areas.data());
  const std::vector<real> dA = areas.to_host(stream);
  real whole = 0;
  for (int s = 0; s < m * m; ++s) {
    const Real3 ab = kind.sample_nodes[s];
    const Real3 d1{Lx / (2 * pi), -0.4 * std::sin(ab.x + ab.y) + 0.4 * std::cos(2 * ab.x),
                   -0.1 * std::sin(ab.x)},
        d2{0.2 * std::cos(ab.y), -0.4 * std::sin(ab.x + ab.y), Lz / (2 * pi)};
    EXPECT_NEAR(dA[s], std::pow(2 * pi / m, 2) * norm(cross(d1, d2)), 1e-13);
    whole += dA[s];
  }
  const std::vector<SurfaceIntegrals> integrals = surface.integrals(stream, vectors_view(X.data(), n * n));
  EXPECT_NEAR(integrals[0].area, whole, 1e-12);
  EXPECT_EQ(integrals[0].volume, 0); // it encloses none

  // A field is not a position: nothing affine is added to it.
  Array<real, TypeParam> field(3 * m * m);
  const Array<real, TypeParam> at_data(stream,
                                       data_sites(kind, {[](const Real3& ab) { return waves(ab, 0.4); }}));
  surface.to_sample_sites(stream, vectors_view(at_data.data(), n * n), vectors_view(field.data(), m * m));
  const std::vector<Real3> values = vectors(field.to_host(stream));
  for (int s = 0; s < m * m; ++s) EXPECT_LT(norm(values[s] - waves(kind.sample_nodes[s], 0.4)), 1e-14);
}

// The regular rule integrates periodic functions to spectral accuracy: with m = 48 points for waves up to 2,
// whose energy has a quickly falling spectrum, the sum of forces and the virtual work are those of the
// integrals to 1e-9.
TYPED_TEST(Sheet, has_forces_that_are_minus_the_gradient_of_its_energy) {
  const auto& stream = this->stream();
  const SurfaceKind kind = make_flat_sheet(Lx, Lz, n, m);
  for (const bool second : {false, true}) {
    const auto at = [&](real e) {
      auto term = second ? make_fung<TypeParam>(Fung{1, 0.5}) : make_in_plane<TypeParam>(Skalak{1, 2});
      return ask(stream, sheet_with(stream, kind, std::move(term)), kind,
                 {[&](const Real3& ab) { return sheet_at(ab, 0.3 + e); }});
    };
    const Answers here = at(0);
    Real3 net;
    real work = 0, size = 0;
    for (int s = 0; s < m * m; ++s) {
      net += here.forces[s], size += norm(here.forces[s]);
      work += dot(here.forces[s], waves(kind.sample_nodes[s], 1) - waves(kind.sample_nodes[s], 0));
    }
    EXPECT_LT(norm(net), 1e-9 * size);
    const real e = 1e-3; // fourth order: e^4 = 1e-12
    const auto E = [&](real x) { return at(x).integrals[0].energy; };
    const real gradient = (8 * (E(e) - E(-e)) - (E(2 * e) - E(-2 * e))) / (12 * e);
    EXPECT_NEAR(work, -gradient, 1e-8 * std::abs(gradient));
  }
}

TYPED_TEST(Sheet, has_no_force_at_rest) {
  const auto& stream = this->stream();
  const SurfaceKind kind = make_flat_sheet(Lx, Lz, n, m);
  const Answers a = ask(stream, sheet_with(stream, kind, make_in_plane<TypeParam>(Skalak{1, 2})), kind,
                        {[](const Real3& ab) {
                          return Real3{1 + Lx * ab.x / (2 * pi), 2, Lz * ab.y / (2 * pi)};
                        }});
  EXPECT_LT(largest(a.forces), 1e-12); // round-off in second derivatives of lengths of 8
  for (const real t : a.t1) EXPECT_LT(std::abs(t), 1e-13);
}

TYPED_TEST(Sheet, with_an_affine_part_of_another_size_is_refused) {
  SurfaceKind kind = make_flat_sheet(Lx, Lz, 3, 4);
  kind.affine.pop_back();
  EXPECT_THROW(Surface<TypeParam>(this->stream(), kind, 1), std::invalid_argument);
}

} // namespace
} // namespace ibsim
