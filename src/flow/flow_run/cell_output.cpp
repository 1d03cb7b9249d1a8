#include "flow_run/cell_output.hpp"

#include "base/log.hpp"
#include "base/text.hpp"
#include "diagnostics/shear_marker.hpp"
#include "diagnostics/suspension_columns.hpp"
#include "mechanics/bending.hpp"
#include "model/object_name.hpp"
#include "model/scenario.hpp"
#include "objects/structure_properties.hpp"
#include "program/progress.hpp"
#include "simulation/measures.hpp"
#include "state/failure.hpp"
#include "walls/wall.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace ibsim {

std::vector<std::string> contact_titles() {
  return {"time (us)", "first object", "second object", "distance (um)"};
}

std::vector<std::string> aggregate_titles() { return {"time (us)", "size", "aggregates", "part of objects"}; }

std::vector<std::string> aggregated_pair_titles() {
  return {"time (us)", "first object", "second object", "contact area (um^2)", "flat contact area (um^2)",
          "order"};
}

CellSeries::CellSeries(const FlowModel& model, const std::vector<SurfaceKind>& kinds)
    : room_(wall_of(model)->volume()) {
  const auto wall = wall_of(model);
  const CellAngles at_start;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const bool closed = has_inside(model.objects[kind]); // others have no rows, but numbers
    const std::vector<Placement>& placements = model.objects[kind].placements;
    std::vector<ShearMarker> found(placements.size());
#pragma omp parallel for schedule(static) if (closed && placements.size() > 64)
    for (std::size_t o = 0; o < placements.size(); ++o)
      if (closed) found[o] = shear_marker(placements[o], kinds[kind].start());
    std::vector<Index> markers;
    for (std::size_t o = 0; o < placements.size(); ++o) {
      markers.push_back(found[o].site);
      tracked_.push_back({found[o].start_angle, wall->has(placements[o].centre)});
      angles_.insert(angles_.end(), {at_start.rotation, at_start.tank_treading, closed ? at_start.axis : 0});
    }
    markers_.push_back(std::move(markers));
  }
  angles_.resize(numbers_of_angles(model), -1);
}

std::size_t numbers_of_angles(const FlowModel& model) {
  std::size_t slots = 0;
  for (const ObjectKind& kind : model.objects) slots += kind.placements.size();
  return slots * (has_traffic(model) ? angles_a_cell + 1 : angles_a_cell);
}

namespace {

/// Slot of the placement from which the angles of an object are counted.
std::size_t like(const Simulation& simulation, std::size_t kind, std::size_t slot) {
  const Population& population = simulation.population();
  return population.changes() && population.kinds[kind][slot].like >= 0
             ? static_cast<std::size_t>(population.kinds[kind][slot].like)
             : slot;
}

} // namespace

std::vector<Index> CellSeries::markers_of(const Simulation& simulation, std::size_t kind) const {
  std::vector<Index> markers = markers_[kind];
  for (std::size_t slot = 0; slot < markers.size(); ++slot)
    markers[slot] = markers_[kind][like(simulation, kind, slot)];
  return markers;
}

void CellSeries::meet_newcomers(const Simulation& simulation) {
  const Population& population = simulation.population();
  const CellAngles at_start;
  std::size_t number = 0;
  for (const std::vector<Resident>& kind : population.kinds)
    for (const Resident& one : kind) {
      double& known = angles_[angles_a_cell * tracked_.size() + number];
      double* const angles = &angles_[angles_a_cell * number++];
      if (!one.is_there() || known == static_cast<double>(one.id)) continue;
      known = static_cast<double>(one.id);
      angles[0] = at_start.rotation, angles[1] = at_start.tank_treading, angles[2] = at_start.axis;
    }
}

void CellSeries::warn_of_compression(const Simulation& simulation, std::size_t kind, std::size_t object,
                                     real area_ratio) {
  if (!(area_ratio < most_pressed_.area_ratio) && (warned_ || area_ratio > Compression::small)) return;
  const FlowModel& model = simulation.model();
  const real time = simulation.time();
  const std::string name =
      simulation.population().changes()
          ? name_by_id(model, kind, static_cast<std::int64_t>(simulation.id_of(kind, object)))
          : object_name(model, kind, object);
  if (area_ratio < most_pressed_.area_ratio) most_pressed_ = {area_ratio, time, kind, name};
  if (warned_ || area_ratio > Compression::small) return;
  warned_ = true;
  log::warning(name + ": at " + time_text(time) +
               text(" a part of its membrane is compressed to %.2g of its area at rest; below 0.58 (Skalak's "
                    "law) a membrane no longer resists and folds; ",
                    area_ratio) +
               remedy_of_compression(model, model.objects[kind], time));
}

