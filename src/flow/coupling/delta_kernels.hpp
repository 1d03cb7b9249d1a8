// Delta kernels: a pair of one-dimensional kernels, one small struct each. On the staggered grid component x
// has
//
//   delta_h(x) = h^-3 phi_n(x/h) phi_t(y/h) phi_t(z/h)
//
// and likewise for y and z: phi_n is the kernel along the component's own direction, phi_t the kernel across
// it. In the pairs of this file both are the same; composite_kernels.hpp has pairs whose kernels differ.
//
// A one-dimensional kernel has
//   support        s, the number of grid points in one direction that a point touches (paper, equation 12)
//   phi(r)         its formula, for any r (in grid spacings)
//   weights(r, w)  w[a] = phi(r + a - s/2), a = 0 .. s-1 (s/2 rounded down): all weights of one direction,
//   with as few
//                  evaluations as the conditions on phi allow (note, "Minimizing calls to phi"). r is where
//                  the grid point that names the cell lies as seen from the point: 0 <= r < 1 for s even,
//                  -1/2 <= r < 1/2 for s odd. A kernel with the member cell_above names the cell by the next
//                  grid point above instead: 0 < r <= 1, and -1/2 < r <= 1/2.
#pragma once

#include "base/host_device.hpp"
#include "base/precision.hpp"
#include "coupling/composite_kernels.hpp"
#include "coupling/delta_kernel.hpp"
#include "coupling/kernel_pair.hpp"

#include <cmath>
#include <type_traits>
#include <utility>

namespace ibsim {

/// Peskin 1977, J. Comput. Phys. 25, doi:10.1016/0021-9991(77)90100-0; the paper's choice.
///   phi(r) = (1 + cos(pi r / 2)) / 4, |r| < 2
/// Even and odd weights sum to 1/2 each; squares sum to 3/8. The first moment does not vanish.
struct CosineKernel {
  static constexpr int support = 4;
  static constexpr real half_pi = 1.57079632679489661923;

  IBSIM_HD static real phi(real r) { return std::fabs(r) < 2 ? 0.25 + 0.25 * std::cos(half_pi * r) : 0; }
  /// One angle: a shift of r by one is a quarter turn.
  template <class T>
  IBSIM_HD static void weights(T r, T* w) {
    constexpr T quarter = 0.25;
#if defined(__CUDA_ARCH__)
    T sine, cosine;
    if constexpr (std::is_same_v<T, float>)
      sincospif(T{0.5} * r, &sine, &cosine);
    else
      sincospi(T{0.5} * r, &sine, &cosine);
#else
    const T angle = static_cast<T>(half_pi) * r, sine = std::sin(angle), cosine = std::cos(angle);
#endif
    w[0] = quarter - quarter * cosine;
    w[1] = quarter + quarter * sine;
    w[2] = quarter + quarter * cosine;
    w[3] = quarter - quarter * sine;
  }
};

/// Peskin 2002, Acta Numerica 11, doi:10.1017/S0962492902000077:
///   phi(r) = (3 - 2|r| + sqrt(1 + 4|r| - 4r^2)) / 8,    |r| < 1
///            (5 - 2|r| - sqrt(-7 + 12|r| - 4r^2)) / 8,  1 <= |r| < 2
/// Even and odd weights sum to 1/2 each, the first moment vanishes, squares sum to 3/8.
struct Peskin4Kernel {
  static constexpr int support = 4;

  IBSIM_HD static real phi(real r) {
    r = std::fabs(r);
    if (r < 1) return 0.125 * (3 - 2 * r + std::sqrt(1 + 4 * r * (1 - r)));
    return r < 2 ? 0.125 * (5 - 2 * r - std::sqrt(1 - 4 * (r - 1) * (r - 2))) : 0;
  }
  /// phi(r), 0 <= r < 1, gives the other three through the three linear conditions.
  template <class T>
  IBSIM_HD static void weights(T r, T* w) {
    constexpr T half = 0.5;
    const T middle = T{0.125} * (3 - 2 * r + std::sqrt(1 + 4 * r * (1 - r)));
    w[0] = half - middle;
    w[1] = middle + half * r - T{0.25};
    w[2] = middle;
    w[3] = T{0.75} - half * r - middle;
  }
};

/// Roma, Peskin and Berger 1999, J. Comput. Phys. 153, doi:10.1006/jcph.1999.6293:
///   phi(r) = (1 + sqrt(1 - 3r^2)) / 3,                    |r| < 1/2
///            (5 - 3|r| - sqrt(1 - 3(1 - |r|)^2)) / 6,     1/2 <= |r| < 3/2
/// Weights sum to 1, the first moment vanishes, squares sum to 1/2.
struct Roma3Kernel {
  static constexpr int support = 3;

