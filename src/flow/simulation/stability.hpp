// The largest time steps that are stable, estimated before a run. docs/notes/stability.md has the runs by
// which the constants were fitted.
//
// A ripple of the membrane with wave number q ~ 1/h moves a layer of fluid of thickness l ~ h. Its
// displacement X and velocity u follow, for a force -c X per area,
//   rho l u_t = -c X - mu l q^2 u,   X_t = u.
// One step (Crank-Nicolson for viscosity, the force at X + k u) is the 2 x 2 map
//   (1 + d/2) v' = (1 - d/2) v - s (X + v),   X' = X + v',   v = k u,  d = k mu q^2/rho,  s = k^2 c/(rho l),
// stable (Jury) for s < 4/3, whatever the viscosity. So
//   elastic    c = M q^2:        k < C sqrt(rho h^3/M),       C = 4.1. M is the modulus of
//              mechanics/surface_stiffness.hpp: at rest that of uniaxial stretch, at least three times that
//              against shear; of a tension as a whole (mechanics/area_constraint.hpp) two times it counts
//   bending    c = kappa q^4:    k < C_b sqrt(rho h^5/kappa), C_b = 1.6
//   anchors    c:                k < sqrt(4/3) sqrt(rho h/c)
// The inverse squares of these limits add up, as s does. With sites moved by the midpoint (SiteMotion) the
// map is stable for s < 4: all of them are sqrt(3) times as long. An explicit viscosity eta of the membrane
// adds e = k eta q^2/(rho l) to the map, stable for s/(4/3) + e/2 < 1, with the midpoint for s/4 + e/2 < 1:
//   (k/k_e)^2 + k/k_v < 1,   k_v = 9 rho h^3/eta, k_e the elastic limit.
//
// With bdf2 (fluid/time_scheme.hpp) a ripple, the symbols of the backward difference and of the extrapolation
// being D = 3/2 - 2/z + 1/(2 z^2) and E = 2/z - 1/z^2, and y = 1/3 the viscosity that is implicit and taken
// away again, has
//   D^2 + d (1 + y - y E) D + s E = 0
// Where viscosity acts within a step, d >> 1, that is an overdamped spring's s/d = k M q/mu: stable up to
// 3.05 (4/3 without y, at z = -1; less for y = 1/2, where a pair of complex roots leaves the circle). Hence
//   k r < 1 + min(T/k, 0.35 sqrt(T/k)),  T = 1.5 h^2/nu,
//   r = max(n_1 M/55, n_2 G/17)/(mu h) + n_1 kappa/(15 mu h^3) + c m/(3.05 mu)
// G is the modulus against shear alone, whose ripples the fluid resists half as much as others: with the
// cosine kernel, of a plane, the constants are 60.6, 18.6 and 19.4 (docs/notes/stability.md). Surfaces that
// are near each other share the fluid that answers, n = 1 + exp(-C_g gap/h) times for the least gap between
// two objects: C_g = 1, of shear 1/2, since of two planes that slide alike all fluid between them goes along.
// So does a single object with its own image where it is as long as the periodic box (gap_to_images.hpp).
// With c the stiffness of contact of range R: it squeezes the fluid between surfaces and so moves it little.
// Of two planes of the grid's kernel, over waves of 4.7 cells and more and all gaps, the largest rate is c
// m/mu,
//   m = 0.05 h + 0.006 R
// to 5 % for R of h/2 to 8 h: 0.062 h of the default range. Springs k' that relax within tau, by the same
// backward difference, have s D/(D + k/tau) in place of s: they count k'/(1 + k/(4 tau)). A viscosity after
// Kelvin and Voigt is tracked (viscous_response.hpp); elasticity beside it counts 1.2 times. Anchors, which
// move the box as a whole too, have a limit of their own (anchored_steps.hpp). Inverses of both limits, of
// ripples and of anchors, add up. mu is that of the thinner fluid at the surface; of anchors, contact and
// viscosities after Kelvin and Voigt that of the thinnest of all.
//
// Where a tension follows its strain (mechanics/tension_relaxation.hpp), M and G count a quarter, of one
// among others, where n counts besides, 1/2.4, in steps in which the flow turns by no more than 0.0125. The
// pace takes n = 1.5 among others: with 0.8 steps diverge at once, with 2 slowly. Not where M h rho/mu^2 is
// 160 and more: ripples swing within such a step, and grow.
//
// Among fluids of several viscosities the implicit terms have one for all, mu_i (implicit_viscosity.hpp). A
// ripple that a viscosity m resists has y = mu_i/m - 1, and two bounds for s/d, 3.05 times
//   at z = -1            (3 + 12 y)/7,   m there the mean of both sides,
//   at complex roots     1/(3 y)         (exact to 5 % for y of 1/2 to 4)
// and for m that of a slower swing: less than the mean, as log mu goes with the indicator, so that ripples
// move the thinner part of what lies between the fluids. So of the limits in the thinner fluid, mu, counts
//   min(12 mu_i - 9 mu_o (1 + lambda)/2,  7 m^2/(3 (mu_i - m)))/(7 mu),     m = mu_o lambda^p
//   p = (0.62 - 0.035 ln lambda)(1 - exp(-b/(2 h))),  against shear at most 1/2
//   p = 0.42  for lambda < 1
// mu_o the fluid outside, b the least width of the surface, of an ellipsoid that of its sharpest edge
// (width_at_edges): a thin one has less inside. More than 1 is not taken: round bodies at rest would allow up
// to 2.8 for lambda < 1 and 1.8 beyond, long and thin ones of 0.2 in flow begin to grow at 0.95. Contact has
// the same part as ripples along. A platelet of ratio 1 among red cells of ratio 5 has y = 3, a ninth of its
// limit (docs/notes/stability.md).
//
// The advection is explicit: k < h/(2 max |u_0|) for the velocity at the start.
#pragma once

