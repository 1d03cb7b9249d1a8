// Who calls the ranks' parts (rank_step.hpp): the calling thread, which is rank 0, tells all others.
//
// Threads of this process sleep between steps. Processes wait for the next order, each in serve_steps().
//
// On GPUs a rank gives a step to its stream without waiting for it: what ranks wait for is each other's host,
// within an exchange, and on the device each other's data.
#include "simulation/step_of_ranks.hpp"

#include "parallel/launched_ranks.hpp"
#include "parallel/rank_threads.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/rank_step.hpp"
#include "simulation/require_distributable.hpp"
#include "simulation/scenario.hpp"

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
      : memory_(scenario.device.ranks), ranks_(static_cast<std::size_t>(scenario.device.ranks)),
        threads_(scenario.device.ranks, [this](int rank, const char* what) { memory_.fail(rank, 1, what); }) {
    try {
      threads_.all([&](int number) { // whose device a stream chooses
        Rank& rank = of(number);
        if (number > 0) rank.own_stream = stream_of_rank<B>(number, scenario.device);
        rank.stream = number > 0 ? rank.own_stream.get() : &stream;
        rank.part.emplace(*rank.stream, scenario, kinds,
                          communicator_of_rank(memory_.world(number), *rank.stream));
      });
      deal(at_start);
      if (scenario.keep_volume) threads_.all([&](int number) { of(number).part->keep_volumes(); });
    } catch (...) {
      release();
      throw;
    }
  }
  ~StepOfThreads() override { release(); }

  int ranks() const override { return static_cast<int>(ranks_.size()); }

  void deal(const State<B>& whole) override {
    const Dealt about = first().about(whole);
    threads_.all(
        [&](int number) { of(number).part->deal(number == 0 ? &whole : nullptr, about, one_by_one_); });
  }
  bool must_be_dealt() override { return first().must_be_dealt(); }
  void advance(State<B>& clock, PhaseTimer<B>& timer) override {
    std::vector<State<B>> clocks(ranks_.size()); // without arrays
    for (State<B>& one : clocks) copy_clock(clock, one);
    threads_.all([&](int number) {
      of(number).part->advance(clocks[static_cast<std::size_t>(number)], number == 0 ? &timer : nullptr);
    });
    copy_clock(clocks.front(), clock);
  }
  void gather(State<B>& whole) const override {
    threads_.all([&](int number) { of(number).part->gather(number == 0 ? &whole : nullptr); });
  }
  std::optional<Failure> failure() const override {
    return on_all<std::optional<Failure>>([](RankStep<B>& part, int) { return part.failure(); });
  }
  real max_speed() const override {
    return on_all<real>([](RankStep<B>& part, int) { return part.max_speed(); });
  }
  std::vector<RankTimes> times(const std::vector<PhaseTime>& of_first) override {
    return on_all<std::vector<RankTimes>>([&](RankStep<B>& part, int number) {
      return part.times(number == 0 ? of_first : std::vector<PhaseTime>());
    });
  }

 private:
  struct Rank {
    std::unique_ptr<Stream<B>> own_stream; ///< null: another's
    const Stream<B>* stream = nullptr;
    mutable std::optional<RankStep<B>> part;
  };
  Rank& of(int rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  const Rank& of(int rank) const { return ranks_[static_cast<std::size_t>(rank)]; }
  RankStep<B>& first() { return *of(0).part; }

  /// What rank 0 finds in what all do.
  template <class T, class F>
  T on_all(F f) const {
    T found{};
    threads_.all([&](int number) {
      T here = f(*of(number).part, number);
      if (number == 0) found = std::move(here);
    });
    return found;
  }

  /// Each rank's part goes on its own thread, once no rank reads it any more.
  void release() noexcept {
    try {
      threads_.all([&](int number) {
        if (of(number).stream) of(number).stream->synchronize();
      });
      threads_.all([&](int number) { of(number).part.reset(), of(number).own_stream.reset(); });
    } catch (...) { // a device that has failed: what is to be told of it has been told
    }
  }

  WorldMemory memory_;
  std::vector<Rank> ranks_;
  std::mutex one_by_one_;       ///< ranks are made so: the host's work for them is
  mutable RankThreads threads_; ///< last: they use the ranks
};

enum class Order { deal, keep_volumes, advance, gather, failure, max_speed, times, end };

/// The clock of a state, as it travels.
struct Clock {
  std::uint64_t step = 0, interval = 0, steps_left = 0;
  real time = 0, time_step = 0, step_before = 0, step_limit = 0;
};
template <class From, class To>
void set_clock(const From& from, To& to) {
  to.step = from.step, to.time = from.time, to.time_step = from.time_step, to.step_before = from.step_before;
  to.interval = from.interval, to.steps_left = from.steps_left, to.step_limit = from.step_limit;
}

