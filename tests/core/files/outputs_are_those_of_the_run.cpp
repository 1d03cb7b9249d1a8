// A resume knows outputs of its own run from others. `ibsim info` describes what is in a folder.
#include "error_of.hpp"
#include "files/content_hash.hpp"
#include "files/csv.hpp"
#include "files/describe_file.hpp"
#include "files/describe_json.hpp"
#include "files/described.hpp"
#include "files/frame_series.hpp"
#include "files/kept_outputs.hpp"
#include "files/run_folder.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace ibsim {
namespace {

namespace fs = std::filesystem;

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Appends frames of one array, of the times 0, 1, 2, ... us and hashes 100, 101, ...
void write_frames(const fs::path& folder, std::size_t number, std::size_t kept = 0) {
  FrameSeries series(
      folder, "cells", [](const std::string& file) { return "<of " + file + ">\n"; }, kept);
  while (series.frames() < number) {
    const auto f = series.frames();
    hdf5::File file = begin_frame(series.next_file(), 1, "PolyData", static_cast<double>(f), 100 + f);
    file.make_group("/VTKHDF/PointData");
    file.make_array("/VTKHDF/PointData/tension", {hdf5::Type::float64, {2}, {}, 0, "dyn/cm"});
    file.write_all("/VTKHDF/PointData/tension", std::vector<double>{0.5, static_cast<double>(f)});
    series.append(file, static_cast<double>(f), 100 + f);
  }
  series.settle();
}

/// run.csv with a row for each of these frames.
OutputMark write_table(const fs::path& folder, int rows) {
  CsvFile table(run_files(folder).run_csv, {"time (us)", "state_hash"});
  for (int f = 0; f < rows; ++f)
    table.append({static_cast<double>(f), hex_of(100 + static_cast<std::uint64_t>(f))});
  return {static_cast<double>(rows - 1), 0, table.position().bytes, table.position().hash};
}

TEST(FrameSeries, numbers_frames_and_continues_after_those_kept) {
  const TestFolder folder;
  write_frames(folder.path, 3);
  const std::vector<FoundFrame> frames = frames_in(folder.path, "cells");
  ASSERT_EQ(frames.size(), 3u);
  EXPECT_EQ(frames[2].number, 2u);
  EXPECT_EQ(frames[2].seal.time, 2);
  EXPECT_EQ(frames[2].seal.state_hash, 102u);
  EXPECT_EQ(frames[2].seal.what, kind_of_frame("cells"));
  const std::string first = content(frames[0].path);
  write_text(folder.path / "frames/cells_000003.vtkhdf.part", "begun");
  EXPECT_EQ(frame_paths(folder.path, "cells", true).size(), 4u);
  write_frames(folder.path, 2, 1); // the second one again; the third and the part are gone
  EXPECT_EQ(frame_paths(folder.path, "cells", true).size(), 2u);
  EXPECT_EQ(content(frames[0].path), first);
  EXPECT_EQ(listed_frames(folder.path / "cells.vtkhdf.series").size(), 2u);
  EXPECT_TRUE(frames_in(folder.path, "fluid").empty());
}

TEST(FrameSeries, of_times_that_do_not_grow_is_refused) {
  const TestFolder folder;
  write_frames(folder.path, 2);
  fs::copy(folder.path / frame_file("cells", 1), folder.path / frame_file("cells", 2));
  EXPECT_TRUE(
      holds(error_of([&] { frames_in(folder.path, "cells"); }), "not later than the frame before it"));
  fs::rename(folder.path / frame_file("cells", 1), folder.path / frame_file("fluid", 0));
  EXPECT_TRUE(
      holds(error_of([&] { frames_in(folder.path, "fluid"); }), "is a frame of cells, not a frame of fluid"));
}

TEST(KeptOutputs, are_what_the_checkpoint_knows) {
  const TestFolder folder;
  write_frames(folder.path, 3);
  const OutputMark table = write_table(folder.path, 3);
  const fs::path csv = run_files(folder.path).run_csv;
  const std::map<double, std::string> hashes = state_hashes(csv, table);
  EXPECT_EQ(hashes.size(), 3u);
  EXPECT_EQ(hashes.at(2), hex_of(102));
  FoundOutputs found;
  look_at_table(csv, {"time (us)", "state_hash"}, table, found);
  look_at_frames(folder.path, "cells", {.time = 2, .frames = 3}, hashes, found);
  EXPECT_EQ(found.again, "");
  EXPECT_TRUE(found.warnings.empty());
  write_text(csv, content(csv) + "3,00\n4,00\n"); // after the checkpoint
  look_at_table(csv, {"time (us)", "state_hash"}, table, found);
  look_at_frames(folder.path, "cells", {.time = 1, .frames = 2}, hashes, found);
  EXPECT_EQ(found.again, "2 rows of run.csv, 1 frame of cells");
  fs::remove(folder.path / frame_file("cells", 0)); // taken away by its user
  look_at_frames(folder.path, "cells", {.time = 2, .frames = 3}, hashes, found);
  ASSERT_EQ(found.warnings.size(), 1u);
  EXPECT_TRUE(
      found.warnings[0].starts_with("1 frame of cells of the 3 before the checkpoint are no longer in "));
}

TEST(KeptOutputs, of_another_run_are_refused) {
  const TestFolder folder;
  write_frames(folder.path, 3);
  std::map<double, std::string> hashes =
      state_hashes(run_files(folder.path).run_csv, write_table(folder.path, 3));
  FoundOutputs found;
  const auto error = [&](const OutputMark& mark) {
    return error_of([&] { look_at_frames(folder.path, "cells", mark, hashes, found); });
  };
  EXPECT_TRUE(holds(error({.time = 2.5, .frames = 3}), "the checkpoint's last one is of t = 2.5 us"));
  EXPECT_TRUE(holds(error({.time = 1, .frames = 3}), "and not of this run"));
  hashes[1] = hex_of(7);
  EXPECT_TRUE(holds(error({.time = 2, .frames = 3}), "its state at t = 1 us has the hash " + hex_of(101)));
  hashes.clear();
  std::string damaged = content(folder.path / frame_file("cells", 1));
  damaged.back() = static_cast<char>(damaged.back() ^ 1);
  write_text(folder.path / frame_file("cells", 1), damaged);
  EXPECT_TRUE(holds(error({.time = 2, .frames = 3}), "its content does not match its hash"));
}

TEST(Description, of_a_folder_names_its_outputs) {
  const TestFolder folder;
  write_frames(folder.path, 3);
  write_table(folder.path, 2);
  fs::remove(folder.path / frame_file("cells", 1));
  const std::string text = describe_file(folder.path);
  for (const char* part :
       {"frames of cells",
        "  frames      2, from 0 us to 2 us (1 of the numbers before the last are not there)",
        "  tension     2, dyn/cm", "table of 2 rows", "  columns     time (us),state_hash",
        "  last row    1,0000000000000065"})
    EXPECT_TRUE(holds(text, part)) << part << "\n" << text;
  const std::string list = describe_file(folder.path / "cells.xdmf");
  EXPECT_TRUE(holds(list, "  listed      3 in cells.xdmf, 1 of them not there")) << list;
  EXPECT_EQ(frame_list(folder.path / "cells.vtkhdf.series").gone, 1u);
  const std::string frame = describe_file(folder.path / frame_file("cells", 2));
  EXPECT_TRUE(holds(frame, "  time        2 us\n  state hash  0000000000000066\n")) << frame;
  EXPECT_TRUE(tables_of_run(folder.path) == std::vector<fs::path>{run_files(folder.path).run_csv});
}

TEST(Description, for_programs_has_the_same) {
  const TestFolder folder;
  write_frames(folder.path, 2);
  write_table(folder.path, 2);
  const nlohmann::ordered_json json = describe_json(folder.path);
  ASSERT_EQ(json["files"].size(), 2u);
  const auto &frames = json["files"][0], &table = json["files"][1];
  EXPECT_EQ(frames["frames"], 2);
  EXPECT_EQ(frames["last_time"], 1.0);
  EXPECT_EQ(frames["missing"], 0);
  EXPECT_EQ(frames["arrays"][0]["name"], "tension");
  EXPECT_EQ(frames["arrays"][0]["units"], "dyn/cm");
  EXPECT_EQ(table["rows"], 2);
  EXPECT_EQ(table["last_row"]["time (us)"], 1.0);
  EXPECT_EQ(table["last_row"]["state_hash"], "0000000000000065"); // digits, not a number
  const nlohmann::ordered_json frame = describe_json(folder.path / frame_file("cells", 1));
  EXPECT_EQ(frame["what"], "frame of cells");
  EXPECT_EQ(frame["bytes"], fs::file_size(folder.path / frame_file("cells", 1)));
}

TEST(Description, of_what_is_no_output_is_an_error_with_its_path) {
  const TestFolder folder;
  EXPECT_EQ(error_of([&] { describe_file(folder.path); }), folder.path.string() + ": holds no run of ibsim");
  EXPECT_EQ(error_of([&] { describe_json(folder.path / "x"); }),
            (folder.path / "x").string() + ": no such file");
  write_frames(folder.path, 1);
  std::string list = content(folder.path / "cells.xdmf");
  list.replace(list.find("Value=\"0\""), 9, "Value=\"7\"");
  write_text(folder.path / "cells.xdmf", list);
  EXPECT_TRUE(holds(error_of([&] { describe_file(folder.path / "cells.xdmf"); }),
                    "is of t = 7 us, but that is of 0 us"));
  fs::remove_all(folder.path / "frames");
  EXPECT_TRUE(holds(error_of([&] { describe_file(folder.path / "cells.vtkhdf.series"); }),
                    "there are no frames of cells in its folder"));
}

TEST(RunFolder, is_claimed_before_it_is_cleared) {
  const TestFolder folder;
  const fs::path run = folder.path / "run";
  check_run_folder(run, false);
  EXPECT_FALSE(fs::exists(run)); // a check makes nothing
  {
    const FolderLock lock = claim_run_folder(run, false);
    EXPECT_THROW(claim_run_folder(run, true), ResourceError); // in use
  }
  write_frames(run, 1);
  write_table(run, 1);
  EXPECT_THROW(check_run_folder(run, false), InputError);
  {
    const FolderLock lock = claim_run_folder(run, true);
    EXPECT_TRUE(fs::exists(run_files(run).run_csv)); // not cleared yet
  }
  clear_run_folder(run);
  EXPECT_TRUE(fs::is_empty(run));
}

} // namespace
} // namespace ibsim
