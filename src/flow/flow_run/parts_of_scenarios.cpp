#include "flow_run/parts_of_scenarios.hpp"

#include "coupling/stencil.hpp"
#include "model/scenario.hpp"
#include "objects/structure_properties.hpp"
#include "walls/vessel.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

/// Cells of a halved side: half of them, a multiple of four where a side has no such half.
int half_of(int cells) { return cells % 4 == 0 ? cells / 2 : (cells / 2 + 2) / 4 * 4; }

/// Direction of the longest side that may be halved; -1 for none.
int direction_to_halve(const Scenario& s, int least) {
  const int ranks = s.device.ranks;
  const Int3 n = s.grid.n;
  const auto may = [&](int d) {
    if (n[d] < least || (ranks > 1 && n[d] % 4 != 0)) return false;
    if (d == 0) return n.x / 2 >= 2 * ranks; // modes of each rank
    return d == 1 ? s.grid.topology.y.ends == Ends::periodic : ranks <= 1;
  };
  int longest = -1;
  for (const int d : {2, 0, 1})
    if (may(d) && (longest < 0 || n[d] > n[longest])) longest = d;
  constexpr int layers = 16; // planes of a rank, a layer of tiles at least
  return longest < 0 && ranks > 1 && n.z % 4 == 0 && n.z / 2 >= layers * ranks ? 2 : longest;
}

void keep_half(ObjectKind& kind, const Grid& before, int d, int half) {
  const auto* const closed = std::get_if<ClosedSurface>(&kind.structure);
  if (!closed) return;
  const Real3& a = closed->surface.half_axes;
  std::vector<Placement> kept, others;
  for (const Placement& at : kind.placements) {
    const Real3& s = at.stretch;
    const real reach = std::max({a.x * s.x, a.y * s.y, a.z * s.z}) / before.h,
               x = box_coordinate(at.centre[d], before.h, before.n[d]);
    (x >= reach && x + reach <= half ? kept : others).push_back(at);
  }
  for (std::size_t i = 0; i < others.size() && kept.size() < least_objects; ++i) {
    others[i].centre[d] = static_cast<real>(kept.size() + 1) / (least_objects + 1) * half * before.h;
    kept.push_back(others[i]);
  }
  kind.placements = std::move(kept);
}

} // namespace

double objects_of(const FlowModel& s) {
  double sum = 0;
  for (const ObjectKind& kind : s.objects) sum += static_cast<double>(kind.placements.size());
  return sum;
}

double stored_points(const FlowModel& s, int ranks) {
  constexpr double ghost_planes = 4; // of a rank
  const Int3 n = s.grid.n;
  return static_cast<double>(n.x) * n.y * (n.z + (ranks > 1 ? ghost_planes * ranks : 0));
}

void keep_part(FlowModel& s, double part, std::size_t least) {
  for (ObjectKind& kind : s.objects) {
    std::vector<Placement>& placements = kind.placements;
    const std::size_t all = placements.size(),
                      wanted = static_cast<std::size_t>(std::lround(part * static_cast<double>(all))),
                      kept = std::min(all, std::max(least, wanted));
    for (std::size_t i = 0; i < kept; ++i) placements[i] = placements[i * all / kept];
    placements.resize(kept);
  }
}

int halve(Scenario& s, int least) {
  const int d = direction_to_halve(s, least);
  if (d < 0) return d;
  const Grid before = s.grid;
  s.grid.n[d] = half_of(before.n[d]);
  for (ObjectKind& kind : s.objects) {
    keep_half(kind, before, d, s.grid.n[d]);
    fit_to_grid(kind, s.grid);
  }
  if (s.has_vessel()) s.vessel = s.vessel->part(s.grid);
  return d;
}

Scenario part_of(Scenario s, const std::function<bool(const Scenario&)>& too_large) {
  while (too_large(s) && halve(s) >= 0) {
  }
  return s;
}

} // namespace ibsim
