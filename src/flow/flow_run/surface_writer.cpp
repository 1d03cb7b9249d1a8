#include "flow_run/surface_writer.hpp"

#include "flow_run/wall_stress.hpp"
#include "grid/packed_points.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/flow_model.hpp"
#include "simulation/output_plan.hpp"

#include <algorithm>

namespace ibsim {

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

template <class B>
SurfaceWriter<B>::SurfaceWriter(const FlowModel& model, const OutputPlan& output,
                                const std::vector<SurfaceKind>& kinds, const std::string& series,
                                std::size_t kept)
    : mesh_(surface_mesh(model, kinds)), has_wall_stress_(has_wall_stress(model)),
      file_(output.folder, series, mesh_, surface_fields(model), {output.precision, output.compression},
            kept),
      copies_(numbers_a_point(model) * mesh_.points, output.precision) {}

template <class B>
template <class T>
void SurfaceWriter<B>::fill(Simulation<B>& simulation, T* to) {
  const Stream<B>& stream = simulation.stream();
  ImmersedBoundaryStep<B>& step = simulation.step();
  const SurfaceNumbers<T> all(to, mesh_.points);
  const auto points_of = [&](std::size_t kind) { return step.structure(kind).surface().sample_sites(); };
  if (of_a_kind_.empty()) {
    Index most = 0;
    for (std::size_t kind = 0; kind < step.structures(); ++kind)
      most = std::max<Index>(most, points_of(kind));
    of_a_kind_ = Array<real, B>(3 * static_cast<std::size_t>(most));
  }
  real* const values = of_a_kind_.data();
  simulation.evaluate();
  const auto is_wall = [&](std::size_t kind) { return has_wall_stress(simulation.model().objects[kind]); };
  std::vector<std::vector<Real3>> of_walls(step.structures());
  std::size_t first = 0;
  for (std::size_t kind = 0; kind < step.structures(); ++kind) {
    const Index n = points_of(kind);
    if (is_wall(kind)) of_walls[kind] = tractions(simulation, kind);
    pack_points(stream, step.sample_positions(kind), all.positions + 3 * first);
    simulation.principal_tensions(kind, values, values + n);
    pack_numbers(stream, values, n, all.tension_1 + first);
    pack_numbers(stream, values + n, n, all.tension_2 + first);
    simulation.area_elements(kind, values);
    pack_quotients(stream, step.sample_forces(kind), values, all.traction + 3 * first);
    first += static_cast<std::size_t>(n);
  }
  first = 0;
  for (std::size_t kind = 0; kind < step.structures(); ++kind) { // after all others: another product
    const VectorsView<real> velocity = vectors_view(values, points_of(kind));
    step.structure(kind).surface().to_sample_sites(stream, step.site_velocities(kind), velocity);
    pack_points(stream, VectorsView<const real>(velocity), all.velocity + 3 * first);
    if (has_wall_stress_) {
      Array<real, B> stress(stream, 3 * static_cast<std::size_t>(velocity.n));
      const VectorsView<real> found = vectors_view(stress.data(), velocity.n);
      if (is_wall(kind))
        stress_on_walls(simulation, kind, step.sample_positions(kind), VectorsView<const real>(velocity),
                        of_walls[kind], found);
      pack_points(stream, VectorsView<const real>(found), all.wall_stress + 3 * first);
    }
    first += static_cast<std::size_t>(velocity.n);
  }
}

template <class B>
void SurfaceWriter<B>::append(Simulation<B>& simulation, std::uint64_t state_hash, BackgroundWriter& writer) {
  copies_.send(
      simulation.stream(), writer, [&](auto* to) { fill(simulation, to); },
      [this, state_hash, time = simulation.time()]<class T>(std::span<const T> numbers) {
        const std::size_t n = mesh_.points;
        const SurfaceNumbers<const T> all(numbers.data(), n);
        std::vector<std::span<const T>> fields{
            {all.velocity, 3 * n}, {all.traction, 3 * n}, {all.tension_1, n}, {all.tension_2, n}};
        if (has_wall_stress_) fields.push_back({all.wall_stress, 3 * n});
        file_.append<T>(time, {all.positions, 3 * n}, fields, state_hash);
      });
}

template class SurfaceWriter<Cpu>;
template void SurfaceWriter<Cpu>::fill(Simulation<Cpu>&, double*);
#if defined(IBSIM_WITH_CUDA)
template class SurfaceWriter<Cuda>;
template void SurfaceWriter<Cuda>::fill(Simulation<Cuda>&, double*);
#endif

} // namespace ibsim
