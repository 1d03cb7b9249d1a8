// Ranks are threads of this process. The calling thread is rank 0; the others sleep between steps.
//
// On GPUs a rank gives a step to its stream without waiting for it: what ranks wait for is each other's host,
// within an exchange, and on the device each other's data.
#include "simulation/step_of_ranks.hpp"

#include "base/error.hpp"
#include "grid/local_grid.hpp"
#include "parallel/device.hpp"
#include "parallel/peer_communicator.hpp"
#include "parallel/with_cuda.hpp"
#include "parallel/world.hpp"
#include "simulation/make_structures.hpp"
#include "simulation/max_speed.hpp"
#include "simulation/require_distributable.hpp"
#include "simulation/scenario.hpp"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>

namespace ibsim {
namespace {

/// Calls work(rank) on all ranks at once, and returns when all have come back.
class RankThreads {
 public:
  /// @param failed is told of a rank whose work throws, so that the others need not wait for it
  RankThreads(int ranks, std::function<void(int, const char*)> failed)
      : cores_(cpu_threads()), of_a_rank_(std::max(1, cores_ / ranks)), failed_(std::move(failed)),
        thrown_(static_cast<std::size_t>(ranks)) {
    for (int rank = 1; rank < ranks; ++rank) others_.emplace_back([this, rank] { serve(rank); });
  }
  ~RankThreads() {
    {
      const std::lock_guard hold(mutex_);
      over_ = true;
    }
    begin_.notify_all();
    for (std::thread& other : others_) other.join();
  }
  RankThreads(const RankThreads&) = delete;
  RankThreads& operator=(const RankThreads&) = delete;

  /// @throws what the first of the ranks has thrown that was not another's RankFailed
  void all(const std::function<void(int)>& work) {
    {
      const std::lock_guard hold(mutex_);
      work_ = &work, left_ = others_.size(), ++turn_;
    }
    begin_.notify_all();
    set_cpu_threads(of_a_rank_);
    take(0, work);
    set_cpu_threads(cores_);
    std::unique_lock hold(mutex_);
    end_.wait(hold, [this] { return left_ == 0; });
    std::exception_ptr first;
    for (std::exception_ptr& thrown : thrown_)
      if (const std::exception_ptr e = std::exchange(thrown, nullptr); e && (!first || is_of_another(first)))
        first = e;
    if (first) std::rethrow_exception(first);
  }

 private:
  static bool is_of_another(const std::exception_ptr& e) {
    try {
      std::rethrow_exception(e);
    } catch (const RankFailed&) {
      return true;
    } catch (...) {
      return false;
    }
  }
  void take(int rank, const std::function<void(int)>& work) {
    try {
      work(rank);
    } catch (const std::exception& e) {
      thrown_[static_cast<std::size_t>(rank)] = std::current_exception();
      failed_(rank, e.what());
    }
  }
  void serve(int rank) {
    set_cpu_threads(of_a_rank_);
    for (std::uint64_t done = 0;; ++done) {
      std::unique_lock hold(mutex_);
      begin_.wait(hold, [&] { return over_ || turn_ > done; });
      if (over_) return;
      const std::function<void(int)>& work = *work_;
      hold.unlock();
      take(rank, work);
      hold.lock();
      if (--left_ == 0) end_.notify_one();
    }
  }

