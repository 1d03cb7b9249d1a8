// Ranks are threads of this process. The calling thread is rank 0; the others sleep between steps.
//
// On GPUs a rank gives a step to its stream without waiting for it: what ranks wait for is each other's host,
// within an exchange, and on the device each other's data.
#include "simulation/step_of_ranks.hpp"

#include "grid/local_grid.hpp"
#include "parallel/rank_threads.hpp"
#include "parallel/with_cuda.hpp"
#include "parallel/world.hpp"
#include "simulation/make_structures.hpp"
#include "simulation/max_speed.hpp"
#include "simulation/require_distributable.hpp"
#include "simulation/scenario.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <type_traits>

namespace ibsim {
namespace {

/// Ranks are threads, each with its part of the cores or, on GPUs, with a stream of its own on one of them.
template <class B>
class StepOfThreads final : public StepOfRanks<B> {
 public:
  StepOfThreads(const Stream<B>& stream, const Scenario& scenario, const std::vector<SurfaceKind>& kinds,
                const State<B>& at_start)
      : scenario_(scenario), kinds_(kinds), memory_(scenario.device.ranks),
        ranks_(static_cast<std::size_t>(scenario.device.ranks)),
        threads_(scenario.device.ranks, [this](int rank, const char* what) { memory_.fail(rank, 1, what); }) {
    try {
      threads_.all([&](int number) { // whose device a stream chooses
        Rank& rank = of(number);
        if (number > 0) rank.own_stream = stream_of_rank<B>(number, scenario.device);
        rank.stream = number > 0 ? rank.own_stream.get() : &stream;
        rank.communicator = communicator_of_rank(memory_.world(number), *rank.stream);
      });
      threads_.all([&](int number) {
        Rank& rank = of(number);
        rank.local.emplace(scenario.grid, *rank.communicator);
        rank.timer.emplace(*rank.stream, phase_names,
                           static_cast<std::uint64_t>(scenario.time.end / scenario.time.step));
      });
      deal(at_start);
      if (scenario.keep_volume)
        threads_.all([&](int number) {
          Rank& rank = of(number);
          rank.step->keep_volumes(*rank.stream, kinds, rank.state);
        });
    } catch (...) {
      release();
      throw;
    }
  }
  ~StepOfThreads() override { release(); }

  int ranks() const override { return static_cast<int>(ranks_.size()); }

  void deal(const State<B>& whole) override {
    of(0).stream->synchronize(); // the others read what is given to it
    make_lists(extents_of(whole));
    threads_.all([&](int number) { follow_list(of(number), whole); });
    threads_.all([&](int number) {
      Rank& rank = of(number);
      const Stream<B>& stream = *rank.stream;
      const auto planes = [&](const FaceField<B>& of_box, FaceField<B>& mine) {
        for (int d = 0; d < 3; ++d) take_planes(stream, *rank.local, of_box.view()[d], mine.view()[d]);
        fill_ghosts(stream, *rank.local, mine.view());
      };
      planes(whole.velocity, rank.state.velocity);
      if (whole.has_before()) planes(whole.velocity_before, rank.state.velocity_before);
      copy_sites(stream, whole, rank.state);
      for_each_remembered(
          rank, whole,
          [&](Index per_object, std::size_t kind, const Array<real, B>& of_all, Array<real, B>& mine) {
            if (per_object > 0)
              take_objects(stream, rank.step->objects_of(kind), per_object, vectors<const real>(of_all),
                           vectors<real>(mine));
            else
              mine.copy_from(stream, of_all);
          });
      copy_clock(whole, rank.state);
      rank.step->forget_failure(stream);
      stream.synchronize(); // `whole` may change
    });
  }

  bool must_be_dealt() override {
    if (!has_lists_ || ++steps_since_look_ % steps_between_looks != 0) return false;
    const std::vector<std::vector<Extent>> extents = extents_of(of(0).state);
    const real needed = reach_of_lists(scenario_, extents).needed;
    for (const Rank& rank : ranks_)
      for (std::size_t kind = 0; kind < extents.size(); ++kind)
        if (lacks_one(scenario_.grid, rank.local->slab, extents[kind], rank.listed[kind], needed))
          return true;
    return false;
  }

  void advance(State<B>& clock, PhaseTimer<B>& timer) override {
    threads_.all([&](int number) {
      Rank& rank = of(number);
      copy_clock(clock, rank.state);
      rank.step->advance(*rank.stream, rank.state, number == 0 ? timer : *rank.timer);
    });
    copy_clock(of(0).state, clock);
  }

