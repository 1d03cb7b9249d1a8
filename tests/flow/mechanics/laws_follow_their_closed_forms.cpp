// Laws of membranes against their publications: derivatives, tensions of a patch under uniaxial and biaxial
// stretch and simple shear, small strains, and points of a published figure.
#include "examples/examples.hpp"
#include "mechanics/membranes.hpp"
#include "mechanics/surface_stiffness.hpp"

namespace ibsim {
namespace {

/// T_1 as a function of l_1, l_2; T_2 is the same with 1 and 2 exchanged.
using Tension = std::function<real(real, real)>;

struct Published {
  AnyLaw law;
  Tension tension;
  real poisson;   ///< for small strains
  real stiffness; ///< M at rest
};

/// Barthes-Biesel, Diaz and Dhenin (2002) for neo-Hookean, Skalak and Hooke; the others from W by hand.
std::vector<Published> published() {
  const real G = 0.7, K = 2.1, nu = 0.4;
  const auto shear_at_constant_area = [](real a, real b) { return (a * a - b * b) / (2 * a * a * b * b); };
  return {
      {NeoHookean{G}, [=](real a, real b) { return G / (a * b) * (a * a - 1 / (a * a * b * b)); }, 0.5,
       4 * G},
      {Skalak{G, K},
       [=](real a, real b) { return a / b * (G * (a * a - 1) + K * b * b * (a * a * b * b - 1)); },
       K / (G + K), 2 * (G + K)},
      {Hooke{G, nu}, [=](real a, real b) { return a / b * G / (1 - nu) * (a * a - 1 + nu * (b * b - 1)); },
       nu, 2 * G / (1 - nu)},
      {EvansSkalak{G, K}, [=](real a, real b) { return G * shear_at_constant_area(a, b) + K * (a * b - 1); },
       (K - G) / (K + G), K + G},
      {Lim{G, K},
       [=](real a, real b) {
         const real alpha = a * b - 1, beta = (a * a + b * b) / (2 * a * b) - 1;
         return K * (alpha - 3 * alpha * alpha + 16 * alpha * alpha * alpha) + G * 0.7 * beta +
                G * (1 + 0.7 * alpha + 1.5 * beta) * shear_at_constant_area(a, b);
       },
       (K - G) / (K + G), K + G}};
}

// Central differences of W and of its first derivatives: error d^2 = 1e-8 times third derivatives of the
// order of ten times the moduli.
TEST(Laws, have_the_derivatives_of_their_energy) {
  std::vector<std::function<LawEnergy(real, real)>> laws{Fung{0.7, 0.5}};
  for (const Published& p : published())
    laws.push_back([law = p.law](real i1, real i2) { return law_energy(law, i1, i2); });
  const real d = 1e-4, tolerance = 3e-6;
  for (const auto& law : laws)
    for (const real i1 : {2.0, 2.3, 3.5})
      for (const real i2 : {1.0, 0.8, 1.7}) {
        const LawEnergy w = law(i1, i2), a = law(i1 + d, i2), b = law(i1 - d, i2), c = law(i1, i2 + d),
                        e = law(i1, i2 - d);
        EXPECT_NEAR(w.w1, (a.w - b.w) / (2 * d), tolerance);
        EXPECT_NEAR(w.w2, (c.w - e.w) / (2 * d), tolerance);
        EXPECT_NEAR(w.w11, (a.w1 - b.w1) / (2 * d), tolerance);
        EXPECT_NEAR(w.w12, (c.w1 - e.w1) / (2 * d), tolerance);
        EXPECT_NEAR(w.w12, (a.w2 - b.w2) / (2 * d), tolerance);
        EXPECT_NEAR(w.w22, (c.w2 - e.w2) / (2 * d), tolerance);
      }
}

TEST(Laws, are_stress_free_at_rest_and_isotropic_for_small_strains) {
  for (const Published& p : published()) {
    const LawEnergy rest = law_energy(p.law, 2, 1);
    EXPECT_EQ(rest.w, 0);
    EXPECT_NEAR(rest.w1 + rest.w2, 0, 1e-16);
    EXPECT_NEAR(shear_modulus_at_rest(p.law), 0.7, 1e-15); // all have the same G
    EXPECT_NEAR(stiffness_at_rest(p.law), p.stiffness, 1e-14);
    // T_2 = 0 at e_2 = -nu e_1, and T_1 = 2 G (1 + nu) e_1: to second order in the strain
    const real e = 1e-5, a = 1 + e, b = 1 - p.poisson * e;
    EXPECT_NEAR(p.tension(b, a), 0, 100 * e * e);
    EXPECT_NEAR(p.tension(a, b), 2 * 0.7 * (1 + p.poisson) * e, 100 * e * e);
  }
}

TEST(Laws, are_as_stiff_as_the_second_derivative_of_their_energy_or_their_tension) {
  const real d = 1e-4; // rounding 1e-16/d^2 and d^2 itself: 1e-7 of ten moduli
  for (const Published& p : published()) {
    const auto W = [&](real a, real b) { return law_energy(p.law, a * a + b * b, a * a * b * b).w; };
    for (const real a : {1.0, 1.3})
      for (const real b : {1.0, 0.8}) {
        const real within_a = a / b * (W(a + d, b) - 2 * W(a, b) + W(a - d, b)) / (d * d),
                   within_b = b / a * (W(a, b + d) - 2 * W(a, b) + W(a, b - d)) / (d * d);
        const real stiffness = std::visit(
            [&](const auto& law) {
              return surface_stiffness(law, Invariants{a * a + b * b, a * a * b * b});
            },
            p.law);
        EXPECT_NEAR(stiffness, std::max({within_a, within_b, 2.5 * p.tension(a, b), 2.5 * p.tension(b, a)}),
                    1e-5);
      }
  }
}

// Figure 2 of Barthes-Biesel, Diaz and Dhenin (2002), uniaxial tension T_1/G against Green's strain
// (l^2 - 1)/2, read from the figure (to about 2 % of the strain): neo-Hookean, and Skalak with C = 1.
TEST(Laws, give_the_published_uniaxial_curves) {
  struct Point {
    real strain, tension;
  };
  const auto stretch_of = [](const Point& p) { return std::sqrt(1 + 2 * p.strain); };
  for (const Point& p : {Point{0.2135, 0.5445}, {0.4806, 1.0791}, {0.7300, 1.4973}, {0.9975, 1.8818}}) {
    const real l = stretch_of(p); // T_2 = 0 at l_2 = l^(-1/2)
    EXPECT_NEAR(NeoHookean{1}(l * l + 1 / l, l).w, 0.5 * (l * l + 2 / l - 3), 1e-14);
    EXPECT_NEAR(std::pow(l, 1.5) - std::pow(l, -1.5), p.tension, 0.04 * p.tension);
  }
  for (const Point& p : {Point{0.2651, 0.9383}, {0.5188, 2.1836}, {0.7689, 3.8348}, {0.8947, 4.8484}}) {
    const real l = stretch_of(p), b = std::sqrt((1 + l * l) / (1 + std::pow(l, 4)));
    EXPECT_NEAR(l / b * (l * l - 1 + b * b * (l * l * b * b - 1)), p.tension, 0.04 * p.tension);
  }
}

template <class B>
class PatchOfLaw : public BackendTest<B> {};
TYPED_TEST_SUITE(PatchOfLaw, Backends, BackendNames);

// A sphere that is mapped linearly: at its poles the membrane is a plane patch under just this map. The
// splines are exact for it, so that i1 and i2 are good to 1e-12, and stretches where they differ to 1e-10.
TYPED_TEST(PatchOfLaw, has_the_published_tensions) {
  auto sample = bauer_spiral(100);
  sample.insert(sample.begin(), {{0, 0, 1}, {0, 0, -1}});
  MembraneKind kind;
  kind.parameter_area = 4 * pi;
  kind.data_nodes = bauer_spiral(100);
  kind.data_at_rest = kind.data_nodes; // a unit sphere
  kind.operators = make_rbf_operators(kind.data_nodes, sample);
  kind.sample_nodes = sample;
  for (const Published& p : published()) {
    kind.law = p.law;
    const auto expect_tensions = [&](const Map& map, real a, real b) {
      const Answers answers = ask(this->stream(), kind, {map});
      const real t1 = p.tension(a, b), t2 = p.tension(b, a);
      for (const int pole : {0, 1}) {
        EXPECT_NEAR(answers.t1[pole], std::max(t1, t2), 1e-8) << p.law.index() << ": " << a << ", " << b;
        EXPECT_NEAR(answers.t2[pole], std::min(t1, t2), 1e-8) << p.law.index() << ": " << a << ", " << b;
      }
    };
    for (const real a : {1.1, 1.5}) {
      // uniaxial: T_2(b) = 0 by bisection between a strong contraction and none
      real low = 0.3, high = 1;
      for (int i = 0; i < 60; ++i) {
        const real b = 0.5 * (low + high);
        (p.tension(b, a) < 0 ? low : high) = b;
      }
      for (const real b : {low, real{1}, 0.9 * a})
        expect_tensions([&](const Real3& xi) { return Real3{a * xi.x, b * xi.y, xi.z}; }, a, b);
      expect_tensions([&](const Real3& xi) { return Real3{a * xi.x, a * xi.y, xi.z}; }, a, a);
    }
    // simple shear x + g y: l_1 l_2 = 1, l_1 - l_2 = g
    const real g = 0.6, l = 0.5 * (g + std::sqrt(g * g + 4));
    expect_tensions([&](const Real3& xi) { return Real3{xi.x + g * xi.y, xi.y, xi.z}; }, l, 1 / l);
  }
}

} // namespace
} // namespace ibsim
