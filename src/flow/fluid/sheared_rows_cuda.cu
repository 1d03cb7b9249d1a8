// sheared_rows.hpp by its sum: a block has 32 places along x of a row, a thread 8 of their moved values at a
// time; W is made anew by each block in its shared memory. At n_z = 256 that is 0.2 billion products.
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
struct Move {
  Grid grid, wide;
  const Complex *roots, *seams; ///< exp(2 pi i q/n_z)
  FaceView<const real> from;    ///< wide
  FaceView<real> to;            ///< fill: the same field; fold: one of the grid
};

/// W, twice one after the other, so that W_m of any |m| < n_z stands at m + n_z.
__device__ void make_weights(const Move& move, real* weights) {
  const int n = move.grid.n.z;
  for (int m = static_cast<int>(threadIdx.x + blockDim.x * threadIdx.y); m < n;
       m += static_cast<int>(blockDim.x * blockDim.y)) {
    real sum = 0;
    for (int q = 1, at = m; 2 * q < n; ++q, at = at + m < n ? at + m : at + m - n) {
      const Complex seam = move.seams[q], root = move.roots[at];
      sum += seam.re * root.re + seam.im * root.im;
    }
    weights[m] = weights[m + n] = (2 * sum + move.seams[0].re) / n;
  }
}

template <bool fold>
__global__ void __launch_bounds__(along_x* threads_along_z) move_rows_kernel(Move move) {
  extern __shared__ __align__(16) unsigned char memory[];
  real* const weights = reinterpret_cast<real*>(memory);
  make_weights(move, weights);
  __syncthreads();
  const Grid &g = move.grid, &w = move.wide;
  const int n = g.n.z, i = static_cast<int>(blockIdx.x * along_x + threadIdx.x),
            d = static_cast<int>(blockIdx.y) / rows_beyond, slot = static_cast<int>(blockIdx.y) % rows_beyond,
            first =
                static_cast<int>(blockIdx.z) * in_block + static_cast<int>(threadIdx.y) * values_of_thread;
  if (i >= g.n.x || first >= n) return;
  const int in_box = slot < rows_beyond / 2 ? slot : slot + g.n.y - rows_beyond, beyond = slot + g.n.y;
  // the images above take W_{k-k'}, those below W_{k'-k}, and to fold is the transpose
  const bool reversed = (slot >= rows_beyond / 2) != fold;
  const real* const from = move.from[d] + w.index(i, fold ? beyond : in_box, 0);
  const Size layer = Size{w.n.x} * w.n.y;
  real sum[values_of_thread] = {};
#pragma unroll 4
  for (int k = 0; k < n; ++k) {
    const real value = from[layer * k];
    const real* const weight = weights + n + (reversed ? k - first : first - k);
#pragma unroll
    for (int u = 0; u < values_of_thread; ++u) {
      const int m = reversed ? -u : u;
      // the last thread of a row may have more values than there are: any weight will do
      sum[u] += weight[first + u < n ? m : 0] * value;
    }
  }
#pragma unroll
  for (int u = 0; u < values_of_thread; ++u) {
    const int k = first + u;
    if (k >= n) break;
    if constexpr (fold)
      move.to[d][g.index(i, in_box, k)] += sum[u];
    else
      move.to[d][w.index(i, beyond, k)] = sum[u];
  }
}

template <bool fold>
void move_rows(const Stream<Cuda>& stream, int components, const Move& move) {
  const Int3 n = move.grid.n;
  const dim3 blocks(static_cast<unsigned>((n.x - 1) / along_x + 1),
                    static_cast<unsigned>(components * rows_beyond),
                    static_cast<unsigned>((n.z - 1) / in_block + 1));
  move_rows_kernel<fold><<<blocks, dim3(along_x, threads_along_z), 2 * sizeof(real) * n.z,
                           static_cast<cudaStream_t>(stream.handle())>>>(move);
  check_cuda(cudaGetLastError(), "kernel launch");
}

} // namespace

template <>
struct ShearedRows<Cuda>::Impl {
  Grid grid, wide;
  int components;
  Array<Complex, Cuda> roots;
};

template <>
ShearedRows<Cuda>::ShearedRows(const Stream<Cuda>& stream, const LocalGrid<Cuda>& local, int components) {
  const Grid& grid = local.grid;
  if (!local.alone()) throw InputError("several GPUs cannot do unbounded shear (lees-edwards) yet");
  constexpr real pi = 3.14159265358979323846;
  const std::size_t bytes = std::min(most_bytes, most_team_memory(stream)),
                    most_along_z = bytes / (2 * sizeof(real));
  if (static_cast<std::size_t>(grid.n.z) > most_along_z)
    throw InputError("a box in unbounded shear has at most " + std::to_string(most_along_z) +
                     " cells along z on this GPU");
  std::vector<Complex> roots;
  for (int q = 0; q < grid.n.z; ++q)
    roots.push_back({std::cos(2 * pi * q / grid.n.z), std::sin(2 * pi * q / grid.n.z)});
  impl_ = std::make_unique<Impl>(
      Impl{grid, with_rows_beyond(grid), components, Array<Complex, Cuda>(stream, roots)});
  for (const auto kernel : {move_rows_kernel<false>, move_rows_kernel<true>})
    check_cuda(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        "asking for shared memory");
}
template <>
ShearedRows<Cuda>::~ShearedRows() = default;

template <>
void ShearedRows<Cuda>::fill(const Stream<Cuda>& stream, const Complex* seams, FaceView<real> wide) {
  const Impl& p = *impl_;
  move_rows<false>(stream, p.components, {p.grid, p.wide, p.roots.data(), seams, wide, wide});
}

template <>
void ShearedRows<Cuda>::fold(const Stream<Cuda>& stream, const Complex* seams, FaceView<const real> wide,
                             FaceView<real> f) {
  const Impl& p = *impl_;
  const Grid g = p.grid, w = p.wide;
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index to = g.index(i, j, k), from = w.index(i, j, k);
    f.x[to] = wide.x[from], f.y[to] = wide.y[from], f.z[to] = wide.z[from];
  });
  move_rows<true>(stream, 3, {g, w, p.roots.data(), seams, wide, f});
}

} // namespace ibsim
