#include "flow_run/stress_behind_walls.hpp"

#include "model/flow_model.hpp"
#include "walls/vessel.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ibsim {
namespace {

// Cells behind the wall points.
constexpr real first_place = 2.5; // from which nothing is felt of how forces are spread
// of these the first that has solid around it by 0.9 of first_place
constexpr real second_places[] = {5, 3.75, 3};
constexpr real reach_of_slope = 6; // cells

/// Slope at 0 of the parabola through v at 0, u at a and w at b.
Real3 slope_at_first(const Real3& v, real a, const Real3& u, real b, const Real3& w) {
  return (-(a + b) / (a * b)) * v + (b / (a * (b - a))) * u - (a / (b * (b - a))) * w;
}

/// The second derivative of that parabola.
Real3 bend(const Real3& v, real a, const Real3& u, real b, const Real3& w) {
  return (2 / (a * b)) * v - (2 / (a * (b - a))) * u + (2 / (b * (b - a))) * w;
}

Real3 along(const Real3& v, const Real3& normal) { return v - dot(normal, v) * normal; }

} // namespace

SlopesAlong::SlopesAlong(const PeriodicBox& box, real reach, std::vector<Real3> points,
                         std::vector<Real3> normals)
    : box_(box), reach_(reach), points_(std::move(points)), normals_(std::move(normals)), cells_(box, reach) {
  for (Real3& x : points_) x = box.wrapped(x);
  cells_.fill(points_);
}

Real3 SlopesAlong::at(const Real3& place, const Real3& normal, const std::vector<real>& values,
                      const std::vector<real>& weights) const {
  constexpr int fewest = 6;
  constexpr real same_side = 0.7; // cosine of the angle between normals
  const Real3 e = normalized(cross(normal, std::abs(normal.x) < 0.6 ? Real3{1, 0, 0} : Real3{0, 1, 0})),
              g = cross(normal, e);
  int number = 0;
  real all = 0, x = 0, y = 0, v = 0, xx = 0, xy = 0, yy = 0, xv = 0, yv = 0;
  cells_.for_near(place, [&](int j) {
    const auto point = static_cast<std::size_t>(j);
    if (dot(normal, normals_[point]) < same_side) return;
    const Real3 d = box_.nearest(points_[point] - place);
    if (!(norm(d) < reach_)) return;
    const real a = dot(d, e), b = dot(d, g), w = weights[point], value = values[point];
    ++number, all += w, x += w * a, y += w * b, v += w * value;
    xx += w * a * a, xy += w * a * b, yy += w * b * b, xv += w * a * value, yv += w * b * value;
  });
  if (number < fewest || !(all > 0)) return {};
  xx -= x * x / all, xy -= x * y / all, yy -= y * y / all;
  xv -= x * v / all, yv -= y * v / all;
  const real determinant = xx * yy - xy * xy;
  if (!(determinant > 1e-3 * (xx + yy) * (xx + yy))) return {}; // all on a line
  return ((yy * xv - xy * yv) / determinant) * e + ((xx * yv - xy * xv) / determinant) * g;
}

StressBehindWalls::StressBehindWalls(const FlowModel& model, const std::vector<Real3>& places,
                                     std::vector<Real3> outward)
    : h_(model.grid.h), viscosity_(model.fluid.viscosity), places_(places), outward_(std::move(outward)),
      wall_(model.vessel->points()),
      slopes_({model.grid.lengths()}, reach_of_slope * h_, wall_.at, wall_.outward) {
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

std::vector<Real3> StressBehindWalls::of(Simulation& simulation, const std::vector<Real3>& traction) const {
  const std::vector<Real3> u = simulation.values().velocities_at(behind_);
  const std::vector<real> F = simulation.values().wall_forces();
  const std::size_t n = wall_.size();
  std::vector<real> across(n); // difference of pressure
  for (std::size_t p = 0; p < n; ++p)
    across[p] = -dot(Real3{F[p], F[n + p], F[2 * n + p]}, wall_.outward[p]) / wall_.area[p];
  std::vector<Real3> found(outward_.size());
  const long count = static_cast<long>(found.size());
#pragma omp parallel for schedule(dynamic, 64)
  for (long k = 0; k < count; ++k) {
    const auto i = static_cast<std::size_t>(k);
    found[i] = -wall_point_offset(outward_[i]) * h_ * slopes_.at(places_[i], outward_[i], across, wall_.area);
  }
  for (std::size_t i = 0; i < deep_.size(); ++i) {
    const auto [number, second] = deep_[i];
    const Real3& normal = outward_[number];
    const Real3 v = (-wall_point_offset(normal) * h_ / viscosity_) * along(traction[number], normal);
    const Real3 slope = slope_at_first(v, first_place * h_, u[2 * i], second, u[2 * i + 1]),
                bends = bend(v, first_place * h_, u[2 * i], second, u[2 * i + 1]);
    found[number] += viscosity_ * along(slope - wall_point_offset(normal) * h_ * bends, normal);
  }
  return found;
}

} // namespace ibsim
