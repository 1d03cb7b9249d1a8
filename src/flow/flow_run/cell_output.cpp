#include "flow_run/cell_output.hpp"

#include "base/log.hpp"
#include "base/text.hpp"
#include "diagnostics/shear_marker.hpp"
#include "diagnostics/suspension_columns.hpp"
#include "mechanics/bending.hpp"
#include "parallel/with_cuda.hpp"
#include "program/progress.hpp"
#include "simulation/failure.hpp"
#include "simulation/object_name.hpp"
#include "simulation/scenario.hpp"
#include "simulation/structure_properties.hpp"

#include <cmath>
#include <numeric>

namespace ibsim {

std::vector<std::string> contact_titles() {
  return {"time (us)", "first object", "second object", "distance (um)"};
}

std::vector<std::string> aggregate_titles() { return {"time (us)", "size", "aggregates", "part of objects"}; }

std::vector<std::string> aggregated_pair_titles() {
  return {"time (us)", "first object", "second object", "contact area (um^2)", "flat contact area (um^2)",
          "order"};
}

template <class B>
CellSeries<B>::CellSeries(const FlowModel& model, const std::vector<SurfaceKind>& kinds)
    : room_(room_for_objects(model)) {
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
      tracked_.push_back({found[o].start_angle, is_in_room(model, placements[o])});
      angles_.insert(angles_.end(), {at_start.rotation, at_start.tank_treading, closed ? at_start.axis : 0});
    }
    markers_.push_back(std::move(markers));
  }
}

template <class B>
void CellSeries<B>::warn_of_compression(const FlowModel& model, std::size_t kind, std::size_t object,
                                        real area_ratio, real time) {
  if (area_ratio < most_pressed_.area_ratio) most_pressed_ = {area_ratio, time, kind, object};
  if (warned_ || area_ratio > Compression::small) return;
  warned_ = true;
  log::warning(object_name(model, kind, object) + ": at " + time_text(time) +
               text(" a part of its membrane is compressed to %.2g of its area at rest; below 0.58 (Skalak's "
                    "law) a membrane no longer resists and folds; ",
                    area_ratio) +
               remedy_of_compression(model, model.objects[kind]));
}

/// What tracers have, as points: velocities and displacements.
template <class B>
MeasuredKind measured_tracers(Simulation<B>& simulation, std::size_t kind) {
  const std::vector<StructureIntegrals>& now = simulation.integrals(kind);
  const VectorsView<const real> velocities = simulation.site_velocities(kind);
  std::vector<real> U(3 * now.size());
  for (int d = 0; d < 3; ++d)
    copy_to_host(simulation.stream(), U.data() + d * now.size(), velocities[d], sizeof(real) * now.size());
  KindSums together;
  for (std::size_t o = 0; o < now.size(); ++o)
    together.add({U[o], U[now.size() + o], U[2 * now.size() + o]}, simulation.displacement(kind, o, now[o]));
  return together.measured(simulation.time(), simulation.model().objects[kind].name, 1);
}

template <class B>
MeasuredCells CellSeries<B>::measure(Simulation<B>& simulation) {
  const std::vector<ObjectKind>& kinds = simulation.model().objects;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) // before any row is written
    simulation.check_volumes(kind, simulation.integrals(kind));
  MeasuredCells cells{
      simulation.time(), {}, {}, pairs_of(simulation.touches()), measure_aggregates(simulation)};
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
    const std::vector<MotionSums> motions = simulation.motion_sums(kind, markers_[kind]);
    const std::vector<FarthestSites> farthest = simulation.farthest_sites(kind);
    const std::vector<real>& unresolved = simulation.unresolved_part_of_forces(kind);
    // Steps wait for this, so all cores do it.
    const std::size_t first = number, first_row = cells.objects.size();
    cells.objects.resize(first_row + integrals.size());
#pragma omp parallel for schedule(static) if (n > 64)
    for (int o = 0; o < n; ++o) {
      const StructureIntegrals& now = integrals[o];
      const CellShape shape = cell_shape(now);
      double* const kept = &angles_[angles_a_cell * (first + o)];
      CellAngles angles{kept[0], kept[1], kept[2]};
      angles.follow(shear_plane_angle(motions[o].marker, now.centre) - tracked_[first + o].start_angle,
                    shape);
      kept[0] = angles.rotation, kept[1] = angles.tank_treading, kept[2] = angles.axis;
      cells.objects[first_row + o] = {simulation.time(),
                                      first + o,
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
      const StructureIntegrals& now = integrals[o];
      if (tracked_[number].in_room)
        together.add(cells.objects[first_row + o], simulation.displacement(kind, o, now));
      warn_of_compression(simulation.model(), kind, o, now.min_area_ratio, simulation.time());
    }
    cells.kinds.push_back(together.measured(simulation.time(), kinds[kind].name, room_));
  }
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

template class CellSeries<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class CellSeries<Cuda>;
#endif

} // namespace ibsim
