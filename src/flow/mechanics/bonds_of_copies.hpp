// Bonds of objects that are copies of others (ranks/object_copies.hpp), and numbers of objects that come.
//
// A copy remembers what its original remembers. Its bonds to walls then move by the offset to the ligands at
// its own place. Its bonds to objects move to the copies of its original's partners. A bond without such a
// ligand is dropped: the receptor is free.
//
// In a step a copy makes the random draws of its original, so both have the same bonds and forces. A copy
// that is released has a number, and draws, of its own. With bonds to objects a copy makes no draws, since
// objects near it have no counterparts near its original.
#pragma once

#include "mechanics/force_term.hpp"

namespace ibsim {

/// Copies among the objects of a structure, and the offset of each from its original. In the backend's
/// memory.
struct CopiedObjects {
  const Index* slots;
  const Real3* offsets; ///< um
  const Index* inlets;  ///< number of the inlet of each
  Index n;
};

/// Objects with ligands as the bonds to them name them, and objects with receptors that are copies.
struct ListedPartners {
  std::vector<Index> slots;   ///< of the objects with ligands in the rank's list, ascending
  std::vector<Index> ids;     ///< of each of their slots; -1: absent
  std::vector<Index> copies;  ///< [inlet][slot]: slot of the copy that follows the object; -1: there is none
  std::vector<Index> follows; ///< of each listed object with receptors: 1 for a copy, else 0
};

/// A term with bonds of objects that come and go.
template <class B>
class BondsOfCopies {
 public:
  virtual ~BondsOfCopies() = default;

  /// Moves the bonds of copies from the places of their originals to their own. Does not wait for the stream.
  /// @param all that the structure remembers
  virtual void follow(const Stream<B>&, const CopiedObjects&, std::span<StateArray<B>> all) = 0;

  /// Gives objects their numbers for random draws. Waits for the stream.
  virtual void number(const Stream<B>&, const std::vector<Index>& numbers, std::span<StateArray<B>> all) = 0;
};

} // namespace ibsim
