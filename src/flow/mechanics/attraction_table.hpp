// The laws of attraction between the structures of a search, in the memory of a backend. For kernel files
// only.
#pragma once

#include "mechanics/neighbour_search.hpp"
#include "mechanics/pair_laws.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace ibsim {

template <class B>
class AttractionTable {
 public:
  /// @param laws of each structure of the search with each: the law of k with l at k times their number plus
  /// l; symmetric. Empty: there is no attraction
  AttractionTable(const Stream<B>& stream, const std::vector<AggregationLaw>& laws,
                  const NeighbourSearch<B>& search)
      : structures_(search.structures()), feels_(structures_), laws_(stream, laws) {
    std::vector<Index> structures;
    for (std::size_t k = 0; k < structures_; ++k) {
      structures.insert(structures.end(), static_cast<std::size_t>(search.objects(k)), static_cast<Index>(k));
      for (std::size_t l = 0; l < structures_ && !laws.empty(); ++l)
        feels_[k] = feels_[k] || laws[k * structures_ + l].energy > 0;
    }
    if (!laws.empty() &&
        std::all_of(laws.begin(), laws.end(), [&](const AggregationLaw& law) { return law == laws.front(); }))
      one_ = laws.front();
    structure_ = Array<Index, B>(stream, structures);
    stream.synchronize(); // `structures` is in use until here
  }

  /// True if objects of a structure feel any.
  bool feels(std::size_t k) const { return feels_[k]; }
  LawsWithOthers of(std::size_t k, const CloseSites& list) const {
    return {.is_one = one_.has_value(),
            .one = one_.value_or(AggregationLaw()),
            .with = laws_.data() + k * structures_,
            .structure = structure_.data(),
            .object_of_listed = list.objects};
  }

 private:
  std::size_t structures_;
  std::vector<bool> feels_; ///< of each structure
  std::optional<AggregationLaw> one_;
  Array<AggregationLaw, B> laws_;
  Array<Index, B> structure_; ///< of each object of all structures
};

} // namespace ibsim
