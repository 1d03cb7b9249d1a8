#include "coupling/sheared_points.hpp"

#include "parallel/for_each.hpp"

namespace ibsim {

template <class B>
void bring_into_box(const Stream<B>& stream, real height, const ShearNow* from, const ShearNow* to,
                    VectorsView<const real> X, VectorsView<real> boxed) {
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) {
    boxed.set(i, into_box(carried(X.at(i), *from, *to, height), *to, height));
  });
}

template <class B>
void add_mean_flow(const Stream<B>& stream, real height, const ShearNow* now, VectorsView<const real> X,
                   VectorsView<real> U) {
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) { U.z[i] += now->rate * (X.y[i] - height / 2); });
}

template void bring_into_box(const Stream<ThisBackend>&, real, const ShearNow*, const ShearNow*,
                             VectorsView<const real>, VectorsView<real>);
template void add_mean_flow(const Stream<ThisBackend>&, real, const ShearNow*, VectorsView<const real>,
                            VectorsView<real>);

} // namespace ibsim
