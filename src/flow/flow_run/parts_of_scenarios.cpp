#include "flow_run/parts_of_scenarios.hpp"

#include "coupling/stencil.hpp"
#include "flow_run/rough_estimate.hpp"
#include "flow_run/run_prediction.hpp"
#include "flow_run/surface_writer.hpp"
#include "model/initial_sites.hpp"
#include "model/scenario.hpp"
#include "objects/listed_objects.hpp"
#include "objects/structure_properties.hpp"
#include "parallel/device.hpp"
#include "state/most_together.hpp"
#include "walls/vessel.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ibsim {
namespace {

/// The largest of the outputs that leave the backend in one piece, bytes: a frame, or a checkpoint's
/// velocity.
double frame_bytes(const FlowModel& s, const OutputPlan& output) {
  const auto [fluid, surfaces] = bytes_of_frames(s, output);
  return std::max({fluid, output.checkpoints ? 3.0 * sizeof(real) * s.grid.cells() : 0, surfaces});
}

/// Cells of a halved side: half of them, a multiple of four where a side has no such half.
int half_of(int cells) { return cells % 4 == 0 ? cells / 2 : (cells / 2 + 2) / 4 * 4; }

/// Whether a halved box has the object: its centre is in the half at 0 of each of the first `directions`,
/// between walls in the quarter at one of them.
bool is_in_half(const FlowModel& before, const Placement& at, int directions) {
  const Int3 n = before.grid.n;
  const real h = before.grid.h, x = box_coordinate(at.centre.x, h, n.x),
             y = box_coordinate(at.centre.y, h, n.y), z = box_coordinate(at.centre.z, h, n.z);
  const bool has_y = before.has_walls() ? std::min(y, n.y - y) < half_of(n.y) / 2 : y < half_of(n.y);
  return x < half_of(n.x) && has_y && (directions < 3 || z < half_of(n.z));
}

/// Closed objects that are beyond the half of the box go, but for one of a kind. They were as close
/// everywhere as they are in it.
void keep_half(FlowModel& before, int directions) {
  for (ObjectKind& kind : before.objects) {
    if (!std::holds_alternative<ClosedSurface>(kind.structure)) continue;
    std::vector<Placement> kept;
    for (const Placement& at : kind.placements)
      if (is_in_half(before, at, directions)) kept.push_back(at);
    if (kept.empty() && !kind.placements.empty()) kept.push_back(kind.placements[0]);
    kind.placements = std::move(kept);
  }
}

} // namespace

double objects_of(const FlowModel& s) {
  double sum = 0;
  for (const ObjectKind& kind : s.objects) sum += static_cast<double>(kind.placements.size());
  return sum;
}
double site_products(const FlowModel& s) {
  double sum = 0;
  for (const ObjectKind& kind : s.objects)
    sum += static_cast<double>(kind.sites().sample) * kind.sites().data *
           static_cast<double>(kind.placements.size());
  return sum / std::max(objects_of(s), 1.0);
}

void keep_part(FlowModel& s, double part) {
  for (ObjectKind& kind : s.objects) {
    std::vector<Placement>& placements = kind.placements;
    const std::size_t all = placements.size(),
                      wanted = static_cast<std::size_t>(std::lround(part * static_cast<double>(all))),
                      kept = std::min(all, std::max<std::size_t>(1, wanted));
    for (std::size_t i = 0; i < kept; ++i) placements[i] = placements[i * all / kept];
    placements.resize(kept);
  }
}

bool same_sizes(const FlowModel& a, const FlowModel& b) {
  return a.grid.n == b.grid.n && objects_of(a) == objects_of(b) && sample_sites_of(a) == sample_sites_of(b);
}

