#include "grid/float_points.hpp"

#include "parallel/for_each.hpp"

namespace ibsim {

template <class B>
void float_points(const Stream<B>& stream, VectorsView<const real> from, float* points) {
  for_each(stream, from.n, [=] IBSIM_KERNEL(Index i) {
    const Real3 p = from.at(i);
    float* const to = points + 3 * static_cast<std::size_t>(i);
    to[0] = static_cast<float>(p.x), to[1] = static_cast<float>(p.y), to[2] = static_cast<float>(p.z);
  });
}

template <class B>
void float_numbers(const Stream<B>& stream, const real* from, Index n, float* numbers) {
  for_each(stream, n, [=] IBSIM_KERNEL(Index i) { numbers[i] = static_cast<float>(from[i]); });
}

template void float_points(const Stream<ThisBackend>&, VectorsView<const real>, float*);
template void float_numbers(const Stream<ThisBackend>&, const real*, Index, float*);

} // namespace ibsim
