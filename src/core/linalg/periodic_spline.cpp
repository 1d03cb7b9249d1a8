#include "linalg/periodic_spline.hpp"

#include <cmath>

namespace ibsim {

void periodic_spline_coefficients(std::vector<real>& f) {
  const int n = static_cast<int>(f.size());
  const real pole = std::sqrt(real{3}) - 2;
  if (n == 1) return;
  // the causal recursion's periodic start: sum_m pole^m f_{-m} / (1 - pole^n)
  real start = 0, power = 1, all = 1;
  for (int m = 0; m < n; ++m) start += power * f[(n - m) % n], power *= pole;
  all -= power;
  std::vector<real> causal(n);
  causal[0] = start / all;
  for (int i = 1; i < n; ++i) causal[i] = f[i] + pole * causal[i - 1];
  start = 0, power = 1;
  for (int m = 0; m < n; ++m) start += power * causal[(n - 1 + m) % n], power *= pole;
  f[n - 1] = -pole * 6 * start / all;
  for (int i = n - 2; i >= 0; --i) f[i] = pole * f[i + 1] - pole * 6 * causal[i];
}

} // namespace ibsim
