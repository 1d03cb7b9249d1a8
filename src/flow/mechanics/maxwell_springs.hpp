// The Maxwell elements (maxwell_element.hpp) of all objects of a kind, at their data or at their sample
// sites, for the terms that have them: what they are at the start, and as kernels see them. For kernel files
// only.
#pragma once

#include "mechanics/maxwell_sites.hpp"
#include "mechanics/metrics_at_start.hpp"
#include "mechanics/tension_sites.hpp"
#include "parallel/reduce.hpp"

namespace ibsim {

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

/// @tparam At TensionAtData or TensionAtSamples
template <class B, class At>
class MaxwellSprings {
 public:
  /// @param element of modulus 0: there are none, but sites have metrics
  /// @param stretches as of make_membrane_viscosity
  MaxwellSprings(const Stream<B>& stream, const SurfaceKind& kind, int objects, const MaxwellElement& element,
                 const std::vector<Real3>& stretches)
      : element_(element),
        at_start_(stream, kind, At::operators(kind), At::affine(kind), objects, stretches) {
    const std::vector<real> det = determinants(at_start_.of_stretch[0]);
    det_at_rest_ = Array<real, B>(stream, det);
    for (std::size_t s = 1; s < at_start_.of_stretch.size(); ++s) scale_to(det, at_start_.of_stretch[s]);
  }

  const MaxwellElement& element() const { return element_; }
  Index sites() const { return at_start_.n; } ///< of an object
  /// A of all sites at the start, of an object that is not stretched G.
  StateField metric(const char* name) const { return at_start_.field(name); }
  StateField zeros(const char* name) const { return at_start_.zeros(name); }

  /// @param state of its term, in which the fields from `first` on are A, and, by differences, A of the step
  /// before @param step_before field of the length of that; null: backward Euler
  MaxwellSites at(const At& at, const Motion<B>& now, std::size_t first, const real* step_before) const {
    MaxwellSites all{at.block(now), det_at_rest_.data(), {}, element_, {}, step_before};
    if (!(element_.modulus > 0)) return all;
    const auto field = [&](std::size_t f) { return vectors_view(now.state[f].values.data(), at.sites()); };
    all.rest = field(first);
    if (step_before) all.before = field(first + 1);
    return all;
  }

  Stiffness stiffness() const {
    Stiffness all{.modulus = element_.modulus, .shear = element_.modulus};
    if (element_.modulus > 0) all.relaxing = element_.modulus, all.relaxation_time = element_.relaxation_time;
    return all;
  }

 private:
  MaxwellElement element_;
  MetricsAtStart<B> at_start_;
  Array<real, B> det_at_rest_; ///< det G
};

/// The length of the step that is taken, for the next one to know.
template <class B>
void remember_step(const Stream<B>& stream, real k, real* step_before) {
  for_each(stream, Index{1}, [=] IBSIM_KERNEL(Index) { *step_before = k; });
}

} // namespace ibsim
