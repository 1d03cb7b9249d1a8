// The folder of a run.
#pragma once

#include "files/file_bytes.hpp"
#include "files/folder_lock.hpp"

#include <filesystem>
#include <vector>

namespace ibsim {

/// Make `folder` ready for a new run: claimed and cleared. @throws as claim_run_folder
FolderLock prepare_run_folder(const std::filesystem::path& folder, bool overwrite);

/// The folder of a new run, created with its parents or empty already; or, with `overwrite`, with what it
/// holds: nothing of that is touched. @return the lock on it. @throws InputError if it holds something, or is
/// a file; ResourceError if it cannot be written or is in use
FolderLock claim_run_folder(const std::filesystem::path& folder, bool overwrite);
/// Remove the files that a run writes and the pictures that `ibsim render` made of them; others stay.
void clear_run_folder(const std::filesystem::path& folder);

/// Checks a folder without creating or removing anything.
void check_run_folder(const std::filesystem::path& folder, bool overwrite);

/// True if a run in `folder` would replace or remove `file`, by whatever name.
bool is_file_of_run(const std::filesystem::path& folder, const std::filesystem::path& file);

/// The paths of what a run writes; frames and their lists have theirs in files/frame_series.
struct RunFiles {
  std::filesystem::path scenario, log, cells_csv, run_csv, checkpoint, previous_checkpoint;
  std::filesystem::path kinds_csv, contacts_csv, profiles_csv, averages_csv, mean_profiles_csv, motion_csv;
  std::filesystem::path aggregates_csv, aggregated_pairs_csv, bonds_csv, passages_csv, departures_csv;
  std::filesystem::path bond_events_csv, stations_csv, station_profiles_csv, passed_csv;
};
RunFiles run_files(const std::filesystem::path& folder);

/// The tables that a run has left in its folder: those over time, then the averages of them.
std::vector<std::filesystem::path> tables_of_run(const std::filesystem::path& folder);

/// The names of the series of frames that a run may write (files/frame_series).
inline constexpr const char* cells_series = "cells";
inline constexpr const char* fluid_series = "fluid";
inline constexpr const char* wall_series = "wall";
inline constexpr const char* bonds_series = "bonds";
inline constexpr const char* failure_cells_series = "failure_cells";
inline constexpr const char* failure_fluid_series = "failure_fluid";
inline constexpr const char* line_series = "line";
/// Means over time of a vessel's wall: one frame, made at the end.
inline constexpr const char* wall_means_series = "wall_means";
/// All series, in the order in which a folder is described.
inline constexpr const char* all_series[] = {cells_series,         fluid_series,        wall_series,
                                             wall_means_series,    bonds_series,        line_series,
                                             failure_cells_series, failure_fluid_series};

} // namespace ibsim