#include "fluid/fluid_properties.hpp"
#include "mechanics/any_law.hpp"
#include "mechanics/force_term.hpp"
#include "simulation/site_motion.hpp"

#include <optional>

namespace ibsim {

struct FlowModel;
struct ObjectKind;

/// Largest stable step, us, for a membrane of this law at rest, of this modulus M (pg/us^2), or of what
/// limits it in all; infinite without elasticity.
real elastic_step_limit(const AnyLaw&, const FluidProperties&, real h, SiteMotion);
real elastic_step_limit(const Stiffness&, const FluidProperties&, real h, SiteMotion);

/// That of a structure of this kind by the scheme of the model, of one without an inner fluid, and of the
/// forces between surfaces, whose anchor is contact.
/// @param gap the least distance of two objects, or of the only one from its periodic images, um, or less;
/// without it several objects count as none apart, and one as alone
/// @param contact with bdf2: the stiffness of contact, of which ripples of the structure take a part
real elastic_step_limit(const Stiffness&, const ObjectKind&, const FlowModel&, std::optional<real> gap = {},
                        real contact = 0);
real elastic_step_limit(const Stiffness&, const FlowModel&, std::optional<real> gap = {});
real contact_step_limit(Stiffness of_pairs, const FlowModel&);

/// Of contact with this kind, at the distance where it is stiffest, pg/(um^2 us^2); 0 where it meets nothing.
real contact_stiffness(const ObjectKind&, const FlowModel&);

/// The stiffness of a kind of objects at rest, all its terms together, and its limit: with contact, at the
/// distance where it is stiffest. The area as a whole is that at the start: of an object that is stretched
/// there, tense.
Stiffness stiffness_at_rest(const ObjectKind&);
real elastic_step_limit(const ObjectKind&, const FlowModel&);

/// The factor by which the motion of sites makes the elastic limits longer.
real elastic_limit_factor(SiteMotion);

/// Largest stable step, us, for the fluid velocity at the start; infinite at rest.
real advective_step_limit(const FlowModel&);

/// The same for a largest speed, um/us; 0 if that is not a finite number, for then no step is safe.
real advective_step_limit(real speed, real h);

/// The largest |u| at the start, um/us; between walls, that walls and drive bring about.
real initial_speed(const FlowModel&);

} // namespace ibsim
