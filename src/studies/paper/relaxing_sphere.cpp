#include "paper/relaxing_sphere.hpp"

#include "model/scenario.hpp"
#include "simulation/run.hpp"
#include "surface/rbf_quadrature.hpp"
#include "validation/periodic_cubic_spline.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

Scenario relaxing_sphere(int level, real end) {
  const int refinement = 1 << level;
  Scenario s;
  s.title = "relaxing sphere";
  s.grid = {{16 * refinement, 16 * refinement, 16 * refinement}, 1.0 / refinement};
  s.fluid = {1, 1};
  ObjectKind sphere;
  sphere.name = "sphere";
  sphere.closed().surface = {ReferenceShape::sphere, {3.91, 3.91, 3.91}};
  sphere.closed().law = Skalak{2.5e-3, 0.25};
  sphere.closed().data_sites = 625;
  sphere.closed().sample_sites = 220 * refinement * refinement;
  Placement placement;
  placement.centre = {8, 8, 8};
  placement.stretch = {1, 1 / 1.1, 1.1};
  sphere.placements = {placement};
  s.objects = {sphere};
  s.remove_net_force = false;
  take_papers_method(s);
  s.time = {1.6 / (refinement * refinement), end, false};
  return s;
}

namespace {

/// The weights of Fuselier et al. with the kernel of the interpolant, where the dense solve is affordable.
void use_rbf_weights(SurfaceKind& kind) {
  constexpr int interpolant_power = 7;
  if (kind.sample_nodes.size() <= rbf_quadrature_most_nodes)
    kind.operators.weights = rbf_quadrature(kind.sample_nodes, interpolant_power);
}

RelaxedSphere snapshot(Simulation& simulation) {
  RelaxedSphere sphere{simulation.time(), simulation.scenario().grid, simulation.velocity_on_host(),
                       simulation.data_sites_on_host(0), simulation.pressure_on_host()};
  sphere.volume = simulation.integrals(0)[0].volume;
  return sphere;
}

} // namespace

std::vector<RelaxedSphere> relax_sphere(const AnyStream& stream, int level, const std::vector<real>& times,
                                        const RelaxingSphereOptions& options) {
  Scenario scenario = relaxing_sphere(level, times.back());
  scenario.kernel = options.kernel;
  std::vector<SurfaceKind> kinds = make_surface_kinds(scenario, options.cache_folder);
  if (options.quadrature == QuadratureRule::rbf) use_rbf_weights(kinds[0]);
  Simulation simulation(stream, scenario, kinds);

  std::vector<RelaxedSphere> snapshots;
  real start_volume = 0;
  FunctionReporter snapshots_at{
      "snapshot", {steps_to(times.front(), scenario.time.step)}, [&](Simulation& s) {
        if (s.steps() == 0) start_volume = s.integrals(0)[0].volume;
        for (real time : times)
          if (s.steps() == steps_to(time, scenario.time.step)) snapshots.push_back(snapshot(s));
      }};
  run(simulation, {&snapshots_at}, options.control);
  for (RelaxedSphere& sphere : snapshots) sphere.start_volume = start_volume;
  return snapshots;
}

namespace {

/// Root mean square and maximum over points of the vector a - b, both all of one component, then all of the
/// next.
struct Norms {
  real l2, max;
};
Norms norms(const std::vector<real>& a, const std::vector<real>& b, int components) {
  const std::size_t n = a.size() / components;
  Norms out{0, 0};
  for (std::size_t i = 0; i < n; ++i) {
    real squared = 0;
    for (int d = 0; d < components; ++d) squared += std::pow(a[d * n + i] - b[d * n + i], 2);
    out.l2 += squared;
    out.max = std::max(out.max, std::sqrt(squared));
  }
  out.l2 = std::sqrt(out.l2 / n);
  return out;
}

} // namespace

ConvergenceRow difference(const RelaxedSphere& coarse, const RelaxedSphere& fine) {
  std::vector<real> finer;
  for (int d = 0; d < 3; ++d) {
    const std::vector<real> component = on_coarser_faces(
        fine.grid, d, fine.velocity.data() + d * static_cast<std::size_t>(fine.grid.cells()));
    finer.insert(finer.end(), component.begin(), component.end());
  }
  const Norms u = norms(coarse.velocity, finer, 3), x = norms(coarse.data_sites, fine.data_sites, 3);
  const Norms p = norms(coarse.pressure, on_coarser_cells(fine.grid, fine.pressure.data()), 1);
  constexpr real cm_per_s = 100, ten_um = 0.1; // of one um/us, of one um
  return {u.l2 * cm_per_s, u.max * cm_per_s, x.l2 * ten_um, x.max * ten_um, p.l2, p.max};
}

} // namespace ibsim
