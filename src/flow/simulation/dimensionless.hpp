// The numbers by which a specialist judges a scenario before it runs. For a kind of object with R half its
// largest width at rest, in a flow with the rate gamma (the shear rate, between walls that at
// them; in a Taylor-Green flow the root mean
// square vorticity sqrt(3) q V):
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

/// gamma, 1/us; 0 in a fluid at rest.
real flow_rate(const FlowModel&);

} // namespace ibsim
