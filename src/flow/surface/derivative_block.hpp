// The derivative block: what the dense product of the six operators with the data sites of n objects gives.
//
// Column-major, (6 n_sample) x (3 n_objects): C[b n_sample + s + 6 n_sample (d n_objects + o)] is operator b
// of component d at sample site s of object o; neighbouring sites are neighbours in memory. um.
//
// With symmetric sites it is folded: four such blocks C_c of a quarter of the sites, and site 4 s + g has
// sum_c c(g) C_c[s] (site_symmetry.hpp).
//
// Operators in single precision (single_operators.hpp) leave floats, whose positions are those from an origin
// of each object. Kernels of a step take the numbers as they are, by with_block(). Others take doubles.
#pragma once

#include "surface/metric.hpp"
#include "surface/rbf_operators.hpp"
#include "surface/site_symmetry.hpp"

#include <type_traits>

namespace ibsim {

/// The block of numbers of one type, as kernels of a step read it.
template <class T>
struct BlockOf {
  const T* values = nullptr;
  Index n_sample = 0, n_objects = 0;
  int symmetry = 1;
  const real* origins = nullptr; ///< of floats, um: x of all objects, then y, then z

  /// A value of floats is from the object's origin.
  IBSIM_HD Vec3<T> at(SurfaceOperator b, Index object, Index site) const {
    const Index rows = n_sample / symmetry;
    const std::size_t column = static_cast<std::size_t>(surface_operators) * rows,
                      component = column * n_objects;
    const T* x = values + static_cast<std::size_t>(b) * rows + site / symmetry + column * object;
    if (symmetry == 1) return {x[0], x[component], x[2 * component]};
    const int g = site % half_turns;
    // characters 1 and 2; the third is their product
    const T first = g & 1 ? -1 : 1, second = g & 2 ? -1 : 1;
    const auto unfolded = [=](const T* c) {
      return (c[0] + first * c[3 * component]) + second * (c[6 * component] + first * c[9 * component]);
    };
    return {unfolded(x), unfolded(x + component), unfolded(x + 2 * component)};
  }
  IBSIM_HD JetOf<T> jet(Index object, Index site) const {
    return {at(SurfaceOperator::d1, object, site), at(SurfaceOperator::d2, object, site),
            at(SurfaceOperator::d11, object, site), at(SurfaceOperator::d12, object, site),
            at(SurfaceOperator::d22, object, site)};
  }
  /// A value with its origin.
  IBSIM_HD Real3 placed(Index object, const Vec3<T>& value) const {
    if constexpr (std::is_same_v<T, float>)
      return {origins[object] + value.x, origins[n_objects + object] + value.y,
              origins[2 * n_objects + object] + value.z};
    else
      return value;
  }
};

/// The block of either type.
struct DerivativeBlock {
  const real* values = nullptr;
  Index n_sample = 0, n_objects = 0;
  int symmetry = 1;
  Index objects_in_all = 0;      ///< of which these are some; 0: they are all
  const float* floats = nullptr; ///< in place of `values`
  const real* origins = nullptr; ///< of these (BlockOf)

  template <class T>
  IBSIM_HD BlockOf<T> as() const {
    if constexpr (std::is_same_v<T, float>)
      return {floats, n_sample, n_objects, symmetry, origins};
    else
      return {values, n_sample, n_objects, symmetry, nullptr};
  }
  IBSIM_HD Real3 at(SurfaceOperator b, Index object, Index site) const {
    if (!floats) return as<real>().at(b, object, site);
    const BlockOf<float> block = as<float>();
    const Vec3<float> x = block.at(b, object, site);
    return b == SurfaceOperator::value ? block.placed(object, x) : Real3{x.x, x.y, x.z};
  }
  IBSIM_HD SurfaceJet jet(Index object, Index site) const {
    return {at(SurfaceOperator::d1, object, site), at(SurfaceOperator::d2, object, site),
            at(SurfaceOperator::d11, object, site), at(SurfaceOperator::d12, object, site),
            at(SurfaceOperator::d22, object, site)};
  }
};

/// f(BlockOf the type of its numbers)
template <class F>
decltype(auto) with_block(const DerivativeBlock& block, const F& f) {
  return block.floats ? f(block.as<float>()) : f(block.as<real>());
}

/// Reference metrics of n_sample sites, number by number: values[k n_sample + s].
struct ReferenceMetrics {
  real* values = nullptr;
  Index n_sample = 0;

  IBSIM_HD real& number(int k, Index site) const {
    return values[static_cast<std::size_t>(k) * n_sample + site];
  }
  template <class T = real>
  IBSIM_HD TensorOf<T> tensor(int k, Index site) const {
    return {T(number(k, site)), T(number(k + 1, site)), T(number(k + 2, site))};
  }
  template <class T = real>
  IBSIM_HD ReferenceMetricOf<T> at(Index site) const {
    return {tensor<T>(0, site), tensor<T>(3, site),  tensor<T>(6, site),
            T(number(9, site)), T(number(10, site)), T(number(11, site))};
  }
  IBSIM_HD void set(Index site, const ReferenceMetric& m) const {
    const real numbers[reference_metric_numbers] = {m.inv.a11,        m.inv.a12,         m.inv.a22,
                                                    m.inv_along1.a11, m.inv_along1.a12,  m.inv_along1.a22,
                                                    m.inv_along2.a11, m.inv_along2.a12,  m.inv_along2.a22,
                                                    m.area,           m.log_area_along1, m.log_area_along2};
    for (int k = 0; k < reference_metric_numbers; ++k) number(k, site) = numbers[k];
  }
};

} // namespace ibsim
