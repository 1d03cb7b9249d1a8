#include "packing/place_objects.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "files/content_hash.hpp"
#include "files/hashed_file.hpp"
#include "model/flow_model.hpp"
#include "model/placed_bodies.hpp"
#include "objects/structure_properties.hpp"
#include "packing/place_tracers.hpp"
#include "packing/placement_table.hpp"
#include "packing/stacks.hpp"
#include "surface/mapped_shape.hpp"
#include "walls/places_of_copies.hpp"
#include "walls/tubes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace ibsim {
namespace {

constexpr int version = 2; // of the packings in the cache: change it when pack() gives others

std::string key_of(std::size_t kind) { return "objects." + std::to_string(kind) + ".placements"; }

PackingProblem problem_of(const FlowModel& model) {
  PackingProblem problem;
  problem.periods = model.grid.lengths();
  if (model.has_walls()) problem.periods.y = 0;
  for (const auto& [k, kind, closed] : kinds_of<ClosedSurface>(model.objects)) {
    if (!kind.packing) {
      for (const Placement& placed : kind.placements) problem.fixed.push_back({closed.surface, placed});
      continue;
    }
    const PackingPlan& plan = *kind.packing;
    problem.groups.push_back({closed.surface, plan.number, room_without_copies(model, plan), plan.turn,
                              static_cast<std::uint64_t>(plan.seed), plan.margin});
  }
  return problem;
}

/// Every number that a packing follows from.
std::string hash_of(const PackingProblem& problem) {
  ContentHash hash;
  const auto add = [&](const auto& number) { hash.add(&number, sizeof number); };
  const auto add_surface = [&](const ReferenceSurface& surface) {
    add(surface.shape), add(surface.half_axes);
    if (!surface.map) return;
    for (const Real3& amount : surface.map->amounts) add(amount);
  };
  add(version), add(problem.periods);
  for (const PackedGroup& g : problem.groups) {
    add_surface(g.surface);
    add(g.number), add(g.turn), add(g.seed), add(g.margin);
    add(g.room.low), add(g.room.high), add(g.room.bounded);
    for (const TubeSection& tube : g.room.tubes) add(tube);
    if (g.room.vessel) {
      const std::string& vessel = g.room.vessel->written();
      hash.add(vessel.data(), vessel.size());
      add(g.room.from_wall);
    }
    for (const Region& part : g.room.of_copies) add(part.low), add(part.high);
    for (const PlacedRelief& floor : g.room.floors) {
      add(floor.relief.form), add(floor.relief.height), add(floor.relief.length_x),
          add(floor.relief.length_z), add(floor.corner_x), add(floor.y), add(floor.corner_z);
      if (const auto& map = floor.relief.map) {
        add(map->along_x), add(map->along_z);
        for (const real height : map->heights) add(height);
      }
    }
    add('.');
  }
  for (const FixedObject& f : problem.fixed) {
    add_surface(f.surface);
    add(f.placement.centre), add(f.placement.stretch), add(f.placement.rotation);
  }
  return hex_of(hash.value());
}

/// What was kept of a packing, if it is whole.
bool read_kept(const std::filesystem::path& file, std::vector<ObjectKind>& kinds) {
  const std::optional<std::string> kept = read_hashed_file(file);
  if (!kept) return false;
  try {
    for (ObjectKind& kind : kinds) {
      kind.placements = parse_placements(*kept, file.string(), kind.name);
      if (kind.placements.size() != static_cast<std::size_t>(kind.packing->number)) return false;
    }
    return true;
  } catch (const Error&) {
    return false;
  }
}

void keep(const std::filesystem::path& file, const std::vector<ObjectKind>& kinds) {
  std::error_code ignored;
  std::filesystem::create_directories(file.parent_path(), ignored);
  try {
    write_hashed_file(file, placement_table(kinds));
  } catch (const ResourceError& e) {
    log::warning(std::string("the packing will be made again next time: ") + e.what());
  }
}

/// Kinds in stacks come first: others are packed around them.
void place_stacks(FlowModel& model) {
  for (const auto& [k, kind, closed] : kinds_of<ClosedSurface>(model.objects)) {
    if (!kind.packing || kind.packing->stack == 1) continue;
    try {
      kind.placements = stacked_places(closed.surface, *kind.packing, room_of(model, *kind.packing),
                                       model.has_contact() ? model.contact.range : 0);
    } catch (const InputError& e) {
      throw InputError(key_of(k) + ": " + e.what());
    }
    kind.packing.reset();
  }
}

/// The least gap of all pairs, to a hundredth of it.
real least_gap(const std::vector<Body>& bodies, const Real3& periods) {
  constexpr real near = 1; // um
  real least = std::numeric_limits<real>::infinity();
  first_pair(bodies, periods, near, [&](const Body& a, const Body& b) {
    real high = std::isfinite(least) ? least : near, low = 0;
    if (!closer_than(a, b, periods, high)) return false;
    while (high - low > 0.01 * high && high > 1e-4) {
      const real middle = 0.5 * (low + high);
      (closer_than(a, b, periods, middle) ? high : low) = middle;
    }
    least = high;
    return false;
  });
  return least;
}

} // namespace

