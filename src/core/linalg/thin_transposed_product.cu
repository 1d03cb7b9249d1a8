// C (m x n) = A^T B for n = 3, 6, 9 or 12, A (k x m), B (k x n).
//
// A block has four columns of A, which its threads go down side by side, each with a sum for each of the 4 n
// elements of C; these sums are added in a fixed order, within warps and then over them.
#include "linalg/thin_product.hpp"
#include "parallel/cuda_check.hpp"

namespace ibsim {
namespace {

constexpr int warps = 8, threads = 32 * warps, together = 4; ///< columns of A

template <int n>
__global__ void __launch_bounds__(threads)
    transposed_product_kernel(Index m, Index k, const real* a, const real* b, real* c) {
  const std::size_t matrix = blockIdx.y, ld = k;
  const Index first = blockIdx.x * together;
  a += matrix * m * ld, b += matrix * n * ld, c += matrix * m * n;
  const real* column[together]; // the last one again beyond it
#pragma unroll
  for (int p = 0; p < together; ++p) column[p] = a + (first + p < m ? first + p : m - 1) * ld;
  real sum[together][n] = {};
#pragma unroll 2
  for (Index i = threadIdx.x; i < k; i += threads) {
    real x[together];
#pragma unroll
    for (int p = 0; p < together; ++p) x[p] = column[p][i];
#pragma unroll
    for (int q = 0; q < n; ++q) {
      const real w = b[q * ld + i];
#pragma unroll
      for (int p = 0; p < together; ++p) sum[p][q] += x[p] * w;
    }
  }
  __shared__ real of_warps[warps][n][together];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll
  for (int p = 0; p < together; ++p)
#pragma unroll
    for (int q = 0; q < n; ++q) {
      real total = sum[p][q];
#pragma unroll
      for (int apart = 16; apart > 0; apart /= 2) total += __shfl_down_sync(0xffffffffu, total, apart);
      if (lane == 0) of_warps[warp][q][p] = total;
    }
  __syncthreads();
  for (int i = threadIdx.x; i < n * together; i += threads) {
    const int q = i / together, p = i % together;
    real total = 0;
    for (int w = 0; w < warps; ++w) total += of_warps[w][q][p];
    if (first + p < m) c[q * static_cast<std::size_t>(m) + first + p] = total;
  }
}

template <int n>
bool launch(const Stream<Cuda>& stream, Index batch, Index m, Index k, const real* a, const real* b,
            real* c) {
  const dim3 blocks((m - 1) / together + 1, batch);
  transposed_product_kernel<n>
      <<<blocks, threads, 0, static_cast<cudaStream_t>(stream.handle())>>>(m, k, a, b, c);
  check_cuda(cudaGetLastError(), "a thin product of a transposed matrix");
  return true;
}

} // namespace

bool thin_product_of_transposed(const Stream<Cuda>& stream, Index batch, Index m, Index n, Index k,
                                const real* a, const real* b, real* c) {
  if (k <= 0 || batch > 65535) return false;
  switch (n) {
  case 3:
    return launch<3>(stream, batch, m, k, a, b, c);
  case 6:
    return launch<6>(stream, batch, m, k, a, b, c);
  case 9:
    return launch<9>(stream, batch, m, k, a, b, c);
  case 12:
    return launch<12>(stream, batch, m, k, a, b, c);
  default:
    return false;
  }
}

} // namespace ibsim
