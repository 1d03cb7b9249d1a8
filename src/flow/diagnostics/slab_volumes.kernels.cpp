#include "diagnostics/slab_volumes.hpp"

#include "parallel/reduce.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

struct Span {
  real low = std::numeric_limits<real>::infinity(), high = -std::numeric_limits<real>::infinity();
};
struct Wider {
  IBSIM_HD Span operator()(const Span& a, const Span& b) const {
    return {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
  }
};

/// The least and the largest y of each object.
template <class B>
std::vector<Span> spans(const Stream<B>& stream, int objects, VectorsView<const real> X) {
  const Index n = X.n / objects;
  return reduce(
      stream, objects, n, Span{},
      [=] IBSIM_KERNEL(Index object, Index s) {
        const real y = X.y[object * n + s];
        return Span{y, y};
      },
      Wider{});
}

template <class B>
std::vector<real> slabs(const Stream<B>& stream, const Layers& layers, int objects, VectorsView<const real> X,
                        const real* flux) {
  const Index n = X.n / objects;
  // only those that an object reaches: `most` from `first` on, around the box
  std::vector<Index> first;
  Index most = 0;
  for (const Span& span : spans(stream, objects, X)) {
    first.push_back(static_cast<Index>(std::floor(span.low / layers.thickness)));
    most = std::max(most, static_cast<Index>(std::floor(span.high / layers.thickness)) - first.back() + 1);
  }
  const Array<Index, B> lowest(stream, first);
  const Index* const low = lowest.data();
  const Index each = most;
  const real thickness = layers.thickness;
  const std::vector<real> of_objects = reduce(
      stream, objects * each, n, real{0},
      [=] IBSIM_KERNEL(Index group, Index s) {
        const Index object = group / each, i = object * n + s;
        const real above = X.y[i] - static_cast<real>(low[object] + group % each) * thickness;
        return flux[i] * (above < 0 ? real{0} : (above > thickness ? thickness : above));
      },
      Plus{});
  std::vector<real> volumes(layers.n);
  for (std::size_t g = 0; g < of_objects.size(); ++g) {
    const Index layer = (first[g / each] + static_cast<Index>(g % each)) % layers.n;
    volumes[layer < 0 ? layer + layers.n : layer] += of_objects[g];
  }
  return volumes;
}

template <class B>
std::vector<real> shells(const Stream<B>& stream, const Layers& layers, int objects,
                         VectorsView<const real> X, const LayerAxis* axes, const real* flux) {
  const Index n = X.n / objects, each = layers.n;
  const real thickness = layers.thickness;
  const std::vector<real> of_objects = reduce(
      stream, objects * each, n, real{0},
      [=] IBSIM_KERNEL(Index group, Index s) {
        const Index object = group / each, i = object * n + s;
        const real x = X.x[i] - axes[object].x, y = X.y[i] - axes[object].y, r2 = x * x + y * y;
        const real inner = thickness * static_cast<real>(group % each), outer = inner + thickness;
        const real within = r2 <= outer * outer ? real{1} : outer * outer / r2,
                   before = r2 <= inner * inner ? real{1} : inner * inner / r2;
        return flux[i] * (within - before) / 2;
      },
      Plus{});
  std::vector<real> volumes(layers.n);
  for (std::size_t g = 0; g < of_objects.size(); ++g) volumes[g % each] += of_objects[g];
  return volumes;
}

/// What each site adds: n_y w, or for shells (x, y).n w.
template <class B>
void make_flux(const Stream<B>& stream, VectorsView<const real> X, DerivativeBlock block, const real* weights,
               const LayerAxis* axes, real* flux) {
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) {
    const Index s = i % block.n_sample, object = i / block.n_sample;
    const Real3 normal = weights[s] * cross(block.at(SurfaceOperator::d1, object, s),
                                            block.at(SurfaceOperator::d2, object, s));
    flux[i] = axes ? (X.x[i] - axes[object].x) * normal.x + (X.y[i] - axes[object].y) * normal.y : normal.y;
  });
}

} // namespace

template <class B>
std::vector<real> SlabVolumes<B>::measure(const Stream<B>& stream, const Layers& layers,
                                          VectorsView<const real> X, DerivativeBlock block,
                                          const real* weights, const std::vector<LayerAxis>& axes) {
  if (block.n_objects == 0) return std::vector<real>(layers.n);
  const auto sites = static_cast<std::size_t>(X.n);
  if (flux_.size() < sites) flux_ = Array<real, B>(sites);
  const Array<LayerAxis, B> all_axes(stream, layers.shells ? axes : std::vector<LayerAxis>());
  make_flux<B>(stream, X, block, weights, layers.shells ? all_axes.data() : nullptr, flux_.data());
  return layers.shells ? shells(stream, layers, block.n_objects, X, all_axes.data(), flux_.data())
                       : slabs(stream, layers, block.n_objects, X, flux_.data());
}

template class SlabVolumes<ThisBackend>;

} // namespace ibsim
