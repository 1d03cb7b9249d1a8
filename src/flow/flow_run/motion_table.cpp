#include "flow_run/motion_table.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "files/read_csv.hpp"
#include "files/run_folder.hpp"
#include "model/flow_model.hpp"
#include "program/progress.hpp"
#include "walls/driven_flow.hpp"

#include <cmath>
#include <cstdlib>
#include <map>
#include <numbers>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t largest_table = 2'000'000'000; ///< bytes, whose numbers take about as many

struct Series {
  std::string name;
  SeriesOfObject angles;
  std::vector<real> deformation, elongation;
};

/// Appends the rows of a part of cells.csv to the series of their objects, by number.
void append(const CsvTable& part, std::map<std::size_t, Series>& objects) {
  const std::size_t object = part.column("object"), name = part.column("name");
  const auto at = [&](const char* title) {
    const std::size_t column = part.column(title);
    if (column == part.columns.size())
      throw InputError(part.file + ": has no column \"" + title + "\"; it is of another program");
    return column;
  };
  at("object"), at("name");
  using Angles = SeriesOfObject;
  const std::pair<std::size_t, std::vector<real> Angles::*> angles[] = {
      {at("time (us)"), &Angles::time},
      {at("inclination (rad)"), &Angles::inclination},
      {at("tank_treading_angle (rad)"), &Angles::tank_treading},
      {at("rotation_angle (rad)"), &Angles::rotation},
      {at("length (um)"), &Angles::length},
      {at("width (um)"), &Angles::width},
      {at("extent x (um)"), &Angles::extent_x},
      {at("axis x"), &Angles::axis_x}};
  const std::size_t deformation = at("taylor_deformation"), elongation = at("elongation_index");
  for (const std::vector<std::string>& row : part.rows) {
    const auto number = [&](std::size_t column) { return std::strtod(row[column].c_str(), nullptr); };
    Series& series = objects[std::strtoull(row[object].c_str(), nullptr, 10)];
    series.name = row[name];
    for (const auto& [column, values] : angles) (series.angles.*values).push_back(number(column));
    series.deformation.push_back(number(deformation));
    series.elongation.push_back(number(elongation));
  }
}

real mean_from(const std::vector<real>& values, std::size_t first) {
  real sum = 0;
  for (std::size_t i = first; i < values.size(); ++i) sum += values[i];
  return sum / static_cast<real>(values.size() - first);
}

constexpr real degrees(real radians) { return radians * 180 / std::numbers::pi; }

} // namespace

const std::vector<std::string> motion_titles{"object",
                                             "name",
                                             "motion",
                                             "period (us)",
                                             "turns a strain",
                                             "half turns",
                                             "inclination over half turns (deg)",
                                             "amplitude of inclination (deg)",
                                             "taylor_deformation over half turns",
                                             "elongation_index over half turns",
                                             "half turns from (us)",
                                             "half turns to (us)"};

std::vector<MotionOfObject> motions_in(const fs::path& folder, const FlowModel& model) {
  std::map<std::size_t, Series> objects;
  read_run_csv_in_parts(run_files(folder).cells_csv, [&](const CsvTable& part) { append(part, objects); });
  std::vector<MotionOfObject> found;
  for (auto& [number, series] : objects) {
    SeriesOfObject& s = series.angles;
    if (shear_strain(model, s.time.back()) != 0)
      for (const real time : s.time) s.strain.push_back(shear_strain(model, time));
    MotionOfObject& one = found.emplace_back();
    one.object = std::to_string(number), one.name = series.name;
    one.motion = motion_in_shear(s), one.end = s.time.back();
    one.deformation = mean_from(series.deformation, one.motion.from);
    one.elongation = mean_from(series.elongation, one.motion.from);
  }
  return found;
}

std::vector<CsvValue> motion_row(const MotionOfObject& one) {
  const MotionInShear& m = one.motion;
  return {one.object,
          one.name,
          m.motion,
          m.period,
          m.frequency,
          m.half_turns,
          degrees(m.inclination),
          degrees(m.amplitude),
          one.deformation,
          one.elongation,
          m.begin,
          one.end};
}

std::string in_words(const MotionOfObject& one) {
  const MotionInShear& m = one.motion;
  std::string line = "object " + one.object + ", " + one.name + ": ";
  if (m.motion.empty()) return line + "fewer than four rows in cells.csv";
  line += m.motion;
  if (!std::isnan(m.period)) line += ", a turn in " + time_text(m.period);
  if (!std::isnan(m.frequency)) line += text(" (%.3g turns a strain)", m.frequency);
  line += text(", inclination %.3g deg", degrees(m.inclination));
  if (!std::isnan(m.amplitude)) line += text(" +- %.2g", degrees(m.amplitude));
  line += text(", D %.3g, elongation index %.3g; ", one.deformation, one.elongation);
  line +=
      m.half_turns < 1 ? "less than one half turn, means" : text("means over %.0f half turns,", m.half_turns);
  return line + " from " + time_text(m.begin) + " to " + time_text(one.end);
}

void write_motions(const fs::path& folder, const FlowModel& model) {
  const RunFiles files = run_files(folder);
  std::error_code none;
  if (!is_file(files.cells_csv) || fs::file_size(files.cells_csv, none) > largest_table) return;
  std::vector<std::vector<CsvValue>> rows;
  for (const MotionOfObject& one : motions_in(folder, model)) rows.push_back(motion_row(one));
  if (!rows.empty()) replace_table(files.motion_csv, motion_titles, rows);
}

} // namespace ibsim
