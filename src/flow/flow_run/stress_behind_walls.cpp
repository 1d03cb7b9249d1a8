#include "flow_run/stress_behind_walls.hpp"

#include "geometry/wall_points.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/flow_model.hpp"
#include "simulation/vessel.hpp"

#include <iterator>

namespace ibsim {
namespace {

// Cells behind the wall points.
constexpr real first_place = 2.5; // from which nothing is felt of how forces are spread
// of these the first that has solid around it by 0.9 of first_place
constexpr real second_places[] = {5, 3.75, 3};
constexpr int depths = 1 + std::size(second_places);

/// Slope at 0 of the parabola through v at 0, u at a and w at b.
Real3 slope_at_first(const Real3& v, real a, const Real3& u, real b, const Real3& w) {
  return (-(a + b) / (a * b)) * v + (b / (a * (b - a))) * u - (a / (b * (b - a))) * w;
}

} // namespace

template <class B>
std::vector<Real3> stress_behind_walls(Simulation<B>& simulation, const std::vector<Real3>& places,
                                       const std::vector<Real3>& outward,
                                       const std::vector<Real3>& traction) {
  const FlowModel& model = simulation.model();
  const real h = model.grid.h, viscosity = model.fluid.viscosity;
  const SignedDistance& wall = model.vessel->on_grid();
  const auto depth = [&](int k) { return h * (k == 0 ? first_place : second_places[k - 1]); };
  std::vector<Real3> behind; // [place][depth]
  for (std::size_t i = 0; i < places.size(); ++i)
    for (int k = 0; k < depths; ++k)
      behind.push_back(places[i] + (wall_point_offset(outward[i]) * h + depth(k)) * outward[i]);
  const std::vector<Real3> u = simulation.velocities_at(behind);
  std::vector<Real3> found(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Real3 &normal = outward[i], &T = traction[i];
    const Real3 v = (-wall_point_offset(normal) * h / viscosity) * (T - dot(normal, T) * normal);
    const std::size_t first = depths * i;
    const auto is_deep = [&](int k) {
      return wall.distance(behind[first + static_cast<std::size_t>(k)]) > 0.9 * first_place * h;
    };
    int k = 1;
    while (k < depths && !is_deep(k)) ++k;
    if (k == depths || !is_deep(0)) continue;
    const Real3 slope =
        slope_at_first(v, depth(0), u[first], depth(k), u[first + static_cast<std::size_t>(k)]);
    found[i] = viscosity * (slope - dot(normal, slope) * normal);
  }
  return found;
}

template std::vector<Real3> stress_behind_walls(Simulation<Cpu>&, const std::vector<Real3>&,
                                                const std::vector<Real3>&, const std::vector<Real3>&);
#if defined(IBSIM_WITH_CUDA)
template std::vector<Real3> stress_behind_walls(Simulation<Cuda>&, const std::vector<Real3>&,
                                                const std::vector<Real3>&, const std::vector<Real3>&);
#endif

} // namespace ibsim
