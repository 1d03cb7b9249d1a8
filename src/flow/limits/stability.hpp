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
// C, C_b and C_v are those of the cosine kernel. By another kernel M, kappa and eta count as many times as
// the fluid answers a plane's waves more by it (coupling/plane_response.hpp).
//
// Of bdf2 (fluid/time_scheme.hpp) bdf2_steps.hpp has other limits, of the same stiffness.
//
// The advection is explicit: k < h/(2 max |u_0|) for the velocity at the start.
#pragma once

#include "coupling/delta_kernel.hpp"
#include "fluid/fluid_properties.hpp"
#include "mechanics/any_law.hpp"
#include "mechanics/force_term.hpp"
#include "model/site_motion.hpp"

#include <optional>

namespace ibsim {

struct FlowModel;
struct ObjectKind;

/// Largest stable step, us, for a membrane of this law at rest, of this modulus M (pg/us^2), or of what
/// limits it in all; infinite without elasticity.
real elastic_step_limit(const AnyLaw&, const FluidProperties&, real h, SiteMotion,
                        DeltaKernel = DeltaKernel::cosine);
real elastic_step_limit(const Stiffness&, const FluidProperties&, real h, SiteMotion,
                        DeltaKernel = DeltaKernel::cosine);

/// Limit of a structure of this kind by the scheme of the model, of one without an inner fluid, and of the
/// forces between surfaces.
/// @param gap the least distance of two objects, or of the only one from its periodic images, um, or less;
/// without it several objects count as none apart, and one as alone
/// @param pressed with bdf2: by the forces between surfaces, of which ripples of the structure take a part
real elastic_step_limit(const Stiffness&, const ObjectKind&, const FlowModel&, std::optional<real> gap = {},
                        const Film& pressed = {});
real elastic_step_limit(const Stiffness&, const FlowModel&, std::optional<real> gap = {});
real pair_step_limit(const Stiffness& of_pairs, const FlowModel&);

/// Limit of a kind of objects at rest, with forces between objects at the distance where they are stiffest.
real elastic_step_limit(const ObjectKind&, const FlowModel&);

/// The factor by which the motion of sites makes the elastic limits longer.
real elastic_limit_factor(SiteMotion);

/// Largest stable step, us, for the fluid velocity at the start; infinite at rest.
real advective_step_limit(const FlowModel&);

/// Limit for a largest speed, um/us; 0 if that is not a finite number, for then no step is safe.
real advective_step_limit(real speed, real h);

/// The largest |u| at the start, um/us; between walls, that walls and drive bring about.
real initial_speed(const FlowModel&);

} // namespace ibsim
