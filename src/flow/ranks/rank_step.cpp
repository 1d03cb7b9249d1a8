#include "ranks/rank_step.hpp"

#include "base/log.hpp"
#include "base/text.hpp"
#include "grid/local_grid.hpp"
#include "model/scenario.hpp"
#include "parallel/with_cuda.hpp"
#include "state/kept_states.hpp"
#include "step/make_state.hpp"

#include <algorithm>
#include <array>

namespace ibsim {
namespace {

/// What a rank tells of its times.
struct TimesTold {
  static constexpr std::size_t most_phases = 8;
  std::array<double, most_phases> median{}, mean{}, messages{};
  std::size_t phases = 0, kinds_of_messages = 0, objects = 0;
};

/// How long messages take where nobody is late: of each kind those of the rank that waits least; what the
/// others take longer they wait.
void find_waits(std::vector<RankTimes>& all) {
  for (RankTimes& times : all)
    for (std::size_t kind = 0; kind < times.messages.size(); ++kind) {
      double least = times.messages[kind];
      for (const RankTimes& other : all)
        if (kind < other.messages.size()) least = std::min(least, other.messages[kind]);
      times.waits += times.messages[kind] - least;
    }
}

} // namespace

template <class B>
RankStep<B>::RankStep(const Stream<B>& stream, const FlowModel& model, const TimeSettings& time,
                      CopiesIn copies, const std::vector<SurfaceKind>& kinds,
                      std::unique_ptr<Communicator<B>> communicator)
    : stream_(stream), model_(model_of_run(model, time)), time_(time), copies_(copies), kinds_(kinds),
      communicator_(std::move(communicator)), local_(model.grid, *communicator_),
      timer_(stream, phase_names, static_cast<std::uint64_t>(time.end / time.step)),
      messages_(stream, message_names, static_cast<std::uint64_t>(time.end / time.step), 64) {}

template <class B>
RankStep<B>::~RankStep() = default;

template <class B>
Slab RankStep<B>::slab_of_rank(std::size_t rank) const {
  return slab_of(model_.grid, static_cast<int>(rank), communicator_->size(), layers_of<B>(model_.grid));
}

/// A state of the objects that are listed now, without its fields.
template <class B>
State<B> RankStep<B>::new_state() const {
  State<B> state;
  state.has_step_before = model_.is_bdf2();
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    const std::size_t numbers =
        3 * static_cast<std::size_t>(std::as_const(*step_).structure(kind).surface().data_sites());
    state.data_sites.emplace_back(numbers);
    if (model_.is_bdf2())
      state.data_sites_before.emplace_back(numbers), state.data_sites_expected.emplace_back(numbers);
  }
  state.remembered = memory_of_terms(stream_, *step_);
  return state;
}

template <class B>
void RankStep<B>::start() {
  const auto note = [&](const char* what) { // the log's times tell where set-up's time goes
    stream_.synchronize();
    log::debug(text("set-up: rank %d has %s", communicator_->rank(), what));
  };
  std::vector<std::vector<Extent>> extents(kinds_.size());
  population_ = population_at_start(model_);
  if (communicator_->rank() == 0)
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
      extents[kind] = extents_at_start(model_.objects[kind].placements, kinds_[kind].start());
  if (communicator_->rank() == 0) note("the places of all objects");
  make_room_for(std::move(extents), numbers_of(population_));
  note("its lists, and room for a step");
  number_objects();
  State<B> sites = sites_at_start<B>(stream_, with_listed_alone(model_, listed()), time_.step, kinds_);
  state_.data_sites = std::move(sites.data_sites);
  state_.data_sites_before = std::move(sites.data_sites_before);
  state_.data_sites_expected = std::move(sites.data_sites_expected);
  copy_clock(sites, state_);
  note("its sites");
  state_.velocity = FaceField<B>(stream_, local_.slab, model_.fluid_storage());
  set_initial_flow(stream_, model_, local_, state_.velocity);
  if (state_.has_before()) {
    state_.velocity_before = FaceField<B>(stream_, local_.slab, model_.fluid_storage());
    state_.velocity_before.values().copy_from(stream_, state_.velocity.values());
  }
  step_->add_memory(stream_, state_.velocity.any(), state_.remembered);
  note("its fluid");
  if (model_.keep_volume && !population_.changes()) { // else keep_volumes() tells them
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      volumes_at_start_.emplace_back();
      for (const StructureIntegrals& now : integrals(kind)) volumes_at_start_.back().push_back(now.volume);
    }
    tell_volumes();
  }
}

