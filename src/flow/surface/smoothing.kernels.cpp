#include "surface/smoothing.hpp"

#include "parallel/for_each.hpp"
#include "surface/low_degrees.hpp"

namespace ibsim {
namespace {

/// X += part (low - X)
template <class B>
void approach(const Stream<B>& stream, real part, VectorsView<const real> low, VectorsView<real> X) {
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) { X.set(i, X.at(i) + part * (low.at(i) - X.at(i))); });
}

} // namespace

template <class B>
Smoothing<B>::Smoothing(const Stream<B>& stream, const SurfaceKind& kind, int objects, int degree)
    : n_(static_cast<Index>(kind.data_nodes.size())), columns_(3 * objects),
      projection_(stream, projection_to_low_degrees(kind.data_nodes, degree)),
      low_(static_cast<std::size_t>(n_) * columns_), product_(stream) {}

template <class B>
void Smoothing<B>::apply(const Stream<B>& stream, real part, VectorsView<real> X) {
  product_.multiply(stream, 1, n_, columns_, n_, projection_.data(), X.x, low_.data());
  approach<B>(stream, part, vectors_view(static_cast<const real*>(low_.data()), X.n), X);
}

template class Smoothing<ThisBackend>;

} // namespace ibsim
