// The folder of a run.
#pragma once

#include "io/folder_lock.hpp"

namespace ibsim {

/// Make `folder` ready for a new run: created with its parents, or empty already. A folder that holds
/// something is left as it is, unless `overwrite` says otherwise: then the files that a run writes are
/// removed (others stay).
/// @return the lock on it. @throws InputError if it holds something, or is a file; ResourceError if it cannot
/// be written or is in use.
FolderLock prepare_run_folder(const std::filesystem::path& folder, bool overwrite);

/// The same checks, but nothing is created or removed.
void check_run_folder(const std::filesystem::path& folder, bool overwrite);

/// Finish what a run that was killed was writing (io/journal), unless a run is going on in the folder.
void settle_run_folder(const std::filesystem::path& folder);

/// Write a whole file: to a temporary name beside it, then renamed, so that it is either the old or the new
/// one.
/// @throws ResourceError
void write_file(const std::filesystem::path&, const std::string& content);

/// Wait until the content of a file (of a folder: its names) is on the disk, so that a crash of the machine
/// does not lose it. Nothing is done if it is not there, or where the file system has no such operation.
/// @throws ResourceError if the disk fails
void make_durable(const std::filesystem::path&);

/// @throws ResourceError, saying so, if the disk of `path` has less than `bytes` free.
void require_free_space(const std::filesystem::path& path, std::size_t bytes);

/// The paths of what a run writes.
struct RunFiles {
  std::filesystem::path scenario, log, cells, fluid, cells_csv, run_csv, checkpoint, previous_checkpoint,
      failure_cells, failure_fluid;
};
RunFiles run_files(const std::filesystem::path& folder);

} // namespace ibsim
