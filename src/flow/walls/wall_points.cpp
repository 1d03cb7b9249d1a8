#include "walls/wall_points.hpp"

#include "base/text.hpp"
#include "model/flow_model.hpp"
#include "walls/sheets.hpp"
#include "walls/tubes.hpp"
#include "walls/vessel.hpp"
#include "walls/wall_inverse.hpp"

#include <algorithm>

namespace ibsim {
namespace {

void append(const WallPoints& more, WallPoints& all) {
  all.at.insert(all.at.end(), more.at.begin(), more.at.end());
  all.outward.insert(all.outward.end(), more.outward.begin(), more.outward.end());
  all.area.insert(all.area.end(), more.area.begin(), more.area.end());
  all.velocity.insert(all.velocity.end(), more.velocity.begin(), more.velocity.end());
}

} // namespace

bool is_held(const ObjectKind& kind) {
  if (const Tube* const tube = std::get_if<Tube>(&kind.structure)) return tube->held_by == HeldBy::points;
  const Sheet* const sheet = std::get_if<Sheet>(&kind.structure);
  return sheet && !sheet->membrane && sheet->held_by == HeldBy::points;
}

WallPoints points_of_walls(const FlowModel& model) {
  WallPoints all;
  for (const ObjectKind& kind : model.objects) {
    if (!is_held(kind)) continue;
    if (const Tube* const tube = std::get_if<Tube>(&kind.structure))
      append(tube_points(model, kind, *tube), all);
    else
      append(sheet_points(model, kind, std::get<Sheet>(kind.structure)), all);
  }
  if (model.has_vessel()) append(model.vessel->points(), all);
  return all;
}

std::string why_no_held_walls(const FlowModel& model) {
  if (!model.is_bdf2()) return "need time.scheme: bdf2";
  const Int3 cells = model.grid.n;
  if (std::min({cells.x, cells.y, cells.z}) < least_cells_of_walls)
    return text("need %d grid points or more in each direction", least_cells_of_walls);
  return {};
}

} // namespace ibsim
