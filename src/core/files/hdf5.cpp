#include "files/hdf5.hpp"

#include "base/error.hpp"
#include "files/file_bytes.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
#include <stdexcept>

namespace ibsim::hdf5 {
namespace {

/// No clean-up at exit (it would complain about files that could not be written), and no printing, which each
/// thread has to ask for.
void quiet() {
  static const herr_t once = (H5dont_atexit(), H5open());
  thread_local const herr_t in_this_thread = H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  (void)once, (void)in_this_thread;
}

/// What HDF5 says at the bottom of its stack of errors.
std::string innermost_reason() {
  std::string reason;
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_UPWARD,
      [](unsigned n, const H5E_error2_t* error, void* data) -> herr_t {
        if (n == 0 && error->desc) *static_cast<std::string*>(data) = error->desc;
        return 0;
      },
      &reason);
  H5Eclear2(H5E_DEFAULT);
  if (const auto at = reason.find("error message = '"); at != std::string::npos) {
    const auto start = at + 17;
    reason = reason.substr(start, reason.find('\'', start) - start);
  }
  std::replace(reason.begin(), reason.end(), '\n', ' ');
  return reason.empty() ? "unknown reason" : reason;
}

hid_t file_type(Type type) {
  switch (type) {
  case Type::float32:
    return H5T_IEEE_F32LE;
  case Type::float64:
    return H5T_IEEE_F64LE;
  case Type::int32:
    return H5T_STD_I32LE;
  case Type::int64:
    return H5T_STD_I64LE;
  case Type::uint8:
    return H5T_STD_U8LE;
  case Type::uint64:
    return H5T_STD_U64LE;
  }
  return H5T_IEEE_F64LE;
}

/// A new property list. Nothing but a lack of memory keeps HDF5 from it. @throws std::bad_alloc
Id properties_of(hid_t kind) {
  const hid_t id = H5Pcreate(kind);
  if (id >= 0) return Id(id, H5Pclose);
  H5Eclear2(H5E_DEFAULT);
  throw std::bad_alloc();
}

Id file_access() {
  quiet();
  Id access = properties_of(H5P_FILE_ACCESS);
  H5Pset_file_locking(access, false, true);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  return access;
}

/// Bytes of deflated data are at most this many as they were before.
constexpr std::size_t most_inflation = 1100;

/// Numbers in an array of this shape; the largest number there is where that is exceeded.
std::size_t product(const std::vector<hsize_t>& shape) {
  std::size_t n = 1;
  for (const hsize_t s : shape)
    if (__builtin_mul_overflow(n, s, &n)) return std::size_t(-1);
  return n;
}

} // namespace

void File::fail(const std::string& doing) const {
  throw ResourceError(path_.string() + ": cannot " + doing + ": " + innermost_reason());
}

hid_t File::checked(hid_t id, const std::string& doing) const {
  if (id < 0) fail(doing);
  return id;
}

File File::create(const std::filesystem::path& path, std::size_t before) {
  const Id access = file_access(), creation = properties_of(H5P_FILE_CREATE);
  File file(path, Id());
  constexpr std::size_t increment = 256u << 10;
  if (H5Pset_fapl_core(access, increment, false) < 0 || H5Pset_userblock(creation, before) < 0)
    file.fail("begin the file");
  static std::atomic<int> number = 0; // by its name HDF5 knows whether a file is open already
  const std::string name = "ibsim in memory " + std::to_string(number++);
  file.id_ =
      Id(file.checked(H5Fcreate(name.c_str(), H5F_ACC_TRUNC, creation, access), "begin the file"), H5Fclose);
  file.before_ = before;
  return file;
}

File File::open(const std::filesystem::path& path) {
  FileBytes::open(path); // HDF5 would wait for ever at a pipe
  File file(path, Id());
  file.id_ =
      Id(file.checked(H5Fopen(path.c_str(), H5F_ACC_RDONLY, file_access()), "open the file"), H5Fclose);
  return file;
}

std::span<char> File::bytes() {
  quiet();
  const Id access(checked(H5Fget_access_plist(id_), "find the file's bytes"), H5Pclose);
  void* handle = nullptr;
  if (H5Fflush(id_, H5F_SCOPE_LOCAL) < 0 || H5Fget_vfd_handle(id_, access, &handle) < 0)
    fail("find the file's bytes");
  char* const bytes = *static_cast<char**>(handle);
  // The superblock, version 0: a signature of 8 bytes, the version, ..., and at 40 where the file ends.
  const char* const superblock = bytes + before_;
  if (std::memcmp(superblock, "\x89HDF\r\n\x1a\n", 8) != 0 || superblock[8] != 0)
    throw std::logic_error("hdf5: a file that begins in another way");
  std::uint64_t end = 0;
  std::memcpy(&end, superblock + 40, sizeof end);
  return {bytes, end};
}