  void gather(State<B>& whole) const override {
    of(0).stream->synchronize(); // which may be reading it
    threads_.all([&](int number) {
      const Rank& rank = of(number);
      const Stream<B>& stream = *rank.stream;
      const Slab& slab = rank.local->slab;
      const auto planes = [&](const FaceField<B>& mine, FaceField<B>& of_box) {
        for (int d = 0; d < 3; ++d)
          copy_within_device(stream, of_box.view()[d] + Size{slab.plane_cells()} * slab.first, mine.view()[d],
                             sizeof(real) * static_cast<std::size_t>(slab.own_cells()));
      };
      planes(rank.state.velocity, whole.velocity);
      if (whole.has_before()) planes(rank.state.velocity_before, whole.velocity_before);
      if (number == 0) copy_sites(stream, rank.state, whole);
      for_each_remembered(
          rank, whole,
          [&](Index per_object, std::size_t kind, Array<real, B>& of_all, const Array<real, B>& mine) {
            if (per_object > 0)
              give_objects_back(stream, rank.step->told_of(kind), per_object, vectors<const real>(mine),
                                vectors<real>(of_all));
            else if (number == 0)
              of_all.copy_from(stream, mine);
          });
      stream.synchronize();
    });
  }

  std::optional<Failure> failure() const override {
    std::vector<std::optional<NotedFailure>> of_ranks(ranks_.size());
    threads_.all([&](int number) {
      of_ranks[static_cast<std::size_t>(number)] = of(number).step->noted_failure(*of(number).stream);
    });
    const NotedFailure* first = nullptr;
    for (const auto& noted : of_ranks)
      if (noted && (!first || noted->is_before(*first))) first = &*noted;
    return first ? std::optional(first->failure) : std::nullopt;
  }

  real max_speed() const override {
    std::vector<real> of_ranks(ranks_.size());
    threads_.all([&](int number) {
      const Rank& rank = of(number);
      of_ranks[static_cast<std::size_t>(number)] =
          ibsim::max_speed(*rank.stream, rank.local->own(), rank.state.velocity.view());
    });
    for (const real speed : of_ranks)
      if (std::isnan(speed)) return speed;
    return *std::max_element(of_ranks.begin(), of_ranks.end());
  }

