#include "io/run_folder.hpp"

#include "base/error.hpp"
#include "io/file_bytes.hpp"
#include "io/undo_log.hpp"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

/// What a run may leave in its folder.
std::vector<fs::path> own_files(const fs::path& folder) {
  const RunFiles files = run_files(folder);
  std::vector<fs::path> all{
      files.scenario,      files.log,          files.cells,      files.fluid,
      files.cells_csv,     files.run_csv,      files.checkpoint, files.previous_checkpoint,
      files.failure_cells, files.failure_fluid};
  for (const fs::path& file : {files.cells, files.fluid, files.failure_cells, files.failure_fluid}) {
    all.push_back(fs::path(file).replace_extension(".xdmf"));
    all.push_back(journal_of(file));
    all.push_back(undo_log_of(file));
  }
  const std::size_t n = all.size();
  for (std::size_t i = 0; i < n; ++i) all.push_back(all[i].string() + ".writing");
  return all;
}

} // namespace

RunFiles run_files(const fs::path& folder) {
  return {folder / "scenario.yaml",
          folder / "ibsim.log",
          folder / "cells.vtkhdf",
          folder / "fluid.vtkhdf",
          folder / "cells.csv",
          folder / "run.csv",
          folder / "checkpoint.h5",
          folder / "checkpoint.previous.h5",
          folder / "failure_cells.vtkhdf",
          folder / "failure_fluid.vtkhdf"};
}

void check_run_folder(const fs::path& folder, bool overwrite) {
  std::error_code error;
  const auto status = fs::status(folder, error);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status))
    throw InputError("the output folder " + folder.string() + " is a file; choose another with --output");
  bool empty = true;
  for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error))
    if (entry->path().filename() != "ibsim.lock") empty = false;
  if (error)
    throw ResourceError("the output folder " + folder.string() +
                        " cannot be read: " + reason_of(error.value()));
  if (!empty && !overwrite)
    throw InputError("the output folder " + folder.string() +
                     " exists and is not empty; choose another with --output DIR, or replace the run in it "
                     "with --overwrite");
}

FolderLock prepare_run_folder(const fs::path& folder, bool overwrite) {
  check_run_folder(folder, overwrite);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw ResourceError("cannot create the output folder " + folder.string() + ": " +
                        reason_of(error.value()));
  FolderLock lock(folder);
  check_run_folder(folder, overwrite); // another run may have come and gone
  for (const fs::path& old : own_files(folder)) {
    fs::remove(old, error);
    if (error) throw ResourceError("cannot remove " + old.string() + ": " + reason_of(error.value()));
  }
  return lock;
}

void settle_run_folder(const fs::path& folder) {
  const RunFiles files = run_files(folder);
  std::error_code ignored;
  if (!fs::exists(journal_of(files.cells), ignored) && !fs::exists(journal_of(files.fluid), ignored)) return;
  if (const std::optional<FolderLock> lock = FolderLock::try_lock(folder))
    for (const fs::path& file : {files.cells, files.fluid}) finish_journal(file);
}

void require_free_space(const fs::path& path, std::size_t bytes) {
  std::error_code error;
  fs::path folder = fs::is_directory(path, error) ? path : path.parent_path();
  if (folder.empty()) folder = ".";
  const fs::space_info space = fs::space(folder, error);
  if (!error && space.available < bytes)
    throw ResourceError("the disk is full: " + path.string() + " needs up to " +
                        std::to_string((bytes >> 10) + 1) + " KiB, " + std::to_string(space.available >> 10) +
                        " KiB are free");
}

void make_durable(const fs::path& path) {
  if (const int error = wait_for_disk(path.c_str()))
    throw ResourceError("cannot write " + path.string() + " to the disk: " + reason_of(error));
}

void write_file(const fs::path& path, const std::string& content) {
  const std::string temporary = path.string() + ".writing";
  const auto fail = [&](const char* doing, int error) {
    ::unlink(temporary.c_str());
    throw ResourceError("cannot " + std::string(doing) + " " + path.string() + ": " + reason_of(error));
  };
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) fail("write", errno);
  int error = write_bytes(file, content.data(), content.size(), 0);
  if (::close(file) != 0 && error == 0) error = errno;
  if (error != 0) fail("write", error);
  if (::rename(temporary.c_str(), path.c_str()) != 0) fail("replace", errno);
}

} // namespace ibsim
