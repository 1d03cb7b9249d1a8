// Comparison of the files of two runs, byte for byte.
#pragma once

#include "files/checkpoint.hpp"
#include "files/frame_series.hpp"
#include "files/run_folder.hpp"
#include "test_folder.hpp"

#include <cstring>
#include <gtest/gtest.h>

namespace ibsim {

/// The tables, and the frames with their lists.
inline std::vector<std::filesystem::path> results(const std::filesystem::path& folder) {
  const RunFiles f = run_files(folder);
  std::vector<std::filesystem::path> files{f.cells_csv,    f.run_csv,           f.kinds_csv,   f.profiles_csv,
                                           f.averages_csv, f.mean_profiles_csv, f.contacts_csv};
  for (const std::filesystem::path& table :
       {f.aggregates_csv, f.aggregated_pairs_csv, f.bonds_csv, f.departures_csv, f.bond_events_csv,
        f.passages_csv, f.passed_csv, f.stations_csv, f.station_profiles_csv})
    if (std::filesystem::exists(table)) files.push_back(table);
  for (const char* name : {cells_series, fluid_series, bonds_series}) {
    if (name == std::string(bonds_series) && frames_in(folder, name).empty()) continue;
    for (const char* list : {".xdmf", ".vtkhdf.series"}) files.push_back(folder / (std::string(name) + list));
    for (const FoundFrame& frame : frames_in(folder, name)) files.push_back(frame.path);
  }
  return files;
}

inline void expect_same_files(const std::filesystem::path& a, const std::filesystem::path& b) {
  const auto files_a = results(a), files_b = results(b);
  ASSERT_EQ(files_a.size(), files_b.size());
  for (std::size_t i = 0; i < files_a.size(); ++i) {
    const std::string bytes = content(files_a[i]);
    EXPECT_FALSE(bytes.empty()) << files_a[i];
    EXPECT_TRUE(bytes == content(files_b[i])) << files_a[i].filename() << " differs";
  }
  // The checkpoints but for the scenario in them, which names the folder.
  const Checkpoint last_a = read_checkpoint(run_files(a).checkpoint),
                   last_b = read_checkpoint(run_files(b).checkpoint);
  EXPECT_EQ(last_a.step, last_b.step);
  ASSERT_EQ(last_a.arrays.size(), last_b.arrays.size());
  for (const NamedArray& array : last_a.arrays) // by their bits, since some are not numbers
    EXPECT_EQ(std::memcmp(array.values.data(), last_b.array(array.name, array.values.size()).data(),
                          array.values.size() * sizeof(double)),
              0)
        << array.name;
}

} // namespace ibsim
