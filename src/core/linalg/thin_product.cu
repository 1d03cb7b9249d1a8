// C (m x n) = A (m x k) B (k x n) for n = 1, 3, 4, 6, 9 or 12.
//
// A block has 64 rows of A. Its lanes have two rows each, so that a warp reads 512 bytes in one piece; its
// warps share out the columns of A, and add their parts of the sums in a fixed order. B lies in shared
// memory, where all lanes of a warp read the same number.
//
// Where that makes few blocks, it is not the memory's speed that counts but how long one read waits for the
// next: a lane has one row, reads 14 columns before it needs the first, and as few registers as leave room
// for such blocks among those of a large product. B is made of signed sums there and then. The order of the
// sums is the same.
#include "linalg/thin_product.hpp"

#include "parallel/cuda_check.hpp"

namespace ibsim {
namespace {

constexpr int warps = 8, threads = 32 * warps, rows_in_block = 64;
constexpr int few_blocks = 256; ///< of 64 rows

/// C of a block's rows from the sums of its warps, [warps][n][rows] in shared memory, added in this order.
template <int n, int rows>
__device__ void add_up_and_store(const real* shared, Index m, real* c) {
  __syncthreads();
  for (int i = threadIdx.x; i < n * rows; i += threads) {
    const Index to = blockIdx.x * rows + i % rows;
    real total = 0;
    for (int w = 0; w < warps; ++w) total += shared[w * n * rows + i];
    if (to < m) c[i / rows * static_cast<std::size_t>(m) + to] = total;
  }
}

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
  add_up_and_store<n, rows_in_block>(shared, m, c);
}

/// B at a place of its matrix.
template <ThinFactor factor>
__device__ real factor_at(const real* b, unsigned matrix, std::size_t of_matrix, Index place) {
  if constexpr (factor == ThinFactor::itself) return b[matrix * of_matrix + place];
  const real* const y = b + std::size_t{4} * place;
  const real inner = matrix & 1 ? -1 : 1, outer = matrix & 2 ? -1 : 1;
  return (y[0] + inner * y[1]) + outer * (y[2] + inner * y[3]);
}

template <int n, ThinFactor factor>
__global__ void __launch_bounds__(threads, 4)
    small_product_kernel(Index m, Index k, const real* a, const real* b, real* c) {
  constexpr int rows = 32, together = 14;
  extern __shared__ real shared[]; // as above
  const unsigned matrix = blockIdx.y;
  a += std::size_t{matrix} * m * k, c += std::size_t{matrix} * m * n;
#pragma unroll 4
  for (Index i = threadIdx.x; i < k * n; i += threads)
    shared[i % k * n + i / k] = factor_at<factor>(b, matrix, static_cast<std::size_t>(k) * n, i);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const Index row = blockIdx.x * rows + lane, last_row = row < m ? row : m - 1, share = (k - 1) / warps + 1,
              begin = warp * share, end = min(k, begin + share);
  real sum[n] = {};
  __syncthreads();
  for (Index first = begin; first < end; first += together) {
    real x[together];
#pragma unroll
    for (int t = 0; t < together; ++t)
      x[t] = first + t < end ? a[(first + t) * static_cast<std::size_t>(m) + last_row] : 0;
#pragma unroll
    for (int t = 0; t < together; ++t)
      if (first + t < end)
#pragma unroll
        for (int q = 0; q < n; ++q) sum[q] += x[t] * shared[(first + t) * n + q];
  }
  __syncthreads();
  for (int q = 0; q < n; ++q) shared[(warp * n + q) * rows + lane] = sum[q];
  add_up_and_store<n, rows>(shared, m, c);
}

template <int n>
bool launch_small(const Stream<Cuda>& stream, Index batch, Index m, Index k, const real* a, const real* b,
                  real* c, ThinFactor factor) {
  constexpr int rows = 32;
  const std::size_t bytes = sizeof(real) * n * static_cast<std::size_t>(k > warps * rows ? k : warps * rows);
  const dim3 blocks((m - 1) / rows + 1, batch);
  const auto kernel = factor == ThinFactor::itself ? small_product_kernel<n, ThinFactor::itself>
                                                   : small_product_kernel<n, ThinFactor::signed_sums>;
  kernel<<<blocks, threads, bytes, static_cast<cudaStream_t>(stream.handle())>>>(m, k, a, b, c);
  check_cuda(cudaGetLastError(), "a thin matrix product");
  return true;
}

template <int n>
bool launch(const Stream<Cuda>& stream, Index batch, Index m, Index k, const real* a, const real* b, real* c,
            ThinFactor factor) {
  if (((m - 1) / rows_in_block + 1) * batch <= few_blocks)
    return launch_small<n>(stream, batch, m, k, a, b, c, factor);
  if (factor != ThinFactor::itself) return false;
  const std::size_t bytes =
      sizeof(real) * n * static_cast<std::size_t>(k > warps * rows_in_block ? k : warps * rows_in_block);
  const dim3 blocks((m - 1) / rows_in_block + 1, batch);
  thin_product_kernel<n>
      <<<blocks, threads, bytes, static_cast<cudaStream_t>(stream.handle())>>>(m, k, a, b, c);
  check_cuda(cudaGetLastError(), "a thin matrix product");
  return true;
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
