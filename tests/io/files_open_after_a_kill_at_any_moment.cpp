// A promise to the user: kill -9 at any moment leaves files that open, with every frame that they count; and
// what makes it true.
#include "io/hdf5.hpp"
#include "io/journal.hpp"
#include "test_folder.hpp"
#include "tiny_frames.hpp"

#include <csignal>
#include <fcntl.h>
#include <functional>
#include <gtest/gtest.h>
#include <random>
#include <sys/wait.h>
#include <unistd.h>

namespace ibsim {
namespace {

std::string random_text(std::mt19937& random, std::size_t n) {
  std::string text(n, ' ');
  for (char& c : text) c = static_cast<char>('a' + random() % 26);
  return text;
}

TEST(Changes, read_back_as_if_they_had_been_written) {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    const std::string file = random_text(random, 200);
    std::string expected = file;
    Changes changes;
    for (int i = 0; i < 30; ++i) {
      const std::size_t at = random() % 190;
      const std::string bytes = random_text(random, 1 + random() % 10);
      changes.put(at, bytes.data(), bytes.size());
      expected.replace(at, bytes.size(), bytes);
      const std::size_t from = random() % 200, n = random() % (200 - from);
      std::string seen = file.substr(from, n);
      changes.apply_to(from, seen.data(), n);
      ASSERT_EQ(seen, expected.substr(from, n));
    }
  }
}

class Journal : public ::testing::Test {
 protected:
  Journal() {
    old_content = random_text(random, 1000);
    new_content = old_content.substr(0, 900); // it also ends earlier
    for (const std::size_t at : {0u, 17u, 400u, 850u}) {
      const std::string bytes = random_text(random, 40);
      changes.put(at, bytes.data(), bytes.size());
      new_content.replace(at, bytes.size(), bytes);
    }
  }
  std::mt19937 random{2};
  TestFolder folder;
  std::filesystem::path file = folder.path / "file";
  std::string old_content, new_content;
  Changes changes;
};

TEST_F(Journal, finishes_what_was_begun_wherever_it_was_cut_off) {
  // so many bytes of the new content had been written
  for (std::size_t done = 0; done <= new_content.size(); done += 25) {
    write_text(file, new_content.substr(0, done) + old_content.substr(done));
    ASSERT_EQ(write_journal(file, changes, new_content.size()), 0);
    EXPECT_TRUE(finish_journal(file));
    EXPECT_EQ(content(file), new_content);
    EXPECT_FALSE(std::filesystem::exists(journal_of(file)));
    EXPECT_FALSE(finish_journal(file)); // nothing is left to do
  }
}

TEST_F(Journal, that_is_not_whole_changes_nothing) {
  write_text(file, old_content);
  ASSERT_EQ(write_journal(file, changes, new_content.size()), 0);
  const std::string whole = content(journal_of(file));
  for (std::size_t n = 0; n < whole.size(); n += 7) {
    write_text(journal_of(file), whole.substr(0, n));
    EXPECT_FALSE(finish_journal(file));
    EXPECT_EQ(content(file), old_content);
  }
  std::string damaged = whole;
  damaged[whole.size() / 2] ^= 1;
  write_text(journal_of(file), damaged);
  EXPECT_FALSE(finish_journal(file));
  EXPECT_EQ(content(file), old_content);
}

TEST_F(Journal, and_its_changes_in_one_go) {
  write_text(file, old_content);
  const int descriptor = open(file.c_str(), O_RDWR);
  ASSERT_EQ(commit(file, descriptor, changes, new_content.size()), 0);
  close(descriptor);
  EXPECT_EQ(content(file), new_content);
  EXPECT_FALSE(finish_journal(file)); // nothing is left to do
}

/// Writes frames until it is killed.
[[noreturn]] void write_frames_for_ever(const std::filesystem::path& folder) {
  CellsFile cells(folder / "cells.vtkhdf", tiny::mesh(), tiny::fields, {});
  FluidFile fluid(folder / "fluid.vtkhdf", tiny::grid, {});
  for (int f = 0;; ++f) {
    cells.append(f, tiny::positions(f), tiny::point_fields(f), tiny::hash(f));
    fluid.append(f, tiny::velocity(f), tiny::pressure(f), tiny::hash(f));
  }
}

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) ++n;
  return n;
}

/// The frames of a file, each with the values that were written. @return how many
std::size_t expect_whole(const std::filesystem::path& path, const std::string& array, const std::string& grid,
                         const std::function<std::vector<double>(int)>& values) {
  const hdf5::File file = hdf5::File::open(path);
  const auto frames = static_cast<std::size_t>(file.integer_attribute("/VTKHDF/Steps", "NSteps").at(0));
  EXPECT_EQ(file.read_doubles("/VTKHDF/Steps/Values").size(), frames);
  const std::vector<double> all = file.read_doubles(array);
  const std::size_t each = values(0).size();
  EXPECT_EQ(all.size(), frames * each);
  for (std::size_t f = 0; f < frames; ++f)
    EXPECT_TRUE(
        std::equal(all.begin() + f * each, all.begin() + (f + 1) * each, values(static_cast<int>(f)).begin()))
        << array << " of frame " << f;
  const std::filesystem::path beside = std::filesystem::path(path).replace_extension(".xdmf");
  if (frames == 0 && !std::filesystem::exists(beside)) return 0; // killed between the making of the two files
  const std::string xdmf = content(beside);
  EXPECT_TRUE(xdmf.ends_with("</Grid>\n</Domain>\n</Xdmf>\n"));
  const std::size_t described = count(xdmf, "<Grid Name=\"" + grid + "\"");
  EXPECT_LE(described, frames);                  // the .xdmf is the last to know,
  EXPECT_LE(frames, described + 2) << described; // and knows nothing of what a journal has finished
  return frames;
}

TEST(KilledRun, leaves_files_that_open_with_every_frame_they_count) {
  std::mt19937 random(std::random_device{}());
  std::size_t frames = 0;
  for (int round = 0; round < 30 || (frames < 20 && round < 200); ++round) {
    TestFolder folder;
    int alive[2]; // open at the other end as long as anyone may still be writing
    ASSERT_EQ(pipe(alive), 0);
    const pid_t child = fork();
    if (child == 0) {
      close(alive[0]);
      write_frames_for_ever(folder.path);
    }
    close(alive[1]);
    usleep(static_cast<useconds_t>(random() % 60000));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    char byte;
    EXPECT_EQ(read(alive[0], &byte, 1), 0);
    close(alive[0]);

    // exact in binary, as is the pressure
    const auto tension = [](int f) { return tiny::point_fields(f)[1]; };
    for (int repaired = 0; repaired < 2; ++repaired) // as it was left, and after what a resume does first
      for (const std::string name : {"cells", "fluid"}) {
        const std::filesystem::path file = folder.path / (name + ".vtkhdf");
        if (repaired) finish_journal(file);
        if (!std::filesystem::exists(file)) continue; // killed before it was there
        frames += name == "cells" ? expect_whole(file, "/VTKHDF/PointData/tension_1", name, tension)
                                  : expect_whole(file, "/VTKHDF/CellData/pressure", name, tiny::pressure);
      }
  }
  EXPECT_GE(frames, 20u); // the kills did come in the midst of writing
}

} // namespace
} // namespace ibsim
