// A new run replaces only files of runs. A full disk stops the output with that reason and leaves whole
// frames.
#include "base/error.hpp"
#include "files/run_folder.hpp"
#include "test_folder.hpp"
#include "tiny_frames.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <sys/mount.h>

namespace ibsim {
namespace {

// What the user keeps among the frames stays, and only what a run calls its own goes.
TEST(ReplacedFolder, keeps_what_is_not_of_a_run) {
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
