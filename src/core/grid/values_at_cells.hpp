// Some values of a field over cells, taken from the memory of a backend to the host.
#pragma once

#include "base/precision.hpp"
#include "parallel/stream.hpp"

#include <vector>

namespace ibsim {

/// from[stride cell + offset] of each of these cells. Waits for the stream.
template <class B>
std::vector<double> values_at_cells(const Stream<B>&, const double* from, const std::vector<Index>& cells,
                                    Size stride, Size offset);

} // namespace ibsim
