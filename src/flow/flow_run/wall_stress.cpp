#include "flow_run/wall_stress.hpp"

#include "coupling/interpolate.hpp"
#include "coupling/wall_offset.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/flow_model.hpp"
#include "simulation/object_kind.hpp"
#include "simulation/sheets.hpp"

#include <limits>

namespace ibsim {
namespace {

constexpr real nearer = 2.5, farther = 5; // cells of the grid
constexpr real variance_of_kernel = 0.5;  // in cells, of kernels of four points and of splines nearly so

template <class B>
std::vector<Real3> to_host(const Stream<B>& stream, VectorsView<const real> from) {
  const auto n = static_cast<std::size_t>(from.n);
  std::vector<Real3> to(n);
  std::vector<real> component(n);
  for (int d = 0; d < 3; ++d) {
    copy_to_host(stream, component.data(), from[d], n * sizeof(real));
    for (std::size_t i = 0; i < n; ++i) to[i][d] = component[i];
  }
  return to;
}

template <class B>
void to_backend(const Stream<B>& stream, const std::vector<Real3>& from, VectorsView<real> to) {
  std::vector<real> component(from.size());
  for (int d = 0; d < 3; ++d) {
    for (std::size_t i = 0; i < from.size(); ++i) component[i] = from[i][d];
    copy_to_device(stream, to[d], component.data(), from.size() * sizeof(real));
  }
}

/// The fluid's velocity so far from the points along their normals.
template <class B>
std::vector<Real3> velocity_at(Simulation<B>& simulation, std::vector<Real3> points,
                               const std::vector<Real3>& normals, real distance) {
  const Stream<B>& stream = simulation.stream();
  const FlowModel& model = simulation.model();
  for (std::size_t i = 0; i < points.size(); ++i) points[i] += distance * normals[i];
  const auto n = static_cast<Index>(points.size());
  Array<real, B> places(3 * points.size()), velocities(3 * points.size());
  to_backend(stream, points, vectors_view(places.data(), n));
  interpolate<B>(stream, model.kernel, model.grid, simulation.present().velocity.view(),
                 vectors_view<const real>(places.data(), n), vectors_view(velocities.data(), n));
  return to_host(stream, vectors_view<const real>(velocities.data(), n));
}

/// Into the fluid within, of the tubes of a kind at their sites, object by object.
std::vector<Real3> inward_normals(const ObjectKind& tubes, const std::vector<Real3>& X) {
  const std::size_t of_each = X.size() / tubes.placements.size();
  std::vector<Real3> normals(X.size());
  for (std::size_t i = 0; i < X.size(); ++i) {
    const Real3 from_axis = X[i] - tubes.placements[i / of_each].centre;
    normals[i] = normalized(Real3{-from_axis.x, -from_axis.y, 0});
  }
  return normals;
}

} // namespace

bool has_wall_stress(const ObjectKind& kind) {
  return std::holds_alternative<Sheet>(kind.structure) || std::holds_alternative<Tube>(kind.structure);
}
bool has_wall_stress(const FlowModel& model) {
  for (const ObjectKind& kind : model.objects)
    if (has_wall_stress(kind)) return true;
  return false;
}

template <class B>
std::vector<Real3> tractions(Simulation<B>& simulation, std::size_t kind) {
  const Stream<B>& stream = simulation.stream();
  simulation.evaluate();
  const VectorsView<const real> forces = simulation.step().sample_forces(kind);
  Array<real, B> areas(static_cast<std::size_t>(forces.n));
  simulation.area_elements(kind, areas.data());
  const std::vector<real> each = areas.to_host(stream);
  std::vector<Real3> found = to_host(stream, forces);
  for (std::size_t i = 0; i < found.size(); ++i) found[i] = found[i] / each[i];
  return found;
}

template <class B>
void stress_on_walls(Simulation<B>& simulation, std::size_t kind, VectorsView<const real> X,
                     VectorsView<const real> U, const std::vector<Real3>& traction,
                     VectorsView<real> stress) {
  const Stream<B>& stream = simulation.stream();
  const FlowModel& model = simulation.model();
  const ObjectKind& of = model.objects[kind];
  const Tube* const tube = std::get_if<Tube>(&of.structure);
  const real h = model.grid.h, viscosity = model.fluid.viscosity, offset = wall_offset(model.kernel) * h,
             slip = offset / viscosity, d = nearer * h, s = offset / d,
             blurred = (tube ? 2 : 1) * variance_of_kernel / (2 * nearer * nearer);
  const std::vector<Real3> places = to_host(stream, X), moves = to_host(stream, U),
                           normals = tube ? inward_normals(of, places) : upward_normals(model, kind, places),
                           near = velocity_at(simulation, places, normals, nearer * h),
                           far = velocity_at(simulation, places, normals, farther * h);
  constexpr real everywhere = std::numeric_limits<real>::infinity();
  const real highest = tube                ? (tube->radius < 4 * h ? -everywhere : everywhere)
                       : model.has_walls() ? model.grid.lengths().y - (farther + 2) * h
                                           : everywhere;
  std::vector<Real3> found(places.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Real3 &n = normals[i], &t = traction[i];
    const Real3 at_sites = moves[i] + slip * (t - dot(n, t) * n),
                bend = (at_sites - 2.0 * near[i] + far[i]) / (1 - blurred), // d^2 u_ss
        slope = ((2 * s - 3) * at_sites + (4 - 4 * s) * near[i] + (2 * s - 1) * far[i] -
                 (3 - 2 * s) * blurred * bend) /
                (2 * d);
    constexpr real none = std::numeric_limits<real>::quiet_NaN();
    found[i] = places[i].y > highest ? Real3{none, none, none} : viscosity * (slope - dot(n, slope) * n);
  }
  to_backend(stream, found, stress);
}

template std::vector<Real3> tractions(Simulation<Cpu>&, std::size_t);
template void stress_on_walls(Simulation<Cpu>&, std::size_t, VectorsView<const real>, VectorsView<const real>,
                              const std::vector<Real3>&, VectorsView<real>);
#if defined(IBSIM_WITH_CUDA)
template std::vector<Real3> tractions(Simulation<Cuda>&, std::size_t);
template void stress_on_walls(Simulation<Cuda>&, std::size_t, VectorsView<const real>,
                              VectorsView<const real>, const std::vector<Real3>&, VectorsView<real>);
#endif

} // namespace ibsim
