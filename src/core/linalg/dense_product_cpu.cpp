// dense_product.hpp on the CPU. A tall A (366 MB for a red cell) is far larger than the caches and is used
// for few columns of B, so the time is that of reading A once from memory.
//
// Rows are cut into blocks of fixed size, shared out to the threads; where they are few, as of a flat A, the
// columns of B are too. In a block, a panel of 8 columns of A (in the cache of a core) goes through all
// columns of B before the next panel comes. Each element of C is summed in the order of k whatever the number
// of threads.
#include "linalg/dense_product.hpp"

#include <algorithm>

namespace ibsim {
namespace {

constexpr Index rows_in_block = 512;
constexpr Index panel_width = 8;
constexpr Index few_blocks = 64, columns_in_group = 24; // in whole threes, as they are taken below

/// c[i] += sum_p a[i + p lda] b[p] for `rows` rows and `width` <= panel_width columns of A, `Columns` columns
/// of B and C.
template <Index Columns, class T>
void add_panel(Index rows, Index width, const T* a, std::size_t lda, const T* b, std::size_t ldb, T* c,
               std::size_t ldc) {
  if (width == panel_width) {
    T w[Columns][panel_width];
    for (Index q = 0; q < Columns; ++q)
      for (Index p = 0; p < panel_width; ++p) w[q][p] = b[p + q * ldb];
#pragma omp simd
    for (Index i = 0; i < rows; ++i) {
      T column[panel_width];
      for (Index p = 0; p < panel_width; ++p) column[p] = a[i + p * lda];
      for (Index q = 0; q < Columns; ++q) {
        T sum = c[i + q * ldc];
        for (Index p = 0; p < panel_width; ++p) sum += column[p] * w[q][p];
        c[i + q * ldc] = sum;
      }
    }
  } else {
    for (Index q = 0; q < Columns; ++q)
      for (Index p = 0; p < width; ++p) {
        const T factor = b[p + q * ldb];
#pragma omp simd
        for (Index i = 0; i < rows; ++i) c[i + q * ldc] += a[i + p * lda] * factor;
      }
  }
}

} // namespace

template <>
struct DenseProduct<Cpu>::Handle {};

template <>
DenseProduct<Cpu>::DenseProduct(const Stream<Cpu>&, Columns columns) : columns_(columns) {}
template <>
DenseProduct<Cpu>::~DenseProduct() = default;
template <>
DenseProduct<Cpu>::DenseProduct(DenseProduct&&) noexcept = default;

template <>
template <class T>
void DenseProduct<Cpu>::multiply(const Stream<Cpu>&, Index batch, Index m, Index n, Index k,
                                 const std::type_identity_t<T>* all_a, const std::type_identity_t<T>* all_b,
                                 T* all_c) {
  const std::size_t lda = m, ldb = k, ldc = m;
  const Index blocks = (m + rows_in_block - 1) / rows_in_block;
  const Index width_of_group = batch * blocks < few_blocks ? columns_in_group : std::max<Index>(n, 1);
  const Index groups = (n + width_of_group - 1) / width_of_group;
#pragma omp parallel for schedule(static)
  for (Index item = 0; item < batch * blocks * groups; ++item) {
    const Index matrix = item / (blocks * groups), block = item / groups % blocks,
                before = item % groups * width_of_group, columns = std::min(width_of_group, n - before);
    const T *const a = all_a + matrix * lda * k, *const b = all_b + matrix * ldb * n + before * ldb;
    const Index first = block * rows_in_block, rows = std::min(rows_in_block, m - first);
    T* const c_block = all_c + matrix * ldc * n + before * ldc + first;
    for (Index q = 0; q < columns; ++q) std::fill_n(c_block + q * ldc, rows, T{0});
    for (Index p = 0; p < k; p += panel_width) {
      const Index width = std::min(panel_width, k - p);
      const T* const panel = a + first + p * lda;
      Index q = 0;
      for (; q + 3 <= columns; q += 3)
        add_panel<3>(rows, width, panel, lda, b + p + q * ldb, ldb, c_block + q * ldc, ldc);
      for (; q < columns; ++q)
        add_panel<1>(rows, width, panel, lda, b + p + q * ldb, ldb, c_block + q * ldc, ldc);
    }
  }
}

template <>
std::vector<real> DenseProduct<Cpu>::for_transposed(Index batch, Index m, Index k,
                                                    const std::vector<real>& a) {
  std::vector<real> result(a.size());
  for (std::size_t matrix = 0; matrix < static_cast<std::size_t>(batch); ++matrix)
    for (Index i = 0; i < m; ++i)
      for (Index p = 0; p < k; ++p) result[(matrix * k + p) * m + i] = a[(matrix * m + i) * k + p];
  return result;
}

template <>
template <class T>
void DenseProduct<Cpu>::multiply_transposed(const Stream<Cpu>& stream, Index batch, Index m, Index n, Index k,
                                            const std::type_identity_t<T>* a,
                                            const std::type_identity_t<T>* b, T* c) {
  multiply(stream, batch, m, n, k, a, b, c);
}

template void DenseProduct<Cpu>::multiply(const Stream<Cpu>&, Index, Index, Index, Index, const real*,
                                          const real*, real*);
template void DenseProduct<Cpu>::multiply(const Stream<Cpu>&, Index, Index, Index, Index, const float*,
                                          const float*, float*);
template void DenseProduct<Cpu>::multiply_transposed(const Stream<Cpu>&, Index, Index, Index, Index,
                                                     const real*, const real*, real*);
template void DenseProduct<Cpu>::multiply_transposed(const Stream<Cpu>&, Index, Index, Index, Index,
                                                     const float*, const float*, float*);

} // namespace ibsim