/// The state is another: nothing is known of it, and nothing in it has failed.
template <class B>
void RankStep<B>::begin_anew() {
  evaluation_.reset(), failed_before_.reset();
  step_->forget_failure(stream_);
  has_asked_ = false;
}

template <class B>
void RankStep<B>::copy_state(const State<B>& from, State<B>& to) const {
  if (to.velocity.values().empty()) to.velocity = FaceField<B>(stream_, local_.slab, model_.fluid_storage());
  if (from.has_before() && to.velocity_before.values().empty())
    to.velocity_before = FaceField<B>(stream_, local_.slab, model_.fluid_storage());
  to = copy_of(stream_, model_.grid, from, std::move(to));
}

template <class B>
void RankStep<B>::keep(int number) {
  if (!keeps_on_host_) { // all ranks have all that they need but for this
    const RoomForCopies mine = room_for_copies(state_);
    keeps_on_host_ = copies_go_to_host<B>(copies_, mine, communicator_->world().all_gather(mine));
  }
  State<B>& copy = kept_[number].state;
  if (*keeps_on_host_)
    copy = copy_on_host(stream_, state_, std::move(copy));
  else
    copy_state(state_, copy);
  kept_[number].lists = lists_, kept_[number].population = population_;
}

template <class B>
void RankStep<B>::go_back(int number) {
  const Kept& kept = kept_.at(number);
  lists_ = kept.lists, population_ = kept.population;
  follow_list();
  if (is_on_host(kept.state))
    set_from_host(stream_, kept.state, state_);
  else
    copy_state(kept.state, state_);
  begin_anew();
}

template <class B>
void RankStep<B>::advance(PhaseTimer<B>* timer, State<B>* clock) {
  follow_objects();
  evaluation_.reset();
  messages_.begin(stream_);
  communicator_->time_messages(&messages_);
  step_->advance(stream_, state_, timer ? *timer : timer_);
  if (copies_of_objects_) copy_objects();
  communicator_->time_messages(nullptr);
  if (clock) copy_clock(state_, *clock);
}

template <class B>
std::optional<Failure> RankStep<B>::failure() const {
  struct Told {
    bool is_there = false;
    NotedFailure noted;
  } mine;
  if (const std::optional<NotedFailure> noted = step_->noted_failure(stream_)) mine = {true, *noted};
  if (failed_before_ && !(mine.is_there && mine.noted.is_before(*failed_before_)))
    mine = {true, *failed_before_};
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
  const std::vector<PhaseTime> messages = messages_.summary(stream_);
  mine.kinds_of_messages = std::min(messages.size(), message_names.size()); // the last one is of all
  for (std::size_t kind = 0; kind < mine.kinds_of_messages; ++kind)
    mine.messages[kind] = messages[kind].median;
  for (std::size_t kind = 0; kind < listed().size(); ++kind)
    mine.objects += listed()[kind].is_all ? objects_of(kind) : listed()[kind].objects.size();
  std::vector<RankTimes> all;
  for (const TimesTold& told : communicator_->world().all_gather(mine)) {
    RankTimes times;
    for (std::size_t p = 0; p < told.phases; ++p)
      times.phases.push_back(
          {p < phase_names.size() ? phase_names[p] : std::string("step"), told.median[p], told.mean[p]});
    times.messages.assign(told.messages.begin(), told.messages.begin() + told.kinds_of_messages);
    times.objects = told.objects;
    all.push_back(std::move(times));
  }
  find_waits(all);
  return all;
}

template class RankStep<Cpu>; // what stands here; rank_lists, rank_arrays, rank_looks, rank_frames: the rest
#if defined(IBSIM_WITH_CUDA)
template class RankStep<Cuda>;
#endif

} // namespace ibsim
