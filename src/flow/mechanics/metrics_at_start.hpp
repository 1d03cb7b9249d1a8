// The metric of objects at the start, at their data or at their sample sites. For kernel files only.
#pragma once

#include "mechanics/force_term.hpp"
#include "parallel/for_each.hpp"
#include "surface/affine_part.hpp"
#include "surface/metric.hpp"
#include "surface/site_operators.hpp"

#include <memory>
#include <vector>

namespace ibsim {

/// G_ab of the sites of an object: all G_11, all G_12, all G_22.
template <class B>
void set_metric(const Stream<B>& stream, DerivativeBlock at_rest, VectorsView<real> G) {
  for_each(stream, G.n, [=] IBSIM_KERNEL(Index i) {
    const Tensor g =
        metric_tensor(at_rest.at(SurfaceOperator::d1, 0, i), at_rest.at(SurfaceOperator::d2, 0, i));
    G.set(i, {g.a11, g.a12, g.a22});
  });
}

/// The metric of an object with data sites at X, um, at the sites of some operators: all g_11, all g_12, all
/// g_22. @param affine of them, as SurfaceKind has it
template <class B>
std::vector<real> metrics_of(const Stream<B>& stream, const SurfaceKind& kind, const RbfOperators& of,
                             const std::vector<real>& affine, const std::vector<Real3>& at,
                             const Real3& stretch) {
  const Index n = of.n_sample;
  std::vector<real> X(std::size_t{3} * of.n_data);
  for (Index i = 0; i < of.n_data; ++i) {
    const Real3& x = at[i];
    vectors_view(X.data(), of.n_data).set(i, {stretch.x * x.x, stretch.y * x.y, stretch.z * x.z});
  }
  const Array<real, B> sites(stream, X);
  SiteOperators<B> operators(stream, of, 3, std::make_shared<DenseProduct<B>>(stream, kind.columns));
  Array<real, B> G(std::size_t{3} * n), values(operators.block_size(3));
  const ColumnBlock block = operators.apply(stream, 3, sites.data(), values.data());
  const Array<real, B> affine_part(stream, affine);
  if (!affine.empty()) add_affine<B>(stream, surface_operators * n, 1, affine_part.data(), values.data());
  set_metric(stream, DerivativeBlock{block.values, n, 1, block.symmetry}, vectors_view(G.data(), n));
  return G.to_host(stream);
}

/// Metrics of an object at rest.
template <class B>
std::vector<real> metrics_at_rest(const Stream<B>& stream, const SurfaceKind& kind, const RbfOperators& of,
                                  const std::vector<real>& affine) {
  const auto n = static_cast<Index>(kind.jets_at_rest.size());
  if (&of != &kind.operators || n == 0)
    return metrics_of(stream, kind, of, affine, kind.data_at_rest, {1, 1, 1});
  std::vector<real> G(std::size_t{3} * n);
  for (Index s = 0; s < n; ++s) {
    const Tensor g = metric_tensor(kind.jets_at_rest[s].d1, kind.jets_at_rest[s].d2);
    vectors_view(G.data(), n).set(s, {g.a11, g.a12, g.a22});
  }
  return G;
}

/// The metrics of all objects, each with its stretch (factors along its own axes).
template <class B>
struct MetricsAtStart {
  Index n;                                   ///< sites of an object
  std::vector<Real3> stretches{{1, 1, 1}};   ///< that occur; the first: none
  std::vector<std::vector<real>> of_stretch; ///< of an object
  std::vector<std::size_t> stretch_of;       ///< each object

  /// @param of, affine at whose sites @param of_objects none: they are not stretched
  MetricsAtStart(const Stream<B>& stream, const SurfaceKind& kind, const RbfOperators& of,
                 const std::vector<real>& affine, int objects, const std::vector<Real3>& of_objects)
      : n(of.n_sample), of_stretch{metrics_of(stream, kind, of, affine, kind.start(), {1, 1, 1})} {
    for (int o = 0; o < objects; ++o) {
      const Real3 stretch = of_objects.empty() ? Real3{1, 1, 1} : of_objects[static_cast<std::size_t>(o)];
      std::size_t s = 0;
      while (s < stretches.size() && !(stretches[s] == stretch)) ++s;
      if (s == stretches.size()) {
        stretches.push_back(stretch);
        of_stretch.push_back(metrics_of(stream, kind, of, affine, kind.start(), stretch));
      }
      stretch_of.push_back(s);
    }
  }
  /// All g_11, all g_12, all g_22, of all sites.
  StateField field(const char* name) const {
    if (stretches.size() == 1) return {name, by_objects(n), of_stretch[0]};
    std::vector<real> all;
    for (int d = 0; d < 3; ++d)
      for (const std::size_t s : stretch_of)
        all.insert(all.end(), of_stretch[s].begin() + d * n, of_stretch[s].begin() + (d + 1) * n);
    return {name, by_objects(n), std::move(all)};
  }
  /// Zeros in place of these numbers.
  StateField zeros(const char* name) const {
    return {name, by_objects(n), std::vector<real>(std::size_t{3} * n)};
  }
};

} // namespace ibsim