  IBSIM_HD static real phi(real r) {
    r = std::fabs(r);
    if (r < 0.5) return (1 + std::sqrt(1 - 3 * r * r)) / 3;
    return r < 1.5 ? (5 - 3 * r - std::sqrt(1 - 3 * (1 - r) * (1 - r))) / 6 : 0;
  }
  template <class T>
  IBSIM_HD static void weights(T r, T* w) {
    const T middle = (1 + std::sqrt(1 - 3 * r * r)) / 3;
    w[0] = T{0.5} * (1 - middle + r);
    w[1] = middle;
    w[2] = T{0.5} * (1 - middle - r);
  }
};

/// The hat, or linear B-spline (Schoenberg 1946, Quart. Appl. Math. 4, doi:10.1090/qam/15914):
///   phi(r) = 1 - |r|, |r| < 1
/// Weights sum to 1, the first moment vanishes.
struct HatKernel {
  static constexpr int support = 2;

  IBSIM_HD static real phi(real r) {
    r = std::fabs(r);
    return r < 1 ? 1 - r : 0;
  }
  template <class T>
  IBSIM_HD static void weights(T r, T* w) {
    w[0] = r;
    w[1] = 1 - r;
  }
};

/// The hat across a component, its cell named as that of the kernel along it.
struct HatAcross : HatKernel {
  static constexpr bool cell_above = true;
};
using CompositeBSpline21 = KernelPair<ThreePointKernel<QuadraticMiddle>, HatAcross>;

/// The cubic B-spline (Schoenberg 1946, as above):
///   phi(r) = 2/3 - r^2 + |r|^3/2,   |r| < 1
///            (2 - |r|)^3 / 6,       1 <= |r| < 2
/// Weights sum to 1, the first moment vanishes, the second is 1/3 for every r.
struct BSpline3Kernel {
  static constexpr int support = 4;

  IBSIM_HD static real phi(real r) {
    r = std::fabs(r);
    if (r < 1) return 2.0 / 3 - r * r * (1 - 0.5 * r);
    return r < 2 ? (2 - r) * (2 - r) * (2 - r) / 6 : 0;
  }
  /// The outer two are single cubes; the sum and the first moment give the inner two.
  template <class T>
  IBSIM_HD static void weights(T r, T* w) {
    const T q = 1 - r;
    w[0] = r * r * r / 6;
    w[3] = q * q * q / 6;
    w[1] = r - 2 * w[0] + w[3];
    w[2] = q + w[0] - 2 * w[3];
  }
};

/// f(KernelPair<..>{}) for the kernel of that name.
template <class F>
decltype(auto) with_kernel(DeltaKernel kernel, F&& f) {
  switch (kernel) {
  case DeltaKernel::cosine:
    return std::forward<F>(f)(SameKernel<CosineKernel>{});
  case DeltaKernel::peskin4:
    return std::forward<F>(f)(SameKernel<Peskin4Kernel>{});
  case DeltaKernel::roma3:
    return std::forward<F>(f)(SameKernel<Roma3Kernel>{});
  case DeltaKernel::hat:
    return std::forward<F>(f)(SameKernel<HatKernel>{});
  case DeltaKernel::bspline3:
    return std::forward<F>(f)(SameKernel<BSpline3Kernel>{});
  case DeltaKernel::composite_b_spline32:
    return std::forward<F>(f)(CompositeBSpline32{});
  case DeltaKernel::composite_b_spline21:
    return std::forward<F>(f)(CompositeBSpline21{});
  case DeltaKernel::composite_sharp:
    break;
  }
  return std::forward<F>(f)(CompositeSharp{});
}

} // namespace ibsim
