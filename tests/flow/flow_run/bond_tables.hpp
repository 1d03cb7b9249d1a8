// Tables of bonds of a finished run, compared with each other.
#pragma once

#include "files/read_csv.hpp"
#include "files/run_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

namespace ibsim::testing_runs {

/// Compares the tables of a run. For each object: formed + taken over - broken - freed is what it has at the
/// end, nothing if it has left. In bonds.csv bonds are those formed less those broken, at each time.
/// @param follows says of an id that it may be of a copy that still follows its original, which has no events
/// @return the number of events by their names
template <class F>
std::map<std::string, int> expect_all_events(const std::filesystem::path& folder, const F& follows) {
  const CsvTable events = read_csv(run_files(folder).bond_events_csv),
                 bonds = read_csv(run_files(folder).bonds_csv),
                 left = read_csv(run_files(folder).departures_csv);
  const auto cell = [](const CsvTable& table, std::size_t row, const char* title) {
    return table.rows[row][table.column(title)];
  };
  std::map<std::string, int> has, names, last;
  for (std::size_t row = 0; row < events.rows.size(); ++row) {
    const std::string name = cell(events, row, "event"), object = cell(events, row, "object");
    ++names[name];
    if (name == "formed" || name == "taken over") ++has[object];
    if (name == "broken" || name == "freed") --has[object];
  }
  for (std::size_t row = 0; row < bonds.rows.size(); ++row) {
    const auto number = [&](const char* title) { return std::stoi(cell(bonds, row, title)); };
    EXPECT_EQ(number("bonds"), number("formed") - number("broken")) << row;
    last[cell(bonds, row, "object")] = number("bonds");
  }
  EXPECT_GE(left.rows.size(), 1u);
  for (std::size_t row = 0; row < left.rows.size(); ++row) last[cell(left, row, "object")] = 0;
  for (const auto& [object, number] : last)
    if (has.contains(object) || !follows(object)) EXPECT_EQ(has[object], number) << object;
  return names;
}

} // namespace ibsim::testing_runs
