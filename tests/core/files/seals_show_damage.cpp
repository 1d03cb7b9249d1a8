// A sealed file shows its kind, time and length without HDF5, and no byte of it can change unseen.
#include "base/error.hpp"
#include "files/content_hash.hpp"
#include "files/hashed_file.hpp"
#include "files/sealed_file.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

namespace fs = std::filesystem;

const std::vector<double> numbers{1, 0.5, -3};

/// A sealed file of three numbers. @return its bytes
std::uint64_t write_sealed(const fs::path& path, const std::string& what = "frame of cells") {
  hdf5::File file = begin_sealed(path);
  file.make_array("/numbers", {hdf5::Type::float64, {3}, {}, 0, ""});
  file.write_all("/numbers", numbers);
  const std::uint64_t bytes = write_part(file, {what, 0.1, 0xfedcba9876543210ull});
  finish_part(path);
  return bytes;
}

std::string error_of(const fs::path& path) {
  try {
    require_whole(path);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

TEST(Seal, is_text_that_says_what_the_file_is) {
  const TestFolder folder;
  const fs::path path = folder.path / "a.vtkhdf";
  const std::uint64_t bytes = write_sealed(path);
  const Seal seal = read_seal(path);
  EXPECT_EQ(seal.what, "frame of cells");
  EXPECT_EQ(seal.time, 0.1);
  EXPECT_EQ(seal.state_hash, 0xfedcba9876543210ull);
  EXPECT_EQ(seal.bytes, bytes);
  EXPECT_EQ(fs::file_size(path), bytes);
  const std::string begin = "ibsim frame of cells\ntime 0.1\nstate fedcba9876543210\nbytes " +
                            std::to_string(bytes) + "\nxxh3 " + hex_of(seal.content_hash) + "\n";
  EXPECT_EQ(content(path).substr(0, begin.size()), begin);
  EXPECT_EQ(open_sealed(path, "frame of cells").read_doubles("/numbers"), numbers);
}

// A file has its name only when all of it is there.
TEST(Seal, comes_before_the_name) {
  const TestFolder folder;
  const fs::path path = folder.path / "a.vtkhdf";
  hdf5::File file = begin_sealed(path);
  write_part(file, {"frame of cells", 0, 0});
  EXPECT_FALSE(fs::exists(path));
  EXPECT_TRUE(fs::exists(path.string() + ".part"));
  finish_part(path);
  EXPECT_FALSE(fs::exists(path.string() + ".part"));
  EXPECT_EQ(error_of(path), "no error");
  hdf5::File nowhere = begin_sealed(folder.path / "missing" / "a.vtkhdf");
  EXPECT_THROW(write_part(nowhere, {"frame of cells", 0, 0}), ResourceError);
}

// The 64 bits of XXH3 differ for each change of one byte, and the length is a part of the text.
TEST(Seal, shows_each_changed_byte) {
  const TestFolder folder;
  const fs::path path = folder.path / "a.vtkhdf";
  write_sealed(path);
  const std::string whole = content(path);
  constexpr std::size_t stride = 13; // has no common divisor with sizes of HDF5's records
  for (std::size_t at = 0; at < whole.size(); at += stride) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    write_text(path, damaged);
    EXPECT_NE(error_of(path), "no error") << at;
  }
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{100}, std::size_t{512}, whole.size() - 1}) {
    write_text(path, whole.substr(0, bytes));
    EXPECT_THROW(read_seal(path), InputError) << bytes;
  }
  write_text(path, whole + "x");
  EXPECT_EQ(error_of(path), path.string() + ": is damaged: " + std::to_string(whole.size() + 1) +
                                " bytes long, not " + std::to_string(whole.size()));
}

TEST(Seal, refuses_other_files_by_what_they_are) {
  const TestFolder folder;
  const fs::path path = folder.path / "a";
  write_text(path, "a letter");
  EXPECT_EQ(error_of(path), path.string() + ": is not a file that ibsim writes");
  write_text(path, "\x89HDF\r\n\x1a\n and more");
  EXPECT_EQ(error_of(path), path.string() + ": is an HDF5 file, but not one of this version of ibsim");
  write_text(path, "ibsim frame of cells\ntime soon\n");
  EXPECT_EQ(error_of(path), path.string() + ": is damaged: its first lines are wrong");
  write_sealed(path, "checkpoint");
  try {
    open_sealed(path, "frame of cells");
    ADD_FAILURE() << "accepted";
  } catch (const InputError& e) {
    EXPECT_EQ(e.what(), path.string() + ": is a checkpoint, not a frame of cells");
  }
}

// XXH3 of no bytes, from the test vectors of xxHash (github.com/Cyan4973/xxHash,
// tests/sanity_test_vectors.h).
TEST(ContentHash, is_xxh3) {
  EXPECT_EQ(hex_of(ContentHash().value()), "2d06800538d394c2");
  const std::string text(5000, 'a');
  ContentHash at_once, in_pieces;
  at_once.add(text.data(), text.size());
  for (std::size_t at = 0; at < text.size(); at += 7)
    in_pieces.add(text.data() + at, std::min<std::size_t>(7, text.size() - at));
  EXPECT_EQ(at_once.value(), in_pieces.value());
  EXPECT_NE(at_once.value(), ContentHash().value());
}

TEST(ContentHash, has_sixteen_digits) {
  for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{0xfedcba9876543210}, ~std::uint64_t{0}})
    EXPECT_EQ(number_of_hex(hex_of(number)), number);
  EXPECT_EQ(hex_of(10), "000000000000000a");
  for (const char* wrong : {"", "a", "000000000000000g", "00000000000000001", "-00000000000000a"})
    EXPECT_THROW(number_of_hex(wrong), std::invalid_argument) << wrong;
}

// A cache that has changed counts as missing: then its content is made again.
TEST(HashedFile, that_changed_counts_as_missing) {
  const TestFolder folder;
  const fs::path path = folder.path / "kept";
  EXPECT_FALSE(read_hashed_file(path));
  for (const std::string& text : {std::string(), std::string("a\nb\n"), std::string("\0# \xff", 4)}) {
    write_hashed_file(path, text);
    EXPECT_EQ(read_hashed_file(path), text);
  }
  write_hashed_file(path, "a\nb\n");
  const std::string whole = content(path);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    write_text(path, damaged);
    EXPECT_FALSE(read_hashed_file(path)) << at;
    write_text(path, whole.substr(0, at));
    EXPECT_FALSE(read_hashed_file(path)) << at;
  }
}

} // namespace
} // namespace ibsim
