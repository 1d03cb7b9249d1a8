#include "flow_run/cell_output.hpp"

#include "base/log.hpp"
#include "base/text.hpp"
#include "diagnostics/kind_columns.hpp"
#include "diagnostics/shear_marker.hpp"
#include "diagnostics/suspension_columns.hpp"
#include "mechanics/bending.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/failure.hpp"
#include "simulation/object_name.hpp"
#include "simulation/scenario.hpp"
#include "simulation/structure_properties.hpp"

#include <cmath>
#include <memory>

namespace ibsim {
namespace {

/// Copies the vectors of one kind into a block of all points (all x, all y, all z), from point `first` on.
template <class B>
void gather(const Stream<B>& stream, VectorsView<const real> from, std::size_t first, std::size_t all,
            std::vector<double>& to) {
  for (int d = 0; d < 3; ++d)
    copy_to_host(stream, to.data() + d * all + first, from[d], sizeof(real) * from.n);
}

} // namespace

SurfaceMesh surface_mesh(const FlowModel& model, const std::vector<SurfaceKind>& kinds) {
  SurfaceMesh mesh;
  int object = 0;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const std::vector<Vec3<int>>& triangles = kinds[kind].triangles;
    const std::size_t points = kinds[kind].sample_nodes.size();
    for (std::size_t o = 0; o < model.objects[kind].placements.size(); ++o, ++object) {
      const int first = static_cast<int>(mesh.points);
      for (const Vec3<int>& t : triangles) mesh.triangles.push_back({first + t.x, first + t.y, first + t.z});
      mesh.object.insert(mesh.object.end(), points, object);
      mesh.kind.insert(mesh.kind.end(), points, static_cast<int>(kind));
      mesh.points += points;
    }
  }
  return mesh;
}

std::vector<OutputField> surface_fields() {
  return {{"velocity", "um/us", 3},    // of the membrane, which is that of the fluid
          {"traction", "kPa", 3},      // elastic force of the membrane on the fluid, per present area
          {"tension_1", "dyn/cm", 1},  // larger principal tension, per present length
          {"tension_2", "dyn/cm", 1}}; // smaller
}

template <class B>
SurfaceWriter<B>::SurfaceWriter(const FlowModel& model, const OutputPlan& output,
                                const std::vector<SurfaceKind>& kinds, const std::string& series,
                                std::size_t kept)
    : mesh_(surface_mesh(model, kinds)),
      file_(output.folder, series, mesh_, surface_fields(), {output.precision, output.compression}, kept) {}

template <class B>
RawSurfaceFrame raw_surface_frame(Simulation<B>& simulation) {
  const Stream<B>& stream = simulation.stream();
  std::size_t all = 0, first = 0;
  for (std::size_t kind = 0; kind < simulation.step().structures(); ++kind)
    all += simulation.step().structure(kind).surface().sample_sites();
  RawSurfaceFrame raw;
  SurfaceFrame& frame = raw.frame;
  std::vector<double>& areas = raw.areas;
  areas.resize(all);
  for (std::vector<double>* vectors : {&frame.positions, &frame.velocity, &frame.traction})
    vectors->resize(3 * all);
  for (std::vector<double>* numbers : {&frame.tension_1, &frame.tension_2}) numbers->resize(all);
  ImmersedBoundaryStep<B>& step = simulation.step();
  simulation.evaluate();
  for (std::size_t kind = 0; kind < step.structures(); ++kind) {
    const Index n = step.structure(kind).surface().sample_sites();
    gather(stream, step.sample_positions(kind), first, all, frame.positions);
    gather(stream, step.sample_forces(kind), first, all, frame.traction);
    Array<real, B> values(3 * static_cast<std::size_t>(n));
    simulation.principal_tensions(kind, values.data(), values.data() + n);
    copy_to_host(stream, frame.tension_1.data() + first, values.data(), sizeof(real) * n);
    copy_to_host(stream, frame.tension_2.data() + first, values.data() + n, sizeof(real) * n);
    simulation.area_elements(kind, values.data());
    copy_to_host(stream, areas.data() + first, values.data(), sizeof(real) * n);
    first += n;
  }
  first = 0;
  for (std::size_t kind = 0; kind < step.structures(); ++kind) { // after all others: another product
    Surface<B>& surface = step.structure(kind).surface();
    const Index n = surface.sample_sites();
    Array<real, B> values(3 * static_cast<std::size_t>(n));
    const VectorsView<real> velocity = vectors_view(values.data(), n);
    surface.to_sample_sites(stream, step.site_velocities(kind), velocity);
    gather(stream, VectorsView<const real>(velocity), first, all, frame.velocity);
    first += n;
  }
  return raw;
}

SurfaceFrame finished(RawSurfaceFrame raw) {
  const std::size_t all = raw.areas.size();
  for (std::size_t d = 0; d < 3; ++d)
    for (std::size_t i = 0; i < all; ++i) raw.frame.traction[d * all + i] /= raw.areas[i];
  return std::move(raw.frame);
}

template <class B>
SurfaceFrame surface_frame(Simulation<B>& simulation) {
  return finished(raw_surface_frame(simulation));
}

