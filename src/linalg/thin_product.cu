// C (m x n) = A (m x k) B (k x n) for n = 1, 3, 4, 6, 9 or 12.
//
// A block has 64 rows of A. Its lanes have two rows each, so that a warp reads 512 bytes in one piece; its
// warps share out the columns of A, and add their parts of the sums in a fixed order. B lies in shared
// memory, where all lanes of a warp read the same number.
#include "linalg/thin_product.hpp"

#include "parallel/cuda_check.hpp"

namespace ibsim {
namespace {

constexpr int warps = 8, threads = 32 * warps, rows_in_block = 64;

template <int n>
__global__ void __launch_bounds__(threads)
    thin_product_kernel(Index m, Index k, const real* a, const real* b, real* c) {
  extern __shared__ real shared[]; // B as [k][n]; then, for the sums, [warps][n][rows_in_block]
  const std::size_t matrix = blockIdx.y;
  a += matrix * m * k, b += matrix * k * n, c += matrix * m * n;
  for (Index i = threadIdx.x; i < k * n; i += threads) shared[i % k * n + i / k] = b[i];
  __syncthreads();

  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const Index row = blockIdx.x * rows_in_block + 2 * lane;
  double2 sum[n] = {};
  if (row < m) { // m is even
    const Index share = (k - 1) / warps + 1, begin = warp * share, end = min(k, begin + share);
    const real* column = a + begin * static_cast<std::size_t>(m) + row;
#pragma unroll 9
    for (Index p = begin; p < end; ++p, column += m) {
      const double2 x = __ldcs(reinterpret_cast<const double2*>(column));
#pragma unroll
      for (int q = 0; q < n; ++q) {
        const real w = shared[p * n + q];
        sum[q].x += x.x * w;
        sum[q].y += x.y * w;
      }
    }
  }
  __syncthreads();
  for (int q = 0; q < n; ++q)
    reinterpret_cast<double2*>(shared)[(warp * n + q) * (rows_in_block / 2) + lane] = sum[q];
  __syncthreads();
  for (int i = threadIdx.x; i < n * rows_in_block; i += threads) {
    const Index to = blockIdx.x * rows_in_block + i % rows_in_block;
    real total = 0;
    for (int w = 0; w < warps; ++w) total += shared[w * n * rows_in_block + i];
    if (to < m) c[i / rows_in_block * static_cast<std::size_t>(m) + to] = total;
  }
}

template <int n>
void launch(const Stream<Cuda>& stream, Index batch, Index m, Index k, const real* a, const real* b,
            real* c) {
  const std::size_t bytes =
      sizeof(real) * n * static_cast<std::size_t>(k > warps * rows_in_block ? k : warps * rows_in_block);
  const dim3 blocks((m - 1) / rows_in_block + 1, batch);
  thin_product_kernel<n>
      <<<blocks, threads, bytes, static_cast<cudaStream_t>(stream.handle())>>>(m, k, a, b, c);
  check_cuda(cudaGetLastError(), "a thin matrix product");
}

} // namespace

bool thin_product(const Stream<Cuda>& stream, Index batch, Index m, Index n, Index k, const real* a,
                  const real* b, real* c) {
  constexpr std::size_t most_bytes = 48 << 10; // of shared memory, without asking for more
  const bool fits = k > 0 && m % 2 == 0 && batch <= 65535 && sizeof(real) * n * k <= most_bytes;
  if (!fits) return false;
  switch (n) {
  case 1:
    launch<1>(stream, batch, m, k, a, b, c);
    return true;
  case 3:
    launch<3>(stream, batch, m, k, a, b, c);
    return true;
  case 4:
    launch<4>(stream, batch, m, k, a, b, c);
    return true;
  case 6:
    launch<6>(stream, batch, m, k, a, b, c);
    return true;
  case 9:
    launch<9>(stream, batch, m, k, a, b, c);
    return true;
  case 12:
    launch<12>(stream, batch, m, k, a, b, c);
    return true;
  default:
    return false;
  }
}

} // namespace ibsim
