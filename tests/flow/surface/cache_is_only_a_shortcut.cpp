// The cache of RBF operators: a hit gives identical bits, and anything wrong with a file only costs the time
// to make it anew.
#include "base/error.hpp"
#include "base/log.hpp"
#include "mechanics/membranes.hpp"

#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace ibsim {
namespace {

namespace fs = std::filesystem;

class Cache : public ::testing::Test {
 protected:
  void SetUp() override {
    folder = fs::temp_directory_path() / ("ibsim-cache-test-" + std::to_string(::getpid()));
    fs::remove_all(folder);
    expected = make_rbf_operators(data, sample);
  }
  void TearDown() override { fs::remove_all(folder); }

  void expect_same(const RbfOperators& o) const {
    EXPECT_EQ(o.n_data, expected.n_data);
    EXPECT_EQ(o.n_sample, expected.n_sample);
    EXPECT_EQ(o.matrix, expected.matrix);
    EXPECT_EQ(o.weights, expected.weights);
    EXPECT_EQ(o.e1, expected.e1);
    EXPECT_EQ(o.e2, expected.e2);
  }
  RbfOperators ask() const { return cached_rbf_operators(data, sample, folder / "deep"); }
  fs::path only_file() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder / "deep")) files.push_back(entry.path());
    EXPECT_EQ(files.size(), 1u);
    return files.at(0);
  }
  /// The file for 60 data sites and so many sample sites, by its size: 5 + n (6 * 60 + 1 + 6) words.
  fs::path only_file_of(int n_sample) const {
    for (const auto& entry : fs::directory_iterator(folder / "deep"))
      if (entry.file_size() == 8u * (5 + n_sample * (6 * 60 + 7))) return entry.path();
    throw std::runtime_error("no such cache file");
  }

  const std::vector<Real3> data = bauer_spiral(60), sample = bauer_spiral(100);
  RbfOperators expected;
  fs::path folder;
};

TEST_F(Cache, a_hit_gives_identical_bits) {
  expect_same(ask());
  const auto written = fs::last_write_time(only_file());
  expect_same(ask());
  EXPECT_EQ(fs::last_write_time(only_file()), written);
}

TEST_F(Cache, a_damaged_file_is_made_anew) {
  ask();
  const auto size = fs::file_size(only_file());
  for (const std::uintmax_t at :
       {std::uintmax_t{0}, std::uintmax_t{9}, std::uintmax_t{33}, size / 2, size - 1}) {
    {
      std::fstream file(only_file(), std::ios::in | std::ios::out | std::ios::binary);
      file.seekg(at);
      const char byte = static_cast<char>(file.get() ^ 0x10);
      file.seekp(at);
      file.put(byte);
    }
    expect_same(ask());
  }
  for (const std::uintmax_t length : {std::uintmax_t{0}, std::uintmax_t{20}, size - 8, size + 8}) {
    fs::resize_file(only_file(), length);
    expect_same(ask());
    EXPECT_EQ(fs::file_size(only_file()), size); // repaired
  }
}

TEST_F(Cache, a_pipe_in_its_place_is_not_waited_for) { // nobody writes to it
  ask();
  const fs::path file = only_file();
  fs::remove(file);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  expect_same(ask());
  EXPECT_TRUE(fs::is_regular_file(file));
}

TEST_F(Cache, other_nodes_have_another_file) {
  ask();
  const auto other = bauer_spiral(101);
  EXPECT_EQ(cached_rbf_operators(data, other, folder / "deep").n_sample, 101);
  // The first file under the second's name is found out.
  const fs::path first = only_file_of(100), second = only_file_of(101);
  fs::copy_file(first, second, fs::copy_options::overwrite_existing);
  const RbfOperators again = cached_rbf_operators(data, other, folder / "deep");
  EXPECT_EQ(again.n_sample, 101);
  EXPECT_EQ(again.matrix, make_rbf_operators(data, other).matrix);
}

TEST_F(Cache, a_folder_that_cannot_be_written_is_no_error) {
  fs::create_directories(folder);
  std::ofstream(folder / "deep") << "a file where the folder should be";
  log::set_console_level(log::Level::off);
  expect_same(ask());
  log::set_console_level(log::Level::info);
}

TEST_F(Cache, none_is_written_without_a_folder) { expect_same(cached_rbf_operators(data, sample, {})); }

} // namespace
} // namespace ibsim
