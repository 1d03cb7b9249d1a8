// Promises about the folder of a run: tables read back exactly and are cut where a resumed run goes on; what
// exists is not overwritten unless asked; a full disk is said to be full.
#include "base/error.hpp"
#include "files/csv.hpp"
#include "files/read_csv.hpp"
#include "files/run_folder.hpp"
#include "test_folder.hpp"
#include "tiny_frames.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <unistd.h>

namespace ibsim {
namespace {

const std::vector<std::string> columns{"step", "time (us)", "name", "area (um^2)"};

TEST(Table, holds_exact_numbers_under_names_with_units) {
  TestFolder folder;
  CsvFile table(folder.path / "t.csv", columns);
  table.append({1.0, 0.1, std::string("red, \"cell\""), 1.0 / 3});
  EXPECT_EQ(content(folder.path / "t.csv"),
            "step,time (us),name,area (um^2)\n1,0.1,\"red, \"\"cell\"\"\",0.3333333333333333\n");
  EXPECT_THROW(table.append({1.0}), std::invalid_argument);
}

TEST(Table, of_a_resumed_run_has_each_time_once) {
  TestFolder folder;
  const auto file = folder.path / "t.csv";
  TablePosition at_checkpoint;
  {
    CsvFile table(file, columns);
    for (int i = 0; i < 5; ++i) {
      table.append({double(i), 0.1 * i, std::string("a"), 1.0});
      if (i == 3) at_checkpoint = table.position();
    }
  }
  const std::string whole = content(file);
  write_text(file, whole + std::string("5,0.5,a,\0\0", 10)); // what a power cut may leave
  {
    CsvFile table = CsvFile::reopen(file, columns, at_checkpoint);
    table.append({4.0, 0.1 * 4, std::string("a"), 1.0});
  }
  EXPECT_EQ(content(file), whole);
  EXPECT_THROW(CsvFile::reopen(file, {"step"}, at_checkpoint), InputError);
  EXPECT_THROW(CsvFile::reopen(folder.path / "missing.csv", columns, at_checkpoint), InputError);
}

// A row taken out, added, or changed by a digit before the checkpoint is seen; and nothing is touched then.
TEST(Table, that_was_changed_is_refused) {
  TestFolder folder;
  const auto file = folder.path / "t.csv";
  CsvFile table(file, columns);
  for (int i = 0; i < 5; ++i) table.append({double(i), 0.1 * i, std::string("a"), 1.0});
  const TablePosition all = table.position();
  const std::string whole = content(file);
  const std::size_t row = whole.find("2,0.2");
  std::string without = whole, digit = whole;
  without.erase(row, whole.find('\n', row) + 1 - row);
  digit[row] = '7';
  for (const std::string& changed :
       {without, digit, whole.substr(0, whole.size() - 1), whole.substr(0, row)}) {
    write_text(file, changed);
    EXPECT_THROW(CsvFile::reopen(file, columns, all), InputError);
    EXPECT_EQ(content(file), changed);
  }
}

// Columns are found by their names.
TEST(Table, of_two_columns_of_one_name_is_refused) {
  TestFolder folder;
  const auto file = folder.path / "t.csv";
  write_text(file, "time (us),a,a\n0,1,2\n");
  EXPECT_THROW(read_run_csv(file), InputError);
  write_text(file, "time (us),a,b\n0,1,2\n");
  EXPECT_EQ(read_run_csv(file).rows.size(), 1u);
}

TEST(RunFolder, that_holds_something_is_left_alone) {
  TestFolder folder;
  prepare_run_folder(folder.path / "new" / "deep", false);
  EXPECT_TRUE(std::filesystem::is_directory(folder.path / "new" / "deep"));
  prepare_run_folder(folder.path / "new" / "deep", false); // still empty
  write_text(folder.path / "thesis.txt", "years of work");
  write_text(run_files(folder.path).run_csv, "step\n");
  EXPECT_THROW(prepare_run_folder(folder.path, false), InputError);
  EXPECT_EQ(content(run_files(folder.path).run_csv), "step\n");
  prepare_run_folder(folder.path, true);
  EXPECT_FALSE(std::filesystem::exists(run_files(folder.path).run_csv));
  EXPECT_EQ(content(folder.path / "thesis.txt"), "years of work");
  EXPECT_THROW(prepare_run_folder(folder.path / "thesis.txt", true), InputError);
}

TEST(RunFolder, that_cannot_be_written_is_a_resource_error) {
  if (geteuid() == 0) {
    EXPECT_THROW(prepare_run_folder("/proc/ibsim", false), ResourceError); // where not even root may write
    return;
  }
  TestFolder folder;
  std::filesystem::permissions(folder.path,
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  EXPECT_THROW(prepare_run_folder(folder.path, false), ResourceError);
  std::filesystem::permissions(folder.path, std::filesystem::perms::owner_all);
}

// What the user keeps among the frames stays, and only what a run calls its own goes.
TEST(RunFolder, that_is_replaced_keeps_what_is_not_of_a_run) {
  TestFolder folder;
  tiny::Writer frames(folder.path);
  frames.append(0, 0);
  frames.settle();
  write_text(folder.path / "frames/cells_000000.vtkhdf.part", "begun");
  std::filesystem::create_directory(folder.path / "pictures");
  for (const char* drawn : {"pictures/studio_000000.png", "pictures/live_000012.png"})
    write_text(folder.path / drawn, "of the run before");
  for (const char* mine : {"frames/cells_mine.vtkhdf", "frames/cells_00000000.vtkhdf", "frames/notes.txt",
                           "pictures/studio_of_mine.png"})
    write_text(folder.path / mine, "mine");
  EXPECT_TRUE(is_file_of_run(folder.path, folder.path / "frames" / "." / "cells_000000.vtkhdf"));
  EXPECT_FALSE(is_file_of_run(folder.path, folder.path / "frames/notes.txt"));
  prepare_run_folder(folder.path, true);
  std::vector<std::string> left;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path))
    if (entry.is_regular_file()) left.push_back(entry.path().filename().string());
  std::sort(left.begin(), left.end());
  EXPECT_EQ(left, (std::vector<std::string>{"cells_00000000.vtkhdf", "cells_mine.vtkhdf", "notes.txt",
                                            "studio_of_mine.png"}));
}

TEST(FullDisk, stops_the_output_and_leaves_whole_frames) {
  TestFolder folder;
  if (mount("tmpfs", folder.path.c_str(), "tmpfs", 0, "size=1m") != 0)
    GTEST_SKIP() << "needs the right to mount a small file system";
  const Grid grid{{16, 16, 16}, 1};
  std::vector<double> u(3 * 4096), p(4096);
  for (std::size_t i = 0; i < u.size(); ++i) u[i] = 1.0 / static_cast<double>(i + 1); // hardly compressible
  std::string reason;
  {
    FluidFrames fluid(folder.path, "fluid", grid, {});
    try {
      for (int f = 0; f < 100; ++f) fluid.append<double>(f, u, p, 0);
    } catch (const ResourceError& e) {
      reason = e.what();
    }
  }
  EXPECT_NE(reason.find("disk is full"), std::string::npos) << reason;
  for (const FoundFrame& frame : frames_in(folder.path, "fluid")) EXPECT_NO_THROW(require_whole(frame.path));
  umount(folder.path.c_str());
}

} // namespace
} // namespace ibsim
