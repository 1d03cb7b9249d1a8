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
#include "linalg/with_width.hpp"

#include "parallel/cuda_check.hpp"

namespace ibsim {
namespace {

constexpr int warps = 8, threads = 32 * warps, rows_in_block = 64;
constexpr int few_blocks = 256;              ///< of 64 rows
constexpr std::size_t most_bytes = 48 << 10; ///< of shared memory, without asking for more

template <class T>
__device__ T read_rows(const T* at, T) {
  return *at;
}
__device__ double2 read_rows(const real* at, double2) { return __ldcs(reinterpret_cast<const double2*>(at)); }
__device__ float2 read_rows(const float* at, float2) { return __ldcs(reinterpret_cast<const float2*>(at)); }
template <class T>
__device__ void add_product(T& sum, T x, T w) {
  sum += x * w;
}
template <class Two, class T>
__device__ void add_products(Two& sum, Two x, T w) {
  sum.x += x.x * w;
  sum.y += x.y * w;
}
__device__ void add_product(double2& sum, double2 x, real w) { add_products(sum, x, w); }
__device__ void add_product(float2& sum, float2 x, float w) { add_products(sum, x, w); }

/// B at a place of its matrix.
template <ThinFactor factor, class T>
__device__ T factor_at(const T* b, unsigned matrix, std::size_t of_matrix, Index place) {
  if constexpr (factor == ThinFactor::itself) return b[matrix * of_matrix + place];
  const T* const y = b + std::size_t{4} * place;
  const T inner = matrix & 1 ? -1 : 1, outer = matrix & 2 ? -1 : 1;
  return (y[0] + inner * y[1]) + outer * (y[2] + inner * y[3]);
}

/// Sums of a lane's rows over its warp's share of the columns, in shared memory, [warps][n][rows]; at the end
/// all warps have written theirs.
/// @param a the lane's rows of the first column
/// @param set_b called by all threads before B is read: puts B into shared memory, as [k][n][matrices]
/// @param matrix the lane's
/// @tparam Rows a number of each, neighbours in memory
/// @tparam together columns of A
template <int n, class Rows, int together, int matrices, class T, class SetB>
__device__ void sum_columns(Index m, Index k, const T* a, T* shared, int matrix, SetB set_b) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const Index share = (k - 1) / warps + 1, begin = warp * share, end = min(k, begin + share);
  Rows x[together];
  const auto read = [&](Index first) {
#pragma unroll
    for (int t = 0; t < together; ++t)
      if (first + t < end) x[t] = read_rows(a + (first + t) * static_cast<std::size_t>(m), Rows{});
  };
  read(begin);
  set_b();
  __syncthreads();
  Rows sum[n] = {};
  for (Index first = begin; first < end; first += together) {
    if (first > begin) read(first);
#pragma unroll
    for (int t = 0; t < together; ++t)
      if (first + t < end)
#pragma unroll
        for (int q = 0; q < n; ++q)
          add_product(sum[q], x[t], shared[((first + t) * n + q) * matrices + matrix]);
  }
  __syncthreads();
#pragma unroll
  for (int q = 0; q < n; ++q) reinterpret_cast<Rows*>(shared)[(warp * n + q) * 32 + lane] = sum[q];
  __syncthreads();
}

/// Element i of `size` of C from the sums of all warps.
template <class T>
__device__ T add_warps(const T* shared, int size, int i) {
  T total = 0;
#pragma unroll
  for (int w = 0; w < warps; ++w) total += shared[w * size + i];
  return total;
}

template <int n, class Rows, int together, ThinFactor factor, class T>
__global__ void __launch_bounds__(threads)
    thin_product_kernel(Index m, Index k, const T* a, const T* b, T* c) {
  constexpr Index width = sizeof(Rows) / sizeof(T), rows = 32 * width;
  extern __shared__ real numbers[];
  T* const shared = reinterpret_cast<T*>(numbers);
  const unsigned matrix = blockIdx.y;
  a += std::size_t{matrix} * m * k, c += std::size_t{matrix} * m * n;
  const auto lane = static_cast<Index>(threadIdx.x % 32), first_row = static_cast<Index>(blockIdx.x * rows);
  sum_columns<n, Rows, together, 1>(m, k, a + min(first_row + lane * width, m - width), shared, 0, [&] {
    for (Index p = threadIdx.x; p < k; p += threads)
#pragma unroll
      for (int q = 0; q < n; ++q)
        shared[p * n + q] = factor_at<factor>(b, matrix, static_cast<std::size_t>(k) * n, q * k + p);
  });
  for (int i = threadIdx.x; i < n * rows; i += threads) {
    const Index to = first_row + i % rows;
    const T total = add_warps(shared, n * rows, i);
    if (to < m) c[i / rows * static_cast<std::size_t>(m) + to] = total;
  }
}

/// A lane is a site: it has the row of its orbit, of the character whose number is that of its turn.
template <int n>
__global__ void __launch_bounds__(threads)
    product_at_sites_kernel(Index m, Index k, const real* a, const real* b, const real* weights, real* x,
                            real* y, real* z) {
  constexpr int turns = 4, sites = 32;
  extern __shared__ real shared[];
  const int lane = threadIdx.x % 32, turn = lane % turns;
  const Index first_site = static_cast<Index>(blockIdx.x * sites),
              row = min((first_site + lane) / turns, m - 1);
  sum_columns<n, real, 14, turns>(m, k, a + std::size_t{1} * turn * m * k + row, shared, turn, [&] {
    for (Index p = threadIdx.x; p < k; p += threads)
#pragma unroll
      for (int i = 0; i < turns * n; ++i)
        shared[(p * n + i % n) * turns + i / n] = b[i * static_cast<std::size_t>(k) + p];
  });
  const Index all = turns * m, site = first_site + lane;
  const real weight = weights && site < all ? weights[site] : 1;
  for (int q = threadIdx.x / sites; q < n; q += warps) {
    real value = weight * add_warps(shared, n * sites, q * sites + lane);
    for (int apart = 1; apart < turns; apart *= 2) { // over the characters, with their signs
      const real other = __shfl_xor_sync(0xffffffffu, value, apart);
      value = turn & apart ? other - value : value + other;
    }
    constexpr int objects = n / 3;
    real* const component = q < objects ? x : q < 2 * objects ? y : z;
    if (site < all) component[q % objects * static_cast<std::size_t>(all) + site] = value;
  }
}

template <int n, class Rows, int together, ThinFactor factor = ThinFactor::itself, class T>
bool launch_rows(const Stream<Cuda>& stream, Index batch, Index m, Index k, const T* a, const T* b, T* c) {
  constexpr Index rows = 32 * sizeof(Rows) / sizeof(T);
  const std::size_t bytes = sizeof(T) * n * static_cast<std::size_t>(k > warps * rows ? k : warps * rows);
  const dim3 blocks((m - 1) / rows + 1, batch);
  thin_product_kernel<n, Rows, together, factor>
      <<<blocks, threads, bytes, static_cast<cudaStream_t>(stream.handle())>>>(m, k, a, b, c);
  check_cuda(cudaGetLastError(), "a thin matrix product");
  return true;
}

bool are_few(Index m, Index batch) { return ((m - 1) / rows_in_block + 1) * batch <= few_blocks; }

template <int n>
bool launch(const Stream<Cuda>& stream, Index batch, Index m, Index k, const real* a, const real* b, real* c,
            ThinFactor factor) {
  const bool few = are_few(m, batch);
  if (factor == ThinFactor::signed_sums)
    return few && launch_rows<n, real, 14, ThinFactor::signed_sums>(stream, batch, m, k, a, b, c);
  return few ? launch_rows<n, real, 14>(stream, batch, m, k, a, b, c)
             : launch_rows<n, double2, 9>(stream, batch, m, k, a, b, c);
}

template <int n>
bool launch(const Stream<Cuda>& stream, Index batch, Index m, Index k, const float* a, const float* b,
            float* c) {
  return are_few(m, batch) ? launch_rows<n, float, 14>(stream, batch, m, k, a, b, c)
                           : launch_rows<n, float2, 9>(stream, batch, m, k, a, b, c);
}

template <int n>
bool launch_at_sites(const Stream<Cuda>& stream, Index m, Index k, const real* a, const real* b,
                     const real* weights, real* x, real* y, real* z) {
  constexpr Index turns = 4, sites = 32;
  const Index numbers = turns * k > warps * sites ? turns * k : warps * sites;
  const std::size_t bytes = sizeof(real) * n * static_cast<std::size_t>(numbers);
  if (k <= 0 || !are_few(m, turns) || bytes > most_bytes) return false;
  product_at_sites_kernel<n>
      <<<(turns * m - 1) / sites + 1, threads, bytes, static_cast<cudaStream_t>(stream.handle())>>>(
          m, k, a, b, weights, x, y, z);
  check_cuda(cudaGetLastError(), "a thin matrix product");
  return true;
}

} // namespace

