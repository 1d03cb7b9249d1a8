// A Maxwell element (maxwell_element.hpp) at each site of those where a tension acts (tension_sites.hpp), as
// kernels see it.
#pragma once

#include "grid/points.hpp"
#include "mechanics/maxwell_element.hpp"
#include "surface/derivative_block.hpp"

namespace ibsim {

struct MaxwellSites {
  DerivativeBlock block;
  const real* det_at_rest = nullptr; ///< det G of each site of an object
  VectorsView<real> rest;            ///< A_11, A_12, A_22 of all sites
  MaxwellElement element;            ///< of modulus 0: none
  VectorsView<real> before;          ///< the same at the start of the step before; no data: backward Euler
  const real* step_before = nullptr; ///< how long that was, us

  IBSIM_HD Tensor metric_now(Index object, Index site) const {
    return metric_tensor(block.at(SurfaceOperator::d1, object, site),
                         block.at(SurfaceOperator::d2, object, site));
  }
  IBSIM_HD static Tensor tensor(const Real3& a) { return {a.x, a.y, a.z}; }
  IBSIM_HD Tensor metric_at_rest(Index i) const { return tensor(rest.at(i)); }
  /// Tension in single precision. The metric at rest is a sum in double of changes in single precision.
  IBSIM_HD TensorOf<float> tension(Index i, Index site, const TensorOf<float>& g, float time_step) const {
    const Real3 A = rest.at(i);
    const TensorOf<float> rounded = in_floats(A);
    if (!(time_step > 0)) return element.tension(rounded, g);
    const real det = det_at_rest[site];
    const auto at_rest = static_cast<float>(det);
    const float excess = static_cast<float>(A.x * A.z - A.y * A.y - det) / at_rest;
    const Real3 change = before.x ? A - before.at(i) : Real3{};
    const TensorOf<float> more = element.change(rounded, in_floats(change), excess, g, at_rest, time_step,
                                                before.x ? static_cast<float>(*step_before) : 0);
    if (before.x) before.set(i, A);
    rest.set(i, A + Real3{more.a11, more.a12, more.a22});
    return element.tension(rounded + more, g);
  }
  IBSIM_HD static TensorOf<float> in_floats(const Real3& a) {
    return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)};
  }
  /// The tension of a site; where the step is more than 0, after its metric at rest has gone on by it.
  IBSIM_HD Tensor tension(Index i, Index site, const Tensor& g, real time_step) const {
    Tensor A = metric_at_rest(i);
    if (time_step > 0) {
      const Real3 last = rest.at(i);
      if (before.x) {
        A = element.relaxed(A, tensor(before.at(i)), g, det_at_rest[site], time_step, *step_before);
        before.set(i, last);
      } else {
        A = element.relaxed(A, g, det_at_rest[site], time_step);
      }
      rest.set(i, {A.a11, A.a12, A.a22});
    }
    return element.tension(A, g);
  }
};

/// For TensionAtData and TensionAtSamples.
struct MaxwellTension {
  MaxwellSites sites;
  real time_step = 0;

  template <class T>
  IBSIM_HD TensorOf<T> operator()(Index i, Index, Index site, const TensorOf<T>& g) const {
    return sites.tension(i, site, g, static_cast<T>(time_step));
  }
};

} // namespace ibsim
