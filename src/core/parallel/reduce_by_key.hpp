// Segmented reduction: sums over the runs of equal keys in a sorted list, for one list of keys and many lists
// of values.
//
//   find_runs(stream, n, sorted_keys);  q = *runs();  unique_keys()[r], r = 0 .. q-1
//   sum(stream, columns, values, sums): sums[c m + r] = sum over run r of values[c m + i], m = most_items, c
//   = 0 .. columns-1
//
// The count q stays on the device. Same bits in every run and for every number of threads: a run is cut at
// the multiples of 64 in the list; each piece is added by one work item from left to right, then the pieces
// of a run are. So short runs cost one pass, and a run of all n items has n/64 pieces that are added side by
// side.
#pragma once

#include "parallel/array.hpp"

#include <cstdint>

namespace ibsim {

template <class B>
class ReduceByKey {
 public:
  ReduceByKey(const Stream<B>&, Index most_items, int most_columns = 1);

  void find_runs(const Stream<B>&, Index n, const std::uint32_t* sorted_keys);
  const Index* runs() const { return runs_.data(); }
  const std::uint32_t* unique_keys() const { return unique_keys_.data(); }

  void sum(const Stream<B>&, int columns, const real* values, real* sums);

 private:
  Index most_items_ = 0, n_ = 0;
  Array<Index, B> pieces_, runs_;   ///< how many, one number each
  Array<Index, B> piece_first_;     ///< where piece j starts in the list; one more entry: n
  Array<Index, B> run_first_piece_; ///< which piece run r starts with; one more entry: the number of pieces
  Array<std::uint32_t, B> unique_keys_;
  Array<real, B> partial_sums_; ///< [columns][most_items]
  Array<std::byte, B> work_space_;
};

} // namespace ibsim
