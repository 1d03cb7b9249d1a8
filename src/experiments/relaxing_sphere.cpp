#include "experiments/relaxing_sphere.hpp"

#include "experiments/periodic_cubic_spline.hpp"
#include "simulation/run.hpp"

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
  sphere.surface = {ReferenceShape::sphere, {3.91, 3.91, 3.91}};
  sphere.law = {2.5e-3, 0.25};
  sphere.data_sites = 625;
  sphere.sample_sites = 220 * refinement * refinement;
  Placement placement;
  placement.centre = {8, 8, 8};
  placement.stretch = {1, 1 / 1.1, 1.1};
  sphere.placements = {placement};
  s.objects = {sphere};
  s.remove_net_force = false;
  s.time = {1.6 / (refinement * refinement), end, false};
  return s;
}

template <class B>
RelaxedSphere relax_sphere(const Queue<B>& queue, int level, real end, const std::filesystem::path& cache_folder) {
  const Scenario scenario = relaxing_sphere(level, end);
  const std::vector<MembraneKind> kinds = make_membrane_kinds(scenario, cache_folder);
  Simulation<B> simulation(queue, scenario, kinds);
  run<B>(simulation, {}, {});
  return {scenario.grid, simulation.state().velocity.values().to_host(queue), simulation.state().data_sites[0].to_host(queue)};
}

template RelaxedSphere relax_sphere(const Queue<Cpu>&, int, real, const std::filesystem::path&);
#if defined(IBSIM_WITH_CUDA)
template RelaxedSphere relax_sphere(const Queue<Cuda>&, int, real, const std::filesystem::path&);
#endif

namespace {

/// Root mean square and maximum over points of the 3-vector a - b, both all x, all y, all z.
struct Norms { real l2, max; };
Norms norms(const std::vector<real>& a, const std::vector<real>& b) {
  const std::size_t n = a.size() / 3;
  Norms out{0, 0};
  for (std::size_t i = 0; i < n; ++i) {
    real squared = 0;
    for (int d = 0; d < 3; ++d) squared += std::pow(a[d * n + i] - b[d * n + i], 2);
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
    const std::vector<real> component = on_coarser_faces(fine.grid, d, fine.velocity.data() + d * static_cast<std::size_t>(fine.grid.cells()));
    finer.insert(finer.end(), component.begin(), component.end());
  }
  const Norms u = norms(coarse.velocity, finer), x = norms(coarse.data_sites, fine.data_sites);
  constexpr real cm_per_s = 100, ten_um = 0.1; // of one um/us, of one um
  return {u.l2 * cm_per_s, u.max * cm_per_s, x.l2 * ten_um, x.max * ten_um};
}

} // namespace ibsim
