#include "linalg/block_rows.hpp"

#include "parallel/for_each.hpp"

#include <algorithm>
#include <stdexcept>

namespace ibsim {

template <class B, class T>
BlockRows<B, T>::BlockRows(const Stream<B>& stream, const BlockMatrix& matrix) : rows_(matrix.rows()) {
  const Index slices = (rows_ + slice - 1) / slice;
  std::vector<Size> first;
  std::vector<Index> slots;
  Size all = 0;
  for (Index s = 0; s < slices; ++s) {
    Index longest = 0;
    for (Index row = s * slice; row < std::min(rows_, (s + 1) * slice); ++row)
      longest = std::max(longest, matrix.first[row + 1] - matrix.first[row]);
    first.push_back(all), slots.push_back(longest);
    all += longest;
  }
  // what pads a row is zero, times the first of x
  std::vector<Index> columns(static_cast<std::size_t>(all) * slice, 0);
  std::vector<T> values(static_cast<std::size_t>(all) * slice * 9, 0);
  for (Index row = 0; row < rows_; ++row)
    for (Index b = matrix.first[row]; b < matrix.first[row + 1]; ++b) {
      const auto slot = static_cast<std::size_t>(first[row / slice] + b - matrix.first[row]);
      columns[slot * slice + row % slice] = matrix.columns[b];
      for (std::size_t i = 0; i < 9; ++i)
        values[(slot * 9 + i) * slice + row % slice] = static_cast<T>(matrix.blocks[b][i]);
    }
  first_ = Array<Size, B>(stream, first);
  slots_ = Array<Index, B>(stream, slots);
  columns_ = Array<Index, B>(stream, columns);
  values_ = Array<T, B>(stream, values);
  stream.synchronize(); // before what is copied goes
}

template <class B, class T>
BlockRows<B, T>::BlockRows(const Stream<B>& stream, const BlockRows& A, const BlockRows& C, real part)
    : rows_(A.rows_), first_(A.first_.size()), slots_(A.slots_.size()), columns_(A.columns_.size()),
      values_(A.values_.size()) {
  first_.copy_from(stream, A.first_), slots_.copy_from(stream, A.slots_);
  columns_.copy_from(stream, A.columns_);
  interpolate(stream, A, C, part);
}

template <class B, class T>
void BlockRows<B, T>::interpolate(const Stream<B>& stream, const BlockRows& A, const BlockRows& C,
                                  real part) {
  if (A.values_.size() != values_.size() || C.values_.size() != values_.size())
    throw std::invalid_argument("matrices of blocks in other places have no mean");
  interpolate_numbers(stream, values_.size(), A.values_.data(), C.values_.data(), part, values_.data());
}

template <class B, class T>
void BlockRows<B, T>::multiply(const Stream<B>& stream, const real* x, real* y) const {
  const Index n = rows_;
  const Size* first = first_.data();
  const Index *slots = slots_.data(), *columns = columns_.data();
  const T* values = values_.data();
  for_each(stream, 3 * n, [=] IBSIM_KERNEL(Index i) {
    const Index component = i / n, row = i - component * n, s = row / slice, lane = row - s * slice;
    const T* a = values + (first[s] * 9 + 3 * component) * slice + lane;
    const Index* column = columns + first[s] * slice + lane;
    real sum = 0;
    for (Index slot = 0; slot < slots[s]; ++slot) {
      const Index j = *column;
      sum += a[0] * x[j] + a[slice] * x[n + j] + a[2 * slice] * x[2 * n + j];
      a += 9 * slice, column += slice;
    }
    y[i] = sum;
  });
}

template <class B, class T>
void interpolate_numbers(const Stream<B>& stream, std::size_t n, const T* a, const T* c, real part, T* to) {
  for_each(stream, static_cast<Size>(n), [=] IBSIM_KERNEL(Size i) {
    to[i] = static_cast<T>((1 - part) * static_cast<real>(a[i]) + part * static_cast<real>(c[i]));
  });
}

template class BlockRows<ThisBackend, double>;
template class BlockRows<ThisBackend, float>;
template void interpolate_numbers(const Stream<ThisBackend>&, std::size_t, const float*, const float*, real,
                                  float*);

} // namespace ibsim
