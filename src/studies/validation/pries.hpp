// Measurements of Pries and others in glass tubes, as their empirical formulas of hundreds of measurements; D
// in um, H_T and H_D the haematocrit in the tube and of what it discharges:
//
//   H_T/H_D = H_D + (1 - H_D) (1 + 1.7 exp(-0.415 D) - 0.6 exp(-0.011 D))
//   eta = 1 + (eta_45 - 1) ((1 - H_D)^C - 1)/((1 - 0.45)^C - 1),   eta_45 = 220 exp(-1.3 D) + 3.2 - 2.44
//   exp(-0.06 D^0.645),   C = (0.8 + exp(-0.075 D)) (1/(1 + q) - 1) + 1/(1 + q),   q = 1e-11 D^12
//
// (Pries, Secomb, Gaehtgens and Gross 1990, Circ. Res. 67, 826-834; Pries, Neuhaus and Gaehtgens 1992, Am. J.
// Physiol. 263, H1770-H1778). And what they measured in bifurcations of vessels, from a parent F to daughters
// a and b: the part E of the cells that go to a, by its part Q of the flow,
//
//   logit E = A + B logit((Q - X_0)/(1 - 2 X_0)),   logit x = ln(x/(1 - x))
//   A = -13.29 (1 - H_D)/D_F (D_a^2/D_b^2 - 1)/(D_a^2/D_b^2 + 1),   B = 1 + 6.98 (1 - H_D)/D_F,
//   X_0 = 0.964 (1 - H_D)/D_F
//
// (Pries and Secomb 2005, Am. J. Physiol. 289, H2657-H2664, of cells of rats; H_D is the parent's; constants
// as public programs have them, docs/notes/openings.md).
#pragma once

#include <cmath>

namespace ibsim {

inline double tube_over_discharge(double D, double discharge) {
  return discharge + (1 - discharge) * (1 + 1.7 * std::exp(-0.415 * D) - 0.6 * std::exp(-0.011 * D));
}

/// H_D that goes with H_T: a contraction, since the ratio hardly changes with H_D.
inline double discharge_haematocrit(double D, double in_tube) {
  double discharge = in_tube;
  for (int i = 0; i < 200; ++i) discharge = in_tube / tube_over_discharge(D, discharge);
  return discharge;
}

/// eta, over the viscosity of plasma.
inline double viscosity_in_tube(double D, double discharge) {
  const double at_45 = 220 * std::exp(-1.3 * D) + 3.2 - 2.44 * std::exp(-0.06 * std::pow(D, 0.645));
  const double part = 1 / (1 + 1e-11 * std::pow(D, 12)), C = (0.8 + std::exp(-0.075 * D)) * (part - 1) + part;
  return 1 + (at_45 - 1) * (std::pow(1 - discharge, C) - 1) / (std::pow(1 - 0.45, C) - 1);
}

/// E; 0 and 1 where no cells and all cells go to a.
inline double phase_separation(double parent, double a, double b, double discharge, double flow_to_a) {
  const double plasma = (1 - discharge) / parent, areas = a * a / (b * b);
  const double X_0 = 0.964 * plasma, Q = (flow_to_a - X_0) / (1 - 2 * X_0);
  if (Q <= 0) return 0;
  if (Q >= 1) return 1;
  const double logit =
      -13.29 * plasma * (areas - 1) / (areas + 1) + (1 + 6.98 * plasma) * std::log(Q / (1 - Q));
  return 1 / (1 + std::exp(-logit));
}

} // namespace ibsim