namespace {

/// What tracers have, as points: velocities and displacements.
MeasuredKind measured_tracers(Simulation& simulation, std::size_t kind) {
  const std::vector<StructureIntegrals>& now = simulation.integrals(kind);
  const std::vector<Real3> U = simulation.values().site_velocities(kind);
  KindSums together;
  for (std::size_t o = 0; o < now.size(); ++o) together.add(U[o], simulation.displacement(kind, o, now[o]));
  return together.measured(simulation.time(), simulation.model().objects[kind].name, 1);
}

/// The slots of the objects that are there, in the order of their ids.
std::vector<std::size_t> slots_by_ids(const Simulation& simulation, std::size_t kind, std::size_t number) {
  std::vector<std::size_t> slots;
  for (std::size_t slot = 0; slot < number; ++slot)
    if (simulation.is_there(kind, slot)) slots.push_back(slot);
  if (simulation.population().changes())
    std::sort(slots.begin(), slots.end(), [&](std::size_t a, std::size_t b) {
      return simulation.id_of(kind, a) < simulation.id_of(kind, b);
    });
  return slots;
}

/// Pairs of slots, numbered over all kinds, become pairs of ids.
void name_pairs_by_ids(const Simulation& simulation, std::vector<ContactPair>& pairs) {
  std::vector<int> ids;
  const std::vector<ObjectKind>& kinds = simulation.model().objects;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    for (std::size_t slot = 0; slot < kinds[kind].placements.size(); ++slot)
      ids.push_back(static_cast<int>(simulation.id_of(kind, slot)));
  for (ContactPair& pair : pairs) {
    const auto [low, high] =
        std::minmax(ids[static_cast<std::size_t>(pair.first)], ids[static_cast<std::size_t>(pair.second)]);
    pair.first = low, pair.second = high;
  }
  std::sort(pairs.begin(), pairs.end(), [](const ContactPair& a, const ContactPair& b) {
    return std::tie(a.first, a.second) < std::tie(b.first, b.second);
  });
}

} // namespace

MeasuredCells CellSeries::measure(Simulation& simulation) {
  const std::vector<ObjectKind>& kinds = simulation.model().objects;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) // before any row is written
    simulation.check_volumes(kind, simulation.integrals(kind));
  MeasuredCells cells{
      simulation.time(), {}, {}, pairs_of(simulation.values().touches()), measure_aggregates(simulation)};
  meet_newcomers(simulation);
  std::vector<real> touching(tracked_.size());
  for (const ContactPair& pair : cells.contacts)
    for (const int object : {pair.first, pair.second}) ++touching[static_cast<std::size_t>(object)];
  std::size_t number = 0;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const std::vector<StructureIntegrals>& integrals = simulation.integrals(kind);
    if (!has_inside(kinds[kind])) {
      if (std::holds_alternative<Tracer>(kinds[kind].structure))
        cells.kinds.push_back(measured_tracers(simulation, kind));
      number += integrals.size();
      continue;
    }
    const int n = static_cast<int>(integrals.size());
    const std::vector<MotionSums> motions =
        simulation.values().motion_sums(kind, markers_of(simulation, kind));
    const std::vector<FarthestSites> farthest = simulation.values().measure(farthest_sites_of_objects, kind);
    const std::vector<real>& unresolved = simulation.unresolved_part_of_forces(kind);
    // Steps wait for this, so all cores do it.
    const std::size_t first = number, first_row = cells.objects.size();
    const std::vector<std::size_t> slots = slots_by_ids(simulation, kind, integrals.size());
    std::vector<std::size_t> row(integrals.size()); // of each slot
    for (std::size_t i = 0; i < slots.size(); ++i) row[slots[i]] = first_row + i;
    cells.objects.resize(first_row + slots.size());
#pragma omp parallel for schedule(static) if (n > 64)
    for (int o = 0; o < n; ++o) {
      if (!simulation.is_there(kind, static_cast<std::size_t>(o))) continue;
      const StructureIntegrals& now = integrals[o];
      const CellShape shape = cell_shape(now);
      const Tracked& tracked = tracked_[first + like(simulation, kind, static_cast<std::size_t>(o))];
      double* const kept = &angles_[angles_a_cell * (first + o)];
      CellAngles angles{kept[0], kept[1], kept[2]};
      angles.follow(shear_plane_angle(motions[o].marker, now.centre) - tracked.start_angle, shape);
      kept[0] = angles.rotation, kept[1] = angles.tank_treading, kept[2] = angles.axis;
      cells.objects[row[o]] = {simulation.time(),
                               simulation.id_of(kind, static_cast<std::size_t>(o)),
                               kinds[kind].name,
                               now,
                               unresolved[o],
                               shape,
                               angles,
                               rigid_motion(motions[o], now.centre),
                               outline(farthest[o]),
                               touching[first + o]};
    }
    KindSums together;
    for (int o = 0; o < n; ++o, ++number) {
      const auto slot = static_cast<std::size_t>(o);
      if (!simulation.is_there(kind, slot)) continue;
      const StructureIntegrals& now = integrals[slot];
      if (tracked_[first + like(simulation, kind, slot)].in_room)
        together.add(cells.objects[row[slot]], simulation.displacement(kind, slot, now));
      warn_of_compression(simulation, kind, slot, now.min_area_ratio);
    }
    cells.kinds.push_back(together.measured(simulation.time(), kinds[kind].name, room_));
  }
  if (simulation.population().changes()) name_pairs_by_ids(simulation, cells.contacts);
  return cells;
}

CellRows rows_of(const MeasuredCells& cells) {
  CellRows rows;
  for (const MeasuredObject& object : cells.objects)
    append_values(object_columns, object, rows.of_objects.emplace_back());
  for (const MeasuredKind& kind : cells.kinds)
    append_values(kind_columns, kind, rows.of_kinds.emplace_back());
  for (const ContactPair& pair : cells.contacts)
    rows.of_contacts.push_back(
        {cells.time, static_cast<double>(pair.first), static_cast<double>(pair.second), pair.distance});
  const double objects = std::accumulate(cells.aggregates.sizes.begin(), cells.aggregates.sizes.end(), 0.0);
  for (const AggregatesOfSize& of : by_size(cells.aggregates))
    rows.of_aggregates.push_back({cells.time, static_cast<double>(of.size),
                                  static_cast<double>(of.aggregates), of.size * of.aggregates / objects});
  for (const HeldPair& pair : cells.aggregates.pairs)
    rows.of_held_pairs.push_back({cells.time, static_cast<double>(pair.first),
                                  static_cast<double>(pair.second), pair.area, pair.flat_area, pair.order});
  return rows;
}

} // namespace ibsim
