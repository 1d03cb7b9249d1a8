// Promises to the user: a frame that has its name is whole, whatever ended the run; what is damaged is said
// to be; a resumed run has the frames and lists of one that was never stopped; and a frame costs the same
// however many there are.
#include "base/error.hpp"
#include "files/describe_file.hpp"
#include "files/hdf5.hpp"
#include "files/run_folder.hpp"
#include "test_folder.hpp"
#include "tiny_frames.hpp"

#include <algorithm>
#include <csignal>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ibsim {
namespace {

/// Write all frames into `folder`; tests/ibsim/files/open_with_vtk.py reads them.
void write_frames(const std::filesystem::path& folder, FramePrecision precision) {
  tiny::Writer frames(folder, {precision, 4});
  for (int f = 0; f < 3; ++f) frames.append(tiny::times[f], f);
  frames.settle();
}

std::filesystem::path frame(const std::filesystem::path& folder, const std::string& name,
                            std::size_t number) {
  return folder / frame_file(name, number);
}

/// The names and times in NAME.vtkhdf.series.
nlohmann::json listed(const std::filesystem::path& folder, const std::string& name) {
  return nlohmann::json::parse(content(folder / (name + ".vtkhdf.series"))).at("files");
}

TEST(Frames, for_vtk) {
  const char* folder = std::getenv("IBSIM_TINY_FRAMES");
  if (!folder) GTEST_SKIP() << "only for open_with_vtk.py";
  const std::filesystem::path root(folder);
  for (const char* name : {"whole", "single", "killed", "resumed", "one"})
    std::filesystem::create_directories(root / name);
  write_frames(root / "whole", FramePrecision::double_precision);
  write_frames(root / "single", FramePrecision::single_precision);

  // Killed after three frames that have their names, and a part of a fourth.
  const pid_t child = fork();
  if (child == 0) {
    tiny::Writer frames(root / "killed");
    for (int f = 0; f < 3; ++f) frames.append(tiny::times[f], f);
    frames.settle();
    write_text(root / "killed/frames/cells_000003.vtkhdf.part", "begun");
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));

  // Three frames, the last two of them wrong; resumed after the first.
  {
    tiny::Writer frames(root / "resumed");
    for (int f : {0, 2, 1}) frames.append(f == 0 ? 0 : 4 - f, f);
    frames.settle();
  }
  tiny::Writer frames(root / "resumed", {}, 1);
  for (int f = 1; f < 3; ++f) frames.append(tiny::times[f], f);
  frames.settle();

  tiny::Writer one(root / "one"); // a run that ended early
  one.append(0, 0);
  one.settle();
}

TEST(Frames, resumed_are_those_of_a_run_that_was_never_stopped) {
  TestFolder whole, parts;
  write_frames(whole.path, FramePrecision::double_precision);
  write_frames(parts.path, FramePrecision::double_precision);
  {
    tiny::Writer frames(parts.path, {FramePrecision::double_precision, 4}, 2);
    EXPECT_FALSE(std::filesystem::exists(frame(parts.path, "cells", 2)));
    EXPECT_EQ(listed(parts.path, "cells").size(), 2u);
    frames.append(tiny::times[2], 2);
    frames.settle();
  }
  for (const std::string name : {"cells", "fluid"}) {
    for (std::size_t f = 0; f < 3; ++f)
      EXPECT_EQ(content(frame(parts.path, name, f)), content(frame(whole.path, name, f))) << name << f;
    for (const char* list : {".vtkhdf.series", ".xdmf"})
      EXPECT_EQ(content(parts.path / (name + list)), content(whole.path / (name + list))) << name << list;
  }
  const std::string description = describe_file(parts.path / "cells.vtkhdf.series");
  EXPECT_NE(description.find("frames      3, from 0 us to 2.25 us"), std::string::npos) << description;
  EXPECT_NE(description.find("velocity    8 x 3, um/us"), std::string::npos) << description; // of 8 points
  EXPECT_NE(describe_file(frame(parts.path, "fluid", 1)).find("time        0.5 us"), std::string::npos);
}

// Frames that were copied away and deleted are not missed.
TEST(Frames, may_be_taken_away) {
  TestFolder folder;
  write_frames(folder.path, FramePrecision::double_precision);
  std::filesystem::remove(frame(folder.path, "cells", 0));
  const std::vector<FoundFrame> found = frames_in(folder.path, "cells");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].number, 1u);
  EXPECT_EQ(found[0].seal.time, 0.5);
  EXPECT_EQ(found[1].seal.state_hash, tiny::hash(2));
  tiny::Writer frames(folder.path, {}, 3);
  frames.append(7, 0);
  frames.settle();
  EXPECT_EQ(listed(folder.path, "cells").size(), 3u);
  EXPECT_EQ(listed(folder.path, "cells")[2].at("name"), "frames/cells_000003.vtkhdf");
}

