#include "apps/cell_output.hpp"

#include "diagnostics/cell_shape.hpp"
#include "simulation/initial_sites.hpp"

#include <cmath>

namespace ibsim {
namespace {

/// A third of the area of the triangles around each point, um^2. X: all x, all y, all z.
std::vector<double> areas_of_points(const SurfaceMesh& mesh, const std::vector<double>& X) {
  std::vector<double> areas(mesh.points, 0.0);
  const auto point = [&](int i) { return Real3{X[i], X[mesh.points + i], X[2 * mesh.points + i]}; };
  for (const Vec3<int>& t : mesh.triangles) {
    const Real3 a = point(t.x);
    const double third = norm(cross(point(t.y) - a, point(t.z) - a)) / 6;
    for (int v = 0; v < 3; ++v) areas[t[v]] += third;
  }
  return areas;
}

/// Copies the vectors of one kind into a block of all points (all x, all y, all z), from point `first` on.
template <class B>
void gather(const Stream<B>& stream, VectorsView<const real> from, std::size_t first, std::size_t all,
            std::vector<double>& to) {
  for (int d = 0; d < 3; ++d)
    copy_to_host(stream, to.data() + d * all + first, from[d], sizeof(real) * from.n);
}

} // namespace

SurfaceMesh surface_mesh(const Scenario& scenario, const std::vector<MembraneKind>& kinds) {
  SurfaceMesh mesh;
  int object = 0;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const std::vector<Vec3<int>> triangles = triangulate(kinds[kind].sample_nodes);
    const std::size_t points = kinds[kind].sample_nodes.size();
    for (std::size_t o = 0; o < scenario.objects[kind].placements.size(); ++o, ++object) {
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
SurfaceWriter<B>::SurfaceWriter(const Scenario& scenario, const std::vector<MembraneKind>& kinds,
                                const std::string& series, std::size_t kept)
    : mesh_(surface_mesh(scenario, kinds)),
      file_(scenario.output.folder, series, mesh_, surface_fields(),
            {scenario.output.precision, scenario.output.compression}, kept) {}

template <class B>
void SurfaceWriter<B>::append(Simulation<B>& simulation, std::uint64_t state_hash, BackgroundWriter& writer) {
  const Stream<B>& stream = simulation.stream();
  const std::size_t all = mesh_.points;
  std::vector<double> positions(3 * all), velocity(3 * all), force(3 * all), tension_1(all), tension_2(all);
  simulation.evaluate();
  std::size_t first = 0;
  for (std::size_t kind = 0; kind < simulation.scenario().objects.size(); ++kind) {
    Membrane<B>& membrane = simulation.step().membrane(kind);
    const Index n = membrane.sample_sites();
    gather(stream, simulation.step().sample_positions(kind), first, all, positions);
    gather(stream, simulation.step().sample_forces(kind), first, all, force);
    Array<real, B> values(3 * static_cast<std::size_t>(n));
    membrane.principal_tensions(stream, values.data(), values.data() + n);
    copy_to_host(stream, tension_1.data() + first, values.data(), sizeof(real) * n);
    copy_to_host(stream, tension_2.data() + first, values.data() + n, sizeof(real) * n);
    membrane.to_sample_sites(stream, simulation.step().site_velocities(kind), vectors_view(values.data(), n));
    gather(stream, VectorsView<const real>(vectors_view(values.data(), n)), first, all, velocity);
    first += n;
  }
  writer.add([this, state_hash, time = simulation.time(), positions = std::move(positions),
              velocity = std::move(velocity), traction = std::move(force), tension_1 = std::move(tension_1),
              tension_2 = std::move(tension_2)]() mutable {
    const std::vector<double> areas = areas_of_points(mesh_, positions);
    for (std::size_t i = 0; i < traction.size(); ++i) traction[i] /= areas[i % areas.size()];
    file_.append(time, positions, {velocity, traction, tension_1, tension_2}, state_hash);
  });
}

template <class B>
CellSeries<B>::CellSeries(CsvFile file, const Scenario& scenario, const std::vector<MembraneKind>& kinds)
    : file_(std::move(file)) {
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const ObjectKind& objects = scenario.objects[kind];
    for (std::size_t o = 0; o < objects.placements.size(); ++o) {
      const Placement& placement = objects.placements[o];
      Tracked tracked{kind, static_cast<int>(o), 0, 0, objects.name};
      // the marker: the data site farthest from the vorticity axis, where its angle is known best
      real farthest = -1;
      for (std::size_t i = 0; i < kinds[kind].data_nodes.size(); ++i) {
        const Real3 x = placed(objects.surface, placement, kinds[kind].data_nodes[i]);
        const real distance = std::hypot(x.y - placement.centre.y, x.z - placement.centre.z);
        if (distance <= farthest) continue;
        farthest = distance;
        tracked.marker = static_cast<Index>(i);
        tracked.start_angle = shear_plane_angle(x, placement.centre);
      }
      tracked_.push_back(tracked);
    }
  }
  angles_.assign(tracked_.size(), 0.0);
}

template <class B>
real CellSeries<B>::append(Simulation<B>& simulation) {
  std::vector<std::vector<MembraneIntegrals>> all; // checked before any row is written
  for (std::size_t kind = 0; kind < simulation.scenario().objects.size(); ++kind) {
    all.push_back(
        simulation.step().membrane(kind).integrals(simulation.stream(), simulation.state().sites(kind)));
    simulation.check_volumes(kind, all.back());
  }
  real energy = 0;
  std::size_t number = 0;
  for (std::size_t kind = 0; kind < simulation.scenario().objects.size(); ++kind) {
    const VectorsView<real> X = simulation.state().sites(kind);
    const std::vector<MembraneIntegrals>& integrals = all[kind];
    const std::vector<real> sites = simulation.state().data_sites[kind].to_host(simulation.stream());
    for (std::size_t o = 0; o < integrals.size(); ++o, ++number) {
      const MembraneIntegrals& now = integrals[o];
      const Tracked& tracked = tracked_[number];
      energy += now.energy;
      const Index at =
          static_cast<Index>(o) * simulation.scenario().objects[kind].data_sites + tracked.marker;
      const Real3 marker{sites[at], sites[X.n + at], sites[2 * static_cast<std::size_t>(X.n) + at]};
      angles_[number] =
          unwrapped(shear_plane_angle(marker, now.centre) - tracked.start_angle, angles_[number]);
      const CellShape shape = cell_shape(now);
      file_.append({simulation.time(), static_cast<double>(number), tracked.name, now.centre.x, now.centre.y,
                    now.centre.z, now.area, now.volume, shape.length, shape.width, shape.taylor_deformation,
                    shape.inclination, angles_[number]});
    }
  }
  return energy;
}

template class SurfaceWriter<Cpu>;
template class CellSeries<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class SurfaceWriter<Cuda>;
template class CellSeries<Cuda>;
#endif

} // namespace ibsim
