#include "limits/precision.hpp"

#include "base/text.hpp"
#include "mechanics/laws.hpp"
#include "model/flow_model.hpp"
#include "objects/dimensionless.hpp"
#include "objects/gravity.hpp"
#include "objects/structure_properties.hpp"
#include "walls/wall.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

std::string why_not_mixed(const FlowModel& model) {
  if (model.precision == Precision::double_) return {};
  if (model.precision == Precision::single && !model.is_bdf2())
    return "single precision needs time.scheme: bdf2, whose positions are in double; take mixed or double";
  if (model.grid.n.x % 2 != 0 && model.grid.n.y % 2 != 0)
    return "mixed and single precision need an even number of grid points along x or y, not " +
           std::to_string(model.grid.n.x) + " and " + std::to_string(model.grid.n.y);
  if (model.spread != SpreadAlgorithm::tiles)
    return "mixed and single precision spread by tiles alone, not by " + to_string(model.spread);
  return {};
}

namespace {

constexpr real pi = 3.14159265358979323846;

/// The largest force on a membrane by what pulls it, and its weight, pg um/us^2.
real force_on(const FlowModel& model, const ObjectKind& kind) {
  real most = norm(excess_weight(model, kind)) * volume_at_rest(kind).value_or(0);
  for (const PullProperties& pull : kind.pulls) most = std::max(most, norm(pull.force));
  for (const TweezersProperties& tweezers : kind.tweezers) most = std::max(most, std::abs(tweezers.force));
  return most;
}

} // namespace

std::string doubt_of_mixed(const FlowModel& model, real step) {
  if (model.precision == Precision::double_ || !(model.fluid.viscosity > 0)) return {};
  constexpr real of_step = 2e-7, of_rows = 1.2e-7, most = 0.01;
  const real nu_step = model.fluid.viscosity / model.fluid.density * step, q = wall_of(model)->slowest_mode(),
             change = nu_step * q * q,
             rounding = of_step + (model.has_walls() ? of_rows * std::sqrt(nu_step) / model.grid.h : 0);
  if (rounding <= most * change) return {};
  return text("a fluid in single precision rounds each step by %.2g of what viscosity changes in it, in the "
              "largest eddies of this flow; take double, or steps that are longer",
              rounding / change);
}

std::string doubt_of_single(const FlowModel& model, const ObjectKind& kind) {
  const Membrane* const membrane = membrane_of(kind);
  if (model.precision != Precision::single || !membrane) return {};
  if (model.membrane != MembraneForm::resolved || !std::holds_alternative<ClosedSurface>(kind.structure))
    return text("single precision leaves \"%s\" in double: it has membranes of closed objects with "
                "coupling.membrane: resolved",
                kind.name.c_str());
  constexpr real of_strain = 3e-7, most = 0.01;
  const real shear = shear_modulus_at_rest(membrane->law),
             capillary = dimensionless_numbers(model, kind).capillary, // mu gamma R over this
      radius = std::sqrt(area_at_rest(kind) / (4 * pi)),
             load = (capillary > 0 ? capillary * shear : 0) + force_on(model, kind) / (2 * pi * radius);
  if (!(shear > 0) || !(load > 0)) return {};
  const real part = of_strain * stiffness_at_rest(membrane->law) / load;
  if (part <= most) return {};
  return text("single precision rounds tensions of \"%s\" by %.2g of what the flow and forces make them; "
              "take mixed or double",
              kind.name.c_str(), part);
}

std::string pairs_in_double(const FlowModel& model) {
  if (model.precision != Precision::single || model.aggregation.empty()) return {};
  return "single precision leaves aggregation in double, which is slow on GPUs with a low rate in double";
}

} // namespace ibsim
