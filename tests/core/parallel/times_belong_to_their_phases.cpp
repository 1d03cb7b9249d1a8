// A PhaseTimer gives each phase what was marked as its own: more than a clock that was read within it, less
// than one that was read around it.
#include "backends.hpp"
#include "parallel/phase_timer.hpp"

#include <chrono>
#include <gtest/gtest.h>
#include <thread>

namespace ibsim {
namespace {

TEST(PhaseTimer, gives_nobody_what_is_before_from) {
  const Stream<Cpu> stream;
  constexpr std::uint64_t warm_up = 3, sampled = 4;
  PhaseTimer<Cpu> timer(stream, {"a", "b"}, warm_up + sampled);
  double around = 0, within = 0, paused = 0; // of b; of the pause, which is nobody's
  const auto seconds = [&](auto work) {
    const double begin = stream.seconds();
    work();
    return stream.seconds() - begin;
  };
  const auto sleep = [] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); };
  for (std::uint64_t step = 0; step < warm_up + sampled; ++step) {
    double of_step = 0;
    const bool is_sampled = timer.begin(stream);
    EXPECT_EQ(is_sampled, step >= warm_up);
    timer.mark(stream, 0);
    const double all = seconds([&] {
      const double pause = seconds(sleep);
      timer.from(stream);
      of_step = seconds(sleep);
      timer.mark(stream, 1);
      if (is_sampled) paused += pause;
    });
    if (is_sampled) around += all, within += of_step;
  }
  const std::vector<PhaseTime> times = timer.summary(stream);
  ASSERT_EQ(times.size(), 3u);
  EXPECT_GE(times[1].mean * sampled, within * (1 - 1e-9)); // sums of times since the machine was started
  EXPECT_LE(times[1].mean * sampled, (around - paused) * (1 + 1e-9));
  EXPECT_NEAR(times[2].mean, times[0].mean + times[1].mean, 1e-9 * times[2].mean);
}

} // namespace
} // namespace ibsim
