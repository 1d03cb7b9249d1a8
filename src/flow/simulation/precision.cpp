#include "simulation/precision.hpp"

#include "base/text.hpp"
#include "simulation/flow_model.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

std::string why_not_mixed(const FlowModel& model) {
  if (model.precision != Precision::mixed) return {};
  if (model.grid.n.x % 2 != 0 && model.grid.n.y % 2 != 0)
    return "mixed precision needs an even number of cells along x or y, not " +
           std::to_string(model.grid.n.x) + " and " + std::to_string(model.grid.n.y);
  if (model.spread != SpreadAlgorithm::tiles)
    return "mixed precision spreads by tiles alone, not by " + to_string(model.spread);
  if (model.has_vessel()) return "mixed precision has no vessel; take double";
  return {};
}

std::string doubt_of_mixed(const FlowModel& model, real step) {
  if (model.precision != Precision::mixed || !(model.fluid.viscosity > 0)) return {};
  constexpr real of_step = 2e-7, of_rows = 1.2e-7, most = 0.01, pi = 3.14159265358979323846;
  const Real3 box = model.grid.lengths();
  const real nu_step = model.fluid.viscosity / model.fluid.density * step,
             q = model.has_walls() ? pi / box.y : 2 * pi / std::max({box.x, box.y, box.z}),
             change = nu_step * q * q,
             rounding = of_step + (model.has_walls() ? of_rows * std::sqrt(nu_step) / model.grid.h : 0);
  if (rounding <= most * change) return {};
  return text(
      "mixed precision rounds each step by %.2g of what viscosity changes in it, in the largest eddies of "
      "this box; take double, or steps that are longer",
      rounding / change);
}

} // namespace ibsim
