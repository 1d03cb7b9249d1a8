// Writes files while the simulation goes on: jobs done one after the other, in their order, by one thread.
//
// HDF5's library is not made for several threads, so once a BackgroundWriter has work, nobody else touches
// HDF5 until wait().
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace ibsim {

class BackgroundWriter {
 public:
  /// @param most_waiting jobs that may wait; one more makes add() wait, which bounds the memory that they
  /// hold
  explicit BackgroundWriter(std::size_t most_waiting = 2);
  /// Finishes what is waiting; an error of a job that nobody has asked for is lost (call wait() first).
  ~BackgroundWriter();
  BackgroundWriter(const BackgroundWriter&) = delete;
  BackgroundWriter& operator=(const BackgroundWriter&) = delete;

  /// @throws what an earlier job threw; after that, no job is done any more
  void add(std::function<void()> job);
  /// Returns when all jobs are done. @throws what a job threw
  void wait();

 private:
  void work();
  void rethrow();

  std::size_t most_waiting_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_; ///< the first is the one at work
  std::exception_ptr error_;
  bool finish_ = false;
  std::thread thread_;
};

/// Places that the jobs of a writer have one after another: memory, say, that each of them reads.
class JobSlots {
 public:
  explicit JobSlots(int slots);
  /// The number of a free one, from 0; waits for it. It is taken until the last copy of the answer goes,
  /// which is with the job that holds it, done or not.
  std::shared_ptr<const int> take();

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

} // namespace ibsim
