#include "grid/packed_points.hpp"

#include "parallel/for_each.hpp"

namespace ibsim {

template <class B, class T>
void pack_points(const Stream<B>& stream, VectorsView<const real> from, T* points) {
  for_each(stream, from.n, [=] IBSIM_KERNEL(Index i) {
    const Real3 p = from.at(i);
    T* const to = points + 3 * static_cast<std::size_t>(i);
    to[0] = static_cast<T>(p.x), to[1] = static_cast<T>(p.y), to[2] = static_cast<T>(p.z);
  });
}

template <class B, class T>
void pack_quotients(const Stream<B>& stream, VectorsView<const real> from, const real* by, T* points) {
  for_each(stream, from.n, [=] IBSIM_KERNEL(Index i) {
    const Real3 p = from.at(i);
    T* const to = points + 3 * static_cast<std::size_t>(i);
    for (int d = 0; d < 3; ++d) to[d] = static_cast<T>(p[d] / by[i]);
  });
}

template <class B, class T>
void pack_numbers(const Stream<B>& stream, const real* from, Size n, T* numbers) {
  for_each(stream, n, [=] IBSIM_KERNEL(Size i) { numbers[i] = static_cast<T>(from[i]); });
}

template void pack_points(const Stream<ThisBackend>&, VectorsView<const real>, float*);
template void pack_points(const Stream<ThisBackend>&, VectorsView<const real>, double*);
template void pack_quotients(const Stream<ThisBackend>&, VectorsView<const real>, const real*, float*);
template void pack_quotients(const Stream<ThisBackend>&, VectorsView<const real>, const real*, double*);
template void pack_numbers(const Stream<ThisBackend>&, const real*, Size, float*);
template void pack_numbers(const Stream<ThisBackend>&, const real*, Size, double*);

} // namespace ibsim
