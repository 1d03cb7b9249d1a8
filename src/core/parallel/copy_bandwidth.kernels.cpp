#include "parallel/copy_bandwidth.hpp"

#include "parallel/array.hpp"
#include "parallel/for_each.hpp"
#include "parallel/phase_timer.hpp"

#include <algorithm>
#include <type_traits>

namespace ibsim {
namespace {

/// y = x; on the CPU with all threads, each on the part that it touched first.
template <class B>
void copy(const Stream<B>& stream, Index n, const real* x, real* y) {
  if constexpr (std::is_same_v<B, Cuda>)
    copy_within_device(stream, y, x, sizeof(real) * n);
  else
    for_each(stream, n, [=] IBSIM_KERNEL(Index i) { y[i] = x[i]; });
}

} // namespace

template <class B>
double copy_bandwidth(const Stream<B>& stream, std::size_t bytes, int copies) {
  const Index n =
      static_cast<Index>(std::min<std::size_t>(std::max<std::size_t>(bytes / sizeof(real), 1), 1 << 30));
  Array<real, B> from(n), to(n);
  real* const x = from.data();
  real* const y = to.data();
  for_each(stream, n, [=] IBSIM_KERNEL(Index i) { x[i] = y[i] = real(1) + i; });
  constexpr int warm_up = 3; // of a PhaseTimer
  PhaseTimer<B> timer(stream, {"copy"}, copies);
  for (int c = 0; c < copies + warm_up; ++c) {
    timer.begin(stream);
    copy<B>(stream, n, x, y);
    timer.mark(stream, 0);
  }
  return 2.0 * sizeof(real) * n / timer.summary(stream).at(0).median;
}

template double copy_bandwidth(const Stream<ThisBackend>&, std::size_t, int);

} // namespace ibsim
