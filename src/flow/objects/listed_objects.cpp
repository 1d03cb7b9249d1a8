#include "objects/listed_objects.hpp"

#include "coupling/tile_plan.hpp"
#include "model/flow_model.hpp"
#include "model/initial_sites.hpp"
#include "objects/bond_objects.hpp"
#include "objects/pair_forces.hpp"
#include "objects/population.hpp"
#include "objects/structure_properties.hpp"
#include "walls/driven_flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>

namespace ibsim {
namespace {

constexpr real most_images = 16; ///< in which an object may lie without being everywhere

Index tiles_of(const Grid& grid) { // coupling/tile_order.cuh
  const auto along = [](int n) { return (n - 1) / 8 + 1; };
  return along(grid.n.x) * along(grid.n.y) * along(grid.n.z);
}

} // namespace

std::vector<Extent> extents_of_objects(const std::vector<real>& X, Index per_object) {
  const std::size_t sites = X.size() / 3, each = static_cast<std::size_t>(per_object);
  std::vector<Extent> extents;
  for (std::size_t first = 0; first < sites; first += each) {
    const auto y = X.begin() + static_cast<std::ptrdiff_t>(sites + first),
               z = y + static_cast<std::ptrdiff_t>(sites);
    const auto [low, high] = std::minmax_element(z, z + per_object);
    const auto [bottom, top] = std::minmax_element(y, y + per_object);
    extents.push_back({*low, *high, *bottom, *top});
  }
  return extents;
}

std::vector<Extent> extents_at_start(const std::vector<Placement>& placements,
                                     const std::vector<Real3>& at_rest) {
  constexpr real far = std::numeric_limits<real>::max();
  std::vector<Extent> extents(placements.size(), {far, -far, far, -far});
#pragma omp parallel for schedule(static) if (placements.size() > 64)
  for (std::size_t o = 0; o < placements.size(); ++o)
    for (const Real3& site : at_rest) {
      const Real3 x = placed(placements[o], site);
      Extent& e = extents[o];
      e.low = std::min(e.low, x.z), e.high = std::max(e.high, x.z);
      e.bottom = std::min(e.bottom, x.y), e.top = std::max(e.top, x.y);
    }
  return extents;
}

real overhang_of_samples(const ObjectKind& kind, real largest) {
  const auto* const closed = std::get_if<ClosedSurface>(&kind.structure);
  if (!closed || closed->data_sites < 1) return largest / 8;
  // Data sites are as far apart as the root of a sphere's area for each. A sample site has one within twice
  // that along the surface, stretched, and where a surface goes farthest it is flat: over a path no longer
  // than its radius of curvature, as data sites have it, it rises by half of the path.
  const Real3& a = closed->surface.half_axes;
  return std::min(largest / 8,
                  2 * std::max({a.x, a.y, a.z}) * std::sqrt(std::numbers::pi / closed->data_sites));
}

ListReach reach_of_lists(const FlowModel& model, const std::vector<std::vector<Extent>>& of_kinds) {
  real largest = 0, overhang = 0;
  for (std::size_t kind = 0; kind < of_kinds.size(); ++kind) {
    real of_kind = 0;
    for (const Extent& e : of_kinds[kind]) of_kind = std::max(of_kind, e.high - e.low);
    largest = std::max(largest, of_kind);
    overhang = std::max(overhang, overhang_of_samples(model.objects[kind], of_kind));
  }
  const real h = model.grid.h;
  // A kernel reaches two cells beyond a point; where forces act is within a step of where sites are.
  real needed = (ghost_planes + 1 + steps_of_lists + 1) * h + overhang;
  // Images slide past each other as fast as the ends of the box move, each of them by a cell a step.
  if (model.is_sheared()) needed += 2 * steps_of_lists * h;
  // What reaches the slab feels its neighbours, on all of its surface, which may be made of all forces on it.
  if (const std::vector<PairForceSpec> forces = pair_forces_of(model); !forces.empty())
    needed = 2 * needed + 5 * largest / 4 + largest_range(forces);
  return {needed + 3 * h, needed};
}

bool may_be_listed(const FlowModel& model, const std::vector<SurfaceKind>& kinds, std::size_t kind,
                   bool on_gpu) {
  Size samples = 0;
  for (std::size_t k = 0; k < kinds.size(); ++k)
    samples += Size{kinds[k].operators.n_sample} * static_cast<Size>(model.objects[k].placements.size());
  if (kinds[kind].topology != SurfaceTopology::closed || binds_objects(model, kind)) return false;
  if (!on_gpu) return true;
  const Index points = points_of_plan(model, samples, on_gpu);
  const TilePlan plan = tile_plan(points, tiles_of(model.grid));
  return kinds[kind].columns == Columns::apart && !plan.gathers && plan.pieces(points) == 0;
}

Index points_of_plan(const FlowModel& model, Size samples, bool on_gpu) {
  if (!on_gpu || !has_traffic(model)) return static_cast<Index>(samples);
  constexpr Size no_gathering = 32; // points a tile (tile_plan)
  return static_cast<Index>(std::max({samples, Size{most_in_pieces}, no_gathering * tiles_of(model.grid)}));
}

bool knows_its_objects(const FlowModel& model, std::size_t kind) {
  const ObjectKind& object = model.objects[kind];
  return !object.tethers.empty() || !object.pulls.empty() || !object.tweezers.empty();
}

std::optional<real> sliding_of_images(const FlowModel& model, real time) {
  if (!model.is_sheared()) return {};
  return strain_at(model, time) * model.grid.lengths().y;
}

real gap_between(const Grid& grid, const Slab& slab, const Extent& extent, std::optional<real> sliding,
                 real reach) {
  const Real3 box = grid.lengths();
  if (extent.is_nothing()) return std::numeric_limits<real>::infinity();
  const real length = box.z, low = grid.h * slab.first, high = grid.h * (slab.first + slab.planes);
  if (!(extent.high - extent.low < length)) return 0;
  const auto gap = [&](real z) {
    // the image whose low end is the first at or above that of the slab
    const real up = z - low - length * std::floor((z - low) / length); // 0 .. length
    const real above = up - (high - low);                              // beyond the slab's upper end
    const real below = length - up - (extent.high - extent.low);       // the image before it
    return std::max(real{0}, std::min(above, below));
  };
  if (!sliding) return gap(extent.low);
  const real first = std::floor((extent.bottom - reach) / box.y),
             last = std::floor((extent.top + reach) / box.y);
  if (!(last - first < most_images)) return 0;
  real least = length;
  for (real image = first; image <= last; ++image)
    least = std::min(least, gap(extent.low - image * *sliding));
  return least;
}

ListedKind list_for(const Grid& grid, const Slab& slab, const std::vector<Extent>& extents, real reach,
                    std::size_t at_least, std::optional<real> sliding) {
  std::vector<real> gaps;
  for (const Extent& extent : extents) gaps.push_back(gap_between(grid, slab, extent, sliding, reach));
  std::vector<Index> order(extents.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return gaps[static_cast<std::size_t>(a)] < gaps[static_cast<std::size_t>(b)];
  });
  const auto within = static_cast<std::size_t>(
      std::count_if(gaps.begin(), gaps.end(), [&](real gap) { return !(gap > reach); }));
  const std::size_t least = std::max<std::size_t>(1, at_least);
  const std::size_t listed = within <= least ? least : within + within / 128 + 1;
  if (listed + listed / 16 >= extents.size()) return {};
  ListedKind list{false, {order.begin(), order.begin() + static_cast<std::ptrdiff_t>(listed)}};
  std::sort(list.objects.begin(), list.objects.end());
  return list;
}

