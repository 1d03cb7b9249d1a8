#include "fluid/flow_totals.hpp"

namespace ibsim {

FlowTotals of_all_planes(const std::vector<FlowTotals>& planes) {
  const auto larger = [](real a, real b) { return a != a || a > b ? a : b; }; // keeps a NaN
  FlowTotals all;
  for (const FlowTotals& plane : planes) {
    all.squares += plane.squares;
    all.sums += plane.sums;
    all.max_speed = larger(all.max_speed, plane.max_speed);
    all.max_divergence = larger(all.max_divergence, plane.max_divergence);
  }
  return all;
}

} // namespace ibsim
