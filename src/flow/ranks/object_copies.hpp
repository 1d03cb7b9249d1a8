// Objects that are copies of others: after each step all that a copy has becomes what its original has,
// moved by an offset. The rank that owns the original sends it to all that list the copy.
#pragma once

#include "grid/points.hpp"
#include "mechanics/bonds_of_copies.hpp"
#include "objects/listed_objects.hpp"
#include "parallel/array.hpp"
#include "parallel/communicator.hpp"

namespace ibsim {

/// A copy by its slot and that of its original, of one kind.
struct ObjectCopy {
  Index original, copy;
  Real3 offset; ///< um
  Index inlet;  ///< its number
};

/// Copies of one kind, for lists that stay.
template <class B>
class CopiesOfKind {
 public:
  /// @param of_ranks lists of all ranks @param copies in the same order on all ranks
  CopiesOfKind(const Stream<B>&, const std::vector<ListedObjects>& of_ranks, std::size_t kind, int rank,
               const std::vector<ObjectCopy>& copies);

  /// Makes the copies in an array of listed objects, [component][object][site]. All ranks call it.
  /// @param per_object sites @param moved whether the array has places, which are moved by the offsets
  void make(const Stream<B>&, const Communicator<B>&, VectorsView<real> array, Index per_object, bool moved);

  /// Copies that this rank lists.
  CopiedObjects copies() const {
    return {come_.data(), offsets_that_come_.data(), inlets_that_come_.data(),
            static_cast<Index>(come_.size())};
  }

 private:
  struct Numbers {
    std::size_t sent, come; ///< objects
  };
  std::vector<Numbers> of_ranks_;
  Array<Index, B> sent_, come_; ///< slots in the list, rank after rank
  Array<Index, B> inlets_that_come_;
  Array<Real3, B> offsets_, offsets_that_come_;
  Array<real, B> out_, in_; ///< as large as the largest array so far
};

/// Copies of all kinds.
template <class B>
struct ObjectCopies {
  std::vector<std::optional<CopiesOfKind<B>>> kinds;
};

} // namespace ibsim