bool File::exists(const std::string& name) const {
  for (std::size_t end = name.find('/', 1);;
       end = name.find('/', end + 1)) { // H5Lexists wants every part of the path to be there
    if (H5Lexists(id_, name.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
    if (end == std::string::npos) return true;
  }
}

void File::make_group(const std::string& name) {
  const Id properties = properties_of(H5P_GROUP_CREATE);
  H5Pset_obj_track_times(properties, false);
  Id(checked(H5Gcreate2(id_, name.c_str(), H5P_DEFAULT, properties, H5P_DEFAULT), "create " + name),
     H5Gclose);
}

std::vector<std::string> File::names_in(const std::string& group) const {
  const Id id(checked(H5Gopen2(id_, group.c_str(), H5P_DEFAULT), "open " + group), H5Gclose);
  std::vector<std::string> names;
  const auto add = [](hid_t, const char* name, const H5L_info_t*, void* data) -> herr_t {
    static_cast<std::vector<std::string>*>(data)->push_back(name);
    return 0;
  };
  if (H5Literate(id, H5_INDEX_NAME, H5_ITER_INC, nullptr, add, &names) < 0) fail("list " + group);
  return names;
}

void File::make_array(const std::string& name, const Layout& layout) {
  const std::string doing = "create " + name;
  const Id properties = properties_of(H5P_DATASET_CREATE);
  H5Pset_obj_track_times(properties, false); // equal runs have equal files
  if (!layout.chunk.empty()) {
    if (H5Pset_chunk(properties, static_cast<int>(layout.chunk.size()), layout.chunk.data()) < 0) fail(doing);
    if (layout.compression > 0 && (H5Pset_shuffle(properties) < 0 ||
                                   H5Pset_deflate(properties, static_cast<unsigned>(layout.compression)) < 0))
      fail(doing);
  }
  const Id space(
      checked(H5Screate_simple(static_cast<int>(layout.shape.size()), layout.shape.data(), nullptr), doing),
      H5Sclose);
  Id(checked(
         H5Dcreate2(id_, name.c_str(), file_type(layout.type), space, H5P_DEFAULT, properties, H5P_DEFAULT),
         doing),
     H5Dclose);
  if (!layout.units.empty()) set_attribute(name, "units", layout.units);
}

Id File::open_array(const std::string& name) const {
  quiet();
  return Id(checked(H5Dopen2(id_, name.c_str(), H5P_DEFAULT), "open " + name), H5Dclose);
}

std::vector<hsize_t> File::shape(const std::string& name) const {
  const Id array = open_array(name);
  const Id space(checked(H5Dget_space(array), "read " + name), H5Sclose);
  std::vector<hsize_t> shape(static_cast<std::size_t>(std::max(0, H5Sget_simple_extent_ndims(space))));
  H5Sget_simple_extent_dims(space, shape.data(), nullptr);
  return shape;
}

void File::write(const std::string& name, hid_t memory_type, const void* data, std::size_t n) {
  if (n != product(shape(name)))
    throw std::invalid_argument("hdf5: " + std::to_string(n) + " values for the array " + name);
  const Id array = open_array(name);
  if (n > 0 && H5Dwrite(array, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0) fail("write " + name);
}
void File::write_all(const std::string& name, const std::vector<double>& v) {
  write(name, H5T_NATIVE_DOUBLE, v.data(), v.size());
}
void File::write_all(const std::string& name, const std::vector<std::int64_t>& v) {
  write(name, H5T_NATIVE_INT64, v.data(), v.size());
}

void File::write_all(const std::string& name, const std::vector<std::uint64_t>& v) {
  write(name, H5T_NATIVE_UINT64, v.data(), v.size());
}
void File::write_all(const std::string& name, std::span<const std::int32_t> v) {
  write(name, H5T_NATIVE_INT32, v.data(), v.size());
}
void File::write_all(const std::string& name, std::span<const float> v) {
  write(name, H5T_NATIVE_FLOAT, v.data(), v.size());
}
void File::write_all(const std::string& name, std::span<const double> v) {
  write(name, H5T_NATIVE_DOUBLE, v.data(), v.size());
}

/// The numbers of an array, if it can hold them.
std::size_t File::checked_count(const std::string& name, hid_t array) const {
  const std::size_t n = product(shape(name));
  const Id type(checked(H5Dget_type(array), "read " + name), H5Tclose);
  const H5T_class_t kind = H5Tget_class(type);
  if (kind != H5T_INTEGER && kind != H5T_FLOAT)
    throw InputError(path_.string() + ": is damaged: " + name + " holds no numbers");
  const std::size_t size = H5Tget_size(type), stored = H5Dget_storage_size(array);
  if (n / most_inflation > stored || n * size / most_inflation > stored || (n > 0 && stored == 0))
    throw InputError(path_.string() + ": is damaged: " + name + " declares more than the file holds");
  return n;
}

template <class T>
std::vector<T> File::read(const std::string& name, hid_t memory_type) const {
  const Id array = open_array(name);
  std::vector<T> v(checked_count(name, array));
  if (!v.empty() && H5Dread(array, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, v.data()) < 0)
    fail("read " + name);
  return v;
}

std::optional<Stretch> File::stretch_of(const std::string& name) const {
  const Id array = open_array(name);
  const std::size_t n = checked_count(name, array);
  const Id type(checked(H5Dget_type(array), "read " + name), H5Tclose);
  const bool single = H5Tequal(type, H5T_NATIVE_FLOAT) > 0;
  if (!single && H5Tequal(type, H5T_NATIVE_DOUBLE) <= 0) return {};
  const haddr_t at = H5Dget_offset(array); // not defined for arrays in chunks
  if (at == HADDR_UNDEF || H5Dget_storage_size(array) != n * (single ? sizeof(float) : sizeof(double)))
    return {};
  return Stretch{at, n, single};
}

std::vector<float> File::read_floats(const std::string& name) const {
  return read<float>(name, H5T_NATIVE_FLOAT);
}
std::vector<double> File::read_doubles(const std::string& name) const {
  return read<double>(name, H5T_NATIVE_DOUBLE);
}
std::vector<std::int64_t> File::read_integers(const std::string& name) const {
  return read<std::int64_t>(name, H5T_NATIVE_INT64);
}

bool File::is_single(const std::string& name) const {
  const Id type(checked(H5Dget_type(open_array(name)), "read " + name), H5Tclose);
  return H5Tget_size(type) == sizeof(float);
}

} // namespace ibsim::hdf5
