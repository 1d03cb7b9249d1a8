// Promises to the user: a disk that is full, broken or slow is said to be what it is; calls that a signal
// interrupts are made again; and what had been written stays whole.
//
// The system's calls that write are replaced, in this program, by some that fail when they are told to.
#include "base/error.hpp"
#include "files/checkpoint.hpp"
#include "files/csv.hpp"
#include "files/run_folder.hpp"
#include "test_folder.hpp"
#include "tiny_frames.hpp"

#include <atomic>
#include <cerrno>
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

std::atomic<int> interruptions = 0;           // of the next calls
std::atomic<long long> bytes_left = -1;       // until writes fail; -1: never
std::atomic<int> reason = 0, sync_reason = 0; // the errno

} // namespace

extern "C" int fsync(int descriptor) {
  if (interruptions > 0 && interruptions-- > 0) return errno = EINTR, -1;
  if (sync_reason != 0) return errno = sync_reason, -1;
  return static_cast<int>(syscall(SYS_fsync, descriptor));
}

extern "C" ssize_t pwrite(int descriptor, const void* bytes, size_t n, off_t at) {
  if (interruptions > 0 && interruptions-- > 0) return errno = EINTR, -1;
  if (bytes_left >= 0) {
    if (bytes_left == 0) return errno = reason, -1;
    n = std::min(n, static_cast<size_t>(bytes_left.load())); // a part of it, as a disk that fills up does
    bytes_left -= static_cast<long long>(n);
  }
  return syscall(SYS_pwrite64, descriptor, bytes, n, at);
}

namespace ibsim {
namespace {

class Disk : public ::testing::Test {
 protected:
  ~Disk() override { interruptions = 0, bytes_left = -1, reason = 0, sync_reason = 0; }
  /// What is said of a disk that takes so many bytes more.
  template <class Write>
  std::string message(long long bytes, int error, const Write& write) {
    bytes_left = bytes, reason = error;
    std::string message;
    try {
      write();
    } catch (const ResourceError& e) {
      message = e.what();
    }
    bytes_left = -1;
    return message;
  }
  TestFolder folder;
};

TEST_F(Disk, that_is_full_or_broken_is_said_to_be_that_and_leaves_whole_frames) {
  for (const auto& [error, words] : {std::pair{ENOSPC, "the disk is full"},
                                     {EDQUOT, "quota"},
                                     {EFBIG, "File too large"},
                                     {EIO, "Input/output error"},
                                     {ESTALE, "Stale file handle"}}) {
    TestFolder run;
    tiny::Writer frames(run.path);
    frames.append(0, 0);
    frames.settle();
    for (long long bytes = 0; bytes < 8000; bytes += 1900) {
      const std::string said = message(bytes, error, [&] { frames.append(1, 1), frames.settle(); });
      EXPECT_NE(said.find(words), std::string::npos) << said;
      EXPECT_EQ(said.find("full") != std::string::npos, error == ENOSPC) << said;
      for (const char* name : {"cells", "fluid"})
        for (const FoundFrame& frame : frames_in(run.path, name)) EXPECT_NO_THROW(require_whole(frame.path));
    }
    EXPECT_FALSE(std::filesystem::exists(run.path / "frames/cells_000001.vtkhdf.part"));
  }
}

TEST_F(Disk, that_is_full_cuts_no_row_of_a_table) {
  CsvFile table(folder.path / "t.csv", {"time (us)", "x"});
  table.append({0.0, 1.0});
  const std::string before = content(folder.path / "t.csv");
  EXPECT_NE(message(3, ENOSPC,
                    [&] {
                      table.append({1.0, 2.0});
                    })
                .find("the disk is full"),
            std::string::npos);
  EXPECT_EQ(content(folder.path / "t.csv"), before);
  table.append({1.0, 2.0}); // there is room again
  EXPECT_EQ(content(folder.path / "t.csv"), before + "1,2\n");
}

TEST_F(Disk, that_is_full_keeps_both_checkpoints) {
  Checkpoint c;
  c.scenario = "title: a\n", c.arrays = {{"x", std::vector<double>(1000, 0.5)}};
  for (c.step = 1; c.step < 3; ++c.step) write_checkpoint(folder.path, c);
  for (long long bytes = 0; bytes < 9000; bytes += 700) {
    EXPECT_NE(message(bytes, ENOSPC, [&] { write_checkpoint(folder.path, c); }).find("full"),
              std::string::npos);
    EXPECT_EQ(read_checkpoint(run_files(folder.path).checkpoint).step, 2u);
    EXPECT_EQ(read_checkpoint(run_files(folder.path).previous_checkpoint).step, 1u);
  }
  sync_reason = EIO; // written, but the disk does not have it: it must not count
  EXPECT_THROW(write_checkpoint(folder.path, c), ResourceError);
  sync_reason = 0;
  EXPECT_EQ(read_checkpoint(run_files(folder.path).checkpoint).step, 2u);
  EXPECT_EQ(read_checkpoint(run_files(folder.path).previous_checkpoint).step, 1u);
}

TEST_F(Disk, calls_that_are_interrupted_are_made_again) {
  tiny::Writer frames(folder.path);
  Checkpoint c;
  c.scenario = "title: a\n";
  for (int f = 0; f < 3; ++f) {
    interruptions = 7;
    frames.append(f, f);
    interruptions = 7;
    frames.settle();
    interruptions = 7;
    c.step = static_cast<std::uint64_t>(f);
    write_checkpoint(folder.path, c);
    EXPECT_EQ(interruptions, 0);
  }
  EXPECT_EQ(frames_in(folder.path, "cells").size(), 3u);
  EXPECT_EQ(read_checkpoint(run_files(folder.path).checkpoint).step, 2u);
}

// A path that cannot be opened has not reached the disk, and a file system that knows no fsync has nothing to
// wait for.
TEST_F(Disk, has_nothing_that_cannot_be_opened) {
  EXPECT_THROW(make_durable(folder.path / "missing"), ResourceError);
  sync_reason = EINVAL;
  EXPECT_NO_THROW(make_durable(folder.path));
}

} // namespace
} // namespace ibsim
