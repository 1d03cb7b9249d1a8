// The viscosity of a membrane: stress of a patch in steady and oscillating shear, the energy that is its
// potential, and how a membrane lets go.
#include "mechanics/membrane_viscosity.hpp"

#include "base/error.hpp"
#include "mechanics/maxwell_element.hpp"
#include "mechanics/membranes.hpp"

#include <complex>

namespace ibsim {
namespace {

/// The metric of the simple shear x + g y.
Tensor sheared(real g) { return {1, g, 1 + g * g}; }

/// The Cauchy stress T_12 of the element in space, where x = xi + g eta: T^12 + g T^22.
real shear_stress(const MaxwellElement& element, const Tensor& A, real g) {
  const Tensor T = element.tension(A, sheared(g));
  return T.a12 + g * T.a22;
}

// A step of shear is met by the spring, G = k', and forgotten as exp(-t/tau).
TEST(MaxwellElement, is_a_spring_that_forgets) {
  const MaxwellElement element{0.3, 20};
  const real g = 1e-4, k = 0.01;
  Tensor A{1, 0, 1};
  EXPECT_NEAR(shear_stress(element, A, g), 0.3 * g, 1e-7 * g);                      // second order
  for (int step = 0; step < 4000; ++step) A = element.relaxed(A, sheared(g), 1, k); // two times tau
  // first order in k
  EXPECT_NEAR(shear_stress(element, A, g), 0.3 * g * std::exp(-2.0), 0.3 * g * k / 20 * 2);
  EXPECT_NEAR(determinant(A), 1, 1e-12);
}

// Steady shear with tau times the rate = 0.1 has the stress eta times the rate, within 1 %.
TEST(MaxwellElement, is_viscous_in_slow_shear) {
  const real tau = 20, rate = 0.1 / tau, eta = 0.3 * tau, k = 0.05;
  const MaxwellElement element{0.3, tau};
  Tensor A{1, 0, 1};
  real g = 0;
  for (int step = 0; step < 4000; ++step) g += rate * k, A = element.relaxed(A, sheared(g), 1, k);
  EXPECT_NEAR(shear_stress(element, A, g), eta * rate, 0.01 * eta * rate);
}

// G' and G'' of a Maxwell body in small oscillations: k' i w tau/(1 + i w tau), to first order in k w.
TEST(MaxwellElement, has_the_moduli_of_a_maxwell_body) {
  const MaxwellElement element{0.3, 20};
  for (const real w : {0.01, 0.05, 0.25}) {
    const int steps = 2000;
    const real k = 2 * pi / w / steps, amplitude = 1e-4;
    Tensor A{1, 0, 1};
    std::complex<real> modulus;
    for (int period = 0; period < 8; ++period) {
      modulus = 0;
      for (int step = 1; step <= steps; ++step) {
        const real phase = 2 * pi * step / steps, g = amplitude * std::sin(phase);
        A = element.relaxed(A, sheared(g), 1, k);
        modulus += 2.0 / steps * shear_stress(element, A, g) / amplitude *
                   std::complex<real>(std::sin(phase), std::cos(phase));
      }
    }
    const std::complex<real> iwt{0, w * 20}, expected = 0.3 * iwt / (1.0 + iwt);
    EXPECT_LT(std::abs(modulus - expected), 2 * pi / steps * 0.3) << w;
  }
}

// In single precision a step rounds its change of A alone, by some 6e-8 of it. Steps of 1e-5 of the
// relaxation time still go on to where they would, in steady shear of a strain of one a relaxation time.
TEST(MaxwellElement, goes_on_by_small_steps_in_single_precision) {
  const MaxwellElement element{0.3, 20};
  const real k = 2e-4, rate = 0.05;
  const auto in_floats = [](const Tensor& a) {
    return TensorOf<float>{static_cast<float>(a.a11), static_cast<float>(a.a12), static_cast<float>(a.a22)};
  };
  Tensor A{1, 0, 1}, before = A, a = A, a_before = A;
  for (int step = 1; step <= 100000; ++step) {
    const Tensor g = sheared(rate * k * step), last = A, a_last = a;
    const real k_before = step > 1 ? k : 0;
    A = element.relaxed(A, before, g, 1, k, k_before), before = last;
    const TensorOf<float> change =
        element.change(in_floats(a), in_floats(a + real{-1} * a_before),
                       static_cast<float>(determinant(a) - 1), in_floats(g), 1, k, k_before);
    a = a + Tensor{change.a11, change.a12, change.a22}, a_before = a_last;
  }
  // forgotten after a relaxation time: 1e5 changes of 1e-5, each wrong by 1e-7 of itself, all of one sign
  EXPECT_NEAR(a.a11, A.a11, 1e-6);
  EXPECT_NEAR(a.a12, A.a12, 1e-6);
  EXPECT_NEAR(a.a22, A.a22, 1e-6);
  EXPECT_NEAR(determinant(a), 1, 1e-6);
}

// By backward differences half the step makes the error of the stress four times less, with equal steps and
// with steps of 2/3 and 4/3 in turn; by backward Euler half. The stress is that of a Maxwell body in small
// oscillations, when g = 0: G'' times the amplitude (what it began with has gone as exp(-25)).
TEST(MaxwellElement, is_of_second_order_by_backward_differences) {
  const MaxwellElement element{0.3, 20};
  const real w = 0.1, period = 2 * pi / w, amplitude = 1e-4;
  const std::complex<real> iwt{0, w * 20}, expected = 0.3 * iwt / (1.0 + iwt);
  const auto error = [&](int steps, real uneven, bool by_differences) {
    Tensor A{1, 0, 1}, before = A;
    real time = 0, k_before = 0;
    for (int step = 0; step < 8 * steps; ++step) {
      const real k = period / steps * (1 + (step % 2 == 0 ? -uneven : uneven));
      time += k;
      const Tensor g = sheared(amplitude * std::sin(w * time)), last = A;
      A = by_differences ? element.relaxed(A, before, g, 1, k, k_before) : element.relaxed(A, g, 1, k);
      before = last, k_before = k;
    }
    return std::abs(shear_stress(element, A, 0) / amplitude - expected.imag());
  };
  for (const real uneven : {0.0, 1.0 / 3}) {
    EXPECT_NEAR(error(100, uneven, true) / error(200, uneven, true), 4, 0.5) << uneven;
    EXPECT_NEAR(error(200, uneven, true) / error(400, uneven, true), 4, 0.5) << uneven;
  }
  EXPECT_NEAR(error(100, 0, false) / error(200, 0, false), 2, 0.25);
}

TEST(MaxwellElement, has_the_tension_of_its_energy) {
  const MaxwellElement element{0.3, 20};
  const Tensor A{2, 0.3, 1.2}, g{1.5, -0.2, 2.5}, d{0.3, 0.1, -0.2};
  const real e = 1e-5, S = std::sqrt(determinant(A));
  const real change = (element.energy(A, g + e * d) - element.energy(A, g + -e * d)) / (2 * e);
  EXPECT_NEAR(0.5 * contract(element.tension(A, g), d), S * change, 1e-9); // T^ab = 2 S dw/dg_ab
  // stretched all alike it has none
  const Tensor T = element.tension(A, 3 * A);
  EXPECT_LT(std::abs(T.a11) + std::abs(T.a12) + std::abs(T.a22), 1e-15);
}

template <class B>
class Viscosity : public BackendTest<B> {
 protected:
  static SurfaceKind kind_of(const ReferenceSurface& surface, int n_data, int n_sample,
                             bool resolved = false) {
    if (resolved) return make_resolved_surface(surface, n_data, n_sample, 6);
    SurfaceKind kind = make_closed_surface(surface, n_data, n_sample, {});
    add_data_operators(kind, {});
    return kind;
  }
  Structure<B> structure(const SurfaceKind& kind, const ViscosityProperties& properties,
                         const std::vector<Real3>& stretches = {}) {
    typename Structure<B>::Terms terms;
    terms.push_back(make_membrane_viscosity<B>(this->stream(), kind, 1, properties, stretches));
    return Structure<B>(this->stream(), kind, 1, std::move(terms), false);
  }
  struct Look {
    std::vector<Real3> positions, forces;
    real energy;
  };
  Look look(Structure<B>& structure, std::vector<StateArray<B>>& state, const SurfaceKind& kind,
            const Map& map, real time_step) {
    const Index n = structure.surface().sample_sites(), data = structure.surface().data_sites();
    const Array<real, B> X(this->stream(), data_sites(kind, {map}));
    Array<real, B> x(3 * static_cast<std::size_t>(n)), F(3 * static_cast<std::size_t>(n));
    const StructureState<B> now(vectors_view(X.data(), data), state);
    structure.forces(this->stream(), now, {}, time_step, vectors_view(x.data(), n),
                     vectors_view(F.data(), n));
    structure.resolve_forces(this->stream(), vectors_view(F.data(), n));
    return {vectors(x.to_host(this->stream())), vectors(F.to_host(this->stream())),
            structure.integrals(this->stream(), now)[0].energy};
  }
};
TYPED_TEST_SUITE(Viscosity, Backends, BackendNames);

// At fixed A the forces are those of its energy, for any deformation; and none of it at rest, nor after a
// long time in any shape.
TYPED_TEST(Viscosity, has_forces_that_are_minus_the_gradient_of_its_springs) {
  const auto bent = [](const Real3& xi) {
    const Real3 x = position(red_cell, xi);
    return Real3{1.1 * x.x, 0.95 * x.y + 0.1 * std::sin(0.5 * x.x), 0.95 * x.z + 0.2 * std::cos(0.4 * x.x)};
  };
  const Map push = [](const Real3& xi) {
    const Real3 x = position(red_cell, xi);
    return Real3{std::cos(0.3 * x.z), std::sin(0.4 * x.x + 0.2), std::cos(0.3 * x.x) * x.z};
  };
  const auto error = [&](int n_data, int n_sample) {
    const SurfaceKind kind = this->kind_of(red_cell, n_data, n_sample);
    Structure<TypeParam> structure = this->structure(kind, {.viscosity = 30, .modulus = 0.3});
    std::vector<StateArray<TypeParam>> state = structure.state_at_start(this->stream(), "s");
    const auto at = [&](real e) {
      return this->look(
          structure, state, kind, [&](const Real3& xi) { return bent(xi) + e * push(xi); }, 0);
    };
    const auto here = at(0);
    const real e = 1e-3,
               gradient =
                   (8 * (at(e).energy - at(-e).energy) - (at(2 * e).energy - at(-2 * e).energy)) / (12 * e);
    real work = 0, size = 0;
    Real3 net, torque;
    for (std::size_t s = 0; s < here.forces.size(); ++s) {
      work += dot(here.forces[s], push(kind.sample_nodes[s]));
      net += here.forces[s], torque += cross(here.positions[s], here.forces[s]), size += norm(here.forces[s]);
    }
    return std::max({std::abs(work / gradient + 1), norm(net) / size, norm(torque) / (3.91 * size)});
  };
  const real before = error(200, 800), after = error(800, 1600);
  EXPECT_LT(before, 0.02);
  EXPECT_LT(after, before / 20); // sixth order would make 64
}

// A resolved surface has its elements at the sample sites, else they are at the data sites.
TYPED_TEST(Viscosity, forgets_a_deformation) {
  for (const bool resolved : {false, true}) {
    const SurfaceKind kind = this->kind_of(red_cell, 200, 600, resolved);
    const real tau = 100;
    Structure<TypeParam> structure = this->structure(kind, {.viscosity = 0.3 * tau, .modulus = 0.3});
    std::vector<StateArray<TypeParam>> state = structure.state_at_start(this->stream(), "s");
    ASSERT_EQ(state.size(), 1u);
    EXPECT_EQ(state[0].values.size(), resolved ? 1800u : 600u);
    const Map rest = [](const Real3& xi) { return position(red_cell, xi); };
    const Map stretched = [](const Real3& xi) {
      const Real3 x = position(red_cell, xi);
      return Real3{1.02 * x.x, x.y / 1.02, x.z};
    };
    const real unit = largest(this->look(structure, state, kind, stretched, 0).forces);
    EXPECT_GT(unit, 0);
    EXPECT_LT(largest(this->look(structure, state, kind, rest, 0).forces), 1e-9 * unit);
    for (int step = 0; step < 400; ++step) this->look(structure, state, kind, stretched, tau / 200);
    const real left = largest(this->look(structure, state, kind, stretched, 0).forces);
    // first order in k/tau = 1/200, and the strain
    EXPECT_NEAR(left / unit, std::exp(-2.0), 0.02 * std::exp(-2.0));
  }
}

// Springs of an object that is stretched at the start begin at rest there, those of one that is stretched
// afterwards do not: energies of k' times the area and the square of the strain, 0.3 * 130 * 0.04, against
// the rounding of metrics, 1e-16 of k' times the area.
TYPED_TEST(Viscosity, begins_at_the_shape_of_each_object) {
  for (const bool resolved : {false, true}) {
    const SurfaceKind kind = this->kind_of(red_cell, 200, 600, resolved);
    const Real3 stretch{1.2, 0.9, 1.1};
    const Map stretched = [&](const Real3& xi) {
      const Real3 x = position(red_cell, xi);
      return Real3{stretch.x * x.x, stretch.y * x.y, stretch.z * x.z};
    };
    const auto look = [&](const std::vector<Real3>& stretches) {
      Structure<TypeParam> structure = this->structure(kind, {.viscosity = 30, .modulus = 0.3}, stretches);
      std::vector<StateArray<TypeParam>> state = structure.state_at_start(this->stream(), "s");
      return this->look(structure, state, kind, stretched, 0);
    };
    const auto later = look({}), at_start = look({stretch});
    EXPECT_GT(later.energy, 0.1);
    EXPECT_LT(std::abs(at_start.energy), 1e-13);
    EXPECT_LT(largest(at_start.forces), 1e-9 * largest(later.forces));
  }
}

TYPED_TEST(Viscosity, refuses_what_makes_no_sense) {
  const SurfaceKind kind = this->kind_of(the_sphere, 100, 200);
  EXPECT_THROW(this->structure(kind, {.viscosity = -1, .modulus = 1}), InputError);
  EXPECT_THROW(this->structure(kind, {.viscosity = 1, .modulus = 0}), InputError);
}

} // namespace
} // namespace ibsim
