#include "checks/denser_fluid.hpp"

#include "limits/step_limits.hpp"
#include "model/flow_model.hpp"
#include "objects/dimensionless.hpp"
#include "objects/gravity.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

bool is_steady(const Drive& drive) {
  for (const Signal* signal : {&drive.shear_rate, &drive.lower_x, &drive.lower_z, &drive.upper_x,
                               &drive.upper_z, &drive.pressure_gradient, &drive.flow_rate})
    if (!signal->constant()) return false;
  return true;
}

/// x to two digits, rounded down.
real two_digits(real x) {
  const real unit = std::pow(real{10}, std::floor(std::log10(x)) - 1);
  return std::floor(x / unit) * unit;
}

} // namespace

std::optional<DenserFluid> denser_fluid(const FlowModel& model) {
  constexpr real largest_reynolds = 0.1, largest_laplace = 1, worth_while = 1.25;
  real reynolds = 0, laplace = 0;
  for (const auto& cell : kinds_of<ClosedSurface>(model.objects)) {
    const DimensionlessNumbers numbers = dimensionless_numbers(model, model.objects[cell.number]);
    reynolds = std::max(reynolds, numbers.reynolds);
    if (numbers.capillary > 0) laplace = std::max(laplace, numbers.reynolds / numbers.capillary);
  }
  const bool sinks = norm(weight_of_all(model)) > 0; // by a difference of densities
  if (!(reynolds > 0) || !is_steady(model.drive) || sinks) return {};
  const real times = std::min(largest_reynolds / reynolds, laplace > 0 ? largest_laplace / laplace : 1);
  if (!(times > 1)) return {};
  FlowModel other = model;
  other.fluid.density = two_digits(std::min(times * model.fluid.density, most_density));
  if (!(other.fluid.density > model.fluid.density)) return {};
  const real now = step_limits(model).automatic(), then = step_limits(other).automatic();
  if (!std::isfinite(then) || !(then > worth_while * now)) return {};
  return DenserFluid{other.fluid.density, other.fluid.density / model.fluid.density * reynolds, then};
}

} // namespace ibsim