  std::vector<RankTimes> times(const std::vector<PhaseTime>& of_first) override {
    std::vector<RankTimes> all(ranks_.size());
    threads_.all([&](int number) {
      Rank& rank = of(number);
      RankTimes& times = all[static_cast<std::size_t>(number)];
      times.phases = number == 0 ? of_first : rank.timer->summary(*rank.stream);
      for (std::size_t kind = 0; kind < rank.listed.size(); ++kind)
        times.objects += rank.listed[kind].is_all ? scenario_.objects[kind].placements.size()
                                                  : rank.listed[kind].objects.size();
    });
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

 private:
  struct Rank {
    std::unique_ptr<Stream<B>> own_stream; ///< null: another's
    const Stream<B>* stream = nullptr;
    std::unique_ptr<Communicator<B>> communicator;
    std::optional<LocalGrid<B>> local;
    std::optional<ImmersedBoundaryStep<B>> step;
    State<B> state;
    std::optional<PhaseTimer<B>> timer;
    ListedObjects listed;
  };
  Rank& of(int rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  const Rank& of(int rank) const { return ranks_[static_cast<std::size_t>(rank)]; }

  /// Each rank's part goes on its own thread, once no rank reads it any more.
  void release() noexcept {
    try {
      threads_.all([&](int number) {
        if (of(number).stream) of(number).stream->synchronize();
      });
      threads_.all([&](int number) {
        Rank& rank = of(number);
        rank.timer.reset(), rank.step.reset(), rank.state = {}, rank.communicator.reset();
        rank.own_stream.reset();
      });
    } catch (...) { // a device that has failed: what is to be told of it has been told
    }
  }

  std::vector<std::vector<Extent>> extents_of(const State<B>& state) const {
    std::vector<std::vector<Extent>> extents;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
      extents.push_back(
          extents_of_objects<B>(*of(0).stream, state.sites(kind), kinds_[kind].operators.n_data));
    return extents;
  }
  /// The lists of all ranks for these places, of as many objects as those before as long as that suffices.
  void make_lists(const std::vector<std::vector<Extent>>& extents) {
    const real reach = reach_of_lists(scenario_, extents).listed;
    steps_since_look_ = 0, has_lists_ = false;
    std::vector<ListedObjects> of_ranks;
    for (const Rank& rank : ranks_) {
      ListedObjects listed(kinds_.size());
      for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
        if (!may_be_listed(scenario_, kinds_, kind, std::is_same_v<B, Cuda>)) continue;
        const std::size_t before = rank.listed.empty() ? 0 : rank.listed[kind].objects.size();
        listed[kind] = list_for(scenario_.grid, rank.local->slab, extents[kind], reach, before);
        has_lists_ = has_lists_ || !listed[kind].is_all;
      }
      of_ranks.push_back(std::move(listed));
    }
    tell_of_each(scenario_, of_ranks);
    for (std::size_t r = 0; r < ranks_.size(); ++r) ranks_[r].listed = std::move(of_ranks[r]);
  }
  /// Step, state and tables of a rank become those of its lists.
  void follow_list(Rank& rank, const State<B>& whole) {
    const Stream<B>& stream = *rank.stream;
    const auto fits = [&](std::size_t kind) {
      const ListedKind &now = rank.step->listed()[kind], &next = rank.listed[kind];
      return now == next || (now.is_all == next.is_all && now.objects.size() == next.objects.size() &&
                             !knows_its_objects(scenario_, kind));
    };
    bool fitting = rank.step.has_value();
    for (std::size_t kind = 0; fitting && kind < kinds_.size(); ++kind) fitting = fits(kind);
    if (fitting) {
      rank.step->list(stream, rank.listed);
    } else {
      rank.step.reset(), rank.state = {}; // memory for the next ones
      const FlowModel part = with_listed_alone(scenario_, rank.listed);
      const std::lock_guard hold(one_by_one_);
      rank.step.emplace(stream, scenario_, *rank.local, kinds_, make_structures(stream, part, kinds_),
                        make_pair_forces(stream, part, kinds_), rank.listed);
      rank.state = like(stream, whole, rank.local->slab);
      for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
        rank.state.remembered.push_back(rank.step->structure(kind).state_at_start(stream, {}));
    }
  }

  /// f(per_object, kind, of_all, mine) for all arrays that terms remember: of the sites of listed objects, so
  /// many of each, in three components; or, of 0, what all ranks have alike. @param whole State or const
  /// State
  template <class R, class S, class F>
  static void for_each_remembered(R& rank, S& whole, F f) {
    for (std::size_t kind = 0; kind < whole.remembered.size(); ++kind)
      for (std::size_t i = 0; i < whole.remembered[kind].size(); ++i) {
        auto& mine = rank.state.remembered[kind][i].values;
        const ListedKind& listed = rank.listed[kind];
        const bool apart = !listed.is_all && mine.size() > 1;
        f(apart ? static_cast<Index>(mine.size() / 3 / listed.objects.size()) : Index{0}, kind,
          whole.remembered[kind][i].values, mine);
      }
  }
  template <class T, class A>
  static VectorsView<T> vectors(A& array) {
    return vectors_view<T>(array.data(), static_cast<Index>(array.size() / 3));
  }

  /// A state of these sizes, on a slab, without what terms remember.
  static State<B> like(const Stream<B>& stream, const State<B>& whole, const Slab& slab) {
    State<B> state;
    state.velocity = FaceField<B>(stream, slab);
    if (whole.has_before()) state.velocity_before = FaceField<B>(stream, slab);
    state.fluid_memory = Array<real, B>(whole.fluid_memory.size());
    for (const auto& sites : whole.data_sites) state.data_sites.emplace_back(sites.size());
    for (const auto& sites : whole.data_sites_before) state.data_sites_before.emplace_back(sites.size());
    for (const auto& sites : whole.data_sites_expected) state.data_sites_expected.emplace_back(sites.size());
    return state;
  }
  /// The arrays that all ranks have alike.
  static void copy_sites(const Stream<B>& stream, const State<B>& from, State<B>& to) {
    to.fluid_memory.copy_from(stream, from.fluid_memory);
    for (std::size_t kind = 0; kind < from.data_sites.size(); ++kind)
      to.data_sites[kind].copy_from(stream, from.data_sites[kind]);
    for (std::size_t kind = 0; kind < from.data_sites_before.size(); ++kind)
      to.data_sites_before[kind].copy_from(stream, from.data_sites_before[kind]);
    for (std::size_t kind = 0; kind < from.data_sites_expected.size(); ++kind)
      to.data_sites_expected[kind].copy_from(stream, from.data_sites_expected[kind]);
  }

  const Scenario& scenario_;
  const std::vector<SurfaceKind>& kinds_;
  WorldMemory memory_;
  std::vector<Rank> ranks_;
  std::mutex one_by_one_;  ///< ranks are made so: the host's work for them is
  bool has_lists_ = false; ///< some rank makes the forces of some objects alone
  int steps_since_look_ = 0;
  mutable RankThreads threads_; ///< last: they use the ranks
};

} // namespace

template <class B>
std::unique_ptr<StepOfRanks<B>> make_step_of_ranks(const Stream<B>& stream, const Scenario& scenario,
                                                   const std::vector<SurfaceKind>& kinds,
                                                   const State<B>& at_start) {
  if (scenario.device.ranks <= 1) return nullptr;
  require_distributable(scenario, scenario.device, std::is_same_v<B, Cuda>);
  return std::make_unique<StepOfThreads<B>>(stream, scenario, kinds, at_start);
}

template std::unique_ptr<StepOfRanks<Cpu>>
make_step_of_ranks(const Stream<Cpu>&, const Scenario&, const std::vector<SurfaceKind>&, const State<Cpu>&);
#if defined(IBSIM_WITH_CUDA)
template std::unique_ptr<StepOfRanks<Cuda>>
make_step_of_ranks(const Stream<Cuda>&, const Scenario&, const std::vector<SurfaceKind>&, const State<Cuda>&);
#endif

} // namespace ibsim
