// A term whose forces take several passes (examples/thin_plate.kernels.cpp) as a structure takes it: by
// itself, beside the bending of a membrane, and with the law that makes the pass over the sample sites.
#include "examples/examples.hpp"
#include "mechanics/bending.hpp"
#include "mechanics/membranes.hpp"
#include "surface/elastic_sheet.hpp"

namespace ibsim {
namespace {

template <class B>
class SeveralPasses : public BackendTest<B> {};
TYPED_TEST_SUITE(SeveralPasses, Backends, BackendNames);

constexpr real kappa = 0.3;
constexpr real Lx = 8, Lz = 6;

template <class B, class... T>
Answers ask_of(const Stream<B>& stream, const SurfaceKind& kind, const Map& where, T... term) {
  typename Structure<B>::Terms terms;
  (terms.push_back(std::move(term)), ...);
  return ask(stream, Structure<B>(stream, kind, 1, std::move(terms), false), kind, {where});
}

Real3 wavy(const Real3& node) {
  return {node.x - Lx / 2, 0.3 * std::cos(4 * pi * node.x / Lx + 2 * pi * node.z / Lz), node.z - Lz / 2};
}

// Of a wave a cos(q.x) that the sites know F = -kappa q^4 a cos(q.x), and the energy is kappa/2 q^4 a^2/2 of
// each area. Trigonometric operators are exact, so what is left is rounding: eps |X|
// = 1.1e-16 x 4 um becomes q_max^4 = 2400/um^4 times as large, and sums of 13 x 11 terms have up to sqrt(143)
// of that: 1.3e-11 kappa of each area.
TYPED_TEST(SeveralPasses, resist_a_wave_with_its_fourth_power) {
  const SurfaceKind kind = make_elastic_sheet({}, Lx, Lz, {13, 11}, {40, 36});
  const real q2 = std::pow(4 * pi / Lx, 2) + std::pow(2 * pi / Lz, 2), n = 40 * 36;
  const Answers now =
      ask_of(this->stream(), kind, wavy, make_thin_plate<TypeParam>(this->stream(), kind, 1, kappa));
  for (std::size_t s = 0; s < now.forces.size(); ++s) {
    const Real3 expected{0, -kappa * q2 * q2 * wavy(kind.sample_nodes[s]).y * Lx * Lz / n, 0};
    EXPECT_LE(norm(now.forces[s] - expected), 1.3e-11 * kappa * Lx * Lz / n);
  }
  const real energy = kappa / 2 * q2 * q2 * 0.3 * 0.3 / 2 * Lx * Lz;
  EXPECT_NEAR(now.integrals[0].energy, energy, 1e-12 * energy);
}

// On a sphere of radius R, Lap X = -2 X: F = -4 kappa X and the energy 4 pi kappa/2 (2 R)^2. Radial basis
// functions with polynomials are exact for X, so what is left is the rounding of second derivatives, twice:
// 1e-12 of the largest each (see terms_add_up), which the second product multiplies by the size of its rows,
// some 1e2.
TYPED_TEST(SeveralPasses, draw_a_sphere_together) {
  const real R = 3.91;
  SurfaceKind kind = make_closed_surface(the_sphere, 200, 600, {});
  add_data_operators(kind, {});
  const Answers now = ask_of(
      this->stream(), kind, [&](const Real3& xi) { return R * xi; },
      make_thin_plate<TypeParam>(this->stream(), kind, 1, kappa));
  for (std::size_t s = 0; s < now.forces.size(); ++s) {
    const Real3 expected = -4 * kappa * kind.operators.weights[s] * R * kind.sample_nodes[s];
    EXPECT_LE(norm(now.forces[s] - expected), 1e-9 * norm(expected));
  }
  const real energy = 4 * pi * kappa / 2 * 4 * R * R;
  EXPECT_NEAR(now.integrals[0].energy, energy, 1e-9 * energy);
}

// Densities of several terms are summed before one product takes them to the sample sites, and the law's pass
// adds that sum to its own force: sums of the same numbers in another order, 1e-14 of the largest.
TYPED_TEST(SeveralPasses, add_to_bending_and_to_the_law) {
  const auto& stream = this->stream();
  const SurfaceKind kind = make_elastic_sheet({}, Lx, Lz, {13, 11}, {40, 36});
  const auto plate = [&] { return make_thin_plate<TypeParam>(stream, kind, 1, kappa); };
  const auto bending = [&] { return make_bending<TypeParam>(stream, kind, 1, {.modulus = 0.2}); };
  const auto law = [&] { return make_in_plane<TypeParam>(Skalak{1, 2}); };
  const auto of = [&](auto... terms) { return ask_of(stream, kind, wavy, std::move(terms)...); };
  const Answers each[] = {of(plate()), of(bending()), of(law())};
  for (const Answers& all : {of(plate(), bending(), law()), of(law(), bending(), plate())}) {
    real unit = 0, energy = 0;
    for (const Answers& one : each) unit += largest(one.forces), energy += one.integrals[0].energy;
    for (std::size_t s = 0; s < all.forces.size(); ++s)
      EXPECT_LE(norm(all.forces[s] - each[0].forces[s] - each[1].forces[s] - each[2].forces[s]),
                1e-13 * unit);
    EXPECT_NEAR(all.integrals[0].energy, energy, 1e-13 * energy);
  }
}

} // namespace
} // namespace ibsim
