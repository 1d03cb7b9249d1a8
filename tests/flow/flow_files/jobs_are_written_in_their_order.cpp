// A BackgroundWriter does jobs one after the other while others are added, and keeps their errors.
#include "files/background_writer.hpp"

#include <atomic>
#include <gtest/gtest.h>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

namespace ibsim {
namespace {

// The first is at work until many others wait, so that their queue grows meanwhile: for the thread sanitizer,
// to which a relaxed number orders nothing.
TEST(background_writer, does_jobs_in_their_order) {
  constexpr int jobs = 400;
  std::vector<int> done;
  std::atomic<int> added{0};
  {
    BackgroundWriter writer(jobs);
    writer.add([&] {
      while (added.load(std::memory_order_relaxed) < jobs - 1) std::this_thread::yield();
      done.push_back(0);
    });
    for (int i = 1; i < jobs; ++i) {
      writer.add([&done, i] { done.push_back(i); });
      added.fetch_add(1, std::memory_order_relaxed);
    }
    writer.wait();
    EXPECT_EQ(done.size(), std::size_t{jobs});
    writer.add([&] { done.push_back(jobs); });
  } // finishes what is waiting
  std::vector<int> all(jobs + 1);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(done, all);
}

TEST(background_writer, does_nothing_after_an_error) {
  BackgroundWriter writer;
  int done = 0;
  writer.add([&] { ++done; });
  writer.add([] { throw std::runtime_error("full"); });
  EXPECT_THROW(writer.wait(), std::runtime_error);
  EXPECT_THROW(writer.add([&] { ++done; }), std::runtime_error);
  EXPECT_EQ(done, 1);
}

} // namespace
} // namespace ibsim
