#include "io/journaled_driver.hpp"

#include "base/error.hpp"
#include "io/file_bytes.hpp"
#include "io/undo_log.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#if H5_VERSION_GE(1, 13, 2)
#include <H5FDdevelop.h>
#endif

namespace ibsim::hdf5 {
namespace {

struct JournaledFile : H5FD_t {
  std::string name;
  int descriptor = -1;
  haddr_t end_of_allocation = 0; ///< of HDF5
  haddr_t end = 0;               ///< of the file, as HDF5 sees it
  haddr_t committed = 0;         ///< the end at the last flush; 0: there was none
  Changes changes;               ///< of what is before it
  bool is_new = false;           ///< still has the name NAME.writing
  bool failed = false;           ///< a write was lost: then nothing is committed any more
  bool has_journal = false;      ///< and what is in it has been done
  UndoLog undo;                  ///< from the first settle on; of a file that was there, from its opening on
};

JournaledFile& of(H5FD_t* file) { return *static_cast<JournaledFile*>(file); }
const JournaledFile& of(const H5FD_t* file) { return *static_cast<const JournaledFile*>(file); }

/// Leaves the reason on HDF5's stack of errors, at its bottom.
herr_t fail(hid_t minor, int error) {
  H5Epush2(H5E_DEFAULT, __FILE__, __func__, __LINE__, H5E_ERR_CLS, H5E_VFL, minor, "%s",
           reason_of(error).c_str());
  return -1;
}

H5FD_t* open_file(const char* name, unsigned flags, hid_t, haddr_t) {
  auto* file = new JournaledFile{};
  file->name = name;
  file->is_new = (flags & H5F_ACC_TRUNC) != 0;
  const std::string first_name = file->name + (file->is_new ? ".writing" : "");
  const int mode = (flags & H5F_ACC_RDWR ? O_RDWR : O_RDONLY) | (file->is_new ? O_CREAT | O_TRUNC : 0);
  struct stat status {};
  file->descriptor = ::open(first_name.c_str(), mode | O_CLOEXEC, 0666);
  if (file->descriptor < 0 || ::fstat(file->descriptor, &status) != 0) {
    fail(H5E_CANTOPENFILE, errno);
    if (file->descriptor >= 0) ::close(file->descriptor);
    delete file;
    return nullptr;
  }
  file->end = file->committed = static_cast<haddr_t>(status.st_size);
  if ((flags & H5F_ACC_RDWR) && !file->is_new)
    if (const int error = file->undo.begin(file->name, file->descriptor)) {
      fail(H5E_CANTOPENFILE, error);
      ::close(file->descriptor);
      delete file;
      return nullptr;
    }
  return file;
}

/// Step 2 of the header: the file on the disk becomes what HDF5 has written.
herr_t commit_changes(JournaledFile& f) {
  if (f.failed) return fail(H5E_WRITEERROR, ENOSPC);
  if (!f.changes.empty() || f.end < f.committed) {
    f.has_journal = false;
    if (const int error = f.undo.keep(f.descriptor, f.changes, f.end))
      return f.failed = true, fail(H5E_WRITEERROR, error);
    if (const int error = commit(f.name, f.descriptor, f.changes, f.end))
      return f.failed = true, fail(H5E_WRITEERROR, error);
    f.has_journal = true;
  }
  f.changes.clear();
  if (f.is_new && ::rename((f.name + ".writing").c_str(), f.name.c_str()) != 0)
    return fail(H5E_WRITEERROR, errno);
  f.is_new = false;
  f.committed = f.end;
  return 0;
}

herr_t close_file(H5FD_t* base) {
  JournaledFile& f = of(base);
  const bool changed = !f.changes.empty() || f.end != f.committed || f.is_new;
  herr_t result = changed && !f.failed ? commit_changes(f) : 0;
  if (!f.failed)
    if (const int error = f.undo.end(f.descriptor)) result = fail(H5E_CANTCLOSEFILE, error);
  std::error_code ignored;
  if (f.has_journal) std::filesystem::remove(journal_of(f.name), ignored);
  const int closed = ::close(f.descriptor);
  delete &f;
  return closed == 0 ? result : fail(H5E_CANTCLOSEFILE, errno);
}

int compare_files(const H5FD_t* a, const H5FD_t* b) {
  struct stat x {
  }, y{};
  ::fstat(of(a).descriptor, &x), ::fstat(of(b).descriptor, &y);
  if (x.st_dev != y.st_dev) return x.st_dev < y.st_dev ? -1 : 1;
  return x.st_ino < y.st_ino ? -1 : x.st_ino > y.st_ino ? 1 : 0;
}

herr_t query(const H5FD_t*, unsigned long* features) {
  *features = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
              H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}

haddr_t get_eoa(const H5FD_t* file, H5FD_mem_t) { return of(file).end_of_allocation; }
haddr_t get_eof(const H5FD_t* file, H5FD_mem_t) { return of(file).end; }
herr_t set_eoa(H5FD_t* file, H5FD_mem_t, haddr_t address) {
  of(file).end_of_allocation = address;
  return 0;
}

herr_t read(H5FD_t* base, H5FD_mem_t, hid_t, haddr_t address, size_t size, void* buffer) {
  const JournaledFile& f = of(base);
  char* bytes = static_cast<char*>(buffer);
  for (size_t done = 0; done < size;) {
    const ssize_t n = ::pread(f.descriptor, bytes + done, size - done, static_cast<off_t>(address + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return fail(H5E_READERROR, errno);
    if (n == 0) { // beyond the end HDF5 expects zeros
      std::memset(bytes + done, 0, size - done);
      break;
    }
    done += static_cast<size_t>(n);
  }
  f.changes.apply_to(address, bytes, size);
  return 0;
}

herr_t write(JournaledFile& f, haddr_t address, size_t size, const char* bytes) {
  const size_t old = address < f.committed ? std::min<size_t>(size, f.committed - address) : 0;
  if (old > 0) f.changes.put(address, bytes, old);
  if (const int error = write_bytes(f.descriptor, bytes + old, size - old, address + old))
    return f.failed = true, fail(H5E_WRITEERROR, error);
  f.end = std::max(f.end, address + size);
  return 0;
}
herr_t write(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, size_t size, const void* bytes) {
  return write(of(file), address, size, static_cast<const char*>(bytes));
}

/// How settle reaches the file through HDF5.
herr_t get_handle(H5FD_t* base, hid_t, void** handle) { return *handle = base, 0; }

herr_t flush(H5FD_t* base, hid_t, hbool_t) { return commit_changes(of(base)); }

/// The file is to end where HDF5's allocation does. What shortens it below the last flush waits for the next
/// one; what lengthens it is written as zeros, not left as a hole, so that a full disk is noticed here and
/// not while old bytes are being changed.
herr_t truncate(H5FD_t* base, hid_t, hbool_t) {
  JournaledFile& f = of(base);
  static constexpr char zeros[4096] = {};
  while (f.end < f.end_of_allocation)
    if (write(f, f.end, std::min<size_t>(sizeof zeros, f.end_of_allocation - f.end), zeros) < 0) return -1;
  if (f.end > f.end_of_allocation && f.end > f.committed &&
      ::ftruncate(f.descriptor, static_cast<off_t>(std::max(f.end_of_allocation, f.committed))) != 0)
    return f.failed = true, fail(H5E_SEEKERROR, errno);
  f.end = f.end_of_allocation;
  return 0;
}

hid_t driver() {
  static const hid_t id = [] {
    static constexpr H5FD_mem_t lists[] = H5FD_FLMAP_DICHOTOMY;
    static H5FD_class_t c{};
#if H5_VERSION_GE(1, 13, 2)
    c.version = H5FD_CLASS_VERSION;
    c.value = H5FD_RESERVED + 1;
#endif
    c.name = "ibsim_journaled";
    c.maxaddr = (haddr_t{1} << (8 * sizeof(off_t) - 1)) - 1;
    c.fc_degree = H5F_CLOSE_STRONG;
    c.open = open_file, c.close = close_file, c.cmp = compare_files, c.query = query;
    c.get_eoa = get_eoa, c.set_eoa = set_eoa, c.get_eof = get_eof;
    c.read = read, c.write = write, c.flush = flush, c.truncate = truncate, c.get_handle = get_handle;
    std::copy(std::begin(lists), std::end(lists), c.fl_map);
    return H5FDregister(&c);
  }();
  return id;
}

} // namespace

void use_journaled_driver(hid_t file_access) { H5Pset_driver(file_access, driver(), nullptr); }

int settle_journaled(hid_t file) {
  void* handle = nullptr;
  if (H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) < 0) return EIO;
  JournaledFile& f = of(static_cast<H5FD_t*>(handle));
  return f.failed ? EIO : f.undo.begin(f.name, f.descriptor);
}

} // namespace ibsim::hdf5
