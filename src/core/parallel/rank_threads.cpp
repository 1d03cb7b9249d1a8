#include "parallel/rank_threads.hpp"

#include "parallel/device.hpp"
#include "parallel/device_plan.hpp"
#include "parallel/peer_communicator.hpp"
#include "parallel/with_cuda.hpp"

#include <algorithm>
#include <utility>

namespace ibsim {
namespace {

bool is_of_another(const std::exception_ptr& e) {
  try {
    std::rethrow_exception(e);
  } catch (const RankFailed&) {
    return true;
  } catch (...) {
    return false;
  }
}

} // namespace

RankThreads::RankThreads(int ranks, std::function<void(int, const char*)> failed)
    : cores_(cpu_threads()), of_a_rank_(std::max(1, cores_ / ranks)), failed_(std::move(failed)),
      thrown_(static_cast<std::size_t>(ranks)) {
  for (int rank = 1; rank < ranks; ++rank) others_.emplace_back([this, rank] { serve(rank); });
}

RankThreads::~RankThreads() {
  {
    const std::lock_guard hold(mutex_);
    over_ = true;
  }
  begin_.notify_all();
  for (std::thread& other : others_) other.join();
}

void RankThreads::all(const std::function<void(int)>& work) {
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

void RankThreads::take(int rank, const std::function<void(int)>& work) {
  try {
    work(rank);
  } catch (const std::exception& e) {
    thrown_[static_cast<std::size_t>(rank)] = std::current_exception();
    failed_(rank, e.what());
  }
}

void RankThreads::serve(int rank) {
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

template <>
std::unique_ptr<Stream<Cpu>> stream_of_rank(int, const DevicePlan&) {
  return std::make_unique<Stream<Cpu>>();
}
template <>
std::unique_ptr<Communicator<Cpu>> communicator_of_rank(const World& world, const Stream<Cpu>&) {
  return make_host_communicator(world);
}

#if defined(IBSIM_WITH_CUDA)
template <>
std::unique_ptr<Stream<Cuda>> stream_of_rank(int rank, const DevicePlan& device) {
  return std::make_unique<Stream<Cuda>>(device.gpu_of(rank));
}
template <>
std::unique_ptr<Communicator<Cuda>> communicator_of_rank(const World& world, const Stream<Cuda>& stream) {
  return make_peer_communicator(world, stream);
}
#endif

} // namespace ibsim
