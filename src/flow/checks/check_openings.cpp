#include "checks/check_openings.hpp"

#include "base/text.hpp"
#include "model/flow_model.hpp"
#include "walls/vessel.hpp"

#include <algorithm>

namespace ibsim {
namespace {

/// Cells of the plenum at least: between points of two walls that do not see each other's kernels.
constexpr real least_cells_of_plenum = 4;

void check_plenum(const FlowModel& model, const std::vector<OpeningZone>& zones,
                  std::vector<Finding>& findings) {
  const Openings& openings = model.vessel->openings();
  const Real3 box = model.grid.lengths();
  real widest = 0;
  for (const OpeningZone& zone : zones) widest = std::max(widest, zone.radius());
  for (int d = 0; d < 3; ++d) {
    if (!openings.across[d]) continue;
    const real depth = openings.plenum(d, box);
    const std::string size =
        text("domain.size of %.4g um along %c gives it one", box[d] - depth + widest, "xyz"[d]);
    if (depth < least_cells_of_plenum * model.grid.h)
      findings.push_back(
          {"vessel.openings",
           text("the plenum, what the box has along %c beyond the mouths, is %.4g um deep, and "
                "needs %.4g um, 4 h; a depth of one radius of the widest opening is good: ",
                "xyz"[d], depth, least_cells_of_plenum * model.grid.h) +
               size});
    else if (depth < 0.999 * widest)
      findings.push_back(
          {"vessel.openings",
           text("the plenum, what the box has along %c beyond the mouths, is %.4g um deep, less "
                "than one radius of the widest opening, %.4g um: pressure falls along it; ",
                "xyz"[d], depth, widest) +
               size,
           false});
  }
}

} // namespace

void check_openings(const FlowModel& model, std::vector<Finding>& findings) {
  if (!model.has_vessel() || !model.vessel->has_openings()) return;
  if (model.has_walls()) {
    findings.push_back({"vessel.openings",
                        "openings need a box that is periodic in y; without them the walls "
                        "of the box and flow drive the fluid"});
    return;
  }
  const auto add = [&](const OpeningFault& fault) {
    const bool of_one = !fault.opening.empty();
    findings.push_back({"vessel.openings" + (of_one ? "." + fault.opening : std::string()),
                        (of_one ? "opening \"" + fault.opening + "\": " : std::string()) + fault.message});
  };
  if (model.drive.flow_rate_is_given || !model.drive.pressure_gradient.zero())
    findings.push_back({"flow", "vessel.openings drive the flow; they exclude pressure_gradient, "
                                "pressure_drop, wall_shear_stress, flow_rate and mean_velocity"});
  const OpeningZones& zones = model.vessel->zones();
  for (const OpeningFault& fault : zones.faults) add(fault);
  if (!zones.faults.empty()) return;
  for (const OpeningFault& fault : why_not_balanced(model.vessel->openings(), zones.of)) add(fault);
  check_plenum(model, zones.of, findings);
}

} // namespace ibsim
