// C (m x n) = A^T B for n = 3, 6, 9 or 12, A (k x m), B (k x n); or the sum of such products, the parts.
//
// A block has four columns of A, which its threads go down side by side, each with a sum for each of the 4 n
// elements of C; these sums are added in a fixed order, within warps and then over them. Each quarter of a
// warp adds up one of the columns.
#include "linalg/thin_product.hpp"
#include "linalg/with_width.hpp"
#include "parallel/cuda_check.hpp"

namespace ibsim {
namespace {

constexpr int warps = 8, threads = 32 * warps, together = 4; ///< columns of A

/// Halves `count` sums: a lane keeps the sums of its half, added to its partner's, a given number of lanes
/// apart.
template <int count, class T>
__device__ void keep_half(T* sum, int lane, int apart) {
  const bool upper = lane & apart;
#pragma unroll
  for (int j = 0; j < count / 2; ++j) {
    const T given = upper ? sum[j] : sum[j + count / 2], kept = upper ? sum[j + count / 2] : sum[j];
    sum[j] = kept + __shfl_xor_sync(0xffffffffu, given, apart);
  }
}

// (one block a processor: as many registers as reading ahead takes)
template <int n, class T>
__global__ void __launch_bounds__(threads, 1)
    transposed_product_kernel(Index m, Index k, Index parts, const T* a, const T* b, T* c) {
  constexpr int ahead = n == 3 ? 5 : 2; // rows that a thread asks for before it needs the first
  const std::size_t matrix = blockIdx.y, ld = k;
  const Index first = blockIdx.x * together;
  a += matrix * m * ld, b += matrix * n * ld, c += matrix * m * n;
  T sum[together * n] = {};
  for (Index part = 0; part < parts; ++part, a += gridDim.y * m * ld, b += gridDim.y * n * ld)
    for (Index begin = threadIdx.x; begin < k; begin += ahead * threads) {
      T x[ahead][together] = {}, w[ahead][n] = {};
#pragma unroll
      for (int t = 0; t < ahead; ++t) {
        const Index i = begin + t * threads;
        if (i >= k) continue;
#pragma unroll
        for (int p = 0; p < together; ++p) x[t][p] = a[min(first + p, m - 1) * ld + i];
#pragma unroll
        for (int q = 0; q < n; ++q) w[t][q] = b[q * ld + i];
      }
#pragma unroll
      for (int t = 0; t < ahead; ++t)
#pragma unroll
        for (int p = 0; p < together; ++p)
#pragma unroll
          for (int q = 0; q < n; ++q) sum[p * n + q] += x[t][p] * w[t][q];
    }
  __shared__ T of_warps[warps][together][n];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  keep_half<4 * n>(sum, lane, 16);
  keep_half<2 * n>(sum, lane, 8);
#pragma unroll
  for (int q = 0; q < n; ++q) {
#pragma unroll
    for (int apart = 4; apart > 0; apart /= 2) sum[q] += __shfl_xor_sync(0xffffffffu, sum[q], apart);
    if (lane % 8 == 0) of_warps[warp][lane / 8][q] = sum[q];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n * together; i += threads) {
    const int q = i / together, p = i % together;
    T total = 0;
#pragma unroll
    for (int w = 0; w < warps; ++w) total += of_warps[w][p][q];
    if (first + p < m) c[q * static_cast<std::size_t>(m) + first + p] = total;
  }
}

template <int n, class T>
bool launch(const Stream<Cuda>& stream, Index batch, Index m, Index k, const T* a, const T* b, T* c,
            Index parts) {
  const dim3 blocks((m - 1) / together + 1, batch);
  transposed_product_kernel<n>
      <<<blocks, threads, 0, static_cast<cudaStream_t>(stream.handle())>>>(m, k, parts, a, b, c);
  check_cuda(cudaGetLastError(), "a thin product of a transposed matrix");
  return true;
}

} // namespace

template <class T>
bool thin_product_of_transposed(const Stream<Cuda>& stream, Index batch, Index m, Index n, Index k,
                                const T* a, const T* b, T* c, Index parts) {
  if (k <= 0 || batch > 65535) return false;
  return with_width<3, 6, 9, 12>(
      n, [&](auto width) { return launch<width()>(stream, batch, m, k, a, b, c, parts); });
}

template bool thin_product_of_transposed(const Stream<Cuda>&, Index, Index, Index, Index, const real*,
                                         const real*, real*, Index);
template bool thin_product_of_transposed(const Stream<Cuda>&, Index, Index, Index, Index, const float*,
                                         const float*, float*, Index);

} // namespace ibsim
