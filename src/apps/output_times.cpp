#include "apps/output_times.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "io/compare_series.hpp"
#include "io/csv.hpp"
#include "io/frames.hpp"
#include "io/run_folder.hpp"

#include <algorithm>
#include <cstdlib>

namespace ibsim {
namespace {

std::vector<double> times_of_table(const std::filesystem::path& path,
                                   const std::vector<std::string>& columns) {
  const CsvTable table = read_whole_rows(path);
  if (table.columns != columns)
    throw InputError(path.string() + ": is not a table with the columns of this run");
  std::vector<double> times;
  for (const auto& row : table.rows)
    times.push_back(std::strtod(row[table.column("time (us)")].c_str(), nullptr));
  return times;
}

void require_time(const std::filesystem::path& path, const std::vector<double>& times, real last,
                  const Checkpoint& checkpoint) {
  if (!std::is_sorted(times.begin(), times.end()))
    throw InputError(path.string() + ": is damaged, its times do not grow");
  if (last < 0 || std::any_of(times.begin(), times.end(), [&](double t) { return same_time(t, last); }))
    return;
  throw InputError(
      path.string() + ": " +
      (times.empty() ? std::string("is empty") : "ends at t = " + shortest_decimals(times.back()) + " us") +
      ", but the checkpoint, of t = " + shortest_decimals(checkpoint.time) +
      " us, comes after what was written at t = " + shortest_decimals(last) +
      " us; the file has lost something or is not of this run");
}

} // namespace

NamedArray output_times_array(const OutputTimes& times) {
  return {"output_times", {times.series, times.cells, times.fluid}};
}

OutputTimes output_times(const Checkpoint& checkpoint) {
  const std::vector<double>& t = checkpoint.array("output_times", 3);
  const auto not_later = [&](double time) { return std::min(time, checkpoint.time); };
  return {not_later(t[0]), not_later(t[1]), not_later(t[2])};
}

void require_outputs(const Scenario& scenario, const Checkpoint& checkpoint) {
  const RunFiles files = run_files(scenario.output.folder);
  const OutputTimes last = output_times(checkpoint);
  // else it is older than what was written
  const bool exact = !(checkpoint.array("output_times", 3)[0] > checkpoint.time);
  const auto wanted = [&](real time) { return exact ? time : OutputTimes::none; };
  require_time(files.run_csv, times_of_table(files.run_csv, run_csv_columns()), wanted(last.series),
               checkpoint);
  require_time(files.cells_csv, times_of_table(files.cells_csv, cells_csv_columns()),
               scenario.objects.empty() ? OutputTimes::none : wanted(last.series), checkpoint);
  if (scenario.output.cells && last.cells >= 0)
    require_time(files.cells, frame_times(files.cells), wanted(last.cells), checkpoint);
  if (scenario.output.fluid && last.fluid >= 0)
    require_time(files.fluid, frame_times(files.fluid), wanted(last.fluid), checkpoint);
}

} // namespace ibsim
