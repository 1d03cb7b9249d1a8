// Bending against closed forms: curvatures of the biconcave cell, ripples of a sphere, a sphere with a
// spontaneous curvature, the gradient of the energy, net force and torque.
#include "mechanics/bending.hpp"

#include "base/error.hpp"
#include "mechanics/curvature.hpp"
#include "mechanics/membranes.hpp"

namespace ibsim {
namespace {

constexpr real kappa = 2e-4; // 2e-12 erg

SurfaceKind kind_of(const ReferenceSurface& surface, int n_data, int n_sample) {
  SurfaceKind kind = make_closed_surface(surface, n_data, n_sample, {});
  add_data_operators(kind, {});
  return kind;
}

template <class B>
Answers ask_bending(const Stream<B>& stream, const SurfaceKind& kind, const BendingProperties& properties,
                    const std::vector<Map>& maps) {
  const int objects = static_cast<int>(maps.size());
  typename Structure<B>::Terms terms;
  terms.push_back(make_bending<B>(stream, kind, objects, properties));
  return ask(stream, Structure<B>(stream, kind, objects, std::move(terms), false), kind, maps);
}

Real3 at_rest(const Real3& xi) { return position(red_cell, xi); }
Real3 bent(const Real3& xi) {
  const Real3 x = at_rest(xi);
  return {1.1 * x.x, 0.95 * x.y + 0.1 * std::sin(0.5 * x.x), 0.95 * x.z + 0.2 * std::cos(0.4 * x.x)};
}

/// Mean and Gauss' curvature of the red cell by those of its profile z(r): z''/(1 + z'^2)^(3/2) along it, and
/// z'/(r sqrt(1 + z'^2)) around it. Lengths in R0.
std::pair<real, real> closed_form_curvatures(real r) {
  const real s = std::sqrt(1 - r * r), s1 = -r / s, s2 = -1 / (s * s * s);
  const real p = 0.105 + r * r - 0.56 * std::pow(r, 4), p1 = 2 * r - 2.24 * r * r * r, p2 = 2 - 6.72 * r * r;
  const real z1 = s1 * p + s * p1, z2 = s2 * p + 2 * s1 * p1 + s * p2, slope = std::sqrt(1 + z1 * z1);
  const real along = z2 / (slope * slope * slope), around = z1 / (r * slope);
  return {0.5 * (along + around), along * around};
}

// Second derivatives of the splines, whose errors are (h/R)^7 = 2e-7 for 864 data sites, a hundred times more
// at the rim.
TEST(Curvature, of_the_red_cell_is_that_of_its_profile) {
  const SurfaceKind kind = kind_of(red_cell, 864, 400);
  const Stream<Cpu> stream;
  Surface<Cpu> surface(stream, kind, 1);
  const std::vector<real> X = data_sites(kind, {at_rest});
  const DerivativeBlock block = surface.derivatives(stream, vectors_view(X.data(), 864));
  const real R0 = 3.91;
  for (int s = 0; s < 400; ++s) {
    const Real3 x = at_rest(kind.sample_nodes[s]);
    const real r = std::hypot(x.x, x.y) / R0;
    if (r > 0.98 || r < 1e-3) continue; // the closed form divides by zero on the rim and at the axis
    const Curvature c = curvature(block.jet(0, s));
    const auto [mean, gauss] = closed_form_curvatures(r);
    EXPECT_NEAR(c.mean * R0, mean, 1e-4);
    EXPECT_NEAR(c.gauss * R0 * R0, gauss, 3e-4);
    EXPECT_GT(dot(c.normal, Real3{0, 0, x.z}), 0); // outwards
  }
}

// Lap of x on a sphere of radius R is -2 x/R^2, and of any surface 2 H n: here to round-off in second
// derivatives (a linear map).
TEST(Curvature, makes_the_laplacian_of_position) {
  const SurfaceKind kind = kind_of(red_cell, 400, 400);
  const Stream<Cpu> stream;
  Surface<Cpu> surface(stream, kind, 1);
  const std::vector<real> X = data_sites(kind, {bent});
  const DerivativeBlock block = surface.derivatives(stream, vectors_view(X.data(), 400));
  for (int s = 0; s < 400; ++s) {
    const SurfaceJet x = block.jet(0, s);
    const Curvature c = curvature(x);
    for (int d = 0; d < 3; ++d)
      EXPECT_NEAR(laplacian(x, {x.d1[d], x.d2[d], x.d11[d], x.d12[d], x.d22[d]}), 2 * c.mean * c.normal[d],
                  1e-11);
  }
}

template <class B>
class BendingOf : public BackendTest<B> {};
TYPED_TEST_SUITE(BendingOf, Backends, BackendNames);

/// P_l by the three-term recurrence.
real legendre(int l, real x) {
  real p = 1, q = 0;
  for (int k = 1; k <= l; ++k) {
    const real next = ((2 * k - 1) * x * p - (k - 1) * q) / k;
    q = p, p = next;
  }
  return p;
}

// F_n = -kappa (l-1) l (l+1) (l+2) zeta/R^4 per area for x = (R + zeta) xi, zeta ~ P_l about some axis: to 1
// %, which is far more than the second order in zeta/R = 1e-5, l^2 1e-5. In the space of degree 8, where
// modes are exact, to that second order.
TYPED_TEST(BendingOf, a_sphere_holds_each_mode_with_its_stiffness) {
  for (const bool resolved : {false, true}) {
    const SurfaceKind kind =
        resolved ? make_resolved_surface(the_sphere, 200, 1300, 8) : kind_of(the_sphere, 625, 1300);
    const Real3 axis = normalized(Real3{1, 2, -2});
    const real R = 3.91, amplitude = 1e-5 * R;
    for (int l = 2; l <= 6; ++l) {
      const auto zeta = [&](const Real3& xi) { return amplitude * legendre(l, dot(axis, xi)); };
      const Answers a = ask_bending(this->stream(), kind, {.modulus = kappa},
                                    {[&](const Real3& xi) { return (R + zeta(xi)) * xi; }});
      real error = 0, size = 0;
      for (std::size_t s = 0; s < a.forces.size(); ++s) {
        const Real3& xi = kind.sample_nodes[s];
        const Real3 expected =
            -kappa * (l - 1) * l * (l + 1) * (l + 2) * zeta(xi) / (R * R) * kind.operators.weights[s] * xi;
        error += dot(a.forces[s] - expected, a.forces[s] - expected), size += dot(expected, expected);
      }
      EXPECT_LT(std::sqrt(error / size), resolved ? 1e-3 : 0.01) << "l = " << l;
    }
  }
}

/// -2 kappa [Lap H + 2 H (H^2 - K)] of the red cell at a colatitude, by its profile r = sin, z = p(sin) cos,
/// in units of R0, and the area of its rim to come: H from derivatives by hand, its own by differences of
/// fourth order (1e-3: 1e-10).
real closed_form_bending_force(real colatitude) {
  struct Profile {
    real r, slope, mean, gauss; ///< slope: length along the profile per colatitude
  };
  const auto at = [](real t) {
    const real s = std::sin(t), c = std::cos(t);
    const real p = 0.105 + s * s - 0.56 * s * s * s * s, q = 2 * s - 2.24 * s * s * s, q1 = 2 - 6.72 * s * s;
    const real p1 = q * c, p2 = q1 * c * c - q * s;                   // along the colatitude
    const real z1 = p1 * c - p * s, z2 = p2 * c - 2 * p1 * s - p * c; // r1 = c, r2 = -s
    const real slope = std::sqrt(c * c + z1 * z1);
    const real along = (c * z2 + s * z1) / (slope * slope * slope), around = z1 / (s * slope);
    return Profile{s, slope, 0.5 * (along + around), along * around};
  };
  const real d = 1e-3;
  const auto flux = [&](real t) { // r/slope dH/dt
    const auto H = [&](real u) { return at(u).mean; };
    const real slope = (8 * (H(t + d) - H(t - d)) - (H(t + 2 * d) - H(t - 2 * d))) / (12 * d);
    return at(t).r / at(t).slope * slope;
  };
  const Profile now = at(colatitude);
  const real t = colatitude,
             laplacian = (8 * (flux(t + d) - flux(t - d)) - (flux(t + 2 * d) - flux(t - 2 * d))) / (12 * d) /
                         (now.r * now.slope);
  return -2 * kappa * (laplacian + 2 * now.mean * (now.mean * now.mean - now.gauss));
}

// The largest error as a part of the largest force: what docs/notes/membranes.md says of data sites.
TYPED_TEST(BendingOf, a_red_cell_at_rest_converges_to_its_closed_form) {
  const struct {
    int n_data;
    real most;
  } cases[] = {{400, 0.35}, {864, 0.15}, {1600, 0.03}};
  const real R0 = 3.91;
  for (const auto& [n_data, most] : cases) {
    const SurfaceKind kind = kind_of(red_cell, n_data, 2 * n_data);
    const Answers a = ask_bending(this->stream(), kind, {.modulus = kappa}, {at_rest});
    real error = 0, size = 0;
    for (std::size_t s = 0; s < a.forces.size(); ++s) {
      const Real3& xi = kind.sample_nodes[s];
      const real colatitude = std::acos(xi.z);
      if (std::sin(colatitude) < 0.05) continue; // the closed form divides by zero at the axis
      const Real3 N = cross(derivative(red_cell, xi, kind.operators.e1[s]),
                            derivative(red_cell, xi, kind.operators.e2[s]));
      const Real3 force = a.forces[s] / (kind.operators.weights[s] * norm(N)); // per area
      const real exact = closed_form_bending_force(colatitude) / (R0 * R0 * R0);
      error = std::max(error, norm(force - exact * normalized(N))), size = std::max(size, std::abs(exact));
    }
    EXPECT_LT(error, most * size) << n_data; // measured: 0.30, 0.13, 0.024
  }
}

// A sphere of radius R has the energy 8 pi kappa (1 - c R)^2 and the pressure that its derivative says,
// -dE/dR/(4 pi R^2) = 4 kappa (1 - c R) c/R^2, outwards. Exact for the splines: round-off of fourth
// derivatives,
// 1e-16 20^4, of kappa/R^3. So it is in the space of degree 6, as far as 1000 weights integrate its products.
TYPED_TEST(BendingOf, a_sphere_with_a_spontaneous_curvature_follows_its_closed_form) {
  for (const bool resolved : {false, true}) {
    const SurfaceKind kind =
        resolved ? make_resolved_surface(the_sphere, 200, 1000, 6) : kind_of(the_sphere, 400, 1000);
    const real R = 3.91;
    for (const real c : {0.0, 0.1, 1 / R, 0.5, -0.2}) {
      const Answers a = ask_bending(this->stream(), kind, {.modulus = kappa, .curvature = c},
                                    {[&](const Real3& xi) { return R * xi; }});
      for (std::size_t s = 0; s < a.forces.size(); ++s) {
        const Real3 expected =
            4 * kappa * (1 - c * R) * c * kind.operators.weights[s] * kind.sample_nodes[s]; // R^2 of area
        EXPECT_LT(norm(a.forces[s] - expected), 1e-9 * kappa / R * kind.operators.weights[s]);
      }
      EXPECT_NEAR(a.integrals[0].energy, 8 * pi * kappa * (1 - c * R) * (1 - c * R), 1e-11 * kappa);
    }
  }
}

TYPED_TEST(BendingOf, a_membrane_at_rest_about_its_own_curvature_is_free) {
  const SurfaceKind kind = kind_of(red_cell, 400, 1000);
  const Map moved = [](const Real3& xi) { return rotated(at_rest(xi)) + Real3{8, -8, 30}; };
  const Answers free = ask_bending(this->stream(), kind, {.modulus = kappa, .about_reference = true},
                                   {at_rest, moved}),
                flat = ask_bending(this->stream(), kind, {.modulus = kappa}, {at_rest, moved});
  const real unit = largest(flat.forces);
  EXPECT_LT(largest(free.forces), 1e-7 * unit); // fourth derivatives of round-off of 30 um
  for (int o = 0; o < 2; ++o) EXPECT_LT(free.integrals[o].energy, 1e-18 + 1e-15 * flat.integrals[o].energy);
  // and the other turns with the body
  for (int s = 0; s < 1000; ++s)
    EXPECT_LT(norm(flat.forces[1000 + s] - rotated(flat.forces[s])), 1e-6 * unit);
}

// Sum F.V = -dE/de of X + e V for each way to choose H_0, and no net force or torque: errors fall with the
// data sites, as fourth derivatives in two steps of two do (measured below).
TYPED_TEST(BendingOf, a_bent_cell_is_minus_the_energy_gradient) {
  const Map push = [](const Real3& xi) {
    const Real3 x = at_rest(xi);
    return Real3{std::cos(0.3 * x.z), std::sin(0.4 * x.x + 0.2), std::cos(0.3 * x.x) * x.z};
  };
  struct Errors {
    real work, force, torque;
  };
  const auto errors = [&](const SurfaceKind& kind, const BendingProperties& properties) {
    const auto at = [&](real e) {
      return ask_bending(this->stream(), kind, properties,
                         {[&](const Real3& xi) { return bent(xi) + e * push(xi); }});
    };
    const Answers here = at(0);
    const real e = 1e-3; // fourth order: 1e-12
    const auto E = [&](real x) { return at(x).integrals[0].energy; };
    const real gradient = (8 * (E(e) - E(-e)) - (E(2 * e) - E(-2 * e))) / (12 * e);
    real work = 0, size = 0;
    for (std::size_t s = 0; s < here.forces.size(); ++s)
      work += dot(here.forces[s], push(kind.sample_nodes[s])), size += norm(here.forces[s]);
    const auto [force, torque] = force_and_torque(here, here.integrals[0].centre);
    return Errors{std::abs(work / gradient + 1), norm(force) / size, norm(torque) / (3.91 * size)};
  };
  const SurfaceKind coarse = kind_of(red_cell, 400, 1200), fine = kind_of(red_cell, 1200, 3600);
  for (const BendingProperties& properties :
       {BendingProperties{kappa, false, 0}, BendingProperties{kappa, true, 0},
        BendingProperties{kappa, false, 0.4}}) {
    const Errors before = errors(coarse, properties), after = errors(fine, properties);
    EXPECT_LT(before.work, 0.06); // measured: 0.041, 0.0028 and 0.0005 at most
    EXPECT_LT(before.force, 0.006);
    EXPECT_LT(before.torque, 0.001);
    EXPECT_LT(after.work, before.work / 20); // 3^(6/2) = 27 of sixth order in the distance of data sites
    EXPECT_LT(after.work, 1e-3);
    EXPECT_LT(after.force, 2e-4);
    EXPECT_LT(after.torque, 2e-5);
  }
}

TYPED_TEST(BendingOf, refuses_what_makes_no_sense) {
  const SurfaceKind kind = kind_of(the_sphere, 100, 200);
  for (const real modulus : {-1.0, std::numeric_limits<real>::infinity()})
    EXPECT_THROW(make_bending<TypeParam>(this->stream(), kind, 1, {.modulus = modulus}), InputError);
  const SurfaceKind without = make_closed_surface(the_sphere, 100, 200, {});
  EXPECT_THROW(make_bending<TypeParam>(this->stream(), without, 1, {.modulus = 1}), std::invalid_argument);
}

} // namespace
} // namespace ibsim
