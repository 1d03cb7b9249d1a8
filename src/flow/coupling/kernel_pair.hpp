// A delta kernel as a pair of one-dimensional kernels.
#pragma once

#include "base/host_device.hpp"
#include "base/vec3.hpp"

#include <type_traits>

namespace ibsim {

/// Component d takes `Along` in direction d, where its grid points have staggering 0, and `Across` in the
/// other two, where they have staggering 1/2.
template <class AlongKernel, class AcrossKernel>
struct KernelPair {
  using Along = AlongKernel;
  using Across = AcrossKernel;
  /// Whether the two kernels differ.
  static constexpr bool is_composite = !std::is_same_v<Along, Across>;
  /// The larger support.
  static constexpr int support = Along::support > Across::support ? Along::support : Across::support;
};

template <class Kernel>
using SameKernel = KernelPair<Kernel, Kernel>;

/// The one-dimensional kernel of a pair for component `component` in direction `direction`.
template <class Pair, int component, int direction>
using KernelIn = std::conditional_t<component == direction, typename Pair::Along, typename Pair::Across>;

/// The support of a pair, staggered (across) or not (along).
template <class Pair>
IBSIM_HD constexpr int support_in(bool staggered) {
  return staggered ? Pair::Across::support : Pair::Along::support;
}

/// The supports of a component in x, y and z.
template <class Pair>
IBSIM_HD constexpr Int3 supports_of(int component) {
  return {support_in<Pair>(component != 0), support_in<Pair>(component != 1),
          support_in<Pair>(component != 2)};
}

/// f(std::integral_constant<int, d>{}) for d = 0, 1, 2: the kernels of a component are known at compile time.
template <class F>
IBSIM_HD void for_each_component(F&& f) {
  f(std::integral_constant<int, 0>{});
  f(std::integral_constant<int, 1>{});
  f(std::integral_constant<int, 2>{});
}

/// Calls f with component d, which is known at run time, as a constant.
template <class F>
IBSIM_HD auto with_component(int d, F&& f) {
  if (d == 0) return f(std::integral_constant<int, 0>{});
  if (d == 1) return f(std::integral_constant<int, 1>{});
  return f(std::integral_constant<int, 2>{});
}

} // namespace ibsim
