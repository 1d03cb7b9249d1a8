// Ranks on the CPU: threads of this process, each with its part of the cores. The calling thread is rank 0;
// the others sleep between steps.
#include "simulation/step_of_ranks.hpp"

#include "base/error.hpp"
#include "grid/local_grid.hpp"
#include "parallel/device.hpp"
#include "parallel/with_cuda.hpp"
#include "parallel/world.hpp"
#include "simulation/make_structures.hpp"
#include "simulation/max_speed.hpp"
#include "simulation/require_distributable.hpp"
#include "simulation/scenario.hpp"

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

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

class StepOfThreads final : public StepOfRanks<Cpu> {
 public:
  StepOfThreads(const Scenario& scenario, const std::vector<SurfaceKind>& kinds, const State<Cpu>& at_start)
      : memory_(scenario.device.ranks),
        threads_(scenario.device.ranks, [this](int rank, const char* what) { memory_.fail(rank, 1, what); }) {
    const Stream<Cpu> stream;
    std::vector<std::unique_ptr<Communicator<Cpu>>> communicators(
        static_cast<std::size_t>(scenario.device.ranks));
    threads_.all([&](int rank) {
      communicators[static_cast<std::size_t>(rank)] = make_host_communicator(memory_.world(rank));
    });
    for (auto& communicator : communicators) {
      const LocalGrid<Cpu> local(scenario.grid, *communicator);
      ranks_.push_back(std::make_unique<Rank>(
          Rank{std::move(communicator), local,
               ImmersedBoundaryStep<Cpu>(stream, scenario, local, make_structures(stream, scenario, kinds),
                                         make_pair_forces(stream, scenario, kinds)),
               like(at_start, local.slab), PhaseTimer<Cpu>(stream, phase_names, 0)}));
    }
    deal(at_start);
    if (scenario.keep_volume)
      for (const auto& rank : ranks_) rank->step.keep_volumes(stream, kinds, rank->state);
  }

  int ranks() const override { return static_cast<int>(ranks_.size()); }

  void deal(const State<Cpu>& whole) override {
    threads_.all([&](int number) {
      const Stream<Cpu> stream;
      Rank& rank = *ranks_[static_cast<std::size_t>(number)];
      const auto planes = [&](const FaceField<Cpu>& of_box, FaceField<Cpu>& mine) {
        for (int d = 0; d < 3; ++d) take_planes(stream, rank.local, of_box.view()[d], mine.view()[d]);
        fill_ghosts(stream, rank.local, mine.view());
      };
      planes(whole.velocity, rank.state.velocity);
      if (whole.has_before()) planes(whole.velocity_before, rank.state.velocity_before);
      copy_all_but_fields(whole, rank.state);
      copy_clock(whole, rank.state);
      rank.step.forget_failure(stream);
    });
  }

  void advance(State<Cpu>& clock, PhaseTimer<Cpu>& timer) override {
    threads_.all([&](int number) {
      const Stream<Cpu> stream;
      Rank& rank = *ranks_[static_cast<std::size_t>(number)];
      copy_clock(clock, rank.state);
      rank.step.advance(stream, rank.state, number == 0 ? timer : rank.timer);
    });
    copy_clock(ranks_[0]->state, clock);
  }

  void gather(State<Cpu>& whole) const override {
    threads_.all([&](int number) {
      const Rank& rank = *ranks_[static_cast<std::size_t>(number)];
      const Slab& slab = rank.local.slab;
      const auto planes = [&](const FaceField<Cpu>& mine, FaceField<Cpu>& of_box) {
        for (int d = 0; d < 3; ++d)
          std::copy_n(mine.view()[d], slab.own_cells(),
                      of_box.view()[d] + Size{slab.plane_cells()} * slab.first);
      };
      planes(rank.state.velocity, whole.velocity);
      if (whole.has_before()) planes(rank.state.velocity_before, whole.velocity_before);
      if (number == 0) copy_all_but_fields(rank.state, whole);
    });
  }

  std::optional<Failure> failure() const override {
    return ranks_[0]->step.failure(Stream<Cpu>()); // all ranks move all sites
  }

  real max_speed() const override {
    std::vector<real> of_ranks(ranks_.size());
    threads_.all([&](int number) {
      const Rank& rank = *ranks_[static_cast<std::size_t>(number)];
      of_ranks[static_cast<std::size_t>(number)] =
          ibsim::max_speed(Stream<Cpu>(), rank.local.own(), rank.state.velocity.view());
    });
    for (const real speed : of_ranks)
      if (std::isnan(speed)) return speed;
    return *std::max_element(of_ranks.begin(), of_ranks.end());
  }

 private:
  struct Rank {
    std::unique_ptr<Communicator<Cpu>> communicator;
    LocalGrid<Cpu> local;
    ImmersedBoundaryStep<Cpu> step;
    State<Cpu> state;
    PhaseTimer<Cpu> timer;
  };

  /// A state of these sizes, on a slab.
  static State<Cpu> like(const State<Cpu>& whole, const Slab& slab) {
    const Stream<Cpu> stream;
    State<Cpu> state;
    state.velocity = FaceField<Cpu>(stream, slab);
    if (whole.has_before()) state.velocity_before = FaceField<Cpu>(stream, slab);
    state.fluid_memory = Array<real, Cpu>(whole.fluid_memory.size());
    for (const auto& sites : whole.data_sites) state.data_sites.emplace_back(sites.size());
    for (const auto& sites : whole.data_sites_before) state.data_sites_before.emplace_back(sites.size());
    for (const auto& of_kind : whole.remembered) {
      state.remembered.emplace_back();
      for (const StateArray<Cpu>& array : of_kind)
        state.remembered.back().push_back({array.name, Array<real, Cpu>(array.values.size())});
    }
    return state;
  }
  /// All arrays that all ranks have alike.
  static void copy_all_but_fields(const State<Cpu>& from, State<Cpu>& to) {
    const Stream<Cpu> stream;
    std::vector<const Array<real, Cpu>*> sources;
    for_each_array(from,
                   [&](const std::string&, const Array<real, Cpu>& array) { sources.push_back(&array); });
    auto source = sources.begin();
    for_each_array(to, [&](const std::string&, Array<real, Cpu>& target) {
      const Array<real, Cpu>& same = **source++;
      if (&target != &to.velocity.values() && &target != &to.velocity_before.values())
        target.copy_from(stream, same);
    });
  }

  WorldMemory memory_;
  std::vector<std::unique_ptr<Rank>> ranks_;
  mutable RankThreads threads_; ///< last: they use the ranks
};

} // namespace

template <>
std::unique_ptr<StepOfRanks<Cpu>> make_step_of_ranks(const Scenario& scenario,
                                                     const std::vector<SurfaceKind>& kinds,
                                                     const State<Cpu>& at_start) {
  if (scenario.device.ranks == 1) return nullptr;
  require_distributable(scenario, false);
  return std::make_unique<StepOfThreads>(scenario, kinds, at_start);
}

#if defined(IBSIM_WITH_CUDA)
template <>
std::unique_ptr<StepOfRanks<Cuda>> make_step_of_ranks(const Scenario& scenario,
                                                      const std::vector<SurfaceKind>&, const State<Cuda>&) {
  require_distributable(scenario, true);
  return nullptr;
}
#endif

} // namespace ibsim
