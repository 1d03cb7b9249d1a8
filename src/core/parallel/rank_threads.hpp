// Ranks as threads of this process: the calling thread is rank 0, the others sleep between calls.
#pragma once

#include "parallel/communicator.hpp"
#include "parallel/stream.hpp"
#include "parallel/world.hpp"

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace ibsim {

struct DevicePlan;

/// Calls work(rank) on all ranks at once, and returns when all have come back. Each has its part of the
/// cores.
class RankThreads {
 public:
  /// @param failed is told of a rank whose work throws, so that the others need not wait for it
  RankThreads(int ranks, std::function<void(int, const char*)> failed);
  ~RankThreads();
  RankThreads(const RankThreads&) = delete;
  RankThreads& operator=(const RankThreads&) = delete;

  /// @throws what the first of the ranks has thrown that was not another's RankFailed
  void all(const std::function<void(int)>& work);

 private:
  void take(int rank, const std::function<void(int)>& work);
  void serve(int rank);

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
std::unique_ptr<Stream<B>> stream_of_rank(int rank, const DevicePlan&);

/// How ranks that are threads speak: by the memory of the host, or of their GPUs.
template <class B>
std::unique_ptr<Communicator<B>> communicator_of_rank(const World&, const Stream<B>&);

} // namespace ibsim
