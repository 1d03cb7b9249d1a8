#include "grid/values_at_cells.hpp"

#include "parallel/array.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {

template <class B>
std::vector<double> values_at_cells(const Stream<B>& stream, const double* from,
                                    const std::vector<Index>& cells, Size stride, Size offset) {
  const Array<Index, B> on_device(stream, cells);
  Array<double, B> values(cells.size());
  const Index* const at = on_device.data();
  double* const to = values.data();
  for_each(stream, static_cast<Index>(cells.size()),
           [=] IBSIM_KERNEL(Index i) { to[i] = from[stride * at[i] + offset]; });
  return values.to_host(stream);
}

template std::vector<double> values_at_cells(const Stream<ThisBackend>&, const double*,
                                             const std::vector<Index>&, Size, Size);

} // namespace ibsim
