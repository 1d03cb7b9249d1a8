#include "program/heartbeat.hpp"

#include "base/log.hpp"
#include "program/progress.hpp"

namespace ibsim {

Heartbeat::Heartbeat(std::string what, Seconds first, Seconds every)
    : thread_([this, what = std::move(what), first, every] {
        const auto start = std::chrono::steady_clock::now();
        std::unique_lock lock(mutex_);
        for (Seconds wait = first; !stopped_.wait_for(lock, wait, [this] { return stop_; }); wait = every)
          log::info(what + ", " + duration_text(Seconds(std::chrono::steady_clock::now() - start).count()) +
                    " so far");
      }) {}

Heartbeat::~Heartbeat() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopped_.notify_all();
  thread_.join();
}

} // namespace ibsim
