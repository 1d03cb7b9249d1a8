#include "files/background_writer.hpp"

#include <csignal>
#include <pthread.h>
#include <vector>

namespace ibsim {

BackgroundWriter::BackgroundWriter(std::size_t most_waiting) : most_waiting_(most_waiting) {
  // Signals are for the main thread: a thread inherits the mask of its maker.
  sigset_t all, before;
  sigfillset(&all);
  for (const int fault : {SIGSEGV, SIGBUS, SIGABRT}) sigdelset(&all, fault); // of whoever makes it
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { work(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

BackgroundWriter::~BackgroundWriter() {
  {
    const std::lock_guard lock(mutex_);
    finish_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void BackgroundWriter::add(std::function<void()> job) {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return jobs_.size() <= most_waiting_ || error_; });
    rethrow();
    jobs_.push_back(std::move(job));
  }
  changed_.notify_all();
}

void BackgroundWriter::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return jobs_.empty(); });
  rethrow();
}

void BackgroundWriter::rethrow() {
  if (error_) std::rethrow_exception(error_);
}

void BackgroundWriter::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return finish_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    std::function<void()> job = std::move(jobs_.front()); // its place counts until it is done
    lock.unlock();
    std::exception_ptr error;
    try {
      job();
    } catch (...) {
      error = std::current_exception();
    }
    job = nullptr; // what it holds goes while others may add
    lock.lock();
    jobs_.pop_front();
    if (error) {
      error_ = error;
      jobs_.clear();
    }
    changed_.notify_all();
  }
}

struct JobSlots::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<int> free;
};

JobSlots::JobSlots(int slots) : shared_(std::make_shared<Shared>()) {
  for (int slot = slots; slot-- > 0;) shared_->free.push_back(slot);
}

std::shared_ptr<const int> JobSlots::take() {
  std::unique_lock lock(shared_->mutex);
  shared_->changed.wait(lock, [this] { return !shared_->free.empty(); });
  const int slot = shared_->free.back();
  shared_->free.pop_back();
  lock.unlock();
  return {new int(slot), [shared = shared_](const int* taken) {
            {
              const std::lock_guard again(shared->mutex);
              shared->free.push_back(*taken);
            }
            shared->changed.notify_one();
            delete taken;
          }};
}

} // namespace ibsim
