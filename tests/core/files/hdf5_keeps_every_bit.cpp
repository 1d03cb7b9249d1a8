// Arrays and attributes of HDF5 files read back to the bit. A file that is cut off, or holds another type
// than its reader expects, is an error with its path.
#include "error_of.hpp"
#include "files/hdf5.hpp"
#include "test_folder.hpp"

#include <bit>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <sys/stat.h>

namespace ibsim {
namespace {

namespace fs = std::filesystem;
using hdf5::Type;

/// A file on the disk with what `fill` puts into it.
template <class Fill>
fs::path written(const fs::path& path, Fill fill) {
  hdf5::File file = hdf5::File::create(path, 512);
  fill(file);
  const std::span<char> bytes = file.bytes();
  write_text(path, std::string(bytes.begin(), bytes.end()));
  return path;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::vector<double> special{0.0,
                                  -0.0,
                                  1.0 / 3,
                                  -std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::denorm_min(),
                                  std::numeric_limits<double>::max()};
const std::vector<std::int64_t> whole{std::numeric_limits<std::int64_t>::min(), -1, 0,
                                      std::numeric_limits<std::int64_t>::max()};

std::vector<std::uint64_t> bits(const std::vector<double>& values) {
  std::vector<std::uint64_t> all;
  for (const double value : values) all.push_back(std::bit_cast<std::uint64_t>(value));
  return all;
}

TEST(Hdf5, gives_back_every_bit) {
  const TestFolder folder;
  const fs::path path = written(folder.path / "a.h5", [](hdf5::File& file) {
    file.make_group("/group");
    file.make_array("/group/reals", {Type::float64, {2, 3}, {}, 0, "um"});
    file.write_all("/group/reals", special);
    file.make_array("/whole", {Type::int64, {4}, {}, 0, ""});
    file.write_all("/whole", whole);
    file.make_array("/nothing", {Type::float64, {0}, {}, 0, ""});
    file.write_all("/nothing", std::vector<double>{});
    file.make_array("/short", {Type::int32, {2}, {}, 0, ""});
    file.write_all("/short", std::span<const std::int32_t>(std::vector<std::int32_t>{-7, 7}));
  });
  const hdf5::File file = hdf5::File::open(path);
  EXPECT_EQ(bits(file.read_doubles("/group/reals")), bits(special));
  EXPECT_EQ(file.shape("/group/reals"), (std::vector<hsize_t>{2, 3}));
  EXPECT_EQ(file.text_attribute("/group/reals", "units"), "um");
  EXPECT_FALSE(file.has_attribute("/whole", "units")); // none was given
  EXPECT_EQ(file.read_integers("/whole"), whole);
  EXPECT_EQ(file.read_integers("/short"), (std::vector<std::int64_t>{-7, 7}));
  EXPECT_TRUE(file.read_doubles("/nothing").empty());
}

// A hash needs all 64 bits as they are: its highest bit is no sign.
TEST(Hdf5, keeps_the_highest_bit_of_a_hash) {
  const TestFolder folder;
  const std::uint64_t hash = 0xfedcba9876543210ull;
  const fs::path path = written(folder.path / "a.h5", [&](hdf5::File& file) {
    file.make_array("/hash", {Type::uint64, {1}, {}, 0, ""});
    file.write_all("/hash", std::vector<std::uint64_t>{hash});
  });
  const std::string all = content(path);
  EXPECT_NE(all.find(std::string(reinterpret_cast<const char*>(&hash), sizeof hash)), std::string::npos);
}

// 1/3 in double precision, rounded to single: once when it is written, or once when it is read.
TEST(Hdf5, rounds_to_the_type_of_the_array_or_of_the_reader) {
  const TestFolder folder;
  const double third = 1.0 / 3;
  const float rounded = static_cast<float>(third);
  const fs::path path = written(folder.path / "a.h5", [&](hdf5::File& file) {
    file.make_array("/single", {Type::float32, {1}, {}, 0, ""});
    file.write_all("/single", std::span<const double>(&third, 1));
    file.make_array("/double", {Type::float64, {1}, {}, 0, ""});
    file.write_all("/double", std::span<const double>(&third, 1));
    file.make_array("/of_floats", {Type::float64, {1}, {}, 0, ""});
    file.write_all("/of_floats", std::span<const float>(&rounded, 1));
  });
  const hdf5::File file = hdf5::File::open(path);
  EXPECT_TRUE(file.is_single("/single"));
  EXPECT_FALSE(file.is_single("/double"));
  EXPECT_EQ(file.read_doubles("/single").at(0), static_cast<double>(rounded));
  EXPECT_EQ(file.read_floats("/double").at(0), rounded);
  EXPECT_EQ(file.read_doubles("/of_floats").at(0), static_cast<double>(rounded));
}

TEST(Hdf5, compresses_without_loss) {
  const TestFolder folder;
  std::vector<double> smooth(4096);
  for (std::size_t i = 0; i < smooth.size(); ++i) smooth[i] = static_cast<double>(i / 64);
  const auto fill = [&](int compression) {
    return [&smooth, compression](hdf5::File& file) {
      file.make_array("/smooth", {Type::float64, {64, 64}, {16, 64}, compression, ""});
      file.write_all("/smooth", smooth);
    };
  };
  const fs::path plain = written(folder.path / "plain.h5", fill(0)),
                 packed = written(folder.path / "packed.h5", fill(6));
  EXPECT_EQ(bits(hdf5::File::open(packed).read_doubles("/smooth")), bits(smooth));
  // 64 equal numbers follow each other: even a tenth leaves room for tables of the chunks.
  EXPECT_LT(fs::file_size(packed), fs::file_size(plain) / 4);
}

TEST(Hdf5, writes_equal_content_as_equal_bytes) {
  const TestFolder folder;
  const auto fill = [](hdf5::File& file) {
    file.make_group("/group");
    file.make_array("/group/reals", {Type::float64, {6}, {}, 0, "us"});
    file.write_all("/group/reals", special);
    file.set_attribute("/group", "name", std::string("a"));
  };
  const fs::path a = written(folder.path / "a.h5", fill), b = written(folder.path / "b.h5", fill);
  EXPECT_EQ(content(a), content(b)); // no time and no name of a file is in it
}

TEST(Hdf5, has_attributes_of_text_and_numbers) {
  const TestFolder folder;
  const std::string letters = "Größe in µm², 大きさ";
  const fs::path path = written(folder.path / "a.h5", [&](hdf5::File& file) {
    file.make_group("/group");
    file.set_attribute("/group", "text", letters);
    file.set_attribute("/group", "empty", std::string());
    file.set_attribute("/group", "whole", whole);
    file.set_attribute("/group", "reals", special);
    file.set_scalar("/group", "count", 5);
    file.set_scalar("/group", "count", 6); // replaces the value
  });
  const hdf5::File file = hdf5::File::open(path);
  EXPECT_EQ(file.text_attribute("/group", "text"), letters);
  EXPECT_EQ(file.text_attribute("/group", "empty"), "");
  EXPECT_EQ(file.integer_attribute("/group", "whole"), whole);
  EXPECT_EQ(bits(file.real_attribute("/group", "reals")), bits(special));
  EXPECT_EQ(file.integer_attribute("/group", "count"), std::vector<std::int64_t>{6});
  EXPECT_TRUE(file.has_attribute("/group", "count"));
  EXPECT_FALSE(file.has_attribute("/group", "number"));
}

TEST(Hdf5, lists_a_group_in_the_order_of_letters) {
  const TestFolder folder;
  const fs::path path = written(folder.path / "a.h5", [](hdf5::File& file) {
    file.make_group("/group");
    for (const char* name : {"/group/c", "/group/a", "/group/b"}) file.make_group(name);
  });
  const hdf5::File file = hdf5::File::open(path);
  EXPECT_EQ(file.names_in("/group"), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_TRUE(file.exists("/group/a"));
  EXPECT_FALSE(file.exists("/group/d"));
  EXPECT_FALSE(file.exists("/other/a/b")); // no part of the path is there
}

TEST(Hdf5, names_the_file_and_what_is_missing_in_it) {
  const TestFolder folder;
  const fs::path path = written(folder.path / "a.h5", [](hdf5::File& file) { file.make_group("/group"); });
  const hdf5::File file = hdf5::File::open(path);
  const std::string array = error_of<ResourceError>([&] { file.read_doubles("/group/x"); }),
                    group = error_of<ResourceError>([&] { file.names_in("/other"); }),
                    attribute = error_of<ResourceError>([&] { file.text_attribute("/group", "units"); });
  EXPECT_TRUE(array.starts_with(path.string() + ": cannot open /group/x: ")) << array;
  EXPECT_TRUE(group.starts_with(path.string() + ": cannot open /other: ")) << group;
  EXPECT_TRUE(attribute.starts_with(path.string() + ": cannot read the attribute units of /group: "))
      << attribute;
  EXPECT_TRUE(holds(error_of([&] { hdf5::File::open(folder.path / "b.h5"); }), "b.h5"));
  EXPECT_TRUE(holds(error_of([&] { hdf5::File::open(folder.path); }), "is a folder"));
}

TEST(Hdf5, refuses_values_of_another_number_than_the_array_has) {
  hdf5::File file = hdf5::File::create("a.h5", 512);
  file.make_array("/three", {Type::float64, {3}, {}, 0, ""});
  EXPECT_THROW(file.write_all("/three", std::vector<double>{1, 2}), std::invalid_argument);
  EXPECT_THROW(file.make_array("/three", {Type::float64, {3}, {}, 0, ""}), ResourceError); // there already
}

TEST(Hdf5, believes_no_type_and_no_size) {
  const TestFolder folder;
  const fs::path path = written(folder.path / "a.h5", [](hdf5::File& file) {
    file.make_group("/group");
    file.set_attribute("/group", "text", std::string("1"));
    file.set_scalar("/group", "number", 1);
    file.make_array("/not_written", {Type::float64, {1u << 20}, {1u << 10}, 0, ""});
    file.make_array("/too_large", {Type::float64, {hsize_t{1} << 40, 1u << 30}, {1, 1}, 0, ""});
  });
  const fs::path words = folder.path / "words.h5"; // ibsim writes no array of text
  {
    const hdf5::Id out(H5Fcreate(words.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose),
        space(H5Screate(H5S_SCALAR), H5Sclose),
        array(H5Dcreate2(out, "/word", H5T_C_S1, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
    ASSERT_GE(static_cast<hid_t>(array), 0);
  }
  const hdf5::File file = hdf5::File::open(path), text = hdf5::File::open(words);
  EXPECT_TRUE(holds(error_of([&] { file.integer_attribute("/group", "text"); }), "holds no numbers"));
  EXPECT_TRUE(holds(error_of([&] { file.text_attribute("/group", "number"); }), "is no text"));
  EXPECT_TRUE(holds(error_of([&] { text.read_doubles("/word"); }), "/word holds no numbers"));
  for (const char* name : {"/not_written", "/too_large"})
    EXPECT_TRUE(holds(error_of([&] { file.read_doubles(name); }), "declares more than the file holds"));
}

// HDF5 writes down where its file ends, so each shorter file is known to be cut off.
TEST(Hdf5, cut_short_anywhere_is_refused) {
  const TestFolder folder;
  const fs::path path = written(folder.path / "a.h5", [](hdf5::File& file) {
    file.make_array("/reals", {Type::float64, {6}, {}, 0, ""});
    file.write_all("/reals", special);
  });
  const std::string all = content(path);
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{511}, std::size_t{512}, std::size_t{520},
                                  std::size_t{600}, all.size() / 2, all.size() - 1}) {
    write_text(folder.path / "cut.h5", all.substr(0, bytes));
    EXPECT_TRUE(holds(error_of<ResourceError>([&] { hdf5::File::open(folder.path / "cut.h5"); }), "cut.h5"))
        << bytes;
  }
}

TEST(Hdf5, waits_for_no_pipe) {
  const TestFolder folder;
  const fs::path pipe = folder.path / "pipe.h5";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_TRUE(holds(error_of([&] { hdf5::File::open(pipe); }), "not a regular file"));
}

TEST(Hdf5, says_where_numbers_stand_in_the_file) {
  const TestFolder folder;
  const std::vector<float> floats{1, 2};
  const fs::path path = written(folder.path / "a.h5", [&](hdf5::File& file) {
    file.make_array("/doubles", {Type::float64, {6}, {}, 0, ""});
    file.write_all("/doubles", special);
    file.make_array("/floats", {Type::float32, {2}, {}, 0, ""});
    file.write_all("/floats", std::span<const float>(floats));
    file.make_array("/in_chunks", {Type::float64, {6}, {3}, 0, ""});
    file.write_all("/in_chunks", special);
    file.make_array("/whole", {Type::int64, {4}, {}, 0, ""});
    file.write_all("/whole", whole);
  });
  const hdf5::File file = hdf5::File::open(path);
  const std::string all = content(path);
  const auto doubles = file.stretch_of("/doubles"), single = file.stretch_of("/floats");
  ASSERT_TRUE(doubles && single);
  EXPECT_TRUE(!doubles->single && doubles->count == 6 && single->single && single->count == 2);
  EXPECT_EQ(std::memcmp(all.data() + doubles->at, special.data(), 6 * sizeof(double)), 0);
  EXPECT_EQ(std::memcmp(all.data() + single->at, floats.data(), 2 * sizeof(float)), 0);
  EXPECT_FALSE(file.stretch_of("/in_chunks"));
  EXPECT_FALSE(file.stretch_of("/whole"));
}

} // namespace
} // namespace ibsim
