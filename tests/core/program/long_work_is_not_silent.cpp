// Lines that appear now and then during work without known progress.
#include "base/log.hpp"
#include "program/heartbeat.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>

namespace ibsim {

TEST(heartbeat, speaks_until_the_work_is_done) {
  const TestFolder folder;
  const auto file = folder.path / "log";
  log::set_console_level(log::Level::off);
  {
    const log::File log_file(file);
    const Heartbeat heartbeat("setting up", Heartbeat::Seconds(0.001), Heartbeat::Seconds(0.001));
    const auto times = [&] {
      log::flush();
      std::size_t n = 0;
      const std::string text = content(file);
      for (std::size_t at = 0; (at = text.find("setting up, 0 s so far", at)) != std::string::npos; ++at) ++n;
      return n;
    };
    while (times() < 2) std::this_thread::sleep_for(std::chrono::milliseconds(1)); // ends, or the test hangs
  }
  log::set_console_level(log::Level::info);
}

TEST(heartbeat, of_short_work_is_silent_and_does_not_wait) {
  const Heartbeat heartbeat("work", Heartbeat::Seconds(1e6), Heartbeat::Seconds(1e6));
} // or the test hangs

} // namespace ibsim
