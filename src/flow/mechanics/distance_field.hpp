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
    const Weights a = weights(x.x, n.x), b = weights(x.y, n.y), c = weights(x.z, n.z);
    real sum = 0;
    Real3 slope;
    for (int k = 0; k < 4; ++k) {
      real of_plane = 0, along_x = 0, along_y = 0;
      for (int j = 0; j < 4; ++j) {
        real of_row = 0, slope_of_row = 0;
        for (int i = 0; i < 4; ++i) {
          const real value = at(a.cell[i], b.cell[j], c.cell[k]);
          of_row += a.value[i] * value, slope_of_row += a.slope[i] * value;
        }
        of_plane += b.value[j] * of_row, along_x += b.value[j] * slope_of_row;
        along_y += b.slope[j] * of_row;
      }
      sum += c.value[k] * of_plane;
      slope.x += c.value[k] * along_x, slope.y += c.value[k] * along_y, slope.z += c.slope[k] * of_plane;
    }
    return {-sum, {-slope.x / h, -slope.y / h, -slope.z / h}};
  }

 private:
  struct Weights {
    int cell[4];
    real value[4], slope[4];
  };
  IBSIM_HD real at(int i, int j, int k) const {
    return values[static_cast<Size>(i) + static_cast<Size>(n.x) * (j + static_cast<Size>(n.y) * k)];
  }
  static IBSIM_HD int around(int i, int cells) {
    const int rest = i % cells;
    return rest < 0 ? rest + cells : rest;
  }
  static IBSIM_HD int next(int i, int cells) { return i + 1 < cells ? i + 1 : 0; }
  IBSIM_HD int cell(real x, int cells) const { return around(static_cast<int>(std::floor(x / h)), cells); }
  IBSIM_HD Weights weights(real x, int cells) const {
    const real at = x / h - 0.5, below = std::floor(at), t = at - below, t2 = t * t, t3 = t2 * t;
    const int first = around(static_cast<int>(below) - 1, cells), second = next(first, cells),
              third = next(second, cells);
    return {{first, second, third, next(third, cells)},
            {-0.5 * t + t2 - 0.5 * t3, 1 - 2.5 * t2 + 1.5 * t3, 0.5 * t + 2 * t2 - 1.5 * t3,
             -0.5 * t2 + 0.5 * t3},
            {-0.5 + 2 * t - 1.5 * t2, -5 * t + 4.5 * t2, 0.5 + 4 * t - 4.5 * t2, -t + 1.5 * t2}};
  }
};

} // namespace ibsim
