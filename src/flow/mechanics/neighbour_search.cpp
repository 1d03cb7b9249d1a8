#include "mechanics/neighbour_search.hpp"

#include "parallel/with_cuda.hpp"

#include <stdexcept>

namespace ibsim {

template <class B>
NeighbourSearch<B>::NeighbourSearch(const Stream<B>& stream, const Grid& box, const PairRanges& ranges,
                                    const std::vector<ContactStructure>& structures)
    : finder_(stream, box, ranges, structures) {
  for (const ContactStructure& of : structures) structures_.push_back({of.number, of.objects});
  searched_.reserve(structures_.size());
}

template <class B>
void NeighbourSearch<B>::find(const Stream<B>& stream, Sites all) {
  searched_.clear();
  for (const Searched& of : structures_) searched_.push_back(sites_of(all, of.kind));
  list_ = finder_.find(stream, searched_);
  ++searches_;
}

template <class B>
std::optional<std::size_t> NeighbourSearch<B>::structure_of(std::size_t kind) const {
  for (std::size_t k = 0; k < structures_.size(); ++k)
    if (structures_[k].kind == kind) return k;
  return {};
}

template <class B>
const StructureSites<B>& NeighbourSearch<B>::sites_of(Sites all, std::size_t kind) {
  for (const StructureSites<B>& of : all)
    if (of.kind == kind) return of;
  throw std::logic_error("a search for neighbours without the sites of a kind");
}

template class NeighbourSearch<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class NeighbourSearch<Cuda>;
#endif

} // namespace ibsim
