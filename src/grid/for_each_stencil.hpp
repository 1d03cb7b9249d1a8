// for_each_stencil(stream, grid, f): f(at) for all cells, at = neighbours(grid, i, j, k). For kernel files
// only.
//
// On the CPU the cells of a row but the first and the last have constant steps to their neighbours, so that
// the compiler can make vector code of the loop over them; f must not read what it writes at other cells.
#pragma once

#include "grid/difference_operators.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {

#if defined(__CUDACC__)

template <class F>
void for_each_stencil(const Stream<Cuda>& stream, const Grid& grid, F f) {
  const Grid g = grid;
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) { f(neighbours(g, i, j, k)); });
}

#else

namespace detail {

template <class F>
__attribute__((flatten)) void stencil_row(const Grid& grid, int j, int k, const F& f) {
  const int n = grid.n.x;
  const Neighbours first = neighbours(grid, 0, j, k);
  Neighbours interior = first;
  interior.next.x = 1;
  interior.previous.x = -1;
#pragma omp simd
  for (int i = 1; i < n - 1; ++i) {
    Neighbours at = interior;
    at.here = first.here + i;
    f(at);
  }
  for (int i = 0; i<n; i += n> 1 ? n - 1 : 1) f(neighbours(grid, i, j, k));
}

} // namespace detail

template <class F>
void for_each_stencil(const Stream<Cpu>&, const Grid& grid, F f) {
  const bool worth_sharing = grid.cells() > 2048; // else waking the threads costs more than the work
#pragma omp parallel for schedule(static) if (worth_sharing)
  for (int row = 0; row < grid.n.y * grid.n.z; ++row)
    detail::stencil_row(grid, row % grid.n.y, row / grid.n.y, f);
}

#endif

} // namespace ibsim
