// One search for neighbours, of the largest range, for all forces between objects. The structures that it
// knows are found among the sites by their kind.
#pragma once

#include "mechanics/close_sites.hpp"
#include "mechanics/contact_pairs_of_cell.hpp"

#include <optional>

namespace ibsim {

template <class B>
class NeighbourSearch {
 public:
  using Sites = std::span<const StructureSites<B>>;

  NeighbourSearch(const Stream<B>&, const Grid& box, const PairRanges&,
                  const std::vector<ContactStructure>& structures);

  /// Finds what is near what. Allocates nothing and does not wait for the stream.
  void find(const Stream<B>&, Sites all);

  /// What was found last. Valid until the next find().
  const CloseSites& list() const { return *list_; }
  std::uint64_t searches() const { return searches_; } ///< number of calls of find()
  Index points() const { return finder_.points(); }    ///< of all structures
  std::size_t structures() const { return structures_.size(); }
  Index objects(std::size_t structure) const { return structures_[structure].objects; }

  /// f(sites of a structure, its listed sites, its first point, its number here) of each.
  template <class F>
  void for_each_structure(Sites all, F f) const {
    Index first = 0, point = 0;
    for (std::size_t k = 0; k < structures_.size(); ++k) {
      const OwnSites own{first, first + structures_[k].objects, finder_.points(k), finder_.own(k)};
      f(sites_of(all, structures_[k].kind), own, point, k);
      first += structures_[k].objects, point += own.points.positions.n;
    }
  }
  /// The number here of a kind, if it is known.
  std::optional<std::size_t> structure_of(std::size_t kind) const;

 private:
  struct Searched {
    std::size_t kind;
    Index objects;
  };
  /// @throws std::logic_error if there are none of the kind
  static const StructureSites<B>& sites_of(Sites all, std::size_t kind);

  std::vector<Searched> structures_;
  CloseSitesFinder<B> finder_;
  std::vector<StructureSites<B>> searched_; ///< room for find()
  std::optional<CloseSites> list_;
  std::uint64_t searches_ = 0;
};

/// Makes each search of these forces once, for the sites at which they act next.
template <class B>
void find_neighbours(const Stream<B>& stream, std::span<const std::unique_ptr<PairForce<B>>> forces,
                     std::span<const StructureSites<B>> all) {
  for (std::size_t k = 0; k < forces.size(); ++k) {
    NeighbourSearch<B>* const search = forces[k]->search();
    bool is_new = search != nullptr;
    for (std::size_t before = 0; before < k; ++before) is_new = is_new && forces[before]->search() != search;
    if (is_new) search->find(stream, all);
  }
}

} // namespace ibsim