/// A frame that opens whole and has the values of frame number % 3.
void expect_whole(const std::filesystem::path& folder, const std::string& name, const FoundFrame& found) {
  const hdf5::File file = open_sealed(found.path, kind_of_frame(name));
  const int f = static_cast<int>(found.number % 3);
  EXPECT_EQ(found.seal.time, static_cast<double>(found.number)) << folder;
  EXPECT_EQ(found.seal.state_hash, tiny::hash(f));
  if (name == "cells")
    EXPECT_EQ(file.read_doubles("/VTKHDF/PointData/tension_1"), tiny::point_fields(f)[1]);
  else
    EXPECT_EQ(file.read_doubles("/VTKHDF/CellData/pressure"), tiny::pressure(f));
}

// kill -9 at 300 random moments, of runs that begin and of runs that go on: every frame that has its name is
// whole, every list can be read and names frames that are there, and what was begun is cleared away.
TEST(KilledRun, leaves_whole_frames_and_lists) {
  std::mt19937 random(std::random_device{}());
  std::size_t frames = 0;
  for (int run = 0; run < 12; ++run) {
    TestFolder folder;
    std::size_t kept = 0;
    for (int kill_number = 0; kill_number < 10; ++kill_number) {
      int begun[2]; // a byte for each frame, so that on a busy machine a run comes to write at all
      ASSERT_EQ(pipe(begun), 0);
      const pid_t child = fork();
      if (child == 0) {
        tiny::Writer writer(folder.path, {}, kept);
        for (std::size_t f = kept;; ++f) {
          writer.append(static_cast<double>(f), static_cast<int>(f % 3));
          if (f < kept + 2 && write(begun[1], "", 1) != 1) _exit(1);
        }
      }
      char byte;
      for (int wait_for = static_cast<int>(random() % 3); wait_for > 0; --wait_for)
        ASSERT_EQ(::read(begun[0], &byte, 1), 1);
      close(begun[0]), close(begun[1]);
      usleep(static_cast<useconds_t>(random() % 10000));
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);

      std::size_t last = 1000000;
      for (const std::string name : {"cells", "fluid"}) {
        const std::vector<FoundFrame> found = frames_in(folder.path, name);
        for (std::size_t i = 0; i < found.size(); ++i) {
          EXPECT_EQ(found[i].number, i);
          if (i + 3 > found.size() || i % 16 == 0) expect_whole(folder.path, name, found[i]);
        }
        frames += found.size(), last = std::min(last, found.size());
        if (std::filesystem::exists(folder.path / (name + ".vtkhdf.series")))
          for (const auto& entry : listed(folder.path, name))
            EXPECT_TRUE(std::filesystem::exists(folder.path / entry.at("name").get<std::string>()));
        if (const auto xdmf = folder.path / (name + ".xdmf"); std::filesystem::exists(xdmf))
          EXPECT_TRUE(content(xdmf).ends_with("</Grid>\n</Domain>\n</Xdmf>\n"));
      }
      kept = random() % (last + 1); // the next one goes back to some checkpoint
    }
    tiny::Writer writer(folder.path, {}, kept);
    for (const char* name : {"cells", "fluid"}) {
      EXPECT_EQ(frame_paths(folder.path, name, true).size(), kept);
      EXPECT_EQ(kept > 0, std::filesystem::exists(folder.path / (std::string(name) + ".xdmf")));
    }
  }
  EXPECT_GT(frames, 40u); // the kills did come in the midst of writing
}

// A run of 10,000 frames must not slow down. Counted, not timed: the calls that write and their bytes, by the
// system. A frame is one write, and each of the two lists at most one; a list costs at most 65 times its line
// a frame (files/frame_index).
TEST(Frames, cost_the_same_however_many_there_are) {
  struct Io {
    std::uint64_t writes = 0, bytes = 0, read = 0;
  };
  const auto done_so_far = [] {
    std::ifstream file("/proc/self/io");
    Io io;
    std::string word;
    for (std::uint64_t value; file >> word >> value;) {
      if (word == "syscw:") io.writes = value;
      if (word == "wchar:") io.bytes = value;
      if (word == "rchar:") io.read = value;
    }
    return io;
  };
  if (done_so_far().bytes == 0) GTEST_SKIP() << "this system does not count";
  TestFolder folder;
  constexpr std::size_t frames = 900, last = 300;
  const std::vector<std::vector<double>> values = tiny::point_fields(0);
  Io before;
  {
    CellsFrames cells(folder.path, "cells", tiny::mesh(), tiny::fields, {});
    for (std::size_t f = 0; f < frames; ++f) {
      if (f == frames - last) before = done_so_far();
      cells.append<double>(static_cast<double>(f), tiny::positions(0), {values[0], values[1]}, 0);
    }
    cells.settle();
  }
  const Io after = done_so_far();
  const auto a_frame = std::filesystem::file_size(frame(folder.path, "cells", frames - 1));
  const auto lines = (std::filesystem::file_size(folder.path / "cells.vtkhdf.series") +
                      std::filesystem::file_size(folder.path / "cells.xdmf")) /
                     frames;
  EXPECT_LE(after.writes - before.writes, 3 * last + 2);
  EXPECT_LE(after.bytes - before.bytes, last * (a_frame + 65 * lines) + 2 * frames * lines);
  // To go on looks at the first 512 bytes of each and writes the lists once.
  CellsFrames again(folder.path, "cells", tiny::mesh(), tiny::fields, {}, frames);
  const Io reopened = done_so_far();
  EXPECT_LE(reopened.read - after.read, 600 * frames);
  EXPECT_LE(reopened.writes - after.writes, 4u);
}