double listed_in_all(const FlowModel& s, int ranks, ImagesAt images, bool on_cuda) {
  if (ranks <= 1) return objects_of(s);
  std::vector<SurfaceKind> kinds(s.objects.size());
  std::vector<std::vector<Extent>> extents(s.objects.size());
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const std::vector<Placement>& placements = s.objects[kind].placements;
    kinds[kind].topology = SurfaceTopology::point; // not listed
    const auto* const closed = std::get_if<ClosedSurface>(&s.objects[kind].structure);
    if (!closed) continue;
    kinds[kind].topology = SurfaceTopology::closed;
    kinds[kind].operators.n_sample = static_cast<Index>(s.objects[kind].sites().sample);
    kinds[kind].columns = placements.size() > most_together ? Columns::apart : Columns::together;
    for (const Placement& at : placements) {
      Extent extent{at.centre.z, at.centre.z};
      for (int i = 0; i < 27; ++i) {
        const Real3 direction{i % 3 - 1.0, i / 3 % 3 - 1.0, i / 9 - 1.0};
        if (i == 13) continue; // the centre
        const real z = placed(closed->surface, at, normalized(direction)).z;
        extent = {std::min(extent.low, z), std::max(extent.high, z)};
      }
      extent.bottom = at.centre.y - (extent.high - extent.low) / 2; // as wide as it is long
      extent.top = at.centre.y + (extent.high - extent.low) / 2;
      extents[kind].push_back(extent);
    }
  }
  const real reach = reach_of_lists(s, extents).listed;
  std::optional<real> sliding = sliding_of_images(s, 0);
  if (sliding && images == ImagesAt::half_of_box) sliding = s.grid.lengths().z / 2;
  const int layers = on_cuda ? layers_of<Cuda>(s.grid) : layers_of<Cpu>(s.grid);
  double listed = 0;
  for (int rank = 0; rank < ranks; ++rank)
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      ListedKind list;
      if (may_be_listed(s, kinds, kind, on_cuda))
        list = list_for(s.grid, slab_of(s.grid, rank, ranks, layers), extents[kind], reach, 0, sliding);
      listed += static_cast<double>(list.is_all ? s.objects[kind].placements.size() : list.objects.size());
    }
  return listed;
}

bool halve(Scenario& s) {
  constexpr int is_long = 64;
  Grid& grid = s.grid;
  const int ranks = s.device.ranks;
  const bool slabs_stay = ranks > 1 && grid.n.x >= is_long && grid.n.y >= is_long;
  const int directions = slabs_stay ? 2 : 3;
  for (int d = 0; d < directions; ++d)
    if ((ranks > 1 && grid.n[d] % 4 != 0) || grid.n[d] < 16) return false;
  if (ranks > 1 && (grid.n.x < 4 * ranks || (!slabs_stay && grid.n.z / 2 < 8 * ranks))) return false;
  keep_half(s, directions);
  const real height = grid.n.y * grid.h;
  for (int d = 0; d < directions; ++d) grid.n[d] = half_of(grid.n[d]);
  for (ObjectKind& kind : s.objects) fit_to_grid(kind, grid);
  if (s.has_vessel()) s.vessel = s.vessel->part(grid);
  if (!s.has_walls()) return true;
  const real gap = grid.n.y * grid.h;
  for (ObjectKind& kind : s.objects)
    for (Placement& at : kind.placements) {
      real& y = at.centre.y;
      y = y <= height / 2 ? std::min(y, gap / 2) : gap - std::min(height - y, gap / 2);
    }
  return true;
}

Scenario writable(Scenario s) {
  constexpr double most_bytes = 64e6;
  const double samples = sample_sites_of(s) / std::max(objects_of(s), 1.0);
  while (frame_bytes(s, s.output) > most_bytes) {
    const bool fewer =
        objects_of(s) > static_cast<double>(s.objects.size()) &&
        numbers_a_point(s) * bytes_of_a_number(s.output.precision) * samples * objects_of(s) > most_bytes / 2;
    if (fewer) keep_part(s, 0.5);
    if (!halve(s) && !fewer) break;
  }
  return s;
}

Scenario reduced(const Scenario& scenario, bool on_cuda) {
  constexpr double most_seconds = 0.2;   // a step, of fluid or membranes
  constexpr double most_operators = 3e7; // data sites times sample sites, which take some seconds to set up
  Scenario s = scenario;
  for (const auto& [number, kind, closed] : kinds_of<ClosedSurface>(s.objects)) {
    const double part = most_operators / (static_cast<double>(closed.data_sites) * closed.sample_sites);
    if (part >= 1) continue;
    closed.sample_sites = std::max(400, static_cast<int>(std::sqrt(part) * closed.sample_sites) / 4 * 4);
    closed.data_sites = std::max(200, static_cast<int>(std::sqrt(part) * closed.data_sites) / 4 * 4);
  }
  const auto rough = [&] { return rough_estimate(s, on_cuda, cpu_threads()); };
  const double free = static_cast<double>(on_cuda ? free_cuda_memory() : free_host_memory());
  while ((rough().fluid_seconds > most_seconds || rough().memory > 0.5 * free) && halve(s)) {
  }
  while (rough().memory > 0.5 * free && objects_of(s) > static_cast<double>(s.objects.size()))
    keep_part(s, 0.5);
  if (const double seconds = rough().membrane_seconds; seconds > most_seconds)
    keep_part(s, most_seconds / seconds);
  return s;
}

} // namespace ibsim
