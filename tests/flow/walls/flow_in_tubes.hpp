// Flow in a tube of points in a periodic box, without any objects.
#pragma once

#include "flow/walls/flow_along_walls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ibsim::testing_walls {

/// The distance from the nearest image of a line.
inline real from_axis(const Grid& grid, const Real3& at, const Real3& through, const Real3& along) {
  real least = std::numeric_limits<real>::max();
  for (int i = -2; i <= 2; ++i)
    for (int j = -2; j <= 2; ++j)
      for (int k = -2; k <= 2; ++k) {
        const Real3 images{real(i * grid.n.x), real(j * grid.n.y), real(k * grid.n.z)},
            d = at - through - grid.h * images;
        least = std::min(least, norm(d - dot(d, along) * along));
      }
  return least;
}

/// A tube in which 1e-3 kPa/um act along its axis.
template <class B>
class TubeFlow {
 public:
  static constexpr real G = 1e-3;

  /// @param ratio of viscosities of objects, as Flow has it @param apart cells between points
  TubeFlow(const Stream<B>& stream, const Grid& grid, real radius, const Real3& through, const Real3& along,
           real length, real ratio = 1, Precision precision = Precision::double_,
           real apart = wall_point_spacing, real equal_step = 0)
      : grid_(grid), radius_(radius), length_(length), along_(along),
        inside_(on_faces(grid,
                         [&](int, const Real3& at) {
                           const real within = radius - from_axis(grid, at, through, along);
                           return std::clamp(within / grid.h + real{0.5}, real{0}, real{1});
                         })),
        flow_(stream, grid,
              tube(radius - 0.11 * grid.h * grid.h / radius, length, grid.h, through, along, 1, 0,
                   apart), // tubes.cpp
              ratio, precision, equal_step) {
    drive(1);
  }
  void drive(real part) {
    std::vector<real> f(inside_.size());
    pushed_ = 0;
    for (std::size_t i = 0; i < f.size(); ++i) {
      f[i] = part * G * component(i) * inside_[i];
      pushed_ += f[i] * component(i) * grid_.cell_volume();
    }
    flow_.set_force(f);
  }
  /// Over that of Poiseuille's flow.
  real flow_rate() const {
    const std::vector<real> u = flow_.velocity();
    real Q = 0;
    for (std::size_t i = 0; i < u.size(); ++i)
      Q += u[i] * component(i) * inside_[i] * grid_.cell_volume() / length_;
    return Q / (std::numbers::pi * G * std::pow(radius_, 4) / 8);
  }
  /// Over the largest velocity of Poiseuille's flow.
  real slip() { return flow_.slip() / (G * radius_ * radius_ / 4); }
  /// The force on the wall over that on the fluid.
  real balance() const { return dot(flow_.force_on_walls(), along_) / pushed_; }
  Flow<B>& flow() { return flow_; }

 private:
  real component(std::size_t i) const {
    return along_[static_cast<int>(i / static_cast<std::size_t>(grid_.cells()))];
  }
  Grid grid_;
  real radius_, length_, pushed_ = 0;
  Real3 along_;
  std::vector<real> inside_;
  Flow<B> flow_;
};

} // namespace ibsim::testing_walls
