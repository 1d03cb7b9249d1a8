// Promises about the folder of a run: tables read back exactly and are cut where a resumed run goes on; what
// exists is not overwritten unless asked; a full disk is said to be full.
#include "base/error.hpp"
#include "io/csv.hpp"
#include "io/run_folder.hpp"
#include "test_folder.hpp"
#include "tiny_frames.hpp"

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
  {
    CsvFile table(file, columns);
    for (int i = 0; i < 5; ++i) table.append({double(i), 0.1 * i, std::string("a"), 1.0});
  }
  const std::string whole = content(file);
  write_text(file, whole + "5,0.5,a,"); // cut off in a row
  {
    CsvFile table = CsvFile::reopen(file, columns, 0.1 * 3);
    table.append({4.0, 0.1 * 4, std::string("a"), 1.0});
  }
  EXPECT_EQ(content(file), whole);
  EXPECT_THROW(CsvFile::reopen(file, {"step"}, 1), InputError);
  EXPECT_THROW(CsvFile::reopen(folder.path / "missing.csv", columns, 1), InputError);
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

TEST(FullDisk, stops_the_output_and_leaves_whole_frames) {
  TestFolder folder;
  if (mount("tmpfs", folder.path.c_str(), "tmpfs", 0, "size=1m") != 0)
    GTEST_SKIP() << "needs the right to mount a small file system";
  const auto file = folder.path / "fluid.vtkhdf";
  const Grid grid{{16, 16, 16}, 1};
  std::vector<double> u(3 * 4096), p(4096);
  for (std::size_t i = 0; i < u.size(); ++i) u[i] = 1.0 / static_cast<double>(i + 1); // hardly compressible
  std::size_t frames = 0;
  std::string reason;
  {
    FluidFile fluid(file, grid, {});
    try {
      for (; frames < 100; ++frames) fluid.append(static_cast<double>(frames), u, p, 0);
    } catch (const ResourceError& e) {
      reason = e.what();
    }
  }
  EXPECT_NE(reason.find("disk is full"), std::string::npos) << reason;
  EXPECT_GT(frames, 0u);
  EXPECT_EQ(frames_up_to(file, 1000), frames);
  umount(folder.path.c_str());
}

} // namespace
} // namespace ibsim
