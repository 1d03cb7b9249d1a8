#include "validation/line_to_zero.hpp"

#include <cmath>
#include <span>
#include <stdexcept>

namespace ibsim {
namespace {

/// With S_k = sum h^2k/e^2: value = (S_2 sum f/e^2 - S_1 sum f h^2/e^2)/(S_0 S_2 - S_1^2), its variance
/// S_2/(..).
Estimate on_line(std::span<const OnGrid> grids) {
  double S0 = 0, S1 = 0, S2 = 0, f0 = 0, f1 = 0;
  for (const OnGrid& one : grids) {
    const double x = one.h * one.h, weight = 1 / (one.found.error * one.found.error);
    S0 += weight, S1 += weight * x, S2 += weight * x * x;
    f0 += weight * one.found.mean, f1 += weight * x * one.found.mean;
  }
  const double determinant = S0 * S2 - S1 * S1;
  return {(S2 * f0 - S1 * f1) / determinant, std::sqrt(S2 / determinant)};
}

} // namespace

AtZero line_to_zero(const std::vector<OnGrid>& grids) {
  if (grids.size() < 2) throw std::invalid_argument("a line takes two grids");
  const std::span<const OnGrid> all(grids);
  const Estimate value = on_line(all);
  return {value, all.size() == 2 ? 0 : std::abs(value.mean - on_line(all.subspan(1)).mean)};
}

} // namespace ibsim
