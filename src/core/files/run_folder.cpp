#include "files/run_folder.hpp"

#include "base/error.hpp"
#include "files/frame_series.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

/// What a run of kind activation may leave, a file a case: activation*.vtkhdf, .vtu, .dat, .igb, and two
/// tables.
std::vector<fs::path> activation_files_in(const fs::path& folder) {
  std::vector<fs::path> files{folder / "points.csv", folder / "regions.csv"};
  std::error_code error;
  for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const std::string ending = entry->path().extension().string();
    if (entry->path().filename().string().rfind("activation", 0) == 0 &&
        (ending == ".vtkhdf" || ending == ".vtu" || ending == ".dat" || ending == ".igb"))
      files.push_back(entry->path());
  }
  return files;
}

/// The files PREFIX*.csv of a folder, of `kind: line`.
void add_tables(const fs::path& folder, const std::string& prefix, std::vector<fs::path>& all) {
  std::error_code ignored;
  for (auto entry = fs::directory_iterator(folder, ignored); !ignored && entry != fs::directory_iterator();
       entry.increment(ignored))
    if (const std::string name = entry->path().filename().string();
        name.starts_with(prefix) && (name.ends_with(".csv") || name.ends_with(".csv.part")))
      all.push_back(entry->path());
}

/// studio_000050.png and so on, as ibsim render calls them.
bool is_rendered(const std::string& name) {
  for (const std::string look : {"microscope_", "studio_", "data_"})
    if (name.starts_with(look) && name.ends_with(".png")) {
      const std::string number = name.substr(look.size(), name.size() - look.size() - 4);
      return number.size() >= 6 && number.find_first_not_of("0123456789") == std::string::npos;
    }
  return false;
}

/// Pictures of output.pictures and of ibsim render; other pictures in that folder are not a run's own.
void add_pictures(const fs::path& folder, std::vector<fs::path>& all) {
  std::error_code ignored;
  for (auto entry = fs::directory_iterator(folder / "pictures", ignored);
       !ignored && entry != fs::directory_iterator(); entry.increment(ignored))
    if (const std::string name = entry->path().filename().string();
        name.starts_with("live_") || is_rendered(name))
      all.push_back(entry->path());
}

/// What a run may leave in its folder.
std::vector<fs::path> own_files(const fs::path& folder) {
  const RunFiles files = run_files(folder);
  std::vector<fs::path> all{files.scenario, files.log,        files.cells_csv,
                            files.run_csv,  files.checkpoint, files.previous_checkpoint};
  for (const fs::path& table :
       {files.kinds_csv, files.contacts_csv, files.profiles_csv, files.averages_csv, files.mean_profiles_csv,
        files.motion_csv, files.aggregates_csv, files.aggregated_pairs_csv, files.bonds_csv,
        files.passages_csv, files.departures_csv, files.bond_events_csv, files.stations_csv,
        files.station_profiles_csv, files.passed_csv})
    all.push_back(table);
  for (const char* name : {"vessels.csv", "space_time.vtkhdf"}) all.push_back(folder / name);
  add_tables(folder, "wall_shear_", all);
  add_tables(folder / "frames", "line_", all);
  add_pictures(folder, all);
  for (const std::string name : all_series)
    for (const char* ending : {".vtkhdf.series", ".xdmf"}) all.push_back(folder / (name + ending));
  for (const fs::path& file : activation_files_in(folder)) all.push_back(file);
  const std::size_t n = all.size();
  for (std::size_t i = 0; i < n; ++i) all.push_back(all[i].string() + ".part");
  for (const char* name : all_series)
    for (auto& [number, path] : frame_paths(folder, name, true)) all.push_back(std::move(path));
  return all;
}

} // namespace

RunFiles run_files(const fs::path& folder) {
  return {folder / "scenario.yaml",     folder / "ibsim.log",
          folder / "cells.csv",         folder / "run.csv",
          folder / "checkpoint.h5",     folder / "checkpoint.previous.h5",
          folder / "kinds.csv",         folder / "contacts.csv",
          folder / "profiles.csv",      folder / "averages.csv",
          folder / "mean_profiles.csv", folder / "motion.csv",
          folder / "aggregates.csv",    folder / "aggregated_pairs.csv",
          folder / "bonds.csv",         folder / "passages.csv",
          folder / "departures.csv",    folder / "bond_events.csv",
          folder / "stations.csv",      folder / "station_profiles.csv",
          folder / "passed.csv"};
}

std::vector<fs::path> tables_of_run(const fs::path& folder) {
  const RunFiles files = run_files(folder);
  std::vector<fs::path> all{files.run_csv,      files.cells_csv,       files.kinds_csv,
                            files.contacts_csv, files.aggregates_csv,  files.aggregated_pairs_csv,
                            files.profiles_csv, files.bonds_csv,       files.bond_events_csv,
                            files.passages_csv, files.stations_csv,    files.station_profiles_csv,
                            files.passed_csv,   folder / "vessels.csv"};
  std::vector<fs::path> shear;
  add_tables(folder, "wall_shear_", shear);
  std::sort(shear.begin(), shear.end());
  all.insert(all.end(), shear.begin(), shear.end());
  all.insert(all.end(), {files.averages_csv, files.mean_profiles_csv, files.motion_csv});
  std::erase_if(all, [](const fs::path& path) {
    std::error_code ignored;
    return path.extension() != ".csv" || !fs::exists(path, ignored);
  });
  return all;
}

bool is_file_of_run(const fs::path& folder, const fs::path& file) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return false; // nor can it be looked into
  const std::vector<fs::path> own = own_files(folder);
  return std::any_of(own.begin(), own.end(), [&](const fs::path& path) {
    std::error_code ignored;
    return fs::equivalent(path, file, ignored);
  });
}

void check_run_folder(const fs::path& folder, bool overwrite) {
  std::error_code error;
  const auto status = fs::status(folder, error);
  if (!fs::exists(status)) return; // or cannot be looked at: making it will say why
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

FolderLock claim_run_folder(const fs::path& folder, bool overwrite) {
  check_run_folder(folder, overwrite);
  std::error_code error;
  const bool is_new = fs::create_directories(folder, error);
  if (error)
    throw ResourceError("cannot create the output folder " + folder.string() + ": " +
                        reason_of(error.value()));
  try {
    FolderLock lock(folder);
    check_run_folder(folder, overwrite); // another run may have come and gone
    return lock;
  } catch (const Error&) {
    if (is_new) fs::remove(folder, error); // if nobody else has written into it
    throw;
  }
}

void clear_run_folder(const fs::path& folder) {
  for (const fs::path& old : own_files(folder)) remove_file(old);
  std::error_code ignored;
  for (const char* inner : {"frames", "pictures"})
    fs::remove(folder / inner, ignored); // if nothing else is in it
}

FolderLock prepare_run_folder(const fs::path& folder, bool overwrite) {
  FolderLock lock = claim_run_folder(folder, overwrite);
  clear_run_folder(folder);
  return lock;
}

} // namespace ibsim