template <class B>
void SurfaceWriter<B>::append(Simulation<B>& simulation, std::uint64_t state_hash, BackgroundWriter& writer) {
  // shared: a job can be copied, and this is the largest thing in a run
  const auto raw = std::make_shared<RawSurfaceFrame>(raw_surface_frame(simulation));
  writer.add([this, state_hash, time = simulation.time(), raw] {
    SurfaceFrame frame = finished(std::move(*raw));
    std::vector<std::vector<double>> fields;
    for (std::vector<double>* field : {&frame.velocity, &frame.traction, &frame.tension_1, &frame.tension_2})
      fields.push_back(std::move(*field));
    file_.append(time, frame.positions, fields, state_hash);
  });
}

std::vector<std::string> contact_titles() {
  return {"time (us)", "first object", "second object", "distance (um)"};
}

template <class B>
CellSeries<B>::CellSeries(const Stream<B>& stream, const FlowModel& model,
                          const std::vector<SurfaceKind>& kinds)
    : room_(room_for_objects(model)), contacts_(stream, model) {
  const CellAngles at_start;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const bool closed = has_inside(model.objects[kind]); // others have no rows, but numbers
    std::vector<Index> markers;
    for (const Placement& placement : model.objects[kind].placements) {
      const ShearMarker marker = closed ? shear_marker(placement, kinds[kind].start()) : ShearMarker{};
      markers.push_back(marker.site);
      tracked_.push_back({marker.start_angle, is_in_room(model, placement)});
      angles_.insert(angles_.end(), {at_start.rotation, at_start.tank_treading, closed ? at_start.axis : 0});
    }
    markers_.emplace_back(stream, markers);
  }
}

template <class B>
void CellSeries<B>::warn_of_compression(const FlowModel& model, std::size_t kind, std::size_t object,
                                        real area_ratio, real time) {
  if (area_ratio < most_pressed_.area_ratio) most_pressed_ = {area_ratio, time, kind, object};
  if (warned_ || area_ratio > Compression::small) return;
  warned_ = true;
  log::warning(object_name(model, kind, object) +
               text(": at %g us a part of its membrane is pressed to %.2g of its area at rest; below 0.58 "
                    "(Skalak's law) a membrane resists no longer and folds; ",
                    time, area_ratio) +
               remedy_of_compression(model, model.objects[kind]));
}

template <class B>
typename CellSeries<B>::Rows CellSeries<B>::measure(Simulation<B>& simulation) {
  const std::vector<ObjectKind>& kinds = simulation.model().objects;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) // before any row is written
    simulation.check_volumes(kind, simulation.integrals(kind));
  const Stream<B>& stream = simulation.stream();
  ImmersedBoundaryStep<B>& step = simulation.step();
  Rows rows;
  std::vector<real> touching(tracked_.size());
  for (const ContactPair& pair : contacts_.measure(simulation)) {
    for (const int object : {pair.first, pair.second}) ++touching[static_cast<std::size_t>(object)];
    rows.of_contacts.push_back({simulation.time(), static_cast<double>(pair.first),
                                static_cast<double>(pair.second), pair.distance});
  }
  std::size_t number = 0;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const std::vector<StructureIntegrals>& integrals = simulation.integrals(kind);
    if (!has_inside(kinds[kind])) {
      number += integrals.size();
      continue;
    }
    const int n = static_cast<int>(integrals.size());
    const std::vector<MotionSums> motions = motion_sums<B>(stream, n, simulation.present().sites(kind),
                                                           step.site_velocities(kind), markers_[kind].data());
    const std::vector<FarthestSites> farthest = farthest_sites<B>(stream, n, step.sample_positions(kind));
    const std::vector<real>& unresolved = simulation.unresolved_part_of_forces(kind);
    KindSums together;
    for (std::size_t o = 0; o < integrals.size(); ++o, ++number) {
      const StructureIntegrals& now = integrals[o];
      const CellShape shape = cell_shape(now);
      double* const kept = &angles_[angles_a_cell * number];
      CellAngles angles{kept[0], kept[1], kept[2]};
      angles.follow(shear_plane_angle(motions[o].marker, now.centre) - tracked_[number].start_angle, shape);
      kept[0] = angles.rotation, kept[1] = angles.tank_treading, kept[2] = angles.axis;
      const MeasuredObject measured{
          simulation.time(),    number,          kinds[kind].name, now,
          unresolved[o],        shape,           angles,           rigid_motion(motions[o], now.centre),
          outline(farthest[o]), touching[number]};
      append_values(object_columns, measured, rows.of_objects.emplace_back());
      if (tracked_[number].in_room) together.add(measured, simulation.displacement(kind, o, now));
      warn_of_compression(simulation.model(), kind, o, now.min_area_ratio, simulation.time());
    }
    append_values(kind_columns, together.measured(simulation.time(), kinds[kind].name, room_),
                  rows.of_kinds.emplace_back());
  }
  return rows;
}

template SurfaceFrame surface_frame(Simulation<Cpu>&);
template RawSurfaceFrame raw_surface_frame(Simulation<Cpu>&);
template class SurfaceWriter<Cpu>;
template class CellSeries<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template SurfaceFrame surface_frame(Simulation<Cuda>&);
template RawSurfaceFrame raw_surface_frame(Simulation<Cuda>&);
template class SurfaceWriter<Cuda>;
template class CellSeries<Cuda>;
#endif

} // namespace ibsim
