// A little of HDF5: arrays and attributes. Only for this folder and the frames of the slices.
//
// Files are made in memory (files/sealed_file writes them), so HDF5 never meets a disk that fails; and opened
// to be read. Every identifier is closed; every failure is a ResourceError with the path, what was being done
// and HDF5's own reason; HDF5 itself prints nothing. What is read is looked at before it is believed: an
// array that declares more than the file can hold, or has another rank than asked for, is an InputError.
#pragma once

#include <cstdint>
#include <filesystem>
#include <hdf5.h>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ibsim::hdf5 {

/// An open identifier, closed at the end of its life.
class Id {
 public:
  using Close = herr_t (*)(hid_t);
  Id() = default;
  Id(hid_t id, Close close) : id_(id), close_(close) {}
  ~Id() { reset(); }
  Id(Id&& o) noexcept : id_(std::exchange(o.id_, -1)), close_(o.close_) {}
  Id& operator=(Id&& o) noexcept {
    std::swap(id_, o.id_), std::swap(close_, o.close_);
    return *this;
  }
  operator hid_t() const { return id_; }
  herr_t reset() { return id_ >= 0 ? close_(std::exchange(id_, -1)) : 0; }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

enum class Type { float32, float64, int32, int64, uint8, uint64 };

/// Shape and storage of a new array. chunk empty: contiguous.
struct Layout {
  Type type = Type::float64;
  std::vector<hsize_t> shape;
  std::vector<hsize_t> chunk;
  int compression = 0;
  std::string units; ///< attribute `units`, if not empty
};

/// Numbers in a file, which can be read without HDF5.
struct Stretch {
  std::uint64_t at = 0; ///< bytes from the beginning of the file
  std::size_t count = 0;
  bool single = false; ///< float, else double
};

class File {
 public:
  /// A file in memory, behind `before` bytes (512 or more, a power of two) that HDF5 leaves alone. @param
  /// path the name it will have, for messages
  static File create(const std::filesystem::path& path, std::size_t before);
  /// A file to be read.
  static File open(const std::filesystem::path&);
  /// All bytes of a file in memory, those before it included; valid until the next change.
  std::span<char> bytes();

  bool exists(const std::string& name) const;
  void make_group(const std::string& name);
  /// The names in a group, in the order of their letters.
  std::vector<std::string> names_in(const std::string& group) const;

  void make_array(const std::string& name, const Layout&);
  void write_all(const std::string& name, const std::vector<double>&);
  void write_all(const std::string& name, const std::vector<std::int64_t>&);
  void write_all(const std::string& name, const std::vector<std::uint64_t>&);
  void write_all(const std::string& name, std::span<const std::int32_t>);
  /// Rounded to the type of the array.
  void write_all(const std::string& name, std::span<const float>);
  void write_all(const std::string& name, std::span<const double>);
  std::vector<hsize_t> shape(const std::string& name) const; ///< empty for a single value
  std::vector<double> read_doubles(const std::string& name) const;
  /// Rounded to single precision.
  std::vector<float> read_floats(const std::string& name) const;
  /// Where in the file the numbers of an array stand one after another, as this machine holds them; nothing
  /// if they are in pieces, packed, or not float32 or float64.
  std::optional<Stretch> stretch_of(const std::string& name) const;
  bool is_single(const std::string& name) const; ///< of four bytes a number
  std::vector<std::int64_t> read_integers(const std::string& name) const;

  void set_attribute(const std::string& object, const std::string& name, const std::string& text);
  void set_attribute(const std::string& object, const std::string& name, const std::vector<std::int64_t>&);
  void set_attribute(const std::string& object, const std::string& name, const std::vector<double>&);
  /// A single integer, without dimensions.
  void set_scalar(const std::string& object, const std::string& name, std::int64_t);
  bool has_attribute(const std::string& object, const std::string& name) const;
  std::string text_attribute(const std::string& object, const std::string& name) const;
  std::vector<std::int64_t> integer_attribute(const std::string& object, const std::string& name) const;
  std::vector<double> real_attribute(const std::string& object, const std::string& name) const;

  const std::filesystem::path& path() const { return path_; }

 private:
  File(std::filesystem::path path, Id id) : path_(std::move(path)), id_(std::move(id)) {}
  void write(const std::string& name, hid_t memory_type, const void* data, std::size_t n);
  void write_attribute(const std::string& object, const std::string& name, hid_t type, hid_t space,
                       hid_t memory_type, const void*);
  template <class T>
  std::vector<T> read(const std::string& name, hid_t memory_type) const;
  std::size_t checked_count(const std::string& name, hid_t array) const;
  template <class T>
  std::vector<T> read_attribute(const std::string& object, const std::string& name, hid_t memory_type) const;
  Id open_array(const std::string& name) const;
  Id open_attribute(const std::string& object, const std::string& name) const;
  [[noreturn]] void fail(const std::string& doing) const;
  hid_t checked(hid_t, const std::string& doing) const;

  std::filesystem::path path_;
  Id id_;
  std::size_t before_ = 0;
};

} // namespace ibsim::hdf5
