// `ibsim diff` of two runs of `kind: line`: the scenarios by their keys, the tables row by row, the frames
// value by value.
#include "base/error.hpp"
#include "base/text.hpp"
#include "files/compare_series.hpp"
#include "files/json_report.hpp"
#include "files/run_folder.hpp"
#include "line_files/line_frames.hpp"
#include "line_files/read_line_scenario.hpp"
#include "line_run/line_application.hpp"
#include "line_run/line_outputs.hpp"
#include "program/print_differences.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

line::LineScenario scenario_in(const fs::path& folder) {
  std::vector<std::string> ignored;
  return read_line_scenario(run_files(folder).scenario, {}, ignored);
}

nlohmann::ordered_json print_scenarios(std::ostream& out, const line::LineScenario& a,
                                       const line::LineScenario& b) {
  return print_differences(
      out, line_scenario_differences(a, b),
      [](const KeyDifference& d) { return d.effect != ChangeEffect::nothing; },
      "title, end, method, output or device");
}

/// Frames of equal times.
SeriesComparison compare_line_frames(const fs::path& a, const fs::path& b, double tolerance) {
  SeriesComparison found;
  std::map<double, fs::path> other;
  for (const FoundFrame& frame : frames_in(b, line_series)) other[frame.seal.time] = frame.path;
  for (const FoundFrame& frame : frames_in(a, line_series)) {
    const auto same = other.find(frame.seal.time);
    if (same == other.end()) continue;
    const LineFrame x = read_line_frame(frame.path), y = read_line_frame(same->second);
    if (found.common++ == 0) found.first = x.time;
    found.last = x.time;
    if (!found.same) continue;
    for (std::size_t f = 0; f < x.names.size(); ++f) {
      if (f >= y.names.size() || x.names[f] != y.names[f] || x.values[f].size() != y.values[f].size()) {
        found.lines.push_back(x.names[f] + ": not the same points");
        continue;
      }
      double most = 0, scale = 0;
      for (std::size_t i = 0; i < x.values[f].size(); ++i) {
        most = std::max(most, std::abs(x.values[f][i] - y.values[f][i]));
        scale = std::max({scale, std::abs(x.values[f][i]), std::abs(y.values[f][i])});
      }
      if (!(most <= tolerance * scale)) found.lines.push_back(x.names[f] + text(": up to %.3g apart", most));
    }
    if (found.lines.empty())
      found.same_until = x.time;
    else
      found.same = false, found.parts_at = x.time;
  }
  return found;
}

} // namespace

int diff_line(const RunRequest& request) {
  require_json(request.json);
  std::ostream out(is_json_alone(request.json) ? nullptr : std::cout.rdbuf()); // nowhere without a buffer
  const line::LineScenario a = scenario_in(request.file), b = scenario_in(request.other);
  if (a.equation != b.equation)
    throw InputError("the runs are of different equations, so they cannot be compared");
  const nlohmann::ordered_json keys = print_scenarios(out, a, b);
  RunComparison found(out, request.tolerance, [&a](double time) { return line_time_text(a, time); });
  found.add_tables(request.file, request.other);
  for (const auto& [folder, scenario] : {std::pair{request.file, &a}, {request.other, &b}})
    require_line_tables(folder, *scenario, line::set_up(*scenario));
  const bool in_a = !frames_in(request.file, line_series).empty(),
             in_b = !frames_in(request.other, line_series).empty();
  if (in_a && in_b)
    found.add("frames", "frames", compare_line_frames(request.file, request.other, request.tolerance));
  else if (in_a || in_b)
    found.leave_out("frames", in_a ? "only the first run has them" : "only the second run has them");
  return found.finish(request.json, keys);
}

} // namespace ibsim
