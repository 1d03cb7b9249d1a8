// The largest time steps of bdf2 that are stable, for a membrane as stability.hpp has it.
// docs/notes/stability.md has the runs by which the constants were fitted.
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
// By another kernel than the cosine M, G, kappa and c m count as many times as the fluid answers a plane's
// waves more by it, and T as much less as the square of the shortest wave that matters
// (coupling/plane_response.hpp). By `composite-sharp`, in one fluid and with
// explicit tensions at least C_s = 1.5 surfaces share it, fitted to runs of a red cell in shear, h = 1/2 and
// 1/4 um: its rim has two sides (docs/notes/kernels.md).
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
//       beyond lambda = 8 with 0.016 ln(lambda/8) less: cells of 20 grew within thousands of steps of 0.9
//   p = 0.42  for lambda < 1
// mu_o the fluid outside, b the least width of the surface, of an ellipsoid that of its sharpest edge
// (width_at_edges): a thin one has less inside. More than 1 is not taken: round bodies at rest would allow up
// to 2.8 for lambda < 1 and 1.8 beyond, long and thin ones of 0.2 in flow begin to grow at 0.95. Contact has
// the same part as ripples along. A platelet of ratio 1 among red cells of ratio 5 has y = 3, a ninth of its
// limit (docs/notes/stability.md).
//
// By a narrow kernel a flat surface between two fluids has less: plane_between_fluids.hpp, with the places
// that a cap of the radius C_p = 6.6 cells reaches, C_p^2 h/(4 R) on either side. R is the square of the
// largest half width over the least. A wave grows where three of its lengths fit (docs/notes/kernels.md).
#pragma once

#include "mechanics/force_term.hpp"

#include <optional>

namespace ibsim {

struct FlowModel;
struct ObjectKind;

/// Limit of a structure of this kind, and of one without an inner fluid, us. stability.hpp explains `gap` and
/// `pressed`.
real bdf2_step_limit(const Stiffness&, const ObjectKind&, const FlowModel&, std::optional<real> gap,
                     const Film& pressed);
real bdf2_step_limit(const Stiffness&, const FlowModel&, std::optional<real> gap);

/// Limit of the forces between surfaces. Their film squeezes the fluid between surfaces.
real bdf2_step_limit_of_pairs(const Stiffness& of_pairs, const FlowModel&);

} // namespace ibsim
