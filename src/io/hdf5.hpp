// A little of HDF5: files, chunked arrays that grow along their first dimension, attributes. Only for the
// files of io/.
//
// Every identifier is closed; every failure is a ResourceError with the path, what was being done and HDF5's
// own reason (a full disk says so); HDF5 itself prints nothing. Files are not locked, so ParaView may look at
// a run that is still going on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <hdf5.h>
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

/// Shape and storage of a new array. chunk empty: contiguous and of fixed size.
struct Layout {
  Type type = Type::float64;
  std::vector<hsize_t> shape;
  std::vector<hsize_t> chunk;
  int compression = 0;
  std::string units; ///< attribute `units`, if not empty
};

class File {
 public:
  static File create(const std::filesystem::path&);
  static File open(const std::filesystem::path&);
  /// To be written over a long time: whatever kills the process, the file on the disk is that of the last
  /// flush (io/journaled_driver). A new one has its name from the first flush on.
  static File create_journaled(const std::filesystem::path&);
  static File open_journaled(const std::filesystem::path&);

  bool exists(const std::string& name) const;
  void make_group(const std::string& name);
  /// The names in a group, in the order of their letters.
  std::vector<std::string> names_in(const std::string& group) const;

  void make_array(const std::string& name, const Layout&);
  void write_all(const std::string& name, const std::vector<double>&);
  void write_all(const std::string& name, const std::vector<std::int64_t>&);
  /// Extend an array by `rows` along its first dimension, and fill them. Values are converted to the type of
  /// the array.
  void append(const std::string& name, hsize_t rows, const std::vector<double>&);
  void append(const std::string& name, hsize_t rows, const std::vector<std::int64_t>&);
  void append(const std::string& name, hsize_t rows, const std::vector<std::uint64_t>&);
  /// Keep the first `rows`.
  void shorten(const std::string& name, hsize_t rows);
  std::vector<hsize_t> shape(const std::string& name) const;
  std::vector<double> read_doubles(const std::string& name) const;
  /// `rows` of the first dimension, from row `first` on.
  std::vector<double> read_rows(const std::string& name, hsize_t first, hsize_t rows) const;
  bool is_single(const std::string& name) const; ///< of four bytes a number
  std::vector<std::int64_t> read_integers(const std::string& name) const;
  std::vector<std::uint64_t> read_words(const std::string& name) const;

  void set_attribute(const std::string& object, const std::string& name, const std::string& text);
  void set_attribute(const std::string& object, const std::string& name, const std::vector<std::int64_t>&);
  void set_attribute(const std::string& object, const std::string& name, const std::vector<double>&);
  /// A single integer, without dimensions.
  void set_scalar(const std::string& object, const std::string& name, std::int64_t);
  bool has_attribute(const std::string& object, const std::string& name) const;
  std::string text_attribute(const std::string& object, const std::string& name) const;
  std::vector<std::int64_t> integer_attribute(const std::string& object, const std::string& name) const;
  std::vector<double> real_attribute(const std::string& object, const std::string& name) const;

  void flush();
  /// Of a journaled file: flush, and wait until it is on the disk. A crash of the machine can then be undone
  /// back to here (io/undo_log).
  void settle();
  /// Close now, and learn whether all was written.
  void close();
  const std::filesystem::path& path() const { return path_; }

 private:
  static File create(const std::filesystem::path&, const Id& access);
  static File open(const std::filesystem::path&, unsigned flags, const Id& access);
  File(std::filesystem::path path, Id id) : path_(std::move(path)), id_(std::move(id)) {}
  void write(const std::string& name, hid_t memory_type, const void* data, std::size_t n);
  void append(const std::string& name, hsize_t rows, hid_t memory_type, const void* data, std::size_t n);
  void write_attribute(const std::string& object, const std::string& name, hid_t type, hid_t space,
                       hid_t memory_type, const void*);
  Id open_array(const std::string& name) const;
  Id open_attribute(const std::string& object, const std::string& name) const;
  [[noreturn]] void fail(const std::string& doing) const;
  hid_t checked(hid_t, const std::string& doing) const;

  std::filesystem::path path_;
  Id id_;
};

} // namespace ibsim::hdf5
