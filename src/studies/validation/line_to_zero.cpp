#include "validation/line_to_zero.hpp"

#include <cmath>
#include <span>
#include <stdexcept>

namespace ibsim {
namespace {

/// The line at h = 0, and how it goes with the first grid.
struct OnLine {
  Estimate zero;
  double covariance;
};

/// With S_k = sum h^2k/e^2: value = (S_2 sum f/e^2 - S_1 sum f h^2/e^2)/(S_0 S_2 - S_1^2), its variance
/// S_2/(..), its covariance with f of a grid (S_2 - S_1 h^2)/(..).
OnLine on_line(std::span<const OnGrid> grids) {
  double S0 = 0, S1 = 0, S2 = 0, f0 = 0, f1 = 0;
  for (const OnGrid& one : grids) {
    const double x = one.h * one.h, weight = 1 / (one.found.error * one.found.error);
    S0 += weight, S1 += weight * x, S2 += weight * x * x;
    f0 += weight * one.found.mean, f1 += weight * x * one.found.mean;
  }
  const double determinant = S0 * S2 - S1 * S1;
  const double h = grids.front().h;
  return {{(S2 * f0 - S1 * f1) / determinant, std::sqrt(S2 / determinant)}, (S2 - S1 * h * h) / determinant};
}

} // namespace

AtZero line_to_zero(const std::vector<OnGrid>& grids) {
  if (grids.size() < 2) throw std::invalid_argument("a line takes two grids");
  const std::span<const OnGrid> all(grids);
  const Estimate value = on_line(all).zero;
  return {value, all.size() == 2 ? 0 : std::abs(value.mean - on_line(all.subspan(1)).zero.mean)};
}

Estimate zero_over_coarsest(const std::vector<OnGrid>& grids) {
  const OnLine line = on_line(grids);
  const Estimate coarsest = grids.front().found;
  const double ratio = line.zero.mean / coarsest.mean;
  const double variance = line.zero.error * line.zero.error - 2 * ratio * line.covariance +
                          ratio * ratio * coarsest.error * coarsest.error;
  return {ratio, std::sqrt(variance) / coarsest.mean};
}

} // namespace ibsim
