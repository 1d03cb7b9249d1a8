#include "flow_run/stress_behind_walls.hpp"

#include "geometry/point_cells.hpp"
#include "model/flow_model.hpp"
#include "walls/vessel.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

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

SlopesAlong::SlopesAlong(const PeriodicBox& box, real reach, Surface points, const std::vector<real>& weights,
                         const Surface& places)
    : first_(places.at.size() + 1) {
  constexpr std::size_t fewest = 6;
  constexpr real same_side = 0.7; // cosine of the angle between normals
  for (Real3& x : points.at) x = box.wrapped(x);
  PointCells cells(box, reach);
  cells.fill(points.at);
  const std::size_t number = places.at.size();
  const auto for_points_of = [&](std::size_t i, const auto& f) {
    cells.for_near(places.at[i], [&](int j) {
      const auto point = static_cast<std::size_t>(j);
      if (dot(places.normals[i], points.normals[point]) < same_side) return;
      const Real3 d = box.nearest(points.at[point] - places.at[i]);
      if (norm(d) < reach) f(point, d);
    });
  };
#pragma omp parallel for schedule(dynamic, 64)
  for (std::size_t i = 0; i < number; ++i) {
    std::size_t of_place = 0;
    for_points_of(i, [&](std::size_t, const Real3&) { ++of_place; });
    first_[i + 1] = of_place < fewest ? 0 : of_place;
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  along_.resize(number), across_.resize(number);
  point_.resize(first_.back()), by_along_.resize(first_.back()), by_across_.resize(first_.back());
#pragma omp parallel for schedule(dynamic, 64)
  for (std::size_t i = 0; i < number; ++i) {
    const Real3& normal = places.normals[i];
    const Real3 e = along_[i] =
                    normalized(cross(normal, std::abs(normal.x) < 0.6 ? Real3{1, 0, 0} : Real3{0, 1, 0})),
                g = across_[i] = cross(normal, e);
    const std::size_t begin = first_[i];
    if (begin == first_[i + 1]) continue;
    std::vector<real> as, bs;
    real all = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for_points_of(i, [&](std::size_t point, const Real3& d) {
      const real a = dot(d, e), b = dot(d, g), w = weights[point];
      point_[begin + as.size()] = static_cast<int>(point);
      as.push_back(a), bs.push_back(b);
      all += w, x += w * a, y += w * b;
      xx += w * a * a, xy += w * a * b, yy += w * b * b;
    });
    xx -= x * x / all, xy -= x * y / all, yy -= y * y / all;
    const real determinant = xx * yy - xy * xy;
    if (!(determinant > 1e-3 * (xx + yy) * (xx + yy))) continue; // all on a line
    for (std::size_t k = 0; k < as.size(); ++k) {
      const real w = weights[static_cast<std::size_t>(point_[begin + k])] / determinant, a = as[k] - x / all,
                 b = bs[k] - y / all;
      by_along_[begin + k] = static_cast<float>(w * (yy * a - xy * b));
      by_across_[begin + k] = static_cast<float>(w * (xx * b - xy * a));
    }
  }
}

std::vector<Real3> SlopesAlong::of(const std::vector<real>& values) const {
  std::vector<Real3> found(along_.size());
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto at = [&](std::size_t entry) { return values[static_cast<std::size_t>(point_[entry])]; };
    real a = 0, b = 0;
    for (std::size_t entry = first_[i]; entry < first_[i + 1]; ++entry) {
      const real value = at(entry) - at(first_[i]); // coefficients have the sum 0
      a += by_along_[entry] * value, b += by_across_[entry] * value;
    }
    found[i] = a * along_[i] + b * across_[i];
  }
  return found;
}

StressBehindWalls::StressBehindWalls(const FlowModel& model, const std::vector<Real3>& places,
                                     std::vector<Real3> outward)
    : h_(model.grid.h), viscosity_(model.fluid.viscosity), outward_(std::move(outward)),
      wall_(model.vessel->points()), slopes_({model.grid.lengths()}, reach_of_slope * h_,
                                             {wall_.at, wall_.outward}, wall_.area, {places, outward_}) {
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
  std::vector<Real3> found = slopes_.of(across);
  for (std::size_t i = 0; i < found.size(); ++i) found[i] = -wall_point_offset(outward_[i]) * h_ * found[i];
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
