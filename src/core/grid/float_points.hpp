// Points and numbers in single precision, as pictures take them.
#pragma once

#include "grid/points.hpp"
#include "parallel/stream.hpp"

namespace ibsim {

/// points[i][d] = from[d][i], rounded: [point][3]. Memory of the backend; returns at once.
template <class B>
void float_points(const Stream<B>&, VectorsView<const real> from, float* points);
/// numbers[i] = from[i], rounded.
template <class B>
void float_numbers(const Stream<B>&, const real* from, Index n, float* numbers);

} // namespace ibsim
