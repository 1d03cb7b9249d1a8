#include "simulation/rank_step.hpp"

#include "grid/local_grid.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/make_state.hpp"
#include "simulation/scenario.hpp"

#include <algorithm>
#include <array>

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
                      const std::vector<SurfaceKind>& kinds, std::unique_ptr<Communicator<B>> communicator,
                      std::mutex& one_by_one)
    : stream_(stream), scenario_(scenario), kinds_(kinds), communicator_(std::move(communicator)),
      one_by_one_(one_by_one), local_(scenario.grid, *communicator_),
      timer_(stream, phase_names, static_cast<std::uint64_t>(scenario.time.end / scenario.time.step)) {}

template <class B>
RankStep<B>::~RankStep() = default;

template <class B>
Slab RankStep<B>::slab_of_rank(std::size_t rank) const {
  return slab_of(scenario_.grid, static_cast<int>(rank), communicator_->size(), layers_of<B>(scenario_.grid));
}

template <class B>
State<B> RankStep<B>::new_state(Fields fields) const {
  State<B> state;
  state.has_step_before = scenario_.is_bdf2();
  state.velocity = std::move(fields.velocity), state.velocity_before = std::move(fields.before);
  if (state.velocity.values().empty()) state.velocity = FaceField<B>(stream_, local_.slab);
  if (state.has_before() && state.velocity_before.values().empty())
    state.velocity_before = FaceField<B>(stream_, local_.slab);
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    const std::size_t numbers = 3 * static_cast<std::size_t>(kinds_[kind].operators.n_data) *
                                scenario_.objects[kind].placements.size();
    state.data_sites.emplace_back(numbers);
    if (scenario_.is_bdf2())
      state.data_sites_before.emplace_back(numbers), state.data_sites_expected.emplace_back(numbers);
    state.remembered.push_back(step_->structure(kind).state_at_start(stream_, name_of_kind(kind)));
  }
  return state;
}

namespace {

/// The sites, which all ranks have alike. @param state State or const State
template <class S>
auto arrays_of_sites(S& state) {
  std::vector<decltype(&state.fluid_memory)> all;
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
void RankStep<B>::start(State<B>* state) {
  make_lists(extents_of_first(state));
  follow_list();
  deal_sites(state);
  set_initial_flow(stream_, scenario_, local_, state_.velocity.view());
  state_.velocity_before.values().copy_from(stream_, state_.velocity.values());
  state_.fluid_memory = step_->fluid_memory_at_start(stream_, state_.velocity.view());
  if (scenario_.keep_volume) {
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      volumes_at_start_.emplace_back();
      for (const StructureIntegrals& now : integrals(state_, kind))
        volumes_at_start_.back().push_back(now.volume);
    }
    step_->keep_volumes(stream_, kinds_, volumes_at_start_);
  }
  for (std::size_t kind = 0; state && kind < kinds_.size(); ++kind) {
    state->remembered.emplace_back();
    for (const StateArray<B>& mine : state_.remembered[kind]) {
      const auto sites = static_cast<std::size_t>(sites_of_an_object(mine.values, listed()[kind]));
      const std::size_t objects = scenario_.objects[kind].placements.size();
      state->remembered[kind].push_back(
          {mine.name, Array<real, B>(sites > 0 ? 3 * sites * objects : mine.values.size())});
    }
  }
  if (state) state->fluid_memory = Array<real, B>(state_.fluid_memory.size());
  gather(state);
}

template <class B>
void RankStep<B>::deal(const State<B>* state, int kept) {
  make_lists(extents_of_first(state));
  follow_list();
  if (kept >= 0) {
    copy_field(kept_.at(kept).velocity, state_.velocity);
    copy_field(kept_.at(kept).before, state_.velocity_before);
  }
  deal_sites(state);
  if (state) state_.fluid_memory.copy_from(stream_, state->fluid_memory);
  broadcast(stream_, *communicator_, state_.fluid_memory);
  deal_remembered(state);
  step_->forget_failure(stream_);
  stream_.synchronize(); // `state` may change
}

template <class B>
void RankStep<B>::deal_sites(const State<B>* state) {
  const auto mine = arrays_of_sites(state_);
  if (state) {
    const auto of_all = arrays_of_sites(*state);
    for (std::size_t i = 0; i < mine.size(); ++i) mine[i]->copy_from(stream_, *of_all[i]);
    copy_clock(*state, state_);
  }
  for (Array<real, B>* const array : mine) broadcast(stream_, *communicator_, *array);
}

template <class B>
void RankStep<B>::deal_remembered(const State<B>* state) {
  for (std::size_t kind = 0; kind < state_.remembered.size(); ++kind)
    for (std::size_t i = 0; i < state_.remembered[kind].size(); ++i) {
      Array<real, B>& mine = state_.remembered[kind][i].values;
      const Array<real, B>* const of_all = state ? &state->remembered[kind][i].values : nullptr;
      const Index sites = sites_of_an_object(mine, listed()[kind]);
      if (sites == 0) {
        if (of_all) mine.copy_from(stream_, *of_all);
        broadcast(stream_, *communicator_, mine);
        continue;
      }
      std::vector<Array<real, B>> parts; // of each rank
      std::vector<Exchanged> messages;
      if (!state) messages.push_back({0, nullptr, 0, mine.data(), mine.size() * sizeof(real)});
      for (std::size_t rank = 0; state && rank < lists_.size(); ++rank) {
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
void RankStep<B>::gather(State<B>* state) const {
  if (state) {
    const auto of_all = arrays_of_sites(*state);
    const auto mine = arrays_of_sites(state_);
    for (std::size_t i = 0; i < mine.size(); ++i) of_all[i]->copy_from(stream_, *mine[i]);
    state->fluid_memory.copy_from(stream_, state_.fluid_memory);
  }
  gather_remembered(state);
  stream_.synchronize();
}

template <class B>
void RankStep<B>::gather_remembered(State<B>* state) const {
  for (std::size_t kind = 0; kind < state_.remembered.size(); ++kind)
    for (std::size_t i = 0; i < state_.remembered[kind].size(); ++i) {
      const Array<real, B>& mine = state_.remembered[kind][i].values;
      Array<real, B>* const of_all = state ? &state->remembered[kind][i].values : nullptr;
      const Index sites = sites_of_an_object(mine, listed()[kind]);
      if (sites == 0) {
        if (of_all) of_all->copy_from(stream_, mine);
        continue;
      }
      std::vector<Array<real, B>> parts;
      std::vector<Exchanged> messages;
      if (!state) messages.push_back({0, mine.data(), mine.size() * sizeof(real), nullptr, 0});
      for (std::size_t rank = 0; state && rank < lists_.size(); ++rank) {
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

template <class B>
void RankStep<B>::advance(State<B>& clock, PhaseTimer<B>* timer) {
  evaluation_.reset();
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

template class RankStep<Cpu>; // what stands here; rank_lists, rank_looks and rank_frames have the rest
#if defined(IBSIM_WITH_CUDA)
template class RankStep<Cuda>;
#endif

} // namespace ibsim