bool lacks_one(const Grid& grid, const Slab& slab, const std::vector<Extent>& extents, const ListedKind& list,
               real needed, std::optional<real> sliding) {
  if (list.is_all) return false;
  std::vector<char> is_listed(extents.size(), 0);
  for (const Index object : list.objects) is_listed[static_cast<std::size_t>(object)] = 1;
  for (std::size_t o = 0; o < extents.size(); ++o)
    if (!is_listed[o] && !(gap_between(grid, slab, extents[o], sliding, needed) > needed)) return true;
  return false;
}

void tell_of_each(const FlowModel& model, std::vector<ListedObjects>& of_ranks,
                  const std::vector<ListedObjects>& before) {
  const std::size_t kinds = model.objects.size();
  std::vector<bool> is_listed;
  for (std::size_t kind = 0; kind < kinds; ++kind)
    is_listed.push_back((!before.empty() && !before[0][kind].is_all) ||
                        std::any_of(of_ranks.begin(), of_ranks.end(),
                                    [&](const ListedObjects& rank) { return !rank[kind].is_all; }));
  const bool any = std::find(is_listed.begin(), is_listed.end(), true) != is_listed.end(),
             in_pairs = !pair_forces_of(model).empty();
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    if (!is_listed[kind] && !(any && in_pairs && has_inside(model.objects[kind]))) continue;
    const std::size_t objects = model.objects[kind].placements.size();
    std::vector<char> is_told(objects, 0);
    for (ListedObjects& rank : of_ranks) {
      ListedKind& listed = rank[kind];
      if (listed.is_all) {
        listed.objects.resize(objects);
        std::iota(listed.objects.begin(), listed.objects.end(), 0);
      }
      listed.is_all = false;
      listed.told = listed.objects;
      for (Index& object : listed.told)
        if (std::exchange(is_told[static_cast<std::size_t>(object)], 1)) object = -1;
    }
  }
}

FlowModel with_listed_alone(const FlowModel& model, const ListedObjects& lists) {
  FlowModel part = model;
  for (std::size_t kind = 0; kind < lists.size(); ++kind) {
    if (lists[kind].is_all) continue;
    std::vector<Placement> placements;
    for (const Index object : lists[kind].objects)
      placements.push_back(model.objects[kind].placements[static_cast<std::size_t>(object)]);
    part.objects[kind].placements = std::move(placements);
  }
  return part;
}

} // namespace ibsim
