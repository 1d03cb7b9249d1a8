// Points and numbers as files and pictures take them: the components of a point side by side, in single or
// double precision (T is float or double). All return at once.
#pragma once

#include "grid/points.hpp"
#include "parallel/stream.hpp"

namespace ibsim {

/// to[i][d] = from[d][i], rounded: [point][3]. Memory of the backend.
template <class B, class T>
void pack_points(const Stream<B>&, VectorsView<const real> from, T* to);
/// to[i][d] = from[d][i]/by[i].
template <class B, class T>
void pack_quotients(const Stream<B>&, VectorsView<const real> from, const real* by, T* to);
/// to[i] = from[i], rounded.
template <class B, class T>
void pack_numbers(const Stream<B>&, const real* from, Size n, T* to);

} // namespace ibsim
