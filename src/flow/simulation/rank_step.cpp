#include "simulation/rank_step.hpp"

#include "grid/local_grid.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/make_structures.hpp"
#include "simulation/max_speed.hpp"
#include "simulation/scenario.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

namespace ibsim {
namespace {

/// What a rank tells of its times.
struct TimesTold {
  static constexpr std::size_t most_phases = 8;
  std::array<double, most_phases> median{}, mean{};
  std::size_t phases = 0, objects = 0;
};

template <class T, class A>
VectorsView<T> vectors(A& array) {
  return vectors_view<T>(array.data(), static_cast<Index>(array.size() / 3));
}

} // namespace

template <class B>
RankStep<B>::RankStep(const Stream<B>& stream, const Scenario& scenario,
                      const std::vector<SurfaceKind>& kinds, std::unique_ptr<Communicator<B>> communicator)
    : stream_(stream), scenario_(scenario), kinds_(kinds), communicator_(std::move(communicator)),
      local_(scenario.grid, *communicator_),
      timer_(stream, phase_names, static_cast<std::uint64_t>(scenario.time.end / scenario.time.step)) {}

template <class B>
RankStep<B>::~RankStep() = default;

// --- lists
// --------------------------------------------------------------------------------------------------------

template <class B>
Slab RankStep<B>::slab_of_rank(std::size_t rank) const {
  return slab_of(scenario_.grid, static_cast<int>(rank), communicator_->size(), layers_of<B>(scenario_.grid));
}

template <class B>
std::vector<std::vector<Extent>> RankStep<B>::extents_of(const State<B>& state) const {
  std::vector<std::vector<Extent>> extents;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
    extents.push_back(extents_of_objects<B>(stream_, state.sites(kind), kinds_[kind].operators.n_data));
  return extents;
}

template <class B>
Dealt RankStep<B>::about(const State<B>& whole) const {
  return {extents_of(whole), whole.fluid_memory.size()};
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
  steps_since_look_ = 0, has_lists_ = false;
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

/// Step, state and tables become those of the list.
template <class B>
void RankStep<B>::follow_list(const Dealt& dealt, std::mutex& one_by_one) {
  const auto fits = [&](std::size_t kind) {
    const ListedKind &now = step_->listed()[kind], &next = listed()[kind];
    return now == next || (now.is_all == next.is_all && now.objects.size() == next.objects.size() &&
                           !knows_its_objects(scenario_, kind));
  };
  bool fitting = step_.has_value();
  for (std::size_t kind = 0; fitting && kind < kinds_.size(); ++kind) fitting = fits(kind);
  if (fitting) {
    step_->list(stream_, listed());
    return;
  }
  step_.reset(), state_ = {}; // memory for the next ones
  const FlowModel part = with_listed_alone(scenario_, listed());
  const std::lock_guard hold(one_by_one);
  step_.emplace(stream_, scenario_, local_, kinds_, make_structures(stream_, part, kinds_),
                make_pair_forces(stream_, part, kinds_), listed());
  state_ = new_state(dealt.fluid_memory);
}

template <class B>
State<B> RankStep<B>::new_state(std::size_t fluid_memory) const {
  State<B> state;
  state.velocity = FaceField<B>(stream_, local_.slab);
  if (scenario_.is_bdf2()) state.velocity_before = FaceField<B>(stream_, local_.slab);
  state.fluid_memory = Array<real, B>(fluid_memory);
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    const std::size_t numbers = 3 * static_cast<std::size_t>(kinds_[kind].operators.n_data) *
                                scenario_.objects[kind].placements.size();
    state.data_sites.emplace_back(numbers);
    if (scenario_.is_bdf2())
      state.data_sites_before.emplace_back(numbers), state.data_sites_expected.emplace_back(numbers);
    state.remembered.push_back(step_->structure(kind).state_at_start(stream_, {}));
  }
  return state;
}

// --- states
// -------------------------------------------------------------------------------------------------------

namespace {

/// The arrays that all ranks have alike. @param state State or const State
template <class S>
auto shared_arrays(S& state) {
  std::vector all{&state.fluid_memory};
  for (auto* sites : {&state.data_sites, &state.data_sites_before, &state.data_sites_expected})
    for (auto& of_kind : *sites) all.push_back(&of_kind);
  return all;
}

/// Of what a term remembers: the sites of an object; 0 where all ranks have the same.
template <class B>
Index sites_of_an_object(const Array<real, B>& mine, const ListedKind& listed) {
  const bool apart = !listed.is_all && mine.size() > 1;
  return apart ? static_cast<Index>(mine.size() / 3 / listed.objects.size()) : Index{0};
}

template <class B>
void broadcast(const Stream<B>& stream, const Communicator<B>& ranks, Array<real, B>& array) {
  if (!array.empty()) broadcast(stream, ranks, array.data(), array.size() * sizeof(real));
}

} // namespace

template <class B>
void RankStep<B>::deal(const State<B>* whole, const Dealt& dealt, std::mutex& one_by_one) {
  make_lists(dealt.extents);
  follow_list(dealt, one_by_one);
  const auto planes = [&](FaceField<B> State<B>::*field) {
    for (int d = 0; d < 3; ++d)
      deal_planes(stream_, local_, whole ? (whole->*field).view()[d] : nullptr, (state_.*field).view()[d]);
    fill_ghosts(stream_, local_, (state_.*field).view());
  };
  planes(&State<B>::velocity);
  if (state_.has_before()) planes(&State<B>::velocity_before);
  const auto mine = shared_arrays(state_);
  if (whole) {
    const auto of_all = shared_arrays(*whole);
    for (std::size_t i = 0; i < mine.size(); ++i) mine[i]->copy_from(stream_, *of_all[i]);
    copy_clock(*whole, state_);
  }
  for (Array<real, B>* const array : mine) broadcast(stream_, *communicator_, *array);
  deal_remembered(whole);
  step_->forget_failure(stream_);
  stream_.synchronize(); // `whole` may change
}

template <class B>
void RankStep<B>::deal_remembered(const State<B>* whole) {
  for (std::size_t kind = 0; kind < state_.remembered.size(); ++kind)
    for (std::size_t i = 0; i < state_.remembered[kind].size(); ++i) {
      Array<real, B>& mine = state_.remembered[kind][i].values;
      const Array<real, B>* const of_all = whole ? &whole->remembered[kind][i].values : nullptr;
      const Index sites = sites_of_an_object(mine, listed()[kind]);
      if (sites == 0) {
        if (of_all) mine.copy_from(stream_, *of_all);
        broadcast(stream_, *communicator_, mine);
        continue;
      }
      std::vector<Array<real, B>> parts; // of each rank
      std::vector<Exchanged> messages;
      if (!whole) messages.push_back({0, nullptr, 0, mine.data(), mine.size() * sizeof(real)});
      for (std::size_t rank = 0; whole && rank < lists_.size(); ++rank) {
        const std::vector<Index>& objects = lists_[rank][kind].objects;
        parts.emplace_back(3 * objects.size() * static_cast<std::size_t>(sites));
        const Array<Index, B> numbers(stream_, objects);
        take_objects(stream_, numbers, sites, vectors<const real>(*of_all), vectors<real>(parts.back()));
        stream_.synchronize(); // the numbers go
        const std::size_t bytes = parts.back().size() * sizeof(real);
        messages.push_back(
            {static_cast<int>(rank), parts.back().data(), bytes, mine.data(), rank == 0 ? bytes : 0});
      }
      communicator_->exchange(stream_, messages);
      stream_.synchronize(); // the parts go
    }
}

template <class B>
void RankStep<B>::gather(State<B>* whole) const {
  const auto planes = [&](const FaceField<B>& mine, FaceField<B>* of_box) {
    for (int d = 0; d < 3; ++d)
      gather_planes(stream_, local_, mine.view()[d], of_box ? of_box->view()[d] : nullptr, false);
  };
  planes(state_.velocity, whole ? &whole->velocity : nullptr);
  if (state_.has_before()) planes(state_.velocity_before, whole ? &whole->velocity_before : nullptr);
  if (whole) {
    const auto of_all = shared_arrays(*whole);
    const auto mine = shared_arrays(state_);
    for (std::size_t i = 0; i < mine.size(); ++i) of_all[i]->copy_from(stream_, *mine[i]);
  }
  gather_remembered(whole);
  stream_.synchronize();
}

template <class B>
void RankStep<B>::gather_remembered(State<B>* whole) const {
  for (std::size_t kind = 0; kind < state_.remembered.size(); ++kind)
    for (std::size_t i = 0; i < state_.remembered[kind].size(); ++i) {
      const Array<real, B>& mine = state_.remembered[kind][i].values;
      Array<real, B>* const of_all = whole ? &whole->remembered[kind][i].values : nullptr;
      const Index sites = sites_of_an_object(mine, listed()[kind]);
      if (sites == 0) {
        if (of_all) of_all->copy_from(stream_, mine);
        continue;
      }
      std::vector<Array<real, B>> parts;
      std::vector<Exchanged> messages;
      if (!whole) messages.push_back({0, mine.data(), mine.size() * sizeof(real), nullptr, 0});
      for (std::size_t rank = 0; whole && rank < lists_.size(); ++rank) {
        parts.emplace_back(3 * lists_[rank][kind].objects.size() * static_cast<std::size_t>(sites));
        const std::size_t bytes = parts.back().size() * sizeof(real);
        messages.push_back(
            {static_cast<int>(rank), mine.data(), rank == 0 ? bytes : 0, parts.back().data(), bytes});
      }
      communicator_->exchange(stream_, messages);
      for (std::size_t rank = 0; rank < parts.size(); ++rank) {
        const Array<Index, B> told(stream_, lists_[rank][kind].told);
        give_objects_back(stream_, told, sites, vectors<const real>(std::as_const(parts[rank])),
                          vectors<real>(*of_all));
        stream_.synchronize(); // the numbers go
      }
      stream_.synchronize(); // the parts go
    }
}

// --- steps
// --------------------------------------------------------------------------------------------------------

template <class B>
void RankStep<B>::keep_volumes() {
  step_->keep_volumes(stream_, kinds_, state_);
}

template <class B>
void RankStep<B>::advance(State<B>& clock, PhaseTimer<B>* timer) {
  copy_clock(clock, state_);
  step_->advance(stream_, state_, timer ? *timer : timer_);
  copy_clock(state_, clock);
}

template <class B>
std::optional<Failure> RankStep<B>::failure() const {
  struct Told {
    bool is_there = false;
    NotedFailure noted;
  } mine;
  if (const std::optional<NotedFailure> noted = step_->noted_failure(stream_)) mine = {true, *noted};
  const std::vector<Told> all = communicator_->world().all_gather(mine);
  const Told* first = nullptr;
  for (const Told& told : all)
    if (told.is_there && (!first || told.noted.is_before(first->noted))) first = &told;
  return first ? std::optional(first->noted.failure) : std::nullopt;
}

template <class B>
real RankStep<B>::max_speed() const {
  const std::vector<real> all = communicator_->world().all_gather(
      ibsim::max_speed(stream_, local_.own(), FaceView<const real>(state_.velocity.view())));
  for (const real speed : all)
    if (std::isnan(speed)) return speed;
  return *std::max_element(all.begin(), all.end());
}

template <class B>
std::vector<RankTimes> RankStep<B>::times(const std::vector<PhaseTime>& of_first) {
  const std::vector<PhaseTime> phases = communicator_->rank() == 0 ? of_first : timer_.summary(stream_);
  TimesTold mine;
  mine.phases = std::min(phases.size(), TimesTold::most_phases);
  for (std::size_t p = 0; p < mine.phases; ++p)
    mine.median[p] = phases[p].median, mine.mean[p] = phases[p].mean;
  for (std::size_t kind = 0; kind < listed().size(); ++kind)
    mine.objects +=
        listed()[kind].is_all ? scenario_.objects[kind].placements.size() : listed()[kind].objects.size();
  std::vector<RankTimes> all;
  for (const TimesTold& told : communicator_->world().all_gather(mine)) {
    RankTimes times;
    for (std::size_t p = 0; p < told.phases; ++p)
      times.phases.push_back(
          {p < phase_names.size() ? phase_names[p] : std::string("step"), told.median[p], told.mean[p]});
    times.objects = told.objects;
    all.push_back(std::move(times));
  }
  const auto of_objects = [](const RankTimes& times) { // between two exchanges
    double seconds = 0;
    for (const Phase phase : {Phase::membrane, Phase::spread})
      if (!times.phases.empty()) seconds += times.phases[static_cast<std::size_t>(phase)].median;
    return seconds;
  };
  double longest = 0;
  for (const RankTimes& times : all) longest = std::max(longest, of_objects(times));
  for (RankTimes& times : all) times.waits = longest - of_objects(times);
  return all;
}

template class RankStep<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class RankStep<Cuda>;
#endif

} // namespace ibsim
