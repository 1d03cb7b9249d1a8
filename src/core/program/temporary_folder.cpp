#include "program/temporary_folder.hpp"

#include "base/error.hpp"
#include "files/file_bytes.hpp"

#include <chrono>
#include <cstdlib>
#include <mutex>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

constexpr const char* beginning = "ibsim-check-";

struct Folders {
  std::mutex mutex;
  std::set<fs::path> paths;
};
Folders& of_this_process() {
  static Folders folders;
  return folders;
}

/// A folder of this user's, no link, that is older than the moment between making and locking it.
bool may_be_abandoned(const fs::path& path) {
  struct stat status {};
  constexpr auto moment = 60; // seconds
  return lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
         std::time(nullptr) - status.st_mtime > moment;
}

void remove_abandoned(const fs::path& parent) {
  std::error_code error;
  for (auto entry = fs::directory_iterator(parent, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    if (!entry->path().filename().string().starts_with(beginning) || !may_be_abandoned(entry->path()))
      continue;
    std::error_code ignored;
    if (const auto lock = FolderLock::try_lock(entry->path())) fs::remove_all(entry->path(), ignored);
  }
}

} // namespace

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  if (!error) remove_abandoned(parent);
  std::string name = (parent / (std::string(beginning) + "XXXXXX")).string();
  Folders& folders = of_this_process();
  const std::lock_guard guard(folders.mutex); // a signal waits until it is known
  if (error || !mkdtemp(name.data())) throw ResourceError("cannot make a temporary folder like " + name);
  path_ = name;
  try {
    folders.paths.insert(path_);
    lock_.emplace(path_);
  } catch (...) { // a full disk
    folders.paths.erase(path_);
    fs::remove_all(path_, error);
    throw;
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  Folders& folders = of_this_process();
  const std::lock_guard guard(folders.mutex);
  folders.paths.erase(path_);
}

double TemporaryFolder::bytes() const {
  double sum = 0;
  std::error_code error;
  for (auto entry = fs::recursive_directory_iterator(path_, error);
       entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code ignored;
    if (entry->is_regular_file(ignored)) sum += static_cast<double>(entry->file_size(ignored));
  }
  if (error) cannot_be_read(path_, error.value());
  return sum;
}

void remove_temporary_folders() {
  Folders& folders = of_this_process();
  const std::lock_guard guard(folders.mutex);
  for (const fs::path& path : folders.paths)
    for (int tries = 0; tries < 100 && fs::exists(path); ++tries) { // other threads may still write into it
      std::error_code error;
      fs::remove_all(path, error);
    }
}

} // namespace ibsim
