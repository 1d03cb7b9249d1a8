// Virtual work: sum_s F_s . V(xi_s) = -dE/de of the surface X + e V, for smooth deformations X and virtual
// displacements V.
//
// E comes from formulas alone (exact derivatives, Gauss quadrature), not from the membrane's operators; the
// difference is the discretisation error of the force, which must fall as data and sample sites are refined.
#include "examples/examples.hpp"
#include "mechanics/membranes.hpp"
#include "surface/metric.hpp"

namespace ibsim {
namespace {

/// A deformation x -> x + bend(x) of space (um) and its derivative along v: none of it a polynomial.
Real3 deformed(const Real3& x) {
  return {1.05 * x.x + 0.2 * std::sin(0.5 * x.y), 0.97 * x.y + 0.15 * std::cos(0.4 * x.z + 0.3 * x.x),
          1.1 * x.z + 0.2 * std::sin(0.4 * x.x)};
}
Real3 deformed_along(const Real3& x, const Real3& v) {
  return {1.05 * v.x + 0.1 * std::cos(0.5 * x.y) * v.y,
          0.97 * v.y - 0.15 * std::sin(0.4 * x.z + 0.3 * x.x) * (0.4 * v.z + 0.3 * v.x),
          1.1 * v.z + 0.08 * std::cos(0.4 * x.x) * v.x};
}
/// The virtual displacement and its derivative along v.
Real3 displacement(const Real3& x) {
  return {std::cos(0.3 * x.z), std::sin(0.4 * x.x + 0.2), std::cos(0.3 * x.x) * x.z};
}
Real3 displacement_along(const Real3& x, const Real3& v) {
  return {-0.3 * std::sin(0.3 * x.z) * v.z, 0.4 * std::cos(0.4 * x.x + 0.2) * v.x,
          -0.3 * std::sin(0.3 * x.x) * v.x * x.z + std::cos(0.3 * x.x) * v.z};
}

/// W(i1, i2), written out here once more.
using Energy = std::function<real(real, real)>;
Energy skalak(real E, real K) {
  return [=](real i1, real i2) {
    const real I1 = i1 - 2, I2 = i2 - 1;
    return E / 4 * (I1 * I1 + 2 * I1 - 2 * I2) + K / 4 * I2 * I2;
  };
}

/// Energy of the reference surface moved by deformed + e displacement.
real energy(const ReferenceSurface& surface, const Energy& W, real e) {
  return integrate_over_sphere(60, [&](const Real3& xi) {
    const Real3 e1 = normalized(cross(std::abs(xi.z) < 0.8 ? Real3{0, 0, 1} : Real3{1, 0, 0}, xi)),
                e2 = cross(xi, e1);
    const Real3 x = position(surface, xi), r1 = derivative(surface, xi, e1), r2 = derivative(surface, xi, e2);
    const Tensor G = metric_tensor(r1, r2),
                 g = metric_tensor(deformed_along(x, r1) + e * displacement_along(x, r1),
                                   deformed_along(x, r2) + e * displacement_along(x, r2));
    // tr(G^-1 g) and det g / det G, written out.
    const real det = G.a11 * G.a22 - G.a12 * G.a12;
    const real i1 = (G.a22 * g.a11 - 2 * G.a12 * g.a12 + G.a11 * g.a22) / det;
    const real i2 = (g.a11 * g.a22 - g.a12 * g.a12) / det;
    return W(i1, i2) * std::sqrt(det);
  });
}

template <class B>
class Force : public BackendTest<B> {};
TYPED_TEST_SUITE(Force, Backends, BackendNames);

TYPED_TEST(Force, is_minus_the_energy_gradient) {
  using Term = std::unique_ptr<PassingTerm<TypeParam>>;
  struct Case {
    Energy W;
    std::function<Term()> term;
  };
  const auto of_skalak = [](real E, real K) {
    return Case{skalak(E, K), [=] { return make_in_plane<TypeParam>(Skalak{E, K}); }};
  };
  const Case cases[] = {of_skalak(1, 0),
                        of_skalak(0, 1),
                        of_skalak(1, 3),
                        {[](real i1, real i2) { return 0.5 * (i1 + 1 / i2 - 3); },
                         [] { return make_in_plane<TypeParam>(NeoHookean{1}); }},
                        {[](real i1, real i2) {
                           const real J = std::sqrt(i2);
                           return 0.5 * (i1 / J - 2) + 1.5 * (J - 1) * (J - 1);
                         },
                         [] {
                           return make_in_plane<TypeParam>(EvansSkalak{1, 3});
                         }},
                        {[](real i1, real i2) { // with lengths l^2 - 1 = a, b: (a^2 + b^2 + 2 nu a b)
                           const real sum = i1 - 2, product = i2 - i1 + 1, nu = 0.4;
                           return (sum * sum - 2 * (1 - nu) * product) / (4 * (1 - nu));
                         },
                         [] {
                           return make_in_plane<TypeParam>(Hooke{1, 0.4});
                         }},
                        {[](real i1, real i2) {
                           const real a = std::sqrt(i2) - 1, b = i1 / (2 * std::sqrt(i2)) - 1;
                           return 1.5 * a * a * (1 - 2 * a + 8 * a * a) + b + 0.7 * a * b + 0.75 * b * b;
                         },
                         [] {
                           return make_in_plane<TypeParam>(Lim{1, 3});
                         }},
                        {[](real i1, real i2) { return std::exp(0.5 * (i1 + 1 / i2 - 3)) - 1; },
                         [] {
                           return make_fung<TypeParam>(Fung{1, 0.5});
                         }}};
  for (const ReferenceSurface& surface : {the_sphere, red_cell}) {
    const SurfaceKind coarse = make_closed_surface(surface, 130, 700, {}),
                      fine = make_closed_surface(surface, 520, 2800, {}),
                      resolved = make_resolved_surface(surface, 520, 2800, 13);
    for (const Case& of : cases) {
      // Central difference of fourth order: its error is e^4 = 1e-12 times a fifth derivative of the order of
      // the first, and round-off 1e-15 / e = 1e-12 of the energy, which is of the order of the gradient:
      // together below 1e-10.
      const real e = 1e-3, floor = 1e-10;
      const auto E = [&](real x) { return energy(surface, of.W, x); };
      const real gradient = (8 * (E(e) - E(-e)) - (E(2 * e) - E(-2 * e))) / (12 * e);
      const auto error = [&](const SurfaceKind& kind) {
        typename Structure<TypeParam>::Terms terms;
        terms.push_back(of.term());
        Structure<TypeParam> structure(this->stream(), kind, 1, std::move(terms), false);
        const Answers a = ask(this->stream(), std::move(structure), kind,
                              {[&](const Real3& xi) { return deformed(position(surface, xi)); }});
        real work = 0;
        for (std::size_t s = 0; s < a.forces.size(); ++s)
          work += dot(a.forces[s], displacement(position(surface, kind.sample_nodes[s])));
        return std::abs(work / gradient + 1);
      };
      // Second derivatives converge like h^7 (operators_differentiate_functions): h / 2 makes 2^7 = 128; one
      // order is granted.
      const real before = error(coarse), after = error(fine);
      EXPECT_LT(before, 5e-3); // (h/R)^7 with h = 0.31 R is 3e-4, more at the rim of the red cell
      EXPECT_LT(after, before / 64 + floor);
      // The weak form's error is that of what degree 13 lacks, as of the quadrature: 2e-6 of a map with waves
      // of 12 um on a cell of 8, whose harmonics fall tenfold every two degrees.
      EXPECT_LT(error(resolved), 1e-5);
    }
  }
}

} // namespace
} // namespace ibsim
