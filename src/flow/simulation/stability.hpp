// The largest time steps that are stable, estimated before a run.
//
// Elastic (the forces are explicit in time). A ripple of the membrane with wave number q ~ 1/h moves a layer
// of fluid of thickness l ~ h. Its displacement X and velocity u follow
//   rho l u_t = -M q^2 X - mu l q^2 u,   X_t = u,
// M the modulus of mechanics/surface_stiffness.hpp: at rest that of uniaxial stretch, 2 (E + K) of Skalak's
// law. One step (Crank-Nicolson for viscosity, the force at X + k u) is the 2 x 2 map
//   (1 + d/2) v' = (1 - d/2) v - s (X + v),   X' = X + v',
//   v = k u,   d = k mu q^2/rho,   s = k^2 M q^2/(rho l),
// which is stable (Jury) for s < 4/3, whatever the viscosity. Hence k < C sqrt(rho h^3/M). C = 4.1 is fitted
// to this code's runs of the paper's sphere (E = 2.5e-3, K = 0.25 dyn/cm, 625 data sites):
//   h (um)   clean at k (us)   grows at k (us)    limit (us)
//   1        5.5               7, 9               5.77
//   1/2      2.0               2.6, 3.2, 4        2.04
//   1/4      0.72              0.9, 1.2           0.72
//   1/8                        0.35               0.26
// A sphere of radius 4 h (200 data sites) is clean at 0.97 of the limit and grows at 1.1, for h = 1 and for
// h = 1/8 um. At h = 1/2 um with a fifth of the viscosity it is the same: clean at 2.0 us, grows at 2.6 us;
// with ten times: clean at 2.6 us, grows slowly at 4 us. A stretched membrane is stiffer.
//
// Of moduli that act against shear alone three times as much counts: a membrane of nothing but the springs k'
// of a Maxwell element is clean at 0.55 to 0.6 of the limit of M = k' and grows at 0.6 to 0.65, for h = 1/2
// and 1 um, a tenth of the viscosity and 200 and 400 data sites. So M is the larger of M and 3 G, G that of
// mechanics/in_plane.hpp. Of a tension as a whole (mechanics/area_constraint.hpp), which moves sites along
// normals, two times as much does: clean at 0.75, growing at 0.8.
//
// Bending: a force -kappa q^4 X per area has s = k^2 kappa q^4/(rho l), so k < C_b sqrt(rho h^5/kappa).
// C_b = 1.6 is fitted to runs of a sphere of radius 4 h with hardly any other elasticity: clean at 1.6 for
// 500 steps, with 200 data sites (one a cell) for h = 1 and 1/4 um and with 400; growing at 1.7 to 1.8.
//
// An explicit viscosity eta of the membrane: a force -eta q^2 u per area has the map
//   (1 + d/2) v' = (1 - d/2 - e) v - s (X + v),   e = k eta q^2/(rho l),
// stable for s/(4/3) + e/2 < 1, with the midpoint for s/4 + e/2 < 1: with the elastic limit k_e and
// k_v = C_v rho h^3/eta that is (k/k_e)^2 + k/k_v < 1. C_v = 9 is fitted to the sphere of radius 4 h: beside
// the paper's elasticity, with eta from 2 to 20 pg/us, h = 1/2 and 1 um, a tenth and ten times the viscosity
// of water, 200 and 400 data sites and both motions, 300 steps are clean at 8.75 and grow at 10.
//
// Anchors: a force -c X per area has the same map with s = k^2 c/(rho l), and l = h gives
// k < sqrt(4/3) sqrt(rho h/c). The inverse squares of all these limits add up, as s does.
//
// With sites moved by the midpoint (SiteMotion) the force is that of X + k U/2 and X moves with the mean
// velocity: X' = X + (v + v')/2, and the map is stable for s < 4, whatever the viscosity. So all elastic
// limits are sqrt(3) times as long: the paper's sphere is clean at 1.75 times the limits above, for h = 1 and
// 1/4 um, and grows at 1.9.
//
// Advective (the advection is explicit): k < h/(2 max |u_0|) for the velocity at the start.
#pragma once

#include "mechanics/force_term.hpp"
#include "simulation/scenario.hpp"

namespace ibsim {

/// Largest stable step, us, for a membrane of this law at rest, of this modulus M (pg/us^2), or of what
/// limits it in all; infinite without elasticity.
real elastic_step_limit(const AnyLaw&, const FluidProperties&, real h);
real elastic_step_limit(real modulus, const FluidProperties&, real h);
real elastic_step_limit(const Stiffness&, const FluidProperties&, real h,
                        SiteMotion = SiteMotion::forward_euler);

/// The stiffness of a kind of objects at rest, all its terms together, and its limit: with contact, at the
/// distance where it is stiffest. The area as a whole is that at the start: of an object that is stretched
/// there, tense.
Stiffness stiffness_at_rest(const ObjectKind&);
real elastic_step_limit(const ObjectKind&, const Scenario&);

/// By how much the motion of sites makes the elastic limits longer.
real elastic_limit_factor(SiteMotion);

/// Largest stable step, us, for the fluid velocity at the start; infinite at rest.
real advective_step_limit(const Scenario&);

/// The same for a largest speed, um/us; 0 if that is not a finite number, for then no step is safe.
real advective_step_limit(real speed, real h);

/// The largest |u| at the start, um/us; between walls, that walls and drive bring about.
real initial_speed(const Scenario&);

} // namespace ibsim
