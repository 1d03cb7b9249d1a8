// `ibsim motion`: how the objects of a run, or of the runs of a sweep, move in shear (flow_run/motion_table).
#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "commands/applications.hpp"
#include "commands/commands.hpp"
#include "files/read_csv.hpp"
#include "files/run_folder.hpp"
#include "flow_files/read_scenario.hpp"
#include "flow_run/motion_table.hpp"
#include "model/scenario.hpp"
#include "program/application.hpp"

#include <iostream>
#include <map>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

/// From how many objects on their kinds are counted instead.
constexpr std::size_t many = 30;

std::vector<MotionOfObject> motions_of_run(const fs::path& folder) {
  const Application& application = application_of_folder(folder);
  if (application.kind != "flow")
    throw InputError(folder.string() + " is a run of kind " + application.kind + ", which has no objects");
  const RunFiles files = run_files(folder);
  if (!is_file(files.cells_csv))
    throw InputError(folder.string() +
                     ": has no cells.csv: there are no closed objects, or no row is due yet");
  std::vector<std::string> warnings;
  return motions_in(folder, read_scenario(files.scenario, {}, warnings));
}

void print(const std::vector<MotionOfObject>& found) {
  if (found.size() < many) {
    for (const MotionOfObject& one : found) std::cout << in_words(one) << "\n";
    return;
  }
  std::map<std::string, std::map<std::string, int>> kinds;
  for (const MotionOfObject& one : found) ++kinds[one.name][one.motion.motion];
  for (const auto& [name, motions] : kinds) {
    std::cout << name << ":";
    for (const auto& [motion, number] : motions)
      std::cout << (&motion == &motions.begin()->first ? " " : ", ") << motion << " " << number;
    std::cout << "\n";
  }
}

} // namespace

int motion_command(const CommandLine& line) {
  std::vector<std::string> titles = motion_titles;
  std::vector<std::vector<CsvValue>> rows;
  const fs::path sweep = line.file / "sweep.csv";
  if (is_file(sweep)) {
    titles.insert(titles.begin(), {"point", "status"});
    const CsvTable table = read_csv(sweep);
    const std::size_t point = table.column("point"), status = table.column("status");
    if (point == table.columns.size() || status == table.columns.size())
      throw InputError(sweep.string() + ": has no columns \"point\" and \"status\"");
    for (const std::vector<std::string>& row : table.rows) {
      const fs::path run = line.file / row[point];
      std::cout << row[point] << " (" << row[status] << ")\n";
      if (!is_file(run_files(run).cells_csv)) continue;
      const std::vector<MotionOfObject> found = motions_of_run(run);
      print(found);
      for (const MotionOfObject& one : found) {
        const std::vector<CsvValue> values = motion_row(one);
        rows.push_back({row[point], row[status]});
        rows.back().insert(rows.back().end(), values.begin(), values.end());
      }
    }
  } else {
    const std::vector<MotionOfObject> found = motions_of_run(line.file);
    print(found);
    for (const MotionOfObject& one : found) rows.push_back(motion_row(one));
  }
  if (!line.output.empty()) replace_table(line.output, titles, rows);
  return 0;
}

} // namespace ibsim
