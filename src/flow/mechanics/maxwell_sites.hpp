// A Maxwell element (maxwell_element.hpp) at each site of those where a tension acts (tension_sites.hpp), as
// kernels see it. For kernel files only.
#pragma once

#include "mechanics/maxwell_element.hpp"
#include "parallel/reduce.hpp"
#include "surface/derivative_block.hpp"

namespace ibsim {

struct MaxwellSites {
  DerivativeBlock block;
  const real* det_at_rest; ///< det G of each site of an object
  VectorsView<real> rest;  ///< A_11, A_12, A_22 of all sites
  MaxwellElement element;
  VectorsView<real> before;          ///< the same at the start of the step before; no data: backward Euler
  const real* step_before = nullptr; ///< how long that was, us

  IBSIM_HD Tensor metric_now(Index object, Index site) const {
    return metric_tensor(block.at(SurfaceOperator::d1, object, site),
                         block.at(SurfaceOperator::d2, object, site));
  }
  IBSIM_HD static Tensor tensor(const Real3& a) { return {a.x, a.y, a.z}; }
  IBSIM_HD Tensor metric_at_rest(Index i) const { return tensor(rest.at(i)); }
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
  real time_step;

  IBSIM_HD Tensor operator()(Index i, Index, Index site, const Tensor& g) const {
    return sites.tension(i, site, g, time_step);
  }
};

template <class B>
std::vector<real> spring_energies(const Stream<B>& stream, MaxwellSites sites, const real* weights) {
  const Index n = sites.block.n_sample;
  return reduce(
      stream, sites.block.n_objects, n, real{0},
      [=] IBSIM_KERNEL(Index object, Index site) {
        return weights[site] * std::sqrt(sites.det_at_rest[site]) *
               sites.element.energy(sites.metric_at_rest(object * n + site), sites.metric_now(object, site));
      },
      Plus{}, sites.block.objects_in_all);
}

/// det G of metrics, all G_11, all G_12, all G_22.
inline std::vector<real> determinants(const std::vector<real>& metrics) {
  const auto n = static_cast<Index>(metrics.size() / 3);
  std::vector<real> det(n);
  const VectorsView<const real> G = vectors_view(metrics.data(), n);
  for (Index i = 0; i < n; ++i) det[i] = G.x[i] * G.z[i] - G.y[i] * G.y[i];
  return det;
}

/// `metrics` times what gives them these determinants.
inline void scale_to(const std::vector<real>& dets, std::vector<real>& metrics) {
  const std::vector<real> now = determinants(metrics);
  for (std::size_t i = 0; i < metrics.size(); ++i)
    metrics[i] *= std::sqrt(dets[i % dets.size()] / now[i % dets.size()]);
}

} // namespace ibsim
