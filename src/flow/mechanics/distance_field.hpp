// A signed distance from a vessel's wall on the device, at the middles of the cells of a periodic grid,
// between which it is the tricubic interpolant of Catmull and Rom. For kernel files.
#pragma once

#include "base/host_device.hpp"
#include "base/vec3.hpp"

#include <cmath>

namespace ibsim {

struct DistanceField {
  const float* values = nullptr; ///< um, negative in the fluid, x fastest
  Int3 n;
  real h = 0;

  struct At {
    real distance; ///< from the wall, positive in the fluid, um
    Real3 away;    ///< its gradient
  };

  /// True if a place may be nearer to the wall than `range`: by the nearest value, which differs by no more
  /// than the way there.
  IBSIM_HD bool may_be_near(const Real3& x, real range) const {
    constexpr real way = 0.87;
    return -at(cell(x.x, n.x), cell(x.y, n.y), cell(x.z, n.z)) - way * h < range;
  }

  IBSIM_HD At operator()(const Real3& x) const {
    Weights w[3];
    for (int d = 0; d < 3; ++d) w[d] = weights(x[d], n[d]);
    real sum = 0;
    Real3 slope;
    for (int k = 0; k < 4; ++k)
      for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 4; ++i) {
          const real value =
              at(around(w[0].first + i, n.x), around(w[1].first + j, n.y), around(w[2].first + k, n.z));
          sum += w[0].value[i] * w[1].value[j] * w[2].value[k] * value;
          slope.x += w[0].slope[i] * w[1].value[j] * w[2].value[k] * value;
          slope.y += w[0].value[i] * w[1].slope[j] * w[2].value[k] * value;
          slope.z += w[0].value[i] * w[1].value[j] * w[2].slope[k] * value;
        }
    return {-sum, {-slope.x / h, -slope.y / h, -slope.z / h}};
  }

 private:
  struct Weights {
    int first;
    real value[4], slope[4];
  };
  IBSIM_HD real at(int i, int j, int k) const {
    return values[static_cast<Size>(i) + static_cast<Size>(n.x) * (j + static_cast<Size>(n.y) * k)];
  }
  static IBSIM_HD int around(int i, int cells) {
    const int rest = i % cells;
    return rest < 0 ? rest + cells : rest;
  }
  IBSIM_HD int cell(real x, int cells) const { return around(static_cast<int>(std::floor(x / h)), cells); }
  IBSIM_HD Weights weights(real x, int cells) const {
    const real at = x / h - 0.5, below = std::floor(at), t = at - below, t2 = t * t, t3 = t2 * t;
    return {around(static_cast<int>(below) - 1, cells),
            {-0.5 * t + t2 - 0.5 * t3, 1 - 2.5 * t2 + 1.5 * t3, 0.5 * t + 2 * t2 - 1.5 * t3,
             -0.5 * t2 + 0.5 * t3},
            {-0.5 + 2 * t - 1.5 * t2, -5 * t + 4.5 * t2, 0.5 + 4 * t - 4.5 * t2, -t + 1.5 * t2}};
  }
};

} // namespace ibsim
