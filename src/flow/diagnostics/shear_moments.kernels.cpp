#include "diagnostics/shear_moments.hpp"

#include "parallel/reduce.hpp"

namespace ibsim {

template <class B>
std::vector<real> shear_moments(const Stream<B>& stream, Index objects, Index objects_in_all, real middle,
                                VectorsView<const real> X, VectorsView<const real> F) {
  const Index n = X.n / objects;
  return reduce(
      stream, objects, n, real{0},
      [=] IBSIM_KERNEL(Index object, Index s) {
        const Index i = object * n + s;
        return F.z[i] * (X.y[i] - middle);
      },
      Plus{}, objects_in_all);
}

template std::vector<real> shear_moments(const Stream<ThisBackend>&, Index, Index, real,
                                         VectorsView<const real>, VectorsView<const real>);

} // namespace ibsim
