#include "flow_run/passed.hpp"

#include "files/csv.hpp"
#include "files/read_csv.hpp"
#include "files/run_folder.hpp"
#include "model/flow_model.hpp"
#include "objects/structure_properties.hpp"
#include "walls/stations.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>

namespace ibsim {
namespace {

/// Blood and objects that have passed a station.
struct Passed {
  real blood = 0, cells = 0; ///< um^3
  std::vector<real> objects; ///< by name
};

/// Names of the closed kinds, each once.
std::vector<std::string> names_of_kinds(const FlowModel& model) {
  std::vector<std::string> names;
  for (const ObjectKind& kind : model.objects)
    if (has_inside(kind) && std::find(names.begin(), names.end(), kind.name) == names.end())
      names.push_back(kind.name);
  return names;
}

/// Haematocrits of stations.csv, as they stand there: (time, station) -> text.
std::map<std::pair<std::string, std::string>, std::string>
haematocrits_in(const std::filesystem::path& file) {
  std::map<std::pair<std::string, std::string>, std::string> found;
  if (!is_file(file)) return found;
  read_run_csv_in_parts(file, [&](const CsvTable& part) {
    const std::size_t time = part.column("time (us)"), station = part.column("station"),
                      value = part.column("tube haematocrit");
    for (const std::vector<std::string>& row : part.rows) found[{row[time], row[station]}] = row[value];
  });
  return found;
}

/// Number in a column of a row; not a number where the table lacks the column.
double number(const std::vector<std::string>& row, std::size_t column) {
  return column < row.size() ? std::strtod(row[column].c_str(), nullptr)
                             : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

void write_passed(const std::filesystem::path& folder, const FlowModel& model,
                  const std::vector<Passage>& passages) {
  const RunFiles files = run_files(folder);
  const std::vector<Station> stations = stations_of(model);
  if (stations.empty() || !is_file(files.run_csv)) return;
  const CsvTable run = read_run_csv(files.run_csv);
  const auto haematocrits = haematocrits_in(files.stations_csv);
  const std::vector<std::string> names = names_of_kinds(model);
  std::vector<std::string> titles{"time (us)", "station", "flow rate (um^3/us)", "pressure (kPa)",
                                  "volume of blood (um^3)"};
  if (!names.empty())
    titles.insert(titles.end(), {"tube haematocrit", "volume of cells (um^3)", "discharge haematocrit"});
  for (const std::string& name : names) titles.push_back(name + " passed");

  std::vector<Passed> passed(stations.size(), {0, 0, std::vector<real>(names.size())});
  std::vector<std::vector<CsvValue>> rows;
  const std::size_t time = run.column("time (us)");
  std::size_t next = 0; // passage
  for (std::size_t i = 0; i < run.rows.size(); ++i) {
    const std::vector<std::string>& now = run.rows[i];
    const real t = number(now, time);
    for (; next < passages.size() && passages[next].time <= t; ++next) {
      const Passage& p = passages[next];
      const real way = static_cast<real>(p.way * stations[p.station].way);
      passed[p.station].cells += way * p.measures[volume_measure];
      const auto kind = std::find(names.begin(), names.end(), p.name) - names.begin();
      if (static_cast<std::size_t>(kind) < names.size())
        passed[p.station].objects[static_cast<std::size_t>(kind)] += way;
    }
    for (std::size_t s = 0; s < stations.size(); ++s) {
      const std::string of = (stations[s].is_opening ? " of " : " at ") + stations[s].name;
      const std::size_t rate = run.column("flow rate" + of + " (um^3/us)"),
                        pressure = run.column("pressure" + of + " (kPa)");
      Passed& here = passed[s];
      if (i > 0) {
        const std::vector<std::string>& before = run.rows[i - 1];
        here.blood += (t - number(before, time)) * (number(before, rate) + number(now, rate)) / 2;
      }
      std::vector<CsvValue>& row = rows.emplace_back();
      row = {t, stations[s].name, number(now, rate), number(now, pressure), here.blood};
      if (!names.empty()) {
        const auto tube = haematocrits.find({now[time], stations[s].name});
        row.push_back(tube == haematocrits.end() ? CsvValue(std::string())
                                                 : CsvValue(std::strtod(tube->second.c_str(), nullptr)));
        row.push_back(here.cells);
        row.push_back(here.blood != 0 ? CsvValue(here.cells / here.blood + 0.0) : CsvValue(std::string()));
      }
      for (const real objects : here.objects) row.push_back(objects);
    }
  }
  replace_table(files.passed_csv, titles, rows);
}

} // namespace ibsim
