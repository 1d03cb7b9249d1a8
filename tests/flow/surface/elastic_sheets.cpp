// Elastic sheets (surface/elastic_sheet.hpp): operators along both sides are exact for waves that the sites
// know, at the sample and at the data sites; at rest a relief has no force; forces in the plane and of
// bending are minus the gradient of the energy; plane waves have their known stiffness.
#include "mechanics/bending.hpp"
#include "mechanics/membranes.hpp"
#include "surface/elastic_sheet.hpp"
#include "surface/resolved_motion.hpp"

namespace ibsim {
namespace {

template <class B>
class ElasticSheets : public BackendTest<B> {};
TYPED_TEST_SUITE(ElasticSheets, Backends, BackendNames);

constexpr real Lx = 8, Lz = 6;
constexpr SheetRows data{13, 11}, samples{40, 36};

/// Waves of the wave numbers 1 and 2, about the place of a node, um.
Real3 waves(const Real3& node, real height) {
  const real a = 2 * pi * node.x / Lx, b = 2 * pi * node.z / Lz;
  return {0.2 * std::sin(b), height * std::cos(a + b) + 0.5 * height * std::sin(2 * a), 0.1 * std::cos(a)};
}
Real3 sheet_at(const Real3& node, real height) {
  return Real3{node.x - Lx / 2, 0, node.z - Lz / 2} + waves(node, height);
}

template <class B>
Structure<B> sheet_with(const Stream<B>& stream, const SurfaceKind& kind, bool bending,
                        bool reference = false) {
  typename Structure<B>::Terms terms;
  if (bending)
    terms.push_back(make_bending<B>(stream, kind, 1, {.modulus = 0.3, .about_reference = reference}));
  else
    terms.push_back(make_in_plane<B>(Skalak{1, 2}));
  return Structure<B>(stream, kind, 1, std::move(terms), false);
}

// 40 x 36 sums of 13 and 11 terms of size (2 pi/L)^2 6^2.
TYPED_TEST(ElasticSheets, have_the_positions_and_areas_of_their_formula) {
  const auto& stream = this->stream();
  const SurfaceKind kind = make_elastic_sheet({}, Lx, Lz, data, samples);
  Surface<TypeParam> surface(stream, kind, 1);
  const Array<real, TypeParam> X(stream, data_sites(kind, {[](const Real3& n) { return sheet_at(n, 0.4); }}));
  const std::size_t n = kind.sample_nodes.size();
  Array<real, TypeParam> areas(n);
  surface.area_elements(stream, surface.derivatives(stream, vectors_view(X.data(), data.sites())),
                        areas.data());
  const std::vector<real> dA = areas.to_host(stream);
  for (std::size_t s = 0; s < n; ++s) {
    const Real3 node = kind.sample_nodes[s];
    const real a = 2 * pi * node.x / Lx, b = 2 * pi * node.z / Lz, ka = 2 * pi / Lx, kb = 2 * pi / Lz;
    const Real3 along_x{1, ka * (-0.4 * std::sin(a + b) + 0.4 * std::cos(2 * a)), -0.1 * ka * std::sin(a)},
        along_z{0.2 * kb * std::cos(b), -0.4 * kb * std::sin(a + b), 1};
    EXPECT_NEAR(dA[s], Lx * Lz / static_cast<real>(n) * norm(cross(along_z, along_x)), 1e-13);
  }
}

// The relief is made of waves that the sites know (cobblestone), or not all (elongated): either is its own
// reference by the same operators, so that only rounding is left, also of bending about the reference.
TYPED_TEST(ElasticSheets, at_rest_have_no_force) {
  const auto& stream = this->stream();
  for (const Relief::Form form : {Relief::Form::flat, Relief::Form::cobblestone, Relief::Form::elongated}) {
    const SurfaceKind kind = make_elastic_sheet({form, 1, Lx, Lz}, Lx, Lz, data, samples);
    std::size_t i = 0;
    const Map rest = [&](const Real3&) { return kind.data_at_rest[i++]; };
    for (const bool bending : {false, true}) {
      i = 0;
      const Answers now = ask(stream, sheet_with(stream, kind, bending, true), kind, {rest});
      for (std::size_t s = 0; s < now.forces.size(); ++s) {
        EXPECT_LE(norm(now.forces[s]), 1e-12) << bending;
        EXPECT_LE(norm(now.positions[s] - kind.samples_at_start[s]), 1e-13);
      }
    }
  }
}

// Virtual work: the sum of F.dX is -dE to the order e^2 = 1e-8 of the difference, where the rule of equal
// weights integrates what the forces and the energy have of waves; bending has its forces and its energy at
// the data sites, fewer: products of up to six waves of the numbers 1 and 2 alias there by some per mille.
TYPED_TEST(ElasticSheets, have_forces_that_are_minus_the_gradient_of_their_energy) {
  const auto& stream = this->stream();
  const SheetRows many{25, 25};
  const SurfaceKind kind = make_elastic_sheet({}, Lx, Lz, many, {50, 50});
  for (const bool bending : {false, true}) {
    const auto at = [&](real e) {
      return ask(stream, sheet_with(stream, kind, bending), kind,
                 {[&](const Real3& n) { return sheet_at(n, 0.3 + e); }});
    };
    const real e = 1e-4;
    const Answers here = at(0);
    real work = 0;
    Real3 net;
    for (std::size_t s = 0; s < here.forces.size(); ++s) {
      work += dot(here.forces[s], waves(kind.sample_nodes[s], 1) - waves(kind.sample_nodes[s], 0));
      net += here.forces[s];
    }
    const real slope = (at(e).integrals[0].energy - at(-e).integrals[0].energy) / (2 * e);
    EXPECT_NEAR(work, -slope, 1e-6 * std::abs(slope)) << bending;
    EXPECT_LE(norm(net), 1e-8 * std::abs(slope)) << bending; // the integral of a divergence
  }
}

// Waves of up to so many periods stay, shorter ones go, whether the sites know them or not; and positions
// keep what they have beside the space. Sums of 40 x 36 numbers of order one.
TYPED_TEST(ElasticSheets, move_in_waves_of_a_length_and_more) {
  const auto& stream = this->stream();
  SurfaceKind kind = make_elastic_sheet({Relief::Form::elongated, 1, Lx, Lz}, Lx, Lz, data, samples);
  add_resolved_waves(kind, Lx, Lz, 2); // 4 along x, 3 along z
  EXPECT_EQ(kind.resolved.at_data.functions, 9 * 7);
  ResolvedMotion<TypeParam> motion(stream, kind.resolved, 1);
  const auto wave = [](int j, int k, const Real3& at) {
    return std::cos(2 * pi * j * at.x / Lx + 0.3) * std::sin(2 * pi * k * at.z / Lz + 0.2);
  };
  for (const bool at_samples : {false, true}) {
    const std::vector<Real3>& nodes = at_samples ? kind.sample_nodes : kind.data_nodes;
    const auto n = static_cast<Index>(nodes.size());
    for (const auto& [j, k] : {std::pair{0, 0}, {4, 3}, {1, 2}, {5, 0}, {0, 4}, {5, 5}, {6, 3}}) {
      std::vector<real> values(3 * nodes.size()), component;
      for (Index i = 0; i < n; ++i) {
        component.push_back(wave(j, k, nodes[i]));
        vectors_view(values.data(), n).set(i, {component.back(), 2 * component.back(), 1});
      }
      const bool stays = j <= 4 && k <= 3;
      Array<real, TypeParam> device(stream, values);
      const auto view = vectors_view(device.data(), n);
      at_samples ? motion.at_samples().forces(stream, view) : motion.at_data().values(stream, view);
      const std::vector<real> found = device.to_host(stream),
                              on_host = projected(
                                  at_samples ? kind.resolved.at_samples : kind.resolved.at_data, component);
      for (Index i = 0; i < n; ++i) {
        const real expected = stays ? component[i] : 0;
        EXPECT_NEAR(found[i], expected, 1e-13);
        EXPECT_NEAR(found[n + i], 2 * expected, 1e-13);
        EXPECT_NEAR(found[2 * n + i], 1, 1e-13);
        EXPECT_NEAR(on_host[i], expected, 1e-13);
      }
    }
  }
  Surface<TypeParam> surface(stream, kind, 1);
  const auto n = static_cast<Index>(kind.data_nodes.size());
  std::vector<real> X(3 * kind.data_nodes.size());
  const Real3 place{3, 1, -2}, up{0, 0.1, 0};
  for (Index i = 0; i < n; ++i)
    vectors_view(X.data(), n)
        .set(i, kind.data_at_rest[i] + place +
                    (wave(2, 2, kind.data_nodes[i]) + wave(6, 1, kind.data_nodes[i])) * up);
  Array<real, TypeParam> device(stream, X);
  motion.at_data().values(stream, vectors_view(device.data(), n));
  surface.add_beside_motion(stream, 1, vectors_view(device.data(), n));
  const std::vector<real> left = device.to_host(stream);
  for (Index i = 0; i < n; ++i) {
    const Real3 expected = kind.data_at_rest[i] + place + wave(2, 2, kind.data_nodes[i]) * up;
    EXPECT_LE(norm(vectors_view(left.data(), n).at(i) - expected), 1e-12);
  }
}

// A flat sheet with a small wave h cos(k x): of Helfrich's energy the force per area is -kappa k^4 h cos(k
// x), of second order in h k beside it; a wave u cos(k x) along x of Skalak's law 2 (E + K) k^2 u against it.
TYPED_TEST(ElasticSheets, resist_waves_as_plates_do) {
  const auto& stream = this->stream();
  const SurfaceKind kind = make_elastic_sheet({}, Lx, Lz, data, samples);
  const real k = 2 * (2 * pi / Lx), size = 1e-4;
  for (const bool bending : {false, true}) {
    const Answers now =
        ask(stream, sheet_with(stream, kind, bending), kind, {[&](const Real3& n) {
              const real wave = size * std::cos(k * n.x);
              return Real3{n.x - Lx / 2 + (bending ? 0 : wave), bending ? wave : 0, n.z - Lz / 2};
            }});
    const real area = Lx * Lz / static_cast<real>(now.forces.size()),
               stiffness = bending ? 0.3 * k * k * k * k : 2 * (1 + 2.0) * k * k;
    for (std::size_t s = 0; s < now.forces.size(); ++s) {
      const Real3 expected = -stiffness * area * size * std::cos(k * kind.sample_nodes[s].x) *
                             (bending ? Real3{0, 1, 0} : Real3{1, 0, 0});
      EXPECT_LE(norm(now.forces[s] - expected), 2e-3 * stiffness * area * size) << bending;
    }
  }
}

} // namespace
} // namespace ibsim
