// Of which objects ranks make the forces: lists from places, looks whether they still do, and the step that
// goes with them.
#include "parallel/with_cuda.hpp"
#include "simulation/make_structures.hpp"
#include "simulation/rank_step.hpp"
#include "simulation/scenario.hpp"

#include <type_traits>

namespace ibsim {

template <class B>
std::vector<std::vector<Extent>> RankStep<B>::extents_of(const State<B>& state) const {
  std::vector<std::vector<Extent>> extents;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
    extents.push_back(extents_of_objects<B>(stream_, state.sites(kind), kinds_[kind].operators.n_data));
  return extents;
}

/// Those of rank 0's state, which others have not yet.
template <class B>
std::vector<std::vector<Extent>> RankStep<B>::extents_of_first(const State<B>* state) const {
  std::vector<std::vector<Extent>> extents(kinds_.size());
  if (state) extents = extents_of(*state);
  for (std::vector<Extent>& of_kind : extents) of_kind = communicator_->world().broadcast(std::move(of_kind));
  return extents;
}

template <class B>
bool RankStep<B>::must_be_dealt() {
  if (!has_lists_ || ++steps_since_look_ % steps_between_looks != 0) return false;
  const std::vector<std::vector<Extent>> extents = extents_of(state_);
  const real needed = reach_of_lists(scenario_, extents).needed;
  for (std::size_t rank = 0; rank < lists_.size(); ++rank)
    for (std::size_t kind = 0; kind < extents.size(); ++kind)
      if (lacks_one(scenario_.grid, slab_of_rank(rank), extents[kind], lists_[rank][kind], needed))
        return true;
  return false;
}

/// The lists of all ranks for these places, of as many objects as those before as long as that suffices.
template <class B>
void RankStep<B>::make_lists(const std::vector<std::vector<Extent>>& extents) {
  const real reach = reach_of_lists(scenario_, extents).listed;
  steps_since_look_ = 0, has_lists_ = false, evaluation_.reset();
  std::vector<ListedObjects> of_ranks;
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(communicator_->size()); ++rank) {
    ListedObjects listed(kinds_.size());
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      if (!may_be_listed(scenario_, kinds_, kind, std::is_same_v<B, Cuda>)) continue;
      const std::size_t before = lists_.empty() ? 0 : lists_[rank][kind].objects.size();
      listed[kind] = list_for(scenario_.grid, slab_of_rank(rank), extents[kind], reach, before);
      has_lists_ = has_lists_ || !listed[kind].is_all;
    }
    of_ranks.push_back(std::move(listed));
  }
  tell_of_each(scenario_, of_ranks);
  lists_ = std::move(of_ranks);
}

/// Step, state and tables become those of the list; the fields stay.
template <class B>
void RankStep<B>::follow_list() {
  const auto fits = [&](std::size_t kind) {
    const ListedKind &now = step_->listed()[kind], &next = listed()[kind];
    return now == next || (now.is_all == next.is_all && now.objects.size() == next.objects.size() &&
                           !knows_its_objects(scenario_, kind));
  };
  bool fitting = step_.has_value();
  for (std::size_t kind = 0; fitting && kind < kinds_.size(); ++kind) fitting = fits(kind);
  const auto keep_volumes = [&] {
    if (!volumes_at_start_.empty()) step_->keep_volumes(stream_, kinds_, volumes_at_start_);
  };
  if (fitting) {
    step_->list(stream_, listed());
    return keep_volumes();
  }
  Fields fields{std::move(state_.velocity), std::move(state_.velocity_before)};
  const std::size_t fluid_memory = state_.fluid_memory.size();
  step_.reset(), state_ = {}; // memory for the next ones
  const FlowModel part = with_listed_alone(scenario_, listed());
  const std::lock_guard hold(one_by_one_);
  step_.emplace(stream_, scenario_, local_, kinds_, make_structures(stream_, part, kinds_),
                make_pair_forces(stream_, part, kinds_), listed());
  keep_volumes();
  state_ = new_state(std::move(fields));
  state_.fluid_memory = Array<real, B>(fluid_memory);
}

template class RankStep<Cpu>; // what stands here, and the rest in rank_step.cpp
#if defined(IBSIM_WITH_CUDA)
template class RankStep<Cuda>;
#endif

} // namespace ibsim