PackingRoom room_of(const FlowModel& model, const PackingPlan& plan) {
  const Real3 box = model.grid.lengths();
  PackingRoom room{{}, box, {false, model.has_walls(), false}, reliefs_of(model), inner_parts(model), {},
                   {}, 0};
  constexpr real cells_from_wall = 0.1; // by which on_grid() may be off
  room.vessel = model.vessel, room.from_wall = cells_from_wall * model.grid.h;
  if (room.vessel) room.fluid = fluid_to_pack(room.vessel, {});
  room.bounded[1] |= !room.floors.empty(); // above a floor the box does not go on
  for (int d = 0; d < 3; ++d) {
    if (!(plan.low[d] > 0) && !(plan.high[d] < box[d])) continue;
    room.bounded[d] = true;
    room.low[d] = std::max(room.low[d], plan.low[d]), room.high[d] = std::min(room.high[d], plan.high[d]);
  }
  return room;
}

PackingRoom room_without_copies(const FlowModel& model, const PackingPlan& plan) {
  PackingRoom room = room_of(model, plan);
  if (!room.vessel) return room;
  for (const Inlet& inlet : model.inlets)
    if (const Region place = place_of_copies(model, inlet); overlap({room.low, room.high}, place, {}, model))
      room.of_copies.push_back(place);
  if (!room.of_copies.empty()) room.fluid = fluid_to_pack(room.vessel, room.of_copies);
  return room;
}

std::vector<Finding> settle_numbers(FlowModel& model) {
  std::vector<Finding> findings;
  std::vector<ObjectKind>& kinds = model.objects;
  const auto settle = [&](std::size_t k, real number) {
    constexpr real most = 1e7;
    if (number < 0.5)
      findings.push_back({key_of(k), text("makes %.2g of an object: there is too little room", number)});
    else if (!(number < most))
      findings.push_back({key_of(k), "makes more than 1e7 objects"});
    else
      kinds[k].packing->number = static_cast<int>(std::lround(number));
  };
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (!kinds[k].packing) continue;
    const PackingPlan& plan = *kinds[k].packing;
    const bool is_tracer = std::holds_alternative<Tracer>(kinds[k].structure);
    const real room = volume_of(is_tracer ? room_of(model, plan) : room_without_copies(model, plan));
    if (!(room > 0))
      findings.push_back({key_of(k) + ".within", "is outside of the box or of its tubes"});
    else if (kinds[k].packing->haematocrit > 0)
      settle(k, kinds[k].packing->haematocrit * room / *volume_at_rest(kinds[k]));
  }
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (!kinds[k].packing || !(kinds[k].packing->ratio > 0)) continue;
    const std::string& to = kinds[k].packing->to;
    const auto other = std::find_if(kinds.begin(), kinds.end(), [&](const ObjectKind& kind) {
      return to.empty() ? &kind != &kinds[k] && kind.packing && !(kind.packing->ratio > 0) : kind.name == to;
    });
    if (other == kinds.end() || (other->packing && other->packing->ratio > 0))
      findings.push_back({key_of(k) + ".ratio", to.empty() ? "there is no other kind that is packed"
                                                           : "no kind of objects is called \"" + to +
                                                                 "\", or it has a ratio itself"});
    else
      settle(k, kinds[k].packing->ratio *
                    static_cast<real>(other->packing ? other->packing->number : other->placements.size()));
  }
  return findings;
}

void place_objects(FlowModel& model, const std::string& cache_folder,
                   const std::function<void(const PackingProgress&)>& tell) {
  place_stacks(model);
  std::vector<std::size_t> which;
  std::vector<ObjectKind> waiting;
  for (std::size_t k = 0; k < model.objects.size(); ++k)
    if (model.objects[k].packing && !std::holds_alternative<Tracer>(model.objects[k].structure))
      which.push_back(k), waiting.push_back(model.objects[k]);
  if (which.empty()) return place_tracers(model);
  const PackingProblem problem = problem_of(model);
  const std::filesystem::path file =
      cache_folder.empty() ? std::filesystem::path()
                           : std::filesystem::path(cache_folder) / ("packing-" + hash_of(problem) + ".csv");
  if (cache_folder.empty() || !read_kept(file, waiting)) {
    std::vector<std::vector<Placement>> placements;
    try {
      placements = pack(problem, tell);
    } catch (const InputError& e) {
      throw InputError(key_of(which.front()) + ": " + e.what());
    }
    for (std::size_t w = 0; w < which.size(); ++w) waiting[w].placements = std::move(placements[w]);
    if (!cache_folder.empty()) keep(file, waiting);
  }
  for (std::size_t w = 0; w < which.size(); ++w) {
    model.objects[which[w]].placements = std::move(waiting[w].placements);
    model.objects[which[w]].packing.reset();
  }
  place_tracers(model);
}

Suspension suspension_of(const FlowModel& model) {
  Suspension suspension;
  suspension.room = volume_of(room_of(model, {}));
  for (const ObjectKind& kind : model.objects)
    suspension.parts.push_back(volume_at_rest(kind).value_or(0) * static_cast<real>(kind.placements.size()) /
                               suspension.room);
  suspension.least_gap = least_gap(placed_bodies(model), periods_of(model));
  return suspension;
}

} // namespace ibsim
