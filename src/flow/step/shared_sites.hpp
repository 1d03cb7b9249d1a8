// Sites that ranks send each other, of objects that several of them list: each finds it where the
// fluid around a site is its own, and all that list an object need all of it.
#pragma once

#include "grid/points.hpp"
#include "objects/listed_objects.hpp"
#include "parallel/array.hpp"
#include "parallel/communicator.hpp"

namespace ibsim {

template <class B>
class SharedSites {
 public:
  /// Sites of a kind that some rank lists in part. @param of_ranks the lists of all kinds of all ranks
  /// @param per_object sites
  SharedSites(const Stream<B>&, const std::vector<ListedObjects>& of_ranks, std::size_t kind, int rank,
              Index per_object);

  /// values, at the sites of the objects that this rank lists, = the sums over all ranks that list an object,
  /// as of words (Communicator::add_words). All ranks call it.
  void add_words(const Stream<B>&, const Communicator<B>&, VectorsView<real> values);

 private:
  struct Shared {
    int rank;
    Index first, objects; ///< in slots_
  };
  Index per_object_;
  std::vector<Shared> with_;   ///< other ranks
  Array<Index, B> slots_;      ///< of the objects that another rank lists too, for each of them
  Array<real, B> sent_, come_; ///< of these
};

} // namespace ibsim