TEST(DamagedFrame, is_refused_wherever_it_is_damaged) {
  TestFolder folder;
  write_frames(folder.path, FramePrecision::double_precision);
  const auto file = frame(folder.path, "cells", 1);
  const std::string whole = content(file);
  const auto refused = [&](const std::string& bytes) {
    write_text(file, bytes);
    try {
      open_sealed(file, "frame of cells");
      return false;
    } catch (const InputError& e) {
      EXPECT_EQ(std::string(e.what()).find(file.string()), 0u) << e.what();
      return true;
    }
  };
  for (std::size_t at = 0; at < whole.size(); at += 61) {
    std::string bytes = whole;
    bytes[at] ^= 1;
    EXPECT_TRUE(refused(bytes)) << "a bit of byte " << at;
    EXPECT_THROW(describe_file(file), InputError) << at;
    EXPECT_TRUE(refused(whole.substr(0, at))) << "cut at " << at;
  }
  EXPECT_TRUE(refused(whole + '\0'));
  EXPECT_TRUE(refused(content(frame(folder.path, "fluid", 1))));
  write_text(file, content(frame(folder.path, "cells", 0))); // whole, but of another time
  EXPECT_THROW(frames_in(folder.path, "cells"), InputError);
}

// A file of a few kilobytes that declares 3e8 numbers would have 2.4 GB taken for them. Read in a process
// that may not have them: what is believed ends it.
TEST(DamagedFrame, that_declares_more_than_it_holds_is_not_believed) {
  TestFolder folder;
  constexpr hsize_t declared = 300'000'000;
  const auto refused = [&](const char* name, const std::vector<hsize_t>& chunk, bool in_two) {
    const auto path = folder.path / (std::string(name) + ".h5");
    hdf5::File file = hdf5::File::create(path, 512);
    const std::vector<hsize_t> shape =
        in_two ? std::vector<hsize_t>{declared / 3, 3} : std::vector<hsize_t>{declared};
    file.make_array("/a", {hdf5::Type::float64, shape, chunk, 0, ""});
    const std::span<char> bytes = file.bytes();
    ASSERT_LT(bytes.size(), 1u << 20) << "the file is to be small";
    write_text(path, std::string(bytes.data(), bytes.size()));
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const rlimit most{1u << 30, 1u << 30};
      setrlimit(RLIMIT_DATA, &most);
      try {
        hdf5::File::open(path).read_doubles("/a");
        _exit(1);
      } catch (const InputError& e) {
        _exit(std::string(e.what()).find("declares more than the file holds") == std::string::npos ? 2 : 0);
      } catch (...) {
        _exit(3);
      }
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << name << " gave " << status;
  };
  refused("whole", {}, false);
  refused("pieces", {1000}, false);
  refused("pieces of rows", {1000, 3}, true);
}

// A pipe or a folder in place of a frame would hold a program for ever, or fill its memory.
TEST(DamagedFrame, that_is_no_regular_file_is_refused_at_once) {
  TestFolder folder;
  write_frames(folder.path, FramePrecision::double_precision);
  const auto file = frame(folder.path, "cells", 1);
  std::filesystem::remove(file);
  ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
  EXPECT_THROW(frames_in(folder.path, "cells"), InputError);
  EXPECT_THROW(describe_file(file), InputError);
  std::filesystem::remove(file);
  std::filesystem::create_directory(file);
  EXPECT_THROW(frames_in(folder.path, "cells"), InputError);
  std::filesystem::remove(file);
  std::filesystem::create_symlink("/dev/zero", file);
  EXPECT_THROW(frames_in(folder.path, "cells"), InputError);
  std::filesystem::remove(file);
  std::filesystem::create_symlink(file, file);
  EXPECT_THROW(frames_in(folder.path, "cells"), InputError);
}

TEST(Frames, in_a_folder_that_is_not_there_are_a_resource_error) {
  TestFolder folder;
  try {
    FluidFrames(folder.path / "missing", "fluid", tiny::grid, {});
    FAIL();
  } catch (const ResourceError& e) {
    EXPECT_NE(std::string(e.what()).find("No such file or directory"), std::string::npos) << e.what();
  }
}

} // namespace
} // namespace ibsim
