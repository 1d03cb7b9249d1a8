// A promise to the user: after a power cut the files of frames are those of the last checkpoint. What a power
// cut leaves is made up here: each sector of 512 bytes as it was at any time since the checkpoint, the disk
// having written them in any order.
#include "io/hdf5.hpp"
#include "io/undo_log.hpp"
#include "test_folder.hpp"
#include "tiny_frames.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <random>
#include <unistd.h>

namespace ibsim {
namespace {

std::string random_bytes(std::mt19937& random, std::size_t n) {
  std::string bytes(n, ' ');
  for (char& c : bytes) c = static_cast<char>(random());
  return bytes;
}

/// Sectors of the versions, mixed; where a version is shorter, zeros.
std::string after_a_power_cut(std::mt19937& random, const std::vector<std::string>& versions) {
  std::string disk(versions[random() % versions.size()].size(), '\0');
  for (std::size_t at = 0; at < disk.size(); at += 512) {
    const std::string& version = versions[random() % versions.size()];
    for (std::size_t i = at; i < std::min(at + 512, disk.size()); ++i)
      disk[i] = i < version.size() ? version[i] : '\0';
  }
  return disk;
}

class Crash : public ::testing::Test {
 protected:
  /// Changes `content` in a few places, and perhaps its length, by way of the log as the file driver does.
  void change(std::string& content, UndoLog& log, int descriptor) {
    Changes changes;
    std::string next = content;
    for (int i = 0; i < 4; ++i) {
      const std::string bytes = random_bytes(random, 1 + random() % 6000);
      const std::size_t at = random() % (content.size() - bytes.size());
      changes.put(at, bytes.data(), bytes.size());
      next.replace(at, bytes.size(), bytes);
    }
    next = random() % 3 == 0 ? next.substr(0, next.size() - random() % 5000)
                             : next + random_bytes(random, random() % 9000);
    ASSERT_EQ(log.keep(descriptor, changes, next.size()), 0);
    ASSERT_EQ(ftruncate(descriptor, 0), 0);
    ASSERT_EQ(pwrite(descriptor, next.data(), next.size(), 0), static_cast<ssize_t>(next.size()));
    content = next;
  }
  std::mt19937 random{3};
  TestFolder folder;
  std::filesystem::path file = folder.path / "file";
};

TEST_F(Crash, puts_back_what_was_there_whatever_reached_the_disk) {
  for (int round = 0; round < 60; ++round) {
    const std::string before = random_bytes(random, 20000 + random() % 30000);
    write_text(file, before);
    const int descriptor = open(file.c_str(), O_RDWR);
    {
      UndoLog log;
      ASSERT_EQ(log.begin(file, descriptor, "first boot"), 0);
      std::vector<std::string> versions{before};
      for (int i = 0; i < 4; ++i) {
        std::string next = versions.back();
        change(next, log, descriptor);
        versions.push_back(next);
      }
      write_text(file, after_a_power_cut(random, versions));
    } // the process is gone, the log stays
    close(descriptor);
    EXPECT_FALSE(put_back(file, "first boot")); // a process was killed, the machine was not
    EXPECT_TRUE(put_back(file, "second boot"));
    EXPECT_TRUE(content(file) == before);
    EXPECT_FALSE(std::filesystem::exists(undo_log_of(file)));
    EXPECT_FALSE(put_back(file, "third boot"));
  }
}

// The power went while the log was being written: then the change that it was for has not begun.
TEST_F(Crash, passes_over_a_record_that_was_cut_off) {
  const std::string before = random_bytes(random, 40000);
  for (int round = 0; round < 40; ++round) {
    write_text(file, before);
    const int descriptor = open(file.c_str(), O_RDWR);
    {
      UndoLog log;
      ASSERT_EQ(log.begin(file, descriptor, "first boot"), 0);
      Changes changes;
      changes.put(5000, before.data(), 9000);
      ASSERT_EQ(log.keep(descriptor, changes, before.size() + 10), 0);
    }
    close(descriptor);
    const std::string log = content(undo_log_of(file));
    write_text(undo_log_of(file),
               log.substr(0, random() % log.size()) + (round % 2 ? random_bytes(random, 100) : ""));
    put_back(file, "second boot");
    EXPECT_TRUE(content(file) == before);
    std::filesystem::remove(undo_log_of(file));
  }
}

TEST_F(Crash, of_a_run_leaves_the_frames_of_the_last_checkpoint) {
  for (const std::string name : {"cells", "fluid"}) {
    const std::filesystem::path frames = folder.path / (name + ".vtkhdf");
    std::string at_checkpoint;
    std::vector<std::string> versions;
    std::optional<CellsFile> cells;
    std::optional<FluidFile> fluid;
    if (name == "cells")
      cells.emplace(frames, tiny::mesh(), tiny::fields, FrameFormat{});
    else
      fluid.emplace(frames, tiny::grid, FrameFormat{});
    for (int f = 0; f < 12; ++f) {
      if (cells)
        cells->append(f, tiny::positions(f), tiny::point_fields(f), tiny::hash(f));
      else
        fluid->append(f, tiny::velocity(f), tiny::pressure(f), tiny::hash(f));
      if (f == 4) {
        if (cells)
          cells->settle();
        else
          fluid->settle();
        EXPECT_TRUE(std::filesystem::exists(undo_log_of(frames)));
      }
      if (f >= 4) versions.push_back(content(frames));
    }
    const std::string log = content(undo_log_of(frames));
    cells.reset(), fluid.reset();
    EXPECT_FALSE(std::filesystem::exists(undo_log_of(frames))); // it ended well
    for (int round = 0; round < 20; ++round) {
      write_text(frames, after_a_power_cut(random, versions));
      write_text(undo_log_of(frames), log);
      ASSERT_TRUE(put_back(frames, "another boot"));
      EXPECT_TRUE(content(frames) == versions[0]);
    }
    EXPECT_EQ(hdf5::File::open(frames).integer_attribute("/VTKHDF/Steps", "NSteps").at(0), 5);
  }
}

} // namespace
} // namespace ibsim
