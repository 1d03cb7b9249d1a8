// y = A x for a sparse matrix of 3 x 3 blocks, for vectors at points.
//
// A row sums its blocks in the order of their columns, one work item a component: the bits of y depend on A
// and x alone. Blocks may be stored in floats, which is half of what is read; sums are of doubles. Rows are
// stored in slices of 32, each as wide as its longest row, so that work items side by side read numbers side
// by side.
#pragma once

#include "parallel/array.hpp"

#include <array>
#include <vector>

namespace ibsim {

/// A on the host, row after row.
struct BlockMatrix {
  std::vector<Index> first{0};             ///< of the blocks of each row; one more: their number
  std::vector<Index> columns;              ///< of each block, ascending within a row
  std::vector<std::array<real, 9>> blocks; ///< row by row: xx, xy, xz, yx, ..

  Index rows() const { return static_cast<Index>(first.size()) - 1; }
};

/// T is the number type of the stored blocks, double or float.
template <class B, class T = real>
class BlockRows {
 public:
  static constexpr Index slice = 32; ///< rows

  BlockRows(const Stream<B>&, const BlockMatrix&);
  /// (1 - part) A + part C, of two matrices with blocks in the same places.
  BlockRows(const Stream<B>&, const BlockRows& A, const BlockRows& C, real part);
  /// Becomes that of other matrices with blocks in these places.
  void interpolate(const Stream<B>&, const BlockRows& A, const BlockRows& C, real part);

  /// y = A x; vectors have all x, then all y, then all z. Allocates nothing, does not wait for the stream.
  void multiply(const Stream<B>&, const real* x, real* y) const;

 private:
  Index rows_;
  Array<Size, B> first_;    ///< slot of each slice
  Array<Index, B> slots_;   ///< of each slice: blocks of its longest row
  Array<Index, B> columns_; ///< of each slot and row
  Array<T, B> values_;      ///< of each slot, number of a block, and row
};

/// to = (1 - part) a + part c. For numbers of T, double or float.
template <class B, class T>
void interpolate_numbers(const Stream<B>&, std::size_t n, const T* a, const T* c, real part, T* to);

} // namespace ibsim
