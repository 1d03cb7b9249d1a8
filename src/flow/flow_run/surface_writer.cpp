#include "flow_run/surface_writer.hpp"

#include "flow_run/wall_stress.hpp"
#include "model/flow_model.hpp"
#include "model/output_plan.hpp"

#include <algorithm>
#include <utility>

namespace ibsim {

SurfaceMesh surface_mesh(const FlowModel& model, const std::vector<SurfaceKind>& kinds) {
  SurfaceMesh mesh;
  std::size_t triangles_of_all = 0, points_of_all = 0;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    triangles_of_all += kinds[kind].triangles.size() * model.objects[kind].placements.size();
    points_of_all += kinds[kind].sample_nodes.size() * model.objects[kind].placements.size();
  }
  mesh.triangles.reserve(triangles_of_all); // a gigabyte of 10,000 red cells
  mesh.object.reserve(points_of_all), mesh.kind.reserve(points_of_all);
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

std::vector<OutputField> surface_fields(const FlowModel& model) {
  std::vector<OutputField> fields{
      {"velocity", "um/us", 3},    // of the membrane, which is that of the fluid
      {"traction", "kPa", 3},      // elastic force of the membrane on the fluid, per present area
      {"tension_1", "dyn/cm", 1},  // larger principal tension, per present length
      {"tension_2", "dyn/cm", 1}}; // smaller
  if (has_wall_stress(model)) fields.push_back({"wall_stress", "kPa", 3});
  return fields;
}

std::size_t numbers_a_point(const FlowModel& model) { return has_wall_stress(model) ? 14 : 11; }

SurfaceWriter::SurfaceWriter(const FlowModel& model, const OutputPlan& output,
                             const std::vector<SurfaceKind>& kinds, const std::string& series,
                             std::size_t kept)
    : SurfaceWriter(model, output, surface_mesh(model, kinds), series, kept) {}

SurfaceWriter::SurfaceWriter(const FlowModel& model, const OutputPlan& output, SurfaceMesh mesh,
                             const std::string& series, std::size_t kept)
    : points_(mesh.points), has_wall_stress_(has_wall_stress(model)),
      file_(output.folder, series, std::move(mesh), surface_fields(model),
            {output.precision, output.compression}, kept, has_traffic(model)),
      copies_(numbers_a_point(model) * points_, output.precision) {}

template <class T>
void SurfaceWriter::fill(Simulation& simulation, T* to) {
  const SurfaceNumbers<T> all(to, points_);
  const std::vector<ObjectKind>& kinds = simulation.model().objects;
  const auto is_wall = [&](std::size_t kind) { return has_wall_stress(kinds[kind]); };
  const auto for_kinds = [&](auto f) {
    std::size_t first = 0;
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      f(kind, first);
      first += static_cast<std::size_t>(kinds[kind].sites().sample) * kinds[kind].placements.size();
    }
  };
  std::vector<std::vector<Real3>> of_walls(kinds.size()); // their traction
  for_kinds([&](std::size_t kind, std::size_t first) {
    simulation.values().surface_field(kind, SurfaceField::positions, all.positions + 3 * first);
    simulation.values().surface_field(kind, SurfaceField::tension_1, all.tension_1 + first);
    simulation.values().surface_field(kind, SurfaceField::tension_2, all.tension_2 + first);
    simulation.values().surface_field(kind, SurfaceField::traction, all.traction + 3 * first);
    if (is_wall(kind)) of_walls[kind] = vectors_at_samples(simulation, kind, SurfaceField::traction);
  });
  for_kinds([&](std::size_t kind, std::size_t first) { // after all others: another product
    simulation.values().surface_field(kind, SurfaceField::velocity, all.velocity + 3 * first);
    if (!has_wall_stress_) return;
    const std::size_t n =
        static_cast<std::size_t>(kinds[kind].sites().sample) * kinds[kind].placements.size();
    std::vector<T> stress(3 * n); // of all else none
    if (is_wall(kind)) {
      const std::vector<Real3> found =
          stress_on_walls(simulation, kind, vectors_at_samples(simulation, kind, SurfaceField::positions),
                          vectors_at_samples(simulation, kind, SurfaceField::velocity), of_walls[kind]);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t d = 0; d < 3; ++d) stress[3 * i + d] = static_cast<T>(found[i][static_cast<int>(d)]);
    }
    simulation.values().put_into_fields(all.wall_stress + 3 * first, stress.data(), 3 * n * sizeof(T));
  });
}

namespace {

/// Ids by slot, over all kinds; -1: absent. Nothing where nobody comes or goes.
std::vector<std::int64_t> ids_of_slots(const Simulation& simulation) {
  std::vector<std::int64_t> ids;
  for (const std::vector<Resident>& kind : simulation.population().kinds)
    for (const Resident& one : kind) ids.push_back(one.id);
  return ids;
}

} // namespace

void SurfaceWriter::append(Simulation& simulation, std::uint64_t state_hash, BackgroundWriter& writer) {
  copies_.send(
      simulation, writer, [&](auto* to) { fill(simulation, to); },
      [this, state_hash, time = simulation.time(),
       ids = ids_of_slots(simulation)]<class T>(std::span<const T> numbers) {
        const std::size_t n = points_;
        const SurfaceNumbers<const T> all(numbers.data(), n);
        std::vector<std::span<const T>> fields{
            {all.velocity, 3 * n}, {all.traction, 3 * n}, {all.tension_1, n}, {all.tension_2, n}};
        if (has_wall_stress_) fields.push_back({all.wall_stress, 3 * n});
        file_.append<T>(time, {all.positions, 3 * n}, fields, state_hash, ids);
      });
}

template void SurfaceWriter::fill(Simulation&, double*);

} // namespace ibsim
