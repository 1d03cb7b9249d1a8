// The numbers by which a specialist judges a scenario before it runs. R is half the largest width at rest of
// an object, gamma the shear rate that it meets (rate_at_objects.hpp); in a Taylor-Green flow gamma is the
// root mean square vorticity sqrt(3) q V.
//
//   Re = rho gamma R^2/mu      inertia against viscosity at the size of the object
//   Re of the box = rho gamma L^2/mu, L its longest side, in periodic and unbounded shear
//   Ca = mu gamma R/E          viscous stress against the shear elasticity of the membrane
//   spacing/h = sqrt(A/n)/h    how far apart n sites on the area A are, in cells of the grid
#pragma once

#include "base/precision.hpp"

namespace ibsim {

struct FlowModel;
struct ObjectKind;

struct DimensionlessNumbers {
  real reynolds = 0;
  real capillary = 0;                        ///< infinite without shear elasticity; NaN without flow too
  real data_spacing = 0, sample_spacing = 0; ///< over h
};
DimensionlessNumbers dimensionless_numbers(const FlowModel&, const ObjectKind&);

/// The Reynolds number of the box; 0 without shear.
real box_reynolds(const FlowModel&);

/// The rate of the flow, at walls where there are any, 1/us; 0 in a fluid at rest.
real flow_rate(const FlowModel&);

} // namespace ibsim
