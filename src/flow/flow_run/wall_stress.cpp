#include "flow_run/wall_stress.hpp"

#include "coupling/wall_offset.hpp"
#include "model/flow_model.hpp"
#include "model/object_kind.hpp"
#include "walls/sheets.hpp"
#include "walls/wall_points.hpp"

#include <limits>

namespace ibsim {
namespace {

constexpr real nearer = 2.5, farther = 5; // cells of the grid
constexpr real variance_of_kernel = 0.5;  // in cells, of kernels of four points and of splines nearly so

/// The fluid's velocity so far from the points along their normals.
std::vector<Real3> velocity_at(Simulation& simulation, std::vector<Real3> points,
                               const std::vector<Real3>& normals, real distance) {
  for (std::size_t i = 0; i < points.size(); ++i) points[i] += distance * normals[i];
  return simulation.values().velocities_at(points);
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

std::vector<Real3> vectors_at_samples(Simulation& simulation, std::size_t kind, SurfaceField field) {
  const std::vector<real> numbers = simulation.surface_field_on_host(kind, field);
  std::vector<Real3> vectors;
  for (std::size_t i = 0; i < numbers.size(); i += 3)
    vectors.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
  return vectors;
}

std::vector<Real3> stress_on_walls(Simulation& simulation, std::size_t kind, const std::vector<Real3>& sites,
                                   const std::vector<Real3>& U, const std::vector<Real3>& traction) {
  const FlowModel& model = simulation.model();
  const ObjectKind& of = model.objects[kind];
  const Tube* const tube = std::get_if<Tube>(&of.structure);
  const DeltaKernel kernel = is_held(of) ? wall_kernel : model.kernel;
  const real h = model.grid.h, viscosity = model.fluid.viscosity, offset = wall_offset(kernel) * h,
             slip = offset / viscosity, d = nearer * h, s = offset / d,
             blurred = (tube ? 2 : 1) * variance_of_kernel / (2 * nearer * nearer);
  const std::vector<Real3> normals = tube ? inward_normals(of, sites) : upward_normals(model, kind, sites),
                           near = velocity_at(simulation, sites, normals, nearer * h),
                           far = velocity_at(simulation, sites, normals, farther * h);
  constexpr real everywhere = std::numeric_limits<real>::infinity();
  const real highest = tube                ? (tube->radius < 4 * h ? -everywhere : everywhere)
                       : model.has_walls() ? model.grid.lengths().y - (farther + 2) * h
                                           : everywhere;
  std::vector<Real3> found;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const Real3 &n = normals[i], &t = traction[i];
    const Real3 at_sites = U[i] + slip * (t - dot(n, t) * n),
                bend = (at_sites - 2.0 * near[i] + far[i]) / (1 - blurred), // d^2 u_ss
        slope = ((2 * s - 3) * at_sites + (4 - 4 * s) * near[i] + (2 * s - 1) * far[i] -
                 (3 - 2 * s) * blurred * bend) /
                (2 * d);
    constexpr real none = std::numeric_limits<real>::quiet_NaN();
    found.push_back(sites[i].y > highest ? Real3{none, none, none} : viscosity * (slope - dot(n, slope) * n));
  }
  return found;
}

} // namespace ibsim