/// Of rank 0 its own, of the others empty ones, which become the same.
Dealt tell_of(const World& world, Dealt about) {
  about.fluid_memory = world.broadcast(about.fluid_memory);
  about.extents.resize(world.broadcast(about.extents.size()));
  for (std::vector<Extent>& of_kind : about.extents) of_kind = world.broadcast(std::move(of_kind));
  return about;
}

/// Ranks are processes, of which this is the first. What one of them throws ends all: others wait for it
/// where nobody could tell them.
template <class B>
class StepOfProcesses final : public StepOfRanks<B> {
 public:
  StepOfProcesses(const Stream<B>& stream, const Scenario& scenario, const std::vector<SurfaceKind>& kinds,
                  const State<B>& at_start)
      : launched_(*scenario.device.launched), world_(launched_.world()),
        part_(stream, scenario, kinds, make_launched_communicator(launched_, stream)) {
    deal(at_start);
    if (scenario.keep_volume) all(Order::keep_volumes, [&] { part_.keep_volumes(); });
  }
  ~StepOfProcesses() override {
    all(Order::end, [] {});
  }

  int ranks() const override { return launched_.size(); }
  void deal(const State<B>& whole) override {
    all(Order::deal, [&] { part_.deal(&whole, tell_of(world_, part_.about(whole)), one_by_one_); });
  }
  bool must_be_dealt() override { return part_.must_be_dealt(); }
  void advance(State<B>& clock, PhaseTimer<B>& timer) override {
    all(Order::advance, [&] {
      Clock told;
      set_clock(clock, told);
      world_.broadcast(told);
      part_.advance(clock, &timer);
    });
  }
  void gather(State<B>& whole) const override {
    all(Order::gather, [&] { part_.gather(&whole); });
  }
  std::optional<Failure> failure() const override {
    std::optional<Failure> found;
    all(Order::failure, [&] { found = part_.failure(); });
    return found;
  }
  real max_speed() const override {
    real found = 0;
    all(Order::max_speed, [&] { found = part_.max_speed(); });
    return found;
  }
  std::vector<RankTimes> times(const std::vector<PhaseTime>& of_first) override {
    std::vector<RankTimes> found;
    all(Order::times, [&] { found = part_.times(of_first); });
    return found;
  }

 private:
  template <class F>
  void all(Order order, F f) const {
    launched_.fail_with_all([&] {
      world_.broadcast(order);
      f();
    });
  }

  const LaunchedRanks& launched_;
  World world_;
  RankStep<B> part_;
  std::mutex one_by_one_;
};

} // namespace

template <class B>
std::unique_ptr<StepOfRanks<B>> make_step_of_ranks(const Stream<B>& stream, const Scenario& scenario,
                                                   const std::vector<SurfaceKind>& kinds,
                                                   const State<B>& at_start) {
  if (scenario.device.ranks <= 1) return nullptr;
  require_distributable(scenario, scenario.device, std::is_same_v<B, Cuda>);
  if (scenario.device.launched)
    return std::make_unique<StepOfProcesses<B>>(stream, scenario, kinds, at_start);
  return std::make_unique<StepOfThreads<B>>(stream, scenario, kinds, at_start);
}

template <class B>
void serve_steps(const LaunchedRanks& launched, const Stream<B>& stream, const Scenario& scenario,
                 const std::vector<SurfaceKind>& kinds) {
  const World& world = launched.world();
  RankStep<B> part(stream, scenario, kinds, make_launched_communicator(launched, stream));
  std::mutex one_by_one;
  for (;;) switch (world.broadcast(Order::end)) {
    case Order::deal:
      part.deal(nullptr, tell_of(world, {}), one_by_one);
      break;
    case Order::keep_volumes:
      part.keep_volumes();
      break;
    case Order::advance: {
      State<B> clock;
      set_clock(world.broadcast(Clock()), clock);
      part.advance(clock, nullptr);
      break;
    }
    case Order::gather:
      part.gather(nullptr);
      break;
    case Order::failure:
      part.failure();
      break;
    case Order::max_speed:
      part.max_speed();
      break;
    case Order::times:
      part.times({});
      break;
    case Order::end:
      return;
    }
}

template std::unique_ptr<StepOfRanks<Cpu>>
make_step_of_ranks(const Stream<Cpu>&, const Scenario&, const std::vector<SurfaceKind>&, const State<Cpu>&);
template void serve_steps(const LaunchedRanks&, const Stream<Cpu>&, const Scenario&,
                          const std::vector<SurfaceKind>&);
#if defined(IBSIM_WITH_CUDA)
template std::unique_ptr<StepOfRanks<Cuda>>
make_step_of_ranks(const Stream<Cuda>&, const Scenario&, const std::vector<SurfaceKind>&, const State<Cuda>&);
template void serve_steps(const LaunchedRanks&, const Stream<Cuda>&, const Scenario&,
                          const std::vector<SurfaceKind>&);
#endif

} // namespace ibsim
