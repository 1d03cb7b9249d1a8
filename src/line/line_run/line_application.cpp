#include "line_run/line_application.hpp"

#include "base/text.hpp"
#include "files/checkpoint.hpp"
#include "files/describe_file.hpp"
#include "files/frame_series.hpp"
#include "files/run_folder.hpp"
#include "line_files/line_keys.hpp"
#include "line_files/read_line_scenario.hpp"
#include "program/apply_options.hpp"
#include "program/progress.hpp"

namespace ibsim {

Application line_application() {
  return {"line",
          "equations on a line by the swept rule: heat, Kuramoto-Sivashinsky, gas, pulse waves in arteries",
          run_line,
          resume_line,
          check_line,
          diff_line,
          describe_line,
          keys_of_line};
}

const Keys& keys_of_line() {
  static line::LineScenario defaults;
  static const Keys keys = line_keys(defaults, "NAME.yaml");
  return keys;
}

line::LineScenario line_scenario_of(const RunRequest& request, const std::filesystem::path& file,
                                    std::vector<std::string>& warnings) {
  line::LineScenario s = read_line_scenario(file, request.overrides, warnings);
  apply_options(request, s);
  return s;
}

std::string line_time_text(const line::LineScenario& s, real time) {
  return s.has_dimensions() ? time_text(time) : text("%.4g", time);
}

std::string line_in_words(const line::LineScenario& s, const line::LineSetUp& set) {
  const std::string& name = line::equation_names()[static_cast<std::size_t>(s.equation)];
  if (s.equation == line::EquationKind::pulse)
    return text("pulse: %zu vessels, %d points", set.lines.segments.size(), set.lines.points());
  const char* ends[] = {"periodic", "insulated ends", "fixed ends", "walls", "open ends"};
  return name + text(": %d points of %.4g%s, %s", s.points, s.cell, s.has_dimensions() ? " um" : "",
                     ends[static_cast<int>(s.ends)]);
}

std::string describe_line(const std::filesystem::path& path) {
  const bool folder = std::filesystem::is_directory(path);
  const std::filesystem::path file = folder ? run_files(path).scenario : path;
  std::vector<std::string> warnings;
  const line::LineScenario s = read_line_scenario(file, {}, warnings);
  std::string out = file.string() + ": scenario of kind line, \"" + s.title + "\"\n  equation    " +
                    line_in_words(s, line::set_up(s)) + "\n  steps       " +
                    text("%.0f of ", std::ceil(s.time.end / s.time.step - 1e-9)) +
                    line_time_text(s, s.time.step) + ", to " + line_time_text(s, s.time.end) +
                    "\n  method      " + line::to_string(s.method.scheme) + "\n";
  for (const std::string& warning : warnings) out += "  warning     " + warning + "\n";
  if (!folder) return out;
  std::vector<std::filesystem::path> outputs = tables_of_run(path);
  if (!frames_in(path, line_series).empty()) outputs.insert(outputs.begin(), path / "line.vtkhdf.series");
  outputs.push_back(path / "space_time.vtkhdf");
  const RunFiles files = run_files(path);
  for (const std::filesystem::path& f : outputs)
    if (std::filesystem::exists(f)) out += describe_file(f);
  if (std::filesystem::exists(files.checkpoint)) {
    const Checkpoint c = read_checkpoint(files.checkpoint);
    out += files.checkpoint.string() +
           text(": checkpoint after step %llu, ", static_cast<unsigned long long>(c.step)) +
           line_time_text(s, c.time) + "\n";
  }
  return out;
}

} // namespace ibsim