  int cores_, of_a_rank_;
  std::function<void(int, const char*)> failed_;
  std::mutex mutex_;
  std::condition_variable begin_, end_;
  const std::function<void(int)>* work_ = nullptr;
  std::uint64_t turn_ = 0;
  std::size_t left_ = 0; ///< who has not come back
  bool over_ = false;
  std::vector<std::exception_ptr> thrown_;
  std::vector<std::thread> others_; ///< last: they use all of the above
};

/// The stream of a rank that is not the first: on a GPU of its own as long as there are as many.
template <class B>
std::unique_ptr<Stream<B>> stream_of_rank(int rank, const DevicePlan& device) {
  if constexpr (std::is_same_v<B, Cpu>) {
    static_cast<void>(rank), static_cast<void>(device);
    return std::make_unique<Stream<Cpu>>();
  } else {
    return std::make_unique<Stream<Cuda>>(device.gpu_of(rank));
  }
}

std::unique_ptr<Communicator<Cpu>> communicator_of(const World& world, const Stream<Cpu>&) {
  return make_host_communicator(world);
}
#if defined(IBSIM_WITH_CUDA)
std::unique_ptr<Communicator<Cuda>> communicator_of(const World& world, const Stream<Cuda>& stream) {
  return make_peer_communicator(world, stream);
}
#endif

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
        rank.communicator = communicator_of(memory_.world(number), *rank.stream);
      });
      std::mutex one_by_one;
      threads_.all([&](int number) {
        const std::lock_guard hold(one_by_one);
        Rank& rank = of(number);
        const Stream<B>& on = *rank.stream;
        rank.local.emplace(scenario.grid, *rank.communicator);
        rank.step.emplace(on, scenario, *rank.local, make_structures(on, scenario, kinds),
                          make_pair_forces(on, scenario, kinds));
        rank.state = like(on, at_start, rank.local->slab);
        rank.timer.emplace(on, phase_names, 0);
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
    threads_.all([&](int number) {
      Rank& rank = of(number);
      const Stream<B>& stream = *rank.stream;
      const auto planes = [&](const FaceField<B>& of_box, FaceField<B>& mine) {
        for (int d = 0; d < 3; ++d) take_planes(stream, *rank.local, of_box.view()[d], mine.view()[d]);
        fill_ghosts(stream, *rank.local, mine.view());
      };
      planes(whole.velocity, rank.state.velocity);
      if (whole.has_before()) planes(whole.velocity_before, rank.state.velocity_before);
      copy_all_but_fields(stream, whole, rank.state);
      copy_clock(whole, rank.state);
      rank.step->forget_failure(stream);
      stream.synchronize(); // `whole` may change
    });
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
      if (number == 0) copy_all_but_fields(stream, rank.state, whole);
      stream.synchronize();
    });
  }

  std::optional<Failure> failure() const override {
    return of(0).step->failure(*of(0).stream); // all ranks move all sites
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

 private:
  struct Rank {
    std::unique_ptr<Stream<B>> own_stream; ///< null: another's
    const Stream<B>* stream = nullptr;
    std::unique_ptr<Communicator<B>> communicator;
    std::optional<LocalGrid<B>> local;
    std::optional<ImmersedBoundaryStep<B>> step;
    State<B> state;
    std::optional<PhaseTimer<B>> timer;
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

  /// A state of these sizes, on a slab.
  static State<B> like(const Stream<B>& stream, const State<B>& whole, const Slab& slab) {
    State<B> state;
    state.velocity = FaceField<B>(stream, slab);
    if (whole.has_before()) state.velocity_before = FaceField<B>(stream, slab);
    state.fluid_memory = Array<real, B>(whole.fluid_memory.size());
    for (const auto& sites : whole.data_sites) state.data_sites.emplace_back(sites.size());
    for (const auto& sites : whole.data_sites_before) state.data_sites_before.emplace_back(sites.size());
    for (const auto& of_kind : whole.remembered) {
      state.remembered.emplace_back();
      for (const StateArray<B>& array : of_kind)
        state.remembered.back().push_back({array.name, Array<real, B>(array.values.size())});
    }
    return state;
  }
  /// All arrays that all ranks have alike.
  static void copy_all_but_fields(const Stream<B>& stream, const State<B>& from, State<B>& to) {
    std::vector<const Array<real, B>*> sources;
    for_each_array(from, [&](const std::string&, const Array<real, B>& array) { sources.push_back(&array); });
    auto source = sources.begin();
    for_each_array(to, [&](const std::string&, Array<real, B>& target) {
      const Array<real, B>& same = **source++;
      if (&target != &to.velocity.values() && &target != &to.velocity_before.values())
        target.copy_from(stream, same);
    });
  }

  WorldMemory memory_;
  std::vector<Rank> ranks_;
  mutable RankThreads threads_; ///< last: they use the ranks
};

} // namespace

template <class B>
std::unique_ptr<StepOfRanks<B>> make_step_of_ranks(const Stream<B>& stream, const Scenario& scenario,
                                                   const std::vector<SurfaceKind>& kinds,
                                                   const State<B>& at_start) {
  if (scenario.device.ranks <= 1) return nullptr;
  require_distributable(scenario, std::is_same_v<B, Cuda>);
  return std::make_unique<StepOfThreads<B>>(stream, scenario, kinds, at_start);
}

template std::unique_ptr<StepOfRanks<Cpu>>
make_step_of_ranks(const Stream<Cpu>&, const Scenario&, const std::vector<SurfaceKind>&, const State<Cpu>&);
#if defined(IBSIM_WITH_CUDA)
template std::unique_ptr<StepOfRanks<Cuda>>
make_step_of_ranks(const Stream<Cuda>&, const Scenario&, const std::vector<SurfaceKind>&, const State<Cuda>&);
#endif

} // namespace ibsim
