// for_each_stencil(stream, where, f): f(at) for all cells, at = neighbours(where, i, j, k); `where` is a
// Grid, for all cells of a box, or a Slab, for its own ones. For kernel files only.
//
// On the CPU the cells of a row but the first and the last have constant steps to their neighbours, so that
// the compiler can make vector code of the loop over them; f must not read what it writes at other cells.
#pragma once

#include "grid/difference_operators.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {

namespace detail {

inline Int3 cells_of(const Grid& grid) { return grid.n; }
inline Int3 cells_of(const Slab& slab) { return slab.own(); }

} // namespace detail

#if defined(__CUDACC__)

template <class Where, class F>
void for_each_stencil(const Stream<Cuda>& stream, const Where& where, F f) {
  const Where w = where;
  for_each_cell(stream, detail::cells_of(w),
                [=] IBSIM_KERNEL(int i, int j, int k) { f(neighbours(w, i, j, k)); });
}

#else

namespace detail {

template <class Where, class F>
__attribute__((flatten)) void stencil_row(const Where& where, int n, int j, int k, const F& f) {
  const Neighbours first = neighbours(where, 0, j, k);
  Neighbours interior = first;
  interior.next.x = 1;
  interior.previous.x = -1;
#pragma omp simd
  for (int i = 1; i < n - 1; ++i) {
    Neighbours at = interior;
    at.here = first.here + i;
    f(at);
  }
  for (int i = 0; i<n; i += n> 1 ? n - 1 : 1) f(neighbours(where, i, j, k));
}

} // namespace detail

template <class Where, class F>
void for_each_stencil(const Stream<Cpu>&, const Where& where, F f) {
  const Int3 n = detail::cells_of(where);
  const bool worth_sharing = Size{n.x} * n.y * n.z > 2048; // else waking the threads costs more than the work
#pragma omp parallel for schedule(static) if (worth_sharing)
  for (int row = 0; row < n.y * n.z; ++row) detail::stencil_row(where, n.x, row % n.y, row / n.y, f);
}

#endif

} // namespace ibsim
