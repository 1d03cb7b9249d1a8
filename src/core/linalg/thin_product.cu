// C (m x n) = A (m x k) B (k x n) for n = 1, 3, 4, 6, 9 or 12.
//
// A warp goes down columns of A with its lanes side by side; the warps of a block share out the columns, and
// add their parts of the sums in a fixed order. B lies in shared memory, where all lanes of a warp read the
// same number.
//
// How long one read waits for the next is what counts where blocks are few, so a lane asks for many columns
// before it needs the first, and for the first of them before B. Of many blocks a lane has two rows, so that
// a warp reads 512 bytes in one piece; of few it has one, and B may be made of signed sums there and then.
// The order of the sums is the same.
#include "linalg/thin_product.hpp"

#include "parallel/cuda_check.hpp"

namespace ibsim {
namespace {

constexpr int warps = 8, threads = 32 * warps, rows_in_block = 64;
constexpr int few_blocks = 256; ///< of 64 rows

__device__ real read_rows(const real* at, real) { return *at; }
__device__ double2 read_rows(const real* at, double2) { return __ldcs(reinterpret_cast<const double2*>(at)); }
__device__ void add_product(real& sum, real x, real w) { sum += x * w; }
__device__ void add_product(double2& sum, double2 x, real w) {
  sum.x += x.x * w;
  sum.y += x.y * w;
}

/// B at a place of its matrix.
template <ThinFactor factor>
__device__ real factor_at(const real* b, unsigned matrix, std::size_t of_matrix, Index place) {
  if constexpr (factor == ThinFactor::itself) return b[matrix * of_matrix + place];
  const real* const y = b + std::size_t{4} * place;
  const real inner = matrix & 1 ? -1 : 1, outer = matrix & 2 ? -1 : 1;
  return (y[0] + inner * y[1]) + outer * (y[2] + inner * y[3]);
}

/// @tparam Rows of a lane: a number of each, neighbours in memory @tparam together columns of A
template <int n, class Rows, int together, ThinFactor factor>
__global__ void __launch_bounds__(threads)
    thin_product_kernel(Index m, Index k, const real* a, const real* b, real* c) {
  constexpr Index width = sizeof(Rows) / sizeof(real), rows = 32 * width;
  extern __shared__ real shared[]; // B as [k][n]; then, for the sums, [warps][n][rows]
  const unsigned matrix = blockIdx.y;
  a += std::size_t{matrix} * m * k, c += std::size_t{matrix} * m * n;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const Index row = min(static_cast<Index>(blockIdx.x * rows + lane * width), m - width),
              share = (k - 1) / warps + 1, begin = warp * share, end = min(k, begin + share);
  Rows x[together];
  const auto read = [&](Index first) {
#pragma unroll
    for (int t = 0; t < together; ++t)
      if (first + t < end) x[t] = read_rows(a + (first + t) * static_cast<std::size_t>(m) + row, Rows{});
  };
  read(begin);
  for (Index p = threadIdx.x; p < k; p += threads)
#pragma unroll
    for (int q = 0; q < n; ++q)
      shared[p * n + q] = factor_at<factor>(b, matrix, static_cast<std::size_t>(k) * n, q * k + p);
  __syncthreads();
  Rows sum[n] = {};
  for (Index first = begin; first < end; first += together) {
    if (first > begin) read(first);
#pragma unroll
    for (int t = 0; t < together; ++t)
      if (first + t < end)
#pragma unroll
        for (int q = 0; q < n; ++q) add_product(sum[q], x[t], shared[(first + t) * n + q]);
  }
  __syncthreads();
#pragma unroll
  for (int q = 0; q < n; ++q) reinterpret_cast<Rows*>(shared)[(warp * n + q) * 32 + lane] = sum[q];
  __syncthreads();
  for (int i = threadIdx.x; i < n * rows; i += threads) {
    const Index to = blockIdx.x * rows + i % rows;
    real total = 0;
#pragma unroll
    for (int w = 0; w < warps; ++w) total += shared[w * n * rows + i];
    if (to < m) c[i / rows * static_cast<std::size_t>(m) + to] = total;
  }
}

template <int n, class Rows, int together, ThinFactor factor = ThinFactor::itself>
bool launch_rows(const Stream<Cuda>& stream, Index batch, Index m, Index k, const real* a, const real* b,
                 real* c) {
  constexpr Index rows = 32 * sizeof(Rows) / sizeof(real);
  const std::size_t bytes = sizeof(real) * n * static_cast<std::size_t>(k > warps * rows ? k : warps * rows);
  const dim3 blocks((m - 1) / rows + 1, batch);
  thin_product_kernel<n, Rows, together, factor>
      <<<blocks, threads, bytes, static_cast<cudaStream_t>(stream.handle())>>>(m, k, a, b, c);
  check_cuda(cudaGetLastError(), "a thin matrix product");
  return true;
}

template <int n>
bool launch(const Stream<Cuda>& stream, Index batch, Index m, Index k, const real* a, const real* b, real* c,
            ThinFactor factor) {
  const bool few = ((m - 1) / rows_in_block + 1) * batch <= few_blocks;
  if (factor == ThinFactor::signed_sums)
    return few && launch_rows<n, real, 14, ThinFactor::signed_sums>(stream, batch, m, k, a, b, c);
  return few ? launch_rows<n, real, 14>(stream, batch, m, k, a, b, c)
             : launch_rows<n, double2, 9>(stream, batch, m, k, a, b, c);
}

} // namespace

bool thin_product(const Stream<Cuda>& stream, Index batch, Index m, Index n, Index k, const real* a,
                  const real* b, real* c, ThinFactor factor) {
  constexpr std::size_t most_bytes = 48 << 10; // of shared memory, without asking for more
  const bool fits = k > 0 && m % 2 == 0 && batch <= 65535 && sizeof(real) * n * k <= most_bytes;
  if (!fits) return false;
  switch (n) {
  case 1:
    return launch<1>(stream, batch, m, k, a, b, c, factor);
  case 3:
    return launch<3>(stream, batch, m, k, a, b, c, factor);
  case 4:
    return launch<4>(stream, batch, m, k, a, b, c, factor);
  case 6:
    return launch<6>(stream, batch, m, k, a, b, c, factor);
  case 9:
    return launch<9>(stream, batch, m, k, a, b, c, factor);
  case 12:
    return launch<12>(stream, batch, m, k, a, b, c, factor);
  default:
    return false;
  }
}

} // namespace ibsim
