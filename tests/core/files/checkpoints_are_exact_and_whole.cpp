// A checkpoint gives back every bit or is refused; the one before is kept.
#include "base/error.hpp"
#include "files/checkpoint.hpp"
#include "files/describe_file.hpp"
#include "files/run_folder.hpp"
#include "test_folder.hpp"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

namespace ibsim {
namespace {

Checkpoint example(std::uint64_t step) {
  Checkpoint c;
  c.step = step, c.time = 0.1 * static_cast<double>(step);
  c.scenario = "title: \"\xc3\xa9\"\n" + std::string(100000, '#'); // longer than an attribute of HDF5 may be
  c.arrays = {{"velocity", {1.0 / 3, -0.0, std::numeric_limits<double>::denorm_min(), 1e308}},
              {"none", {}},
              {"a", {std::nan("7")}}};
  c.outputs["run.csv"] = {0.1 * static_cast<double>(step), 0, 123456789012345, 0xfedcba9876543210};
  c.outputs["cells"] = {OutputMark::never, 17};
  return c;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

TEST(Checkpoint, gives_back_every_bit) {
  TestFolder folder;
  const Checkpoint before = example(1234567890123);
  write_checkpoint(folder.path, before);
  std::string warning;
  const Checkpoint after = read_newest_checkpoint(folder.path, warning);
  EXPECT_TRUE(warning.empty());
  EXPECT_EQ(after.step, before.step);
  EXPECT_EQ(after.time, before.time);
  EXPECT_EQ(after.scenario, before.scenario);
  for (const NamedArray& array : before.arrays)
    EXPECT_TRUE(same_bits(after.array(array.name, array.values.size()), array.values)) << array.name;
  const OutputMark table = after.output("run.csv"), cells = after.output("cells");
  EXPECT_EQ(table.time, before.time);
  EXPECT_EQ(table.bytes, 123456789012345u);
  EXPECT_EQ(table.hash, 0xfedcba9876543210u);
  EXPECT_EQ(cells.time, OutputMark::never);
  EXPECT_EQ(cells.frames, 17u);
  EXPECT_EQ(after.output("fluid").frames, 0u);
  EXPECT_THROW(after.array("velocity", 5), InputError);
  EXPECT_THROW(after.array("vorticity", 4), InputError);
  EXPECT_NE(describe_file(folder.path / "checkpoint.h5").find("step        1234567890123"),
            std::string::npos);
}

TEST(Checkpoint, that_is_damaged_is_refused_and_the_one_before_is_offered) {
  TestFolder folder;
  write_checkpoint(folder.path, example(1));
  write_checkpoint(folder.path, example(2));
  const auto file = run_files(folder.path).checkpoint;
  std::string bytes = content(file);
  const double third = 1.0 / 3;
  const std::size_t at = bytes.find(std::string(reinterpret_cast<const char*>(&third), sizeof third));
  ASSERT_NE(at, std::string::npos);
  bytes[at] ^= 1; // one bit of the state
  write_text(file, bytes);
  try {
    read_checkpoint(file);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("is damaged"), std::string::npos) << e.what();
  }
  std::string warning;
  try {
    read_newest_checkpoint(folder.path, warning);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("is damaged"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("of t = 0.1 us; continue from it with: ibsim resume"),
              std::string::npos)
        << e.what();
  }
  EXPECT_EQ(read_checkpoint(run_files(folder.path).previous_checkpoint).step, 1u);
  std::filesystem::remove(file); // where a kill came between two renames
  EXPECT_EQ(read_newest_checkpoint(folder.path, warning).step, 1u);
  EXPECT_NE(warning.find("continuing from"), std::string::npos);
}

TEST(Checkpoint, cut_short_anywhere_is_refused) {
  TestFolder folder;
  Checkpoint small = example(1);
  small.scenario = "title: a\n";
  write_checkpoint(folder.path, small);
  const auto file = run_files(folder.path).checkpoint;
  const std::string bytes = content(file);
  for (std::size_t n = 0; n < bytes.size() - 1; n += 97) {
    write_text(file, bytes.substr(0, n));
    EXPECT_THROW(read_checkpoint(file), InputError) << n;
  }
  std::string warning;
  EXPECT_THROW(read_newest_checkpoint(folder.path, warning), InputError);
  EXPECT_THROW(read_newest_checkpoint(folder.path / "nowhere", warning), InputError);
}

} // namespace
} // namespace ibsim
