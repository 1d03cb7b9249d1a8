// The viscosity of a membrane by the model of Kelvin and Voigt: the stress of a patch in shear, what it turns
// into heat, and how fast a patch lets go by either model.
#include "mechanics/in_plane_force.hpp"
#include "mechanics/kelvin_voigt_element.hpp"
#include "mechanics/maxwell_element.hpp"
#include "mechanics/membrane_viscosity.hpp"
#include "mechanics/membranes.hpp"
#include "mechanics/tension_tracker.hpp"

#include <complex>

namespace ibsim {
namespace {

/// A patch in the simple shear x + g y, e_1 = (1, 0), e_2 = (g, 1), and its rate.
Tensor sheared(real g) { return {1, g, 1 + g * g}; }
Tensor sheared_rate(real g, real rate) { return {0, rate, 2 * g * rate}; }

/// T_xx, T_xy, T_yy of T^ab in space.
Tensor in_space(const Tensor& T, real g) {
  return {T.a11 + 2 * g * T.a12 + g * g * T.a22, T.a12 + g * T.a22, T.a22};
}

/// The part of its work that becomes heat: T^ab g'_ab/2 per area of the parameter domain.
real dissipation(const KelvinVoigtElement& element, const Tensor& g, const Tensor& g_rate) {
  return 0.5 * contract(element.tension(g, g_rate), g_rate);
}

// D = rate/2 (xy + yx) at any strain: T_xy = eta rate, and nothing else.
TEST(KelvinVoigtElement, is_newtonian_in_shear) {
  const KelvinVoigtElement element{30};
  for (const real g : {0.0, 0.3, -2.0}) {
    const Tensor T = in_space(element.tension(sheared(g), sheared_rate(g, 1e-3)), g);
    EXPECT_NEAR(T.a12, 30 * 1e-3, 1e-15 * 30);
    EXPECT_NEAR(T.a11, 0, 1e-15 * 30);
    EXPECT_NEAR(T.a22, 0, 1e-15 * 30);
    EXPECT_NEAR(dissipation(element, sheared(g), sheared_rate(g, 1e-3)), 30 * 1e-6, 1e-15);
  }
  const Tensor g{2, 0.3, 1.2}; // growing all alike
  const Tensor none = element.tension(g, 0.1 * g);
  EXPECT_LT(std::abs(none.a11) + std::abs(none.a12) + std::abs(none.a22), 1e-14);
}

/// The error of a tracked tension, largest from 300 on to 400 us, of a patch whose shear swings within 2
/// pi/w, in steps of 1 - unequal and 1 + unequal times k in turn. Of a fluid that answers e = 2 times at
/// most.
real error_of_tracking(real k, real unequal, real w) {
  const KelvinVoigtElement element{5};
  constexpr real amplitude = 0.1, end = 400;
  const auto g = [&](real t) { return sheared(amplitude * std::sin(w * t)); };
  TensionTracker<real>::Tracked now;
  real largest = 0, time = 0, before = 0;
  Tensor last = g(0), one_more = g(0);
  for (int i = 0; time < end - 1e-9; ++i) {
    const real step = k * (1 + (i % 2 ? unequal : -unequal));
    time += step;
    const TensionTracker tracker(element, {.most = 2}, step, before);
    now = tracker.next(now, g(time), tracker.rate(g(time), last, one_more));
    one_more = last, last = g(time), before = step;
    const real slope = amplitude * std::sin(w * time), rate = amplitude * w * std::cos(w * time);
    const Tensor exact = element.tension(g(time), sheared_rate(slope, rate)),
                 off = now.tension + real{-1} * exact;
    if (time > 300) largest = std::max({largest, std::abs(off.a11), std::abs(off.a12), std::abs(off.a22)});
  }
  return largest;
}

// What tracks a tension lags behind it by an error of the order k^2, also where steps change; what it began
// with has died away by then (roots of 0.95 a step of 0.5 us). With a rate of shear that stays it has none
// but that of the differences: the metric is a polynomial of second degree in time, which they take exactly.
TEST(KelvinVoigtElement, is_tracked_to_second_order) {
  for (const real unequal : {0.0, 1.0 / 3}) {
    const real fall = error_of_tracking(0.5, unequal, 0.02) / error_of_tracking(0.25, unequal, 0.02);
    EXPECT_GT(fall, 3.5) << unequal;
    EXPECT_LT(fall, 4.5) << unequal;
  }
  const KelvinVoigtElement element{5};
  TensionTracker<real>::Tracked now;
  for (int i = 2; i < 2000; ++i) {
    const auto g = [](real t) { return sheared(1e-3 * t); };
    const TensionTracker tracker(element, {.most = 2}, 0.5, i > 2 ? 0.5 : 0);
    const real t = 0.5 * i;
    now = tracker.next(now, g(t), tracker.rate(g(t), g(t - 0.5), g(i > 2 ? t - 1 : t - 0.5)));
  }
  const real t = 0.5 * 1999;
  const Tensor T = in_space(now.tension, 1e-3 * t);
  EXPECT_NEAR(T.a12, 5e-3, 1e-12);
}

// With a law beside it G' = G and G'' = eta w: of one period of a small oscillation, sampled.
TEST(KelvinVoigtElement, has_the_moduli_of_a_kelvin_voigt_solid) {
  const KelvinVoigtElement element{5};
  const Skalak law{0.3, 2};
  ReferenceMetric flat;
  flat.inv = {1, 0, 1}, flat.area = 1;
  for (const real w : {0.01, 0.05, 0.25}) {
    constexpr int steps = 100; // a trapezoidal rule: exact for the first harmonics
    constexpr real amplitude = 1e-4;
    std::complex<real> modulus;
    for (int step = 0; step < steps; ++step) {
      const real phase = 2 * pi * step / steps, g = amplitude * std::sin(phase),
                 rate = amplitude * w * std::cos(phase);
      const Tensor T =
          cauchy_tension(flat, sheared(g), law) + element.tension(sheared(g), sheared_rate(g, rate));
      modulus +=
          2.0 / steps * in_space(T, g).a12 / amplitude * std::complex<real>(std::sin(phase), std::cos(phase));
    }
    EXPECT_LT(std::abs(modulus - std::complex<real>(0.3, 5 * w)), 1e-6) << w; // amplitude^2 and round-off
  }
}

// A patch that was held in shear until all forces but the law's are gone, and is let go, recovers as
// exp(-t/t_c): after Kelvin and Voigt t_c = eta/G; the Maxwell element gives back k'/(G + k') at once and has
// t_c = eta/G + tau, tau = eta/k' the time in which it forgets.
TEST(MembranePatch, recovers_within_eta_over_G) {
  constexpr real G = 0.02, eta = 6, modulus = 0.3, start = 1e-3, k = 0.05, end = 300;
  const auto law_stress = [](real g) {
    ReferenceMetric flat;
    flat.inv = {1, 0, 1}, flat.area = 1;
    return in_space(cauchy_tension(flat, sheared(g), Skalak{G, 1}), g).a12;
  };
  const KelvinVoigtElement voigt{eta};
  real g = start;
  for (real t = 0; t < end - k / 2; t += k) { // by the rule of the middle, of second order
    const real middle =
        g - k / 2 * law_stress(g) / in_space(voigt.tension(sheared(g), sheared_rate(g, 1)), g).a12;
    g -= k * law_stress(middle) /
         in_space(voigt.tension(sheared(middle), sheared_rate(middle, 1)), middle).a12;
  }
  EXPECT_NEAR(g / start, std::exp(-end * G / eta), 1e-5);

  const MaxwellElement maxwell{modulus, eta / modulus};
  Tensor A = sheared(start);
  const auto without_stress = [&] { // at which g all stress is gone: Newton's method, the stress is linear
    for (int i = 0; i < 3; ++i) {
      const Tensor T = maxwell.tension(A, sheared(g));
      g -= (in_space(T, g).a12 + law_stress(g)) / (G + modulus);
    }
  };
  g = start;
  without_stress();
  EXPECT_NEAR(g / start, modulus / (G + modulus), 1e-5);
  const real at_once = g;
  for (real t = 0; t < end - k / 2; t += k) {
    A = maxwell.relaxed(A, sheared(g), 1, k);
    without_stress();
  }
  const real t_c = eta / G + eta / modulus;
  EXPECT_NEAR(g / at_once, std::exp(-end / t_c), k * modulus / eta); // of first order in k/tau
}

template <class B>
class KelvinVoigt : public BackendTest<B> {
 protected:
  using Velocity = std::function<Real3(const Real3&)>;

