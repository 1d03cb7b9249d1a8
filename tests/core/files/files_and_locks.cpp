// Files are written whole or not at all, and only regular files are read. A lock has one holder, or many who
// share it.
#include "base/error.hpp"
#include "files/file_bytes.hpp"
#include "files/file_lock.hpp"
#include "files/folder_lock.hpp"
#include "files/frame_index.hpp"
#include "files/frame_series.hpp"
#include "files/json_report.hpp"
#include "test_folder.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace ibsim {
namespace {

namespace fs = std::filesystem;

TEST(FileBytes, append_and_are_read_from_anywhere) {
  const TestFolder folder;
  const fs::path path = folder.path / "a";
  {
    FileBytes file = FileBytes::create(path);
    file.append(std::string("0123"));
    file.append(std::string("456789"));
    EXPECT_EQ(file.size(), 10u);
    file.sync();
    file.close();
  }
  const FileBytes file = FileBytes::open(path);
  EXPECT_EQ(file.size(), 10u);
  std::string piece(4, ' ');
  file.read(piece.data(), 4, 3);
  EXPECT_EQ(piece, "3456");
  EXPECT_THROW(file.read(piece.data(), 4, 8), InputError); // two bytes are left
  {
    FileBytes cut = FileBytes::cut(path, 4);
    cut.append(std::string("x"));
  }
  EXPECT_EQ(content(path), "0123x");
}

TEST(FileBytes, know_that_their_file_was_removed) {
  const TestFolder folder;
  FileBytes file = FileBytes::create(folder.path / "a");
  remove_file(folder.path / "a");
  EXPECT_THROW(file.append(std::string("lost")), ResourceError);
}

TEST(FileBytes, are_of_regular_files_alone) {
  const TestFolder folder;
  EXPECT_THROW(FileBytes::open(folder.path), InputError);
  EXPECT_THROW(FileBytes::open(folder.path / "missing"), InputError);
  EXPECT_THROW(FileBytes::open("/dev/null"), InputError);
  EXPECT_THROW(FileBytes::create(folder.path / "missing" / "a"), ResourceError);
  EXPECT_FALSE(is_file(folder.path));
  EXPECT_FALSE(is_file("/dev/null"));
}

TEST(WholeFiles, replace_the_old_content_at_once) {
  const TestFolder folder;
  const fs::path path = folder.path / "a";
  for (const std::string text : {"old and long", "new"}) {
    write_file(path, text);
    EXPECT_EQ(read_file(path), text);
    EXPECT_FALSE(fs::exists(path.string() + ".part"));
  }
  fs::create_directory(folder.path / "folder");
  EXPECT_THROW(write_file(folder.path / "folder", std::string("x")), ResourceError);
  EXPECT_FALSE(fs::exists(folder.path / "folder.part")); // nothing is left of it
  EXPECT_THROW(read_file(path, 2), InputError);          // of three bytes
  rename_file(path, folder.path / "b");
  EXPECT_TRUE(!is_file(path) && is_file(folder.path / "b"));
  EXPECT_THROW(rename_file(path, folder.path / "c"), ResourceError);
  remove_file(folder.path / "b");
  remove_file(folder.path / "b"); // not there: nothing to do
  EXPECT_FALSE(is_file(folder.path / "b"));
  EXPECT_THROW(remove_file(folder.path / "folder"), ResourceError);
}

TEST(FileLock, has_one_holder_or_shares) {
  using enum FileLock::Kind;
  const TestFolder folder;
  const fs::path path = folder.path / "lock";
  {
    const auto one = FileLock::try_lock(path, exclusive);
    ASSERT_TRUE(one);
    EXPECT_FALSE(FileLock::try_lock(path, exclusive));
    EXPECT_FALSE(FileLock::try_lock(path, shared));
  }
  const auto first = FileLock::try_lock(path, shared), second = FileLock::try_lock(path, shared);
  EXPECT_TRUE(first && second);
  EXPECT_FALSE(FileLock::try_lock(path, exclusive));
  EXPECT_TRUE(FileLock::try_lock(folder.path / "missing" / "lock", exclusive)); // goes on without
}

TEST(FolderLock, says_who_holds_it_and_goes_with_its_holder) {
  const TestFolder folder;
  const fs::path path = folder.path / "ibsim.lock";
  {
    const FolderLock lock(folder.path);
    EXPECT_TRUE(content(path).starts_with("process " + std::to_string(getpid()) + " on "));
    EXPECT_FALSE(FolderLock::try_lock(folder.path));
    try {
      const FolderLock second(folder.path);
      ADD_FAILURE() << "two holders";
    } catch (const ResourceError& e) {
      EXPECT_NE(std::string(e.what()).find("in use by another run (process "), std::string::npos) << e.what();
    }
  }
  EXPECT_FALSE(fs::exists(path));
  write_text(path, "process 1 on a machine that was switched off\n"); // means nothing by itself
  EXPECT_TRUE(FolderLock::try_lock(folder.path));
  EXPECT_FALSE(FolderLock::try_lock(folder.path / "missing"));
}

TEST(FrameIndex, names_frames_with_their_times) {
  const TestFolder folder;
  FrameIndex index(folder.path, "cells", [](const std::string& file) { return "<of " + file + ">\n"; });
  const std::vector<double> times{0, 0.1, 1e6 / 3};
  for (std::size_t i = 0; i < times.size(); ++i) index.add({7 * i, times[i]});
  index.update(true);
  for (const char* list : {"cells.vtkhdf.series", "cells.xdmf"}) {
    const std::vector<Frame> frames = listed_frames(folder.path / list);
    ASSERT_EQ(frames.size(), times.size()) << list;
    for (std::size_t i = 0; i < times.size(); ++i) {
      EXPECT_EQ(frames[i].number, 7 * i) << list;
      EXPECT_EQ(frames[i].time, times[i]) << list; // shortest decimals read back to the bit
    }
  }
  EXPECT_NE(content(folder.path / "cells.xdmf").find("<of frames/cells_000007.vtkhdf>"), std::string::npos);
}

TEST(FrameIndex, that_is_damaged_is_refused) {
  const TestFolder folder;
  FrameIndex index(folder.path, "cells", [](const std::string& file) { return "<of " + file + ">\n"; });
  index.add({0, 0});
  index.update(true);
  for (const char* list : {"cells.vtkhdf.series", "cells.xdmf"}) {
    const std::string whole = content(folder.path / list);
    std::string other = whole;
    other.replace(other.find("cells_"), 6, "fluid_");
    for (const std::string& damaged : {whole.substr(0, whole.size() / 2), other}) {
      write_text(folder.path / list, damaged);
      EXPECT_THROW(listed_frames(folder.path / list), InputError) << list;
    }
  }
}

TEST(FrameIndex, has_numbers_of_six_digits_or_more) {
  EXPECT_EQ(frame_file("cells", 123), "frames/cells_000123.vtkhdf");
  EXPECT_EQ(frame_file("cells", 12345678), "frames/cells_12345678.vtkhdf");
  EXPECT_EQ(xml("a < b & \"c\" > d"), "a &lt; b &amp; &quot;c&quot; &gt; d");
}

// Chunks have a megabyte at most and fill an array. Their last one is short only where the rows have no
// fitting divisor, as a prime number has none.
TEST(ChunkRows, are_at_most_a_megabyte) {
  constexpr std::size_t megabyte = std::size_t{1} << 20;
  EXPECT_EQ(chunk_rows(100, 8), 100u); // all in one
  EXPECT_EQ(chunk_rows(0, 8), 1u);
  for (const std::size_t rows : {std::size_t{1} << 20, std::size_t{3000000}, std::size_t{1000003}})
    for (const std::size_t row_bytes : {std::size_t{8}, std::size_t{24}, std::size_t{4096}}) {
      const std::size_t chunk = chunk_rows(rows, row_bytes);
      EXPECT_LE(chunk * row_bytes, megabyte) << rows << " rows of " << row_bytes;
      EXPECT_GE(chunk * row_bytes, megabyte / 8) << rows << " rows of " << row_bytes;
      if (rows != 1000003) EXPECT_EQ(rows % chunk, 0u) << rows << " rows of " << row_bytes;
    }
}

TEST(JsonReport, is_json_whatever_it_holds) {
  nlohmann::ordered_json report;
  report["z"] = std::nan("");
  report["a"] = "no UTF-8: \xff";
  EXPECT_EQ(json_text(report), "{\n \"z\": null,\n \"a\": \"no UTF-8: \xef\xbf\xbd\"\n}\n");
}

TEST(JsonReport, goes_to_its_file) {
  const TestFolder folder;
  const fs::path path = folder.path / "report.json";
  require_json(path); // before the work
  write_json(path, "{}\n");
  EXPECT_EQ(content(path), "{}\n");
  require_json(path); // leaves what is there
  EXPECT_EQ(content(path), "{}\n");
  write_json("", "{}\n"); // nowhere
  EXPECT_THROW(require_json(folder.path / "missing" / "report.json"), ResourceError);
  EXPECT_THROW(write_json(folder.path / "missing" / "report.json", "{}\n"), ResourceError);
  EXPECT_TRUE(is_json_alone("-") && !is_json_alone(path));
}

} // namespace
} // namespace ibsim
