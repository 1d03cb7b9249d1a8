// Stable key-value sort of the numbers 0 .. n-1 by their keys, with all its memory set up beforehand.
//
//   write keys()[i], i = 0 .. n-1;  sort(stream, n, largest);  then
//   sorted_keys()[i] = keys()[order()[i]] ascends, and order() ascends among equal keys.
//
// The lowest bits of a key may carry something else along, which the sort does not look at.
//
// The result is unique, so it is the same on all backends and for any number of threads. Both halves are
// radix sorts over the bits that are in use, which allocate nothing: CUB's on CUDA, which does not wait
// either, and one of 8 bits a pass on the CPU.
#pragma once

#include "parallel/array.hpp"

#include <cstdint>

namespace ibsim {

template <class B>
class SortByKey {
 public:
  SortByKey(const Stream<B>&, Index most_items);

  std::uint32_t* keys() { return keys_.data(); }
  /// @param largest_key no key is larger. @param carried_bits the lowest bits of a key, by which nothing is
  /// sorted
  void sort(const Stream<B>&, Index n, std::uint32_t largest_key, int carried_bits = 0);
  const std::uint32_t* sorted_keys() const { return sorted_keys_.data(); }
  const Index* order() const { return order_.data(); }
  /// The sorted keys, to be filled otherwise, in place of sort().
  std::uint32_t* sorted_keys() { return sorted_keys_.data(); }
  Index* order() { return order_.data(); }

 private:
  Array<std::uint32_t, B> keys_, sorted_keys_;
  Array<Index, B> identity_, order_;
  Array<std::byte, B> work_space_;
};

} // namespace ibsim
