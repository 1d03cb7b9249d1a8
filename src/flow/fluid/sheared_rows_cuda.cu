// sheared_rows.hpp by its sum: a block has 32 places along x of a row, a thread 8 of their moved values at a
// time; W is made anew by each block in its shared memory. At n_z = 256 that is 0.2 billion products.
//
// Over ranks the rows that are moved come together on each, [component][slot][all k][i], and a rank makes the
// values of its own planes: each is a sum of its own, in the order of k', whoever makes it.
#include "base/error.hpp"
#include "fluid/sheared_rows.hpp"
#include "grid/rows_beyond.hpp"
#include "parallel/cuda_check.hpp"
#include "parallel/for_each.hpp"
#include "parallel/for_each_team.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace ibsim {
namespace {

constexpr int along_x = 32, threads_along_z = 8, values_of_thread = 8;
constexpr int in_block = threads_along_z * values_of_thread; ///< moved values along z
constexpr std::size_t most_bytes = 192 << 10;                ///< of weights, two a cell along z

/// Raw pointers. Row `slot` of four, in the box: 0, 1, N-2, N-1; as its image: N + slot of a wide field.
template <class T>
struct Move {
  Slab slab;
  Grid grid, wide;                  ///< of the own planes
  const ComplexOf<T>*roots, *seams; ///< exp(2 pi i q/n_z)
  FaceView<const T> from;           ///< wide
  FaceView<T> to;                   ///< fill: the same field; fold: one of the grid
  const T* rows = nullptr;          ///< those of all ranks, in place of `from`; null: one alone
};

template <bool fold>
IBSIM_HD int moved_row(const Grid& grid, int slot) {
  const int in_box = slot < rows_beyond / 2 ? slot : slot + grid.n.y - rows_beyond;
  return fold ? slot + grid.n.y : in_box;
}

/// W, twice one after the other, so that W_m of any |m| < n_z stands at m + n_z.
template <class T>
__device__ void make_weights(const Move<T>& move, T* weights) {
  const int n = move.slab.whole.z;
  for (int m = static_cast<int>(threadIdx.x + blockDim.x * threadIdx.y); m < n;
       m += static_cast<int>(blockDim.x * blockDim.y)) {
    T sum = 0;
    for (int q = 1, at = m; 2 * q < n; ++q, at = at + m < n ? at + m : at + m - n) {
      const ComplexOf<T> seam = move.seams[q], root = move.roots[at];
      sum += seam.re * root.re + seam.im * root.im;
    }
    weights[m] = weights[m + n] = (2 * sum + move.seams[0].re) / n;
  }
}

template <bool fold, class T>
__global__ void __launch_bounds__(along_x* threads_along_z) move_rows_kernel(Move<T> move) {
  extern __shared__ __align__(16) unsigned char memory[];
  T* const weights = reinterpret_cast<T*>(memory);
  make_weights(move, weights);
  __syncthreads();
  const Grid &g = move.grid, &w = move.wide;
  const int n = move.slab.whole.z, end = move.slab.first + move.slab.planes,
            i = static_cast<int>(blockIdx.x * along_x + threadIdx.x),
            d = static_cast<int>(blockIdx.y) / rows_beyond, slot = static_cast<int>(blockIdx.y) % rows_beyond,
            first = move.slab.first + static_cast<int>(blockIdx.z) * in_block +
                    static_cast<int>(threadIdx.y) * values_of_thread;
  if (i >= g.n.x || first >= end) return;
  // the images above take W_{k-k'}, those below W_{k'-k}, and to fold is the transpose
  const bool reversed = (slot >= rows_beyond / 2) != fold;
  const T* const from = move.rows ? move.rows + (Size{d} * rows_beyond + slot) * n * g.n.x + i
                                  : move.from[d] + w.index(i, moved_row<fold>(g, slot), 0);
  const Size layer = move.rows ? Size{g.n.x} : Size{w.n.x} * w.n.y;
  T sum[values_of_thread] = {};
#pragma unroll 4
  for (int k = 0; k < n; ++k) {
    const T value = from[layer * k];
    const T* const weight = weights + n + (reversed ? k - first : first - k);
#pragma unroll
    for (int u = 0; u < values_of_thread; ++u) {
      const int m = reversed ? -u : u;
      // the last thread of a row may have more values than there are: any weight will do
      sum[u] += weight[first + u < end ? m : 0] * value;
    }
  }
#pragma unroll
  for (int u = 0; u < values_of_thread; ++u) {
    const int k = first + u - move.slab.first;
    if (k >= move.slab.planes) break;
    if constexpr (fold)
      move.to[d][g.index(i, moved_row<false>(g, slot), k)] += sum[u];
    else
      move.to[d][w.index(i, moved_row<true>(g, slot), k)] = sum[u];
  }
}

template <bool fold, class T>
void move_rows(const Stream<Cuda>& stream, int components, const Move<T>& move) {
  const Int3 n = move.grid.n;
  const dim3 blocks(static_cast<unsigned>((n.x - 1) / along_x + 1),
                    static_cast<unsigned>(components * rows_beyond),
                    static_cast<unsigned>((n.z - 1) / in_block + 1));
  move_rows_kernel<fold><<<blocks, dim3(along_x, threads_along_z), 2 * sizeof(T) * move.slab.whole.z,
                           static_cast<cudaStream_t>(stream.handle())>>>(move);
  check_cuda(cudaGetLastError(), "kernel launch");
}

/// The rows that are moved, [component][slot][k][i].
template <bool fold, class T>
void pack(const Stream<Cuda>& stream, const Grid& grid, const Grid& wide, int fields, FaceView<const T> from,
          T* packed) {
  const Grid g = grid, w = wide;
  for_each_cell(stream, {g.n.x, g.n.z, fields * rows_beyond}, [=] IBSIM_KERNEL(int i, int k, int which) {
    const int d = which / rows_beyond, slot = which % rows_beyond;
    packed[i + g.n.x * (k + Size{g.n.z} * which)] = from[d][w.index(i, moved_row<fold>(g, slot), k)];
  });
}

} // namespace

