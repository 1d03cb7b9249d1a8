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

// Two places, of which a job that waits and one at work have one each; they are free again when the jobs have
// gone, also those that an error took away.
TEST(job_slots, are_free_when_their_jobs_have_gone) {
  JobSlots slots(2);
  BackgroundWriter writer(4);
  std::vector<int> had;
  for (int i = 0; i < 50; ++i) {
    const std::shared_ptr<const int> slot = slots.take(); // waits for ever if one were lost
    ASSERT_TRUE(*slot == 0 || *slot == 1);
    writer.add([&had, slot] { had.push_back(*slot); });
  }
  writer.wait();
  EXPECT_EQ(had.size(), 50u);
  writer.add([slot = slots.take()] { throw std::runtime_error("full"); });
  EXPECT_THROW(for (;;) writer.add([slot = slots.take()] {}), std::runtime_error);
  const std::shared_ptr<const int> one = slots.take(), other = slots.take();
  EXPECT_NE(*one, *other);
}

} // namespace
} // namespace ibsim
