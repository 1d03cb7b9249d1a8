#include "checks/crowding.hpp"

#include "base/text.hpp"
#include "model/flow_model.hpp"
#include "objects/dimensionless.hpp"
#include "objects/structure_properties.hpp"
#include "walls/wall.hpp"

namespace ibsim {

real volume_fraction(const FlowModel& model) {
  real inside = 0;
  for (const ObjectKind& kind : model.objects)
    if (const auto volume = volume_at_rest(kind))
      for (const Placement& p : kind.placements)
        if (!(p.enters > 0)) inside += *volume * p.stretch.x * p.stretch.y * p.stretch.z;
  return inside / wall_of(model)->volume();
}

std::size_t unresolved_films(const FlowModel& model) {
  return close_pairs(placed_bodies(model), periods_of(model), 2 * model.grid.h).size();
}

void look_at_gaps(const FlowModel& model, const std::vector<Body>& bodies, std::vector<Finding>& findings) {
  const real two_cells = 2 * model.grid.h;
  const Real3 periods = periods_of(model);
  const auto pairs = close_pairs(bodies, periods, two_cells);
  if (pairs.empty()) return;
  const Body &first = bodies[pairs[0].first], &second = bodies[pairs[0].second];
  std::string message =
      text("%s is less than 2 h (%.3g um) from %s: the grid does not resolve the film between them%s",
           second.name.c_str(), two_cells, first.name.c_str(),
           model.has_contact() ? "" : ", and no contact.pressure keeps them apart");
  if (pairs.size() > 1) message += text("; the same holds for %zu pairs in all", pairs.size());
  if (pairs.size() > 1 && flow_rate(model) > 0) {
    message += ", and a relative viscosity with such films depends on the grid; compare with a finer one";
    // blood at 45 %: 27 % off on cells of 1/2 um, with the cosine 34 % on 1/4 um (docs/notes/kernels.md)
    if (!is_composite(model.kernel) && model.membrane == MembraneForm::resolved)
      message +=
          ", or use coupling.kernel: composite-sharp, which is as accurate with twice the grid spacing";
  }
  findings.push_back({second.key, message, false});
}

} // namespace ibsim
