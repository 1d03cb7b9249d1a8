#include "parallel/add_to.hpp"

#include "parallel/for_each.hpp"

namespace ibsim {

template <class B>
void add_to(const Stream<B>& stream, Size n, const real* from, real* to) {
  for_each(stream, n, [=] IBSIM_KERNEL(Size i) { to[i] += from[i]; });
}

template void add_to(const Stream<ThisBackend>&, Size, const real*, real*);

} // namespace ibsim
