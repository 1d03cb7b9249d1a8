// Says now and then that long work is going on of which no progress is known.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace ibsim {

/// Logs a line "WHAT, 12 s" after `first`, and again every `every`, as long as it lives.
class Heartbeat {
 public:
  using Seconds = std::chrono::duration<double>;
  explicit Heartbeat(std::string what, Seconds first = Seconds(3), Seconds every = Seconds(20));
  ~Heartbeat();
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stop_ = false;
  std::thread thread_;
};

} // namespace ibsim
