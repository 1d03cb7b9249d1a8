// The recovery of a stretched red cell (Hochmuth, Worthy and Evans 1979, Biophys. J. 26, equation
// 10): of a sheet of constant area with shear modulus mu and viscosity eta,
//   L/W = l (q + exp(-t/t_c))/(q - exp(-t/t_c)),   q = (L_0/W_0 + l)/(L_0/W_0 - l),   t_c = eta/mu,
// l the ratio in the end.
#pragma once

#include <vector>

namespace ibsim {

struct Recovery {
  double time_constant = 0;  ///< t_c, in units of the times
  double start = 0, end = 0; ///< L/W
  double error = 0;          ///< root mean square
  double at(double time) const;
};

/// Least squares of t_c and l; the first ratio is L_0/W_0 and its time 0, as those who published did.
/// @param times from 0, rising
Recovery fit_recovery(const std::vector<double>& times, const std::vector<double>& ratios);

} // namespace ibsim
