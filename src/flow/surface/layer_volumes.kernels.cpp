#include "surface/layer_volumes.hpp"

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

/// Sums are cut by this, whichever objects are here and however many layers they reach.
Index most_groups(const DerivativeBlock& block, const Layers& layers) {
  return std::max(block.objects_in_all, block.n_objects) * (layers.n + 2);
}

/// @param volumes `each` an object
LayerVolumes with_first(const std::vector<Index>& first, Index each, const std::vector<real>& volumes) {
  LayerVolumes found{static_cast<std::size_t>(each) + 1, {}};
  for (std::size_t object = 0; object < first.size(); ++object) {
    found.of_objects.push_back(static_cast<real>(first[object]));
    const auto from = volumes.begin() + static_cast<std::ptrdiff_t>(object) * each;
    found.of_objects.insert(found.of_objects.end(), from, from + each);
  }
  return found;
}

template <class B>
LayerVolumes in_slabs(const Stream<B>& stream, const Layers& layers, DerivativeBlock block,
                      VectorsView<const real> X, const real* flux) {
  const Index n = block.n_sample, objects = block.n_objects;
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
  return with_first(first, each,
                    reduce(
                        stream, objects * each, n, real{0},
                        [=] IBSIM_KERNEL(Index group, Index s) {
                          const Index object = group / each, i = object * n + s;
                          const real above =
                              X.y[i] - static_cast<real>(low[object] + group % each) * thickness;
                          return flux[i] * (above < 0 ? real{0} : (above > thickness ? thickness : above));
                        },
                        Plus{}, most_groups(block, layers)));
}

template <class B>
LayerVolumes in_shells(const Stream<B>& stream, const Layers& layers, DerivativeBlock block,
                       VectorsView<const real> X, const LayerAxis* axes, const real* flux) {
  const Index n = block.n_sample, each = layers.n;
  const real thickness = layers.thickness;
  return with_first(std::vector<Index>(static_cast<std::size_t>(block.n_objects)), each,
                    reduce(
                        stream, block.n_objects * each, n, real{0},
                        [=] IBSIM_KERNEL(Index group, Index s) {
                          const Index object = group / each, i = object * n + s;
                          const real x = X.x[i] - axes[object].x, y = X.y[i] - axes[object].y,
                                     r2 = x * x + y * y;
                          const real inner = thickness * static_cast<real>(group % each),
                                     outer = inner + thickness;
                          const real within = r2 <= outer * outer ? real{1} : outer * outer / r2,
                                     before = r2 <= inner * inner ? real{1} : inner * inner / r2;
                          return flux[i] * (within - before) / 2;
                        },
                        Plus{}, most_groups(block, layers)));
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
LayerVolumes layer_volumes(const Stream<B>& stream, const Layers& layers, VectorsView<const real> X,
                           DerivativeBlock block, const real* weights, const std::vector<LayerAxis>& axes) {
  if (block.n_objects == 0) return {};
  Array<real, B> flux(static_cast<std::size_t>(X.n));
  const Array<LayerAxis, B> all_axes(stream, layers.shells ? axes : std::vector<LayerAxis>());
  real* const of_sites = flux.data();
  make_flux<B>(stream, X, block, weights, layers.shells ? all_axes.data() : nullptr, of_sites);
  return layers.shells ? in_shells<B>(stream, layers, block, X, all_axes.data(), of_sites)
                       : in_slabs<B>(stream, layers, block, X, of_sites);
}

template LayerVolumes layer_volumes(const Stream<ThisBackend>&, const Layers&, VectorsView<const real>,
                                    DerivativeBlock, const real*, const std::vector<LayerAxis>&);

} // namespace ibsim
