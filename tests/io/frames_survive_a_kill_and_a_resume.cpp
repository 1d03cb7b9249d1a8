// A promise to the user: a killed run leaves files that open, and a resumed run appends to them where its
// checkpoint was.
#include "base/error.hpp"
#include "io/describe_file.hpp"
#include "io/run_folder.hpp"
#include "test_folder.hpp"
#include "tiny_frames.hpp"

#include <algorithm>
#include <csignal>
#include <ctime>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ibsim {
namespace {

/// Write all frames into `folder`; tests/io/open_with_vtk.py reads them.
void write_frames(const std::filesystem::path& folder, Scenario::Precision precision) {
  CellsFile cells(folder / "cells.vtkhdf", tiny::mesh(), tiny::fields, {precision, 4});
  FluidFile fluid(folder / "fluid.vtkhdf", tiny::grid, {precision, 4});
  for (int f = 0; f < 3; ++f) {
    cells.append(tiny::times[f], tiny::positions(f), tiny::point_fields(f), tiny::hash(f));
    fluid.append(tiny::times[f], tiny::velocity(f), tiny::pressure(f), tiny::hash(f));
  }
}

TEST(Frames, for_vtk) {
  const char* folder = std::getenv("IBSIM_TINY_FRAMES");
  if (!folder) GTEST_SKIP() << "only for open_with_vtk.py";
  const std::filesystem::path root(folder);
  for (const char* name : {"whole", "single", "killed", "resumed"})
    std::filesystem::create_directories(root / name);
  write_frames(root / "whole", Scenario::Precision::double_precision);
  write_frames(root / "single", Scenario::Precision::single_precision);

  // Killed after three frames, without any chance to close the files.
  const pid_t child = fork();
  if (child == 0) {
    CellsFile cells(root / "killed/cells.vtkhdf", tiny::mesh(), tiny::fields, {});
    FluidFile fluid(root / "killed/fluid.vtkhdf", tiny::grid, {});
    for (int f = 0; f < 3; ++f) {
      cells.append(tiny::times[f], tiny::positions(f), tiny::point_fields(f), tiny::hash(f));
      fluid.append(tiny::times[f], tiny::velocity(f), tiny::pressure(f), tiny::hash(f));
    }
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));

  // Three frames, the last two of them wrong; resumed after the first.
  const auto cells_path = root / "resumed/cells.vtkhdf", fluid_path = root / "resumed/fluid.vtkhdf";
  {
    CellsFile cells(cells_path, tiny::mesh(), tiny::fields, {});
    FluidFile fluid(fluid_path, tiny::grid, {});
    for (int f : {0, 2, 1}) {
      cells.append(f == 0 ? 0 : 1 + f, tiny::positions(f), tiny::point_fields(f), tiny::hash(f));
      fluid.append(f == 0 ? 0 : 1 + f, tiny::velocity(f), tiny::pressure(f), tiny::hash(f));
    }
  }
  CellsFile cells =
      CellsFile::reopen(cells_path, tiny::mesh(), tiny::fields, {}, frames_up_to(cells_path, 0.25));
  FluidFile fluid = FluidFile::reopen(fluid_path, tiny::grid, {}, frames_up_to(fluid_path, 0.25));
  EXPECT_EQ(cells.frames(), 1u);
  EXPECT_EQ(fluid.frames(), 1u);
  for (int f = 1; f < 3; ++f) {
    cells.append(tiny::times[f], tiny::positions(f), tiny::point_fields(f), tiny::hash(f));
    fluid.append(tiny::times[f], tiny::velocity(f), tiny::pressure(f), tiny::hash(f));
  }
}

TEST(Frames, resumed_describe_themselves_as_if_never_stopped) {
  TestFolder whole, parts;
  write_frames(whole.path, Scenario::Precision::double_precision);
  write_frames(parts.path, Scenario::Precision::double_precision);
  const auto file = parts.path / "cells.vtkhdf";
  EXPECT_EQ(frames_up_to(file, 0.5), 2u);
  EXPECT_EQ(frames_up_to(file, 0.4999), 1u);
  EXPECT_EQ(frames_up_to(file, 100), 3u);
  {
    CellsFile cells = CellsFile::reopen(file, tiny::mesh(), tiny::fields, {}, 2);
    cells.append(tiny::times[2], tiny::positions(2), tiny::point_fields(2), tiny::hash(2));
  }
  EXPECT_EQ(content(parts.path / "cells.xdmf"), content(whole.path / "cells.xdmf"));
  const std::string description = describe_file(file);
  EXPECT_NE(description.find("frames      3, from 0 us to 2.25 us"), std::string::npos) << description;
  EXPECT_NE(description.find("velocity    24 x 3, um/us"), std::string::npos)
      << description; // 3 frames of 8 points
}

// A run of 10,000 frames must not slow down: the work of a frame (CPU time, medians of 100) and the bytes it
// takes stay as they were. Measured over 10,000 frames: 1.0 at the end. Half as much again allows for a busy
// machine.
TEST(Frames, cost_the_same_however_many_there_are) {
  TestFolder folder;
  const auto path = folder.path / "cells.vtkhdf", xdmf = folder.path / "cells.xdmf";
  CellsFile cells(path, tiny::mesh(), tiny::fields, {});
  std::vector<double> seconds;
  std::uintmax_t bytes_at_100 = 0, text_at_100 = 0;
  for (int f = 0; f < 500; ++f) {
    const std::clock_t start = std::clock();
    cells.append(f, tiny::positions(f % 3), tiny::point_fields(f % 3), 0);
    seconds.push_back(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    if (f == 99)
      bytes_at_100 = std::filesystem::file_size(path), text_at_100 = std::filesystem::file_size(xdmf);
  }
  const auto median = [](std::vector<double>::iterator from) {
    std::nth_element(from, from + 50, from + 100);
    return from[50];
  };
  EXPECT_LT(median(seconds.end() - 100), 1.5 * median(seconds.begin()));
  EXPECT_LT(std::filesystem::file_size(path), 5.5 * static_cast<double>(bytes_at_100));
  EXPECT_LT(std::filesystem::file_size(xdmf), 5.5 * static_cast<double>(text_at_100));
}

TEST(Frames, of_another_scenario_are_refused) {
  TestFolder folder;
  write_frames(folder.path, Scenario::Precision::double_precision);
  SurfaceMesh larger = tiny::mesh();
  larger.points = 9;
  EXPECT_THROW(CellsFile::reopen(folder.path / "cells.vtkhdf", larger, tiny::fields, {}, 1), InputError);
  EXPECT_THROW(CellsFile::reopen(folder.path / "fluid.vtkhdf", tiny::mesh(), tiny::fields, {}, 1),
               InputError);
  EXPECT_THROW(FluidFile::reopen(folder.path / "fluid.vtkhdf", Grid{{4, 3, 2}, 0.25}, {}, 1), InputError);
  write_text(folder.path / "text.vtkhdf", "not HDF5 at all");
  EXPECT_THROW(FluidFile::reopen(folder.path / "text.vtkhdf", tiny::grid, {}, 1), InputError);
  EXPECT_EQ(frames_up_to(folder.path / "cells.vtkhdf", 100), 3u); // nothing was lost by trying
}

TEST(Frames, in_a_folder_that_is_not_there_are_a_resource_error) {
  TestFolder folder;
  try {
    FluidFile(folder.path / "missing" / "fluid.vtkhdf", tiny::grid, {});
    FAIL();
  } catch (const ResourceError& e) {
    EXPECT_NE(std::string(e.what()).find("No such file or directory"), std::string::npos) << e.what();
  }
}

} // namespace
} // namespace ibsim
