// y = A x for a sparse matrix of 3 x 3 blocks, for vectors at points.
//
// A row sums its blocks in the order of their columns, one work item a component: the bits of y depend on A
// and x alone. Rows are stored in slices of 32, each as wide as its longest row, so that work items side by
// side read numbers side by side.
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

template <class B>
class BlockRows {
 public:
  static constexpr Index slice = 32; ///< rows

  BlockRows(const Stream<B>&, const BlockMatrix&);

  /// y = A x; vectors have all x, then all y, then all z. Allocates nothing, does not wait for the stream.
  void multiply(const Stream<B>&, const real* x, real* y) const;

 private:
  Index rows_;
  Array<Size, B> first_;    ///< slot of each slice
  Array<Index, B> slots_;   ///< of each slice: blocks of its longest row
  Array<Index, B> columns_; ///< of each slot and row
  Array<real, B> values_;   ///< of each slot, number of a block, and row
};

} // namespace ibsim