bool thin_product(const Stream<Cuda>& stream, Index batch, Index m, Index n, Index k, const real* a,
                  const real* b, real* c, ThinFactor factor) {
  const bool fits = k > 0 && m % 2 == 0 && batch <= 65535 && sizeof(real) * n * k <= most_bytes;
  if (!fits) return false;
  return with_width<1, 3, 4, 6, 9, 12>(
      n, [&](auto width) { return launch<width()>(stream, batch, m, k, a, b, c, factor); });
}

bool thin_product(const Stream<Cuda>& stream, Index batch, Index m, Index n, Index k, const float* a,
                  const float* b, float* c) {
  const bool fits = k > 0 && m % 2 == 0 && batch <= 65535 && sizeof(float) * n * k <= most_bytes;
  if (!fits) return false;
  return with_width<3, 6, 9, 12>(n,
                                 [&](auto width) { return launch<width()>(stream, batch, m, k, a, b, c); });
}

bool thin_product_at_sites(const Stream<Cuda>& stream, Index m, Index n, Index k, const real* a,
                           const real* b, const real* weights, real* x, real* y, real* z) {
  return with_width<3, 6, 9, 12>(
      n, [&](auto width) { return launch_at_sites<width()>(stream, m, k, a, b, weights, x, y, z); });
}

} // namespace ibsim
