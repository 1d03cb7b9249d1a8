// Columns: the modes of planes are transformed, solved and transformed back along the direction across the
// planes in one kernel of a GPU (columns.cuh): by which levels, and how many modes a block has side by side.
#pragma once

#include "parallel/stream.hpp"

#include <optional>
#include <vector>

namespace ibsim {

/// The factors of a number of rows, each the radix of a level of the transform (radices.cuh).
struct Radices {
  int levels, radix[8];
};

/// @param rows values along the direction: 16 or more, without prime factors beyond 5
/// @param lanes modes of a block, so that 16 bytes times as many are read together
/// @param number bytes of one of the two numbers of a mode
/// @return nothing where so many components of them do not fit into the memory of a block
std::optional<Radices> radices_of(const Stream<Cuda>&, int rows, int lanes, int components,
                                  std::size_t number);

/// The frequency at each place after the levels.
std::vector<int> frequencies_at(int rows, const Radices&);

} // namespace ibsim
