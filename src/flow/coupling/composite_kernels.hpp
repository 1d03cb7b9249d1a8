// Composite delta kernels: the kernel along a component's direction is the kernel across it, averaged over a
// cell,
//
//   phi_n(x) = int_{x-1/2}^{x+1/2} phi_t(y) dy,   so that   phi_n'(x) = phi_t(x + 1/2) - phi_t(x - 1/2).
//
// Gruninger and Griffith 2025, J. Comput. Phys. 546, doi:10.1016/j.jcp.2025.114472. The interpolated velocity
// is then free of divergence at every point of space, not only on the grid: volumes are kept up to the error
// in time. The forces of a uniform pressure jump across a closed surface are a discrete gradient, which
// drives no flow.
//
// Three pairs:
//   composite-b-spline-2-1   B-splines of degrees 2 and 1; 3 x 2 x 2 grid points; no negative weights;
//                            its hat is in delta_kernels.hpp
//   composite-b-spline-3-2   B-splines of degrees 3 and 2; 4 x 3 x 3 grid points; no negative weights
//   composite-sharp          the second moment across vanishes (along it is 1/12); 4 x 3 x 3 grid points
//
// Spreading and interpolation each smooth a field by h^2 m_2/2 times its Laplacian, m_2 the second moment,
// which vanishes with it. docs/notes/kernels.md has the errors that follow, and how `composite-sharp` was
// chosen.
#pragma once

#include "base/host_device.hpp"
#include "base/precision.hpp"
#include "coupling/kernel_pair.hpp"

#include <cmath>

namespace ibsim {

/// Kernel of support 3, made from its middle weight. Its weights sum to one; its first moment vanishes.
///   phi(r) = w(r),                              |r| < 1/2
///            (1 - w(|r| - 1) - (|r| - 1)) / 2,  1/2 <= |r| < 3/2
/// Middle::weight is w, an even function with w(1/2) = 1/2.
template <class Middle>
struct ThreePointKernel {
  static constexpr int support = 3;
  static constexpr bool cell_above = true;

  IBSIM_HD static real phi(real r) {
    r = std::fabs(r);
    if (r < 0.5) return Middle::weight(r);
    return r < 1.5 ? 0.5 * (2 - r - Middle::weight(r - 1)) : 0;
  }
  template <class T>
  IBSIM_HD static void weights(T r, T* w) {
    const T middle = Middle::weight(r);
    w[0] = T{0.5} * (1 - middle + r);
    w[1] = middle;
    w[2] = T{0.5} * (1 - middle - r);
  }
};

/// Average of ThreePointKernel over a cell, of support 4. Let u = r - 1/2, and integrate from -1/2 to u:
///   I = int w,   O- = int phi_t(v - 1) dv,   O+ = int phi_t(v + 1) dv,   S = int_{-1/2}^{1/2} w,
/// The weights are  O-,  (1 - S)/2 - O- + I,  S - I + O+,  (1 - S)/2 - O+.
/// Middle::integral is I, Middle::total is S.
template <class Middle>
struct FourPointAverage {
  static constexpr int support = 4;
  static constexpr bool cell_above = true;

  IBSIM_HD static real phi(real r) {
    r = std::fabs(r);
    if (r >= 2) return 0;
    const real u = r < 1 ? 0.5 - r : 1.5 - r, I = Middle::integral(u), outer = outer_integral(u, I);
    return r < 1 ? 0.5 * (1 - Middle::total) - outer + I : outer;
  }
  template <class T>
  IBSIM_HD static void weights(T r, T* w) {
    constexpr T half = 0.5, quarter = 0.25, total = Middle::total;
    const T u = r - half, I = Middle::integral(u), below = outer_integral(u, I),
            above = half * (u + half - I) - quarter * (u * u - quarter), side = half * (1 - total);
    w[0] = below;
    w[1] = side - below + I;
    w[2] = total - I + above;
    w[3] = side - above;
  }

 private:
  /// O-
  template <class T>
  IBSIM_HD static T outer_integral(T u, T I) {
    return T{0.5} * (u + T{0.5} - I) + T{0.25} * (u * u - T{0.25});
  }
};

/// w(u) = 3/4 - u^2: the quadratic B-spline; its average is the cubic one.
struct QuadraticMiddle {
  static constexpr real total = 2.0 / 3;
  template <class T>
  IBSIM_HD static T weight(T u) {
    return T{0.75} - u * u;
  }
  template <class T>
  IBSIM_HD static T integral(T u) {
    return T{0.75} * (u + T{0.5}) - (u * u * u + T{0.125}) / 3;
  }
};

/// w(u) = 49/48 - 25/3 u^4. Its integral is 11/12, so the second moment of the kernel across vanishes. It is
/// nearly flat, and the squares of the weights sum to 1.05 at most. So forces move a point almost alike
/// wherever it is in a cell.
struct FlatMiddle {
  static constexpr real total = 11.0 / 12;
  template <class T>
  IBSIM_HD static T weight(T u) {
    return static_cast<T>(49.0 / 48) - static_cast<T>(25.0 / 3) * (u * u) * (u * u);
  }
  template <class T>
  IBSIM_HD static T integral(T u) {
    return static_cast<T>(49.0 / 48) * (u + T{0.5}) -
           static_cast<T>(5.0 / 3) * ((u * u) * (u * u) * u + T{0.03125});
  }
};

using CompositeBSpline32 = KernelPair<FourPointAverage<QuadraticMiddle>, ThreePointKernel<QuadraticMiddle>>;
using CompositeSharp = KernelPair<FourPointAverage<FlatMiddle>, ThreePointKernel<FlatMiddle>>;

} // namespace ibsim
