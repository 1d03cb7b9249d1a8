#include "flow_run/stress_behind_walls.hpp"

#include "geometry/wall_points.hpp"
#include "model/flow_model.hpp"
#include "parallel/with_cuda.hpp"
#include "walls/vessel.hpp"

#include <algorithm>
#include <iterator>

namespace ibsim {
namespace {

// Cells behind the wall points.
constexpr real first_place = 2.5; // from which nothing is felt of how forces are spread
// of these the first that has solid around it by 0.9 of first_place
constexpr real second_places[] = {5, 3.75, 3};

/// Slope at 0 of the parabola through v at 0, u at a and w at b.
Real3 slope_at_first(const Real3& v, real a, const Real3& u, real b, const Real3& w) {
  return (-(a + b) / (a * b)) * v + (b / (a * (b - a))) * u - (a / (b * (b - a))) * w;
}

Real3 along(const Real3& v, const Real3& normal) { return v - dot(normal, v) * normal; }

} // namespace

StressBehindWalls::StressBehindWalls(const FlowModel& model, const std::vector<Real3>& places,
                                     std::vector<Real3> outward)
    : h_(model.grid.h), viscosity_(model.fluid.viscosity), outward_(std::move(outward)) {
  const SignedDistance& wall = model.vessel->on_grid();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto behind = [&](real cells) {
      return places[i] + h_ * (wall_point_offset(outward_[i]) + cells) * outward_[i];
    };
    const auto is_deep = [&](real cells) { return wall.distance(behind(cells)) > 0.9 * first_place * h_; };
    if (!is_deep(first_place)) continue;
    const auto second = std::find_if(std::begin(second_places), std::end(second_places), is_deep);
    if (second == std::end(second_places)) continue;
    deep_.push_back({i, *second * h_});
    behind_.push_back(behind(first_place)), behind_.push_back(behind(*second));
  }
}

template <class B>
std::vector<Real3> StressBehindWalls::of(Simulation<B>& simulation,
                                         const std::vector<Real3>& traction) const {
  const std::vector<Real3> u = simulation.values().velocities_at(behind_);
  std::vector<Real3> found(outward_.size());
  for (std::size_t i = 0; i < deep_.size(); ++i) {
    const auto [number, second] = deep_[i];
    const Real3& normal = outward_[number];
    const Real3 v = (-wall_point_offset(normal) * h_ / viscosity_) * along(traction[number], normal);
    const Real3 slope = slope_at_first(v, first_place * h_, u[2 * i], second, u[2 * i + 1]);
    found[number] = viscosity_ * along(slope, normal);
  }
  return found;
}

template std::vector<Real3> StressBehindWalls::of(Simulation<Cpu>&, const std::vector<Real3>&) const;
#if defined(IBSIM_WITH_CUDA)
template std::vector<Real3> StressBehindWalls::of(Simulation<Cuda>&, const std::vector<Real3>&) const;
#endif

} // namespace ibsim
