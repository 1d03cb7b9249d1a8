#include "walls/tube_wall.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

namespace ibsim {

real TubeWall::depth(const Real3& x) const {
  real deepest = -std::numeric_limits<real>::infinity();
  for (const TubeSection& tube : tubes_)
    deepest = std::max(deepest, tube.radius - std::hypot(std::remainder(x.x - tube.x, box_.x),
                                                         std::remainder(x.y - tube.y, box_.y)));
  return deepest;
}

real TubeWall::depth_of_cell(const Int3& cell) const {
  return depth({(cell.x + 0.5) * grid_.h, (cell.y + 0.5) * grid_.h, 0});
}

real TubeWall::volume() const {
  real section = 0;
  for (const TubeSection& tube : tubes_) section += std::numbers::pi * tube.radius * tube.radius;
  return section * box_.z;
}

real TubeWall::volume_within(const Real3& low, const Real3& high) const {
  real section = 0;
  for (const TubeSection& tube : tubes_)
    if (tube.x >= low.x && tube.x < high.x && tube.y >= low.y && tube.y < high.y)
      section += std::numbers::pi * tube.radius * tube.radius;
  return section * (high.z - low.z);
}

real TubeWall::widest() const {
  real most = 0;
  for (const TubeSection& tube : tubes_) most = std::max(most, tube.radius);
  return most;
}

/// First zero of the Bessel function J_0 over the radius.
real TubeWall::slowest_mode() const { return real{2.4} / widest(); }

std::vector<real> TubeWall::parts_of_faces(int, const Slab&) const {
  const auto nearest = [](real d, real period) { return d - period * std::round(d / period); };
  std::vector<real> parts(static_cast<std::size_t>(grid_.n.x) * grid_.n.y);
  for (int j = 0; j < grid_.n.y; ++j)
    for (int i = 0; i < grid_.n.x; ++i)
      for (const TubeSection& tube : tubes_) {
        const real x = nearest((i + real{0.5}) * grid_.h - tube.x, box_.x),
                   y = nearest((j + real{0.5}) * grid_.h - tube.y, box_.y);
        const real part =
            std::clamp((tube.radius - std::hypot(x, y)) / grid_.h + real{0.5}, real{0}, real{1});
        real& now = parts[i + static_cast<std::size_t>(grid_.n.x) * j];
        now = std::max(now, part);
      }
  return parts;
}

std::vector<WallFace> TubeWall::faces() const {
  std::vector<WallFace> faces;
  for (const TubeSection& tube : tubes_)
    faces.push_back({WallFace::Form::round, tube.x, tube.y, tube.radius});
  return faces;
}

WallLayers TubeWall::layers() const {
  const int n = std::max(1, static_cast<int>(std::lround(widest() / grid_.h)));
  const real thickness = widest() / n;
  WallLayers found{{n, thickness, true}, std::vector<real>(static_cast<std::size_t>(n)), {}};
  for (int k = 0; k < n; ++k)
    for (const TubeSection& tube : tubes_) {
      const real inner = std::min(thickness * k, tube.radius),
                 outer = std::min(thickness * (k + 1), tube.radius);
      found.volumes[static_cast<std::size_t>(k)] +=
          std::numbers::pi * (outer * outer - inner * inner) * box_.z;
    }
  for (int j = 0; j < grid_.n.y; ++j)
    for (int i = 0; i < grid_.n.x; ++i) {
      const real x = (static_cast<real>(i) + real{0.5}) * grid_.h,
                 y = (static_cast<real>(j) + real{0.5}) * grid_.h;
      int layer = -1;
      for (const TubeSection& tube : tubes_)
        if (const real r = std::hypot(std::remainder(x - tube.x, box_.x), std::remainder(y - tube.y, box_.y));
            r < tube.radius)
          layer = std::min(static_cast<int>(r / thickness), n - 1);
      found.of_columns.push_back(layer);
    }
  return found;
}

LayerAxis TubeWall::axis_near(const Real3& at) const {
  LayerAxis nearest;
  real least = std::numeric_limits<real>::infinity();
  for (const TubeSection& tube : tubes_) {
    const real x = std::remainder(at.x - tube.x, box_.x), y = std::remainder(at.y - tube.y, box_.y);
    if (const real apart = std::hypot(x, y); apart < least) nearest = {at.x - x, at.y - y}, least = apart;
  }
  return nearest;
}

} // namespace ibsim