  static SurfaceKind kind_of(int n_data, int n_sample, bool resolved = false) {
    if (resolved) return make_resolved_surface(red_cell, n_data, n_sample, 6);
    SurfaceKind kind = make_closed_surface(red_cell, n_data, n_sample, {});
    add_data_operators(kind, {});
    return kind;
  }
  Structure<B> structure(const SurfaceKind& kind) {
    typename Structure<B>::Terms terms;
    terms.push_back(make_membrane_viscosity<B>(this->stream(), kind, 1,
                                               {.viscosity = 3, .model = ViscosityModel::kelvin_voigt}));
    return Structure<B>(this->stream(), kind, 1, std::move(terms), false);
  }
  struct Look {
    std::vector<Real3> positions, forces;
  };
  /// Of a red cell whose points x have these velocities; none: it is not said how they move.
  Look look(const SurfaceKind& kind, const Velocity& velocity) {
    Structure<B> structure = this->structure(kind);
    EXPECT_TRUE(structure.state_at_start(this->stream(), "s").empty());
    const Index n = structure.surface().sample_sites(), data = structure.surface().data_sites();
    const Map at = [](const Real3& xi) { return position(red_cell, xi); };
    const Array<real, B> X(this->stream(), data_sites(kind, {at})),
        U(this->stream(),
          data_sites(kind, {[&](const Real3&xi) { return velocity ? velocity(at(xi)) : Real3{}; }}));
    Array<real, B> x(3 * static_cast<std::size_t>(n)), F(3 * static_cast<std::size_t>(n));
    VectorsView<const real> velocities;
    if (velocity) velocities = vectors_view(U.data(), data);
    structure.forces(this->stream(), vectors_view(X.data(), data), velocities, 1, vectors_view(x.data(), n),
                     vectors_view(F.data(), n));
    structure.resolve_forces(this->stream(), vectors_view(F.data(), n));
    return {vectors(x.to_host(this->stream())), vectors(F.to_host(this->stream()))};
  }
};
TYPED_TEST_SUITE(KelvinVoigt, Backends, BackendNames);

const Real3 rows[3] = {{1e-3, 3e-3, -1e-3}, {2e-3, -2e-3, 0}, {1e-3, 1e-3, 1e-3}}; // of a velocity gradient
Real3 strained(const Real3& x) { return {dot(rows[0], x), dot(rows[1], x), dot(rows[2], x)}; }

// The power of its forces is less than nothing by what it turns into heat, and they have neither net force
// nor torque: to the accuracy of the splines. In the space of degree 6, which has the strained cell, to that
// of the quadrature for the heat and to round-off else.
TYPED_TEST(KelvinVoigt, turns_power_into_heat) {
  const KelvinVoigtElement element{3};
  const real heat = integrate_over_sphere(64, [&](const Real3& xi) {
    const Real3 e1 = normalized(cross(std::abs(xi.z) < 0.9 ? Real3{0, 0, 1} : Real3{1, 0, 0}, xi)),
                e2 = cross(xi, e1);
    const Real3 x1 = derivative(red_cell, xi, e1), x2 = derivative(red_cell, xi, e2);
    return dissipation(element, metric_tensor(x1, x2), element.rate(x1, x2, strained(x1), strained(x2)));
  });
  const auto error = [&](int n_data, int n_sample, bool resolved = false) {
    const auto found = this->look(this->kind_of(n_data, n_sample, resolved), strained);
    real power = 0, size = 0;
    Real3 net, torque;
    for (std::size_t s = 0; s < found.forces.size(); ++s) {
      power += dot(found.forces[s], strained(found.positions[s]));
      net += found.forces[s], torque += cross(found.positions[s], found.forces[s]),
          size += norm(found.forces[s]);
    }
    return std::max({std::abs(power / heat + 1), norm(net) / size, norm(torque) / (3.91 * size)});
  };
  const real before = error(200, 800), after = error(800, 1600);
  EXPECT_LT(before, 0.02);
  EXPECT_LT(after, before / 20); // sixth order would make 64
  EXPECT_LT(error(200, 1600, true), 1e-5);
}

// A body that moves and turns, or is at rest, feels nothing of it. Round-off: derivatives of the velocity of
// 1e-11 of it.
TYPED_TEST(KelvinVoigt, leaves_rigid_motion_alone) {
  for (const bool resolved : {false, true}) {
    const SurfaceKind kind = this->kind_of(200, 600, resolved);
    const real unit = largest(this->look(kind, strained).forces);
    EXPECT_GT(unit, 0);
    const auto moved = [](const Real3& x) {
      return Real3{1e-3, 2e-3, 0} + cross(Real3{1e-3, -2e-3, 3e-3}, x);
    };
    EXPECT_LT(largest(this->look(kind, moved).forces), 1e-8 * unit);
    EXPECT_EQ(largest(this->look(kind, [](const Real3&) { return Real3{}; }).forces), 0);
    EXPECT_EQ(largest(this->look(kind, {}).forces), 0);
  }
}

} // namespace
} // namespace ibsim