template <class B, class T>
struct ShearedRows<B, T>::Impl {
  LocalGrid<Cuda> local;
  Grid grid, wide; ///< of the own planes
  int components;
  Array<ComplexOf<T>, Cuda> roots;
  Array<T, Cuda> own_rows, rows; ///< over ranks: [component][slot][k][i] of the own planes, and of all

  /// rows = those that are moved, of all ranks; null: one alone
  template <bool fold>
  const T* gather_rows(const Stream<Cuda>& stream, int fields, FaceView<const T> from) {
    if (local.alone()) return nullptr;
    T* const packed = own_rows.data();
    pack<fold, T>(stream, grid, wide, fields, from, packed);
    const std::vector<Index> first = local.first_planes();
    const std::size_t row = static_cast<std::size_t>(grid.n.x), planes = static_cast<std::size_t>(grid.n.z),
                      all = static_cast<std::size_t>(local.grid.n.z);
    std::vector<Exchanged> parts;
    for (int r = 0; r < local.ranks->size(); ++r)
      for (std::size_t which = 0; which < static_cast<std::size_t>(fields) * rows_beyond; ++which) {
        const auto begin = static_cast<std::size_t>(first[static_cast<std::size_t>(r)]),
                   theirs = static_cast<std::size_t>(first[static_cast<std::size_t>(r) + 1]) - begin;
        parts.push_back({r, packed + which * planes * row, planes * row * sizeof(T),
                         rows.data() + (which * all + begin) * row, theirs * row * sizeof(T)});
      }
    local.ranks->exchange(stream, parts, MessagesOf::halos);
    return rows.data();
  }
};

template <class B, class T>
ShearedRows<B, T>::ShearedRows(const Stream<B>& stream, const LocalGrid<B>& local, int components) {
  const Grid& grid = local.grid;
  constexpr real pi = 3.14159265358979323846;
  const std::size_t bytes = std::min(most_bytes, most_team_memory(stream)),
                    most_along_z = bytes / (2 * sizeof(T));
  if (static_cast<std::size_t>(grid.n.z) > most_along_z)
    throw InputError("a box in unbounded shear has at most " + std::to_string(most_along_z) +
                     " grid points along z on this GPU");
  std::vector<ComplexOf<T>> roots;
  for (int q = 0; q < grid.n.z; ++q)
    roots.push_back(
        {static_cast<T>(std::cos(2 * pi * q / grid.n.z)), static_cast<T>(std::sin(2 * pi * q / grid.n.z))});
  const Grid own = local.own();
  const std::size_t values =
      local.alone() ? 0 : static_cast<std::size_t>(components) * rows_beyond * grid.n.x;
  impl_ = std::make_unique<Impl>(Impl{local, own, with_rows_beyond(own), components,
                                      Array<ComplexOf<T>, Cuda>(stream, roots),
                                      Array<T, Cuda>(values * own.n.z), Array<T, Cuda>(values * grid.n.z)});
  for (const auto kernel : {move_rows_kernel<false, T>, move_rows_kernel<true, T>})
    check_cuda(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        "asking for shared memory");
}
template <class B, class T>
ShearedRows<B, T>::~ShearedRows() = default;

template <class B, class T>
void ShearedRows<B, T>::fill(const Stream<B>& stream, const ComplexOf<T>* seams, FaceView<T> wide) {
  Impl& p = *impl_;
  const T* const rows = p.template gather_rows<false>(stream, p.components, wide);
  move_rows<false, T>(stream, p.components,
                      {p.local.slab, p.grid, p.wide, p.roots.data(), seams, wide, wide, rows});
}

template <class B, class T>
void ShearedRows<B, T>::fold(const Stream<B>& stream, const ComplexOf<T>* seams, FaceView<const T> wide,
                             FaceView<T> f) {
  Impl& p = *impl_;
  const Grid g = p.grid, w = p.wide;
  const T* const rows = p.template gather_rows<true>(stream, 3, wide);
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index to = g.index(i, j, k), from = w.index(i, j, k);
    f.x[to] = wide.x[from], f.y[to] = wide.y[from], f.z[to] = wide.z[from];
  });
  move_rows<true, T>(stream, 3, {p.local.slab, g, w, p.roots.data(), seams, wide, f, rows});
}

template class ShearedRows<Cuda, double>;
template class ShearedRows<Cuda, float>;

} // namespace ibsim
