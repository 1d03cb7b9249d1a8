#include "surface/affine_part.hpp"

#include "parallel/for_each.hpp"

namespace ibsim {

template <class B>
void add_affine(const Stream<B>& stream, Index rows, Index n_objects, const real* affine, real* block) {
  for_each(stream, rows, [=] IBSIM_KERNEL(Index row) {
    for (int d = 0; d < 3; ++d)
      for (Index o = 0; o < n_objects; ++o)
        block[row + static_cast<std::size_t>(rows) * (d * n_objects + o)] +=
            affine[row + static_cast<std::size_t>(rows) * d];
  });
}

template void add_affine(const Stream<ThisBackend>&, Index, Index, const real*, real*);

} // namespace ibsim
