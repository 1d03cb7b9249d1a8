#include "flow_run/averages.hpp"

#include "base/text.hpp"
#include "diagnostics/motion_in_shear.hpp"
#include "diagnostics/series_statistics.hpp"
#include "files/csv.hpp"
#include "files/read_csv.hpp"
#include "files/run_folder.hpp"
#include "program/progress.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numbers>
#include <optional>

namespace ibsim {
namespace {

namespace fs = std::filesystem;
using Rows = std::vector<std::vector<CsvValue>>;
constexpr const char* time_title = "time (us)";

/// "flow rate (um^3/us)" as a name and a unit.
std::pair<std::string, std::string> parts_of(const std::string& title) {
  const std::size_t at = title.rfind(" (");
  if (at == std::string::npos || !title.ends_with(')')) return {title, ""};
  return {title.substr(0, at), title.substr(at + 2, title.size() - at - 3)};
}

/// The numbers of a table's rows from a time on, by the values of one column, which come in the order of
/// their first row.
class Window {
 public:
  Window(CsvTable table, real from, const std::string& grouped_by) : table_(std::move(table)) {
    const std::size_t time = table_.column(time_title), group = table_.column(grouped_by);
    for (std::size_t row = 0; row < table_.rows.size(); ++row) {
      const real now = std::strtod(table_.rows[row][time].c_str(), nullptr);
      if (now < from * (1 - 1e-9)) continue;
      const std::string name = group < table_.columns.size() ? table_.rows[row][group] : "";
      if (!rows_.contains(name)) groups_.push_back(name);
      rows_[name].push_back(row);
      if (groups_.front() == name) times_.push_back(now);
    }
  }
  const std::vector<std::string>& columns() const { return table_.columns; }
  const std::vector<std::string>& groups() const { return groups_; }
  const std::vector<real>& times() const { return times_; }
  /// us between rows
  real spacing() const {
    return times_.size() > 1 ? (times_.back() - times_.front()) / static_cast<real>(times_.size() - 1) : 0;
  }
  /// Nothing where a cell is no number. Inclinations, which are known up to half turns, count as the nearest
  /// ones to their axial mean.
  std::optional<SeriesStatistics> statistics(const std::string& group, std::size_t column) const {
    std::vector<real> values;
    for (const std::size_t row : rows_.at(group)) {
      const std::string& cell = table_.rows[row][column];
      char* end = nullptr;
      values.push_back(std::strtod(cell.c_str(), &end));
      if (cell.empty() || *end != '\0') return {};
    }
    if (table_.columns[column].ends_with("inclination (rad)")) {
      const real mean = axial_mean(values);
      for (real& value : values) value = mean + std::remainder(value - mean, std::numbers::pi);
    }
    return series_statistics(values);
  }

 private:
  CsvTable table_;
  std::vector<std::string> groups_;
  std::map<std::string, std::vector<std::size_t>> rows_;
  std::vector<real> times_; ///< of the first group
};

/// Sums over the objects of a kind at one time.
struct KindAtATime {
  double objects = 0;
  std::vector<double> sums, cosines, sines; ///< by column; the latter two of twice the value
};

/// cells.csv with a row a kind and time: means over the objects of the kind, of inclinations the axial ones.
CsvTable means_over_objects(const fs::path& cells_csv, real from) {
  std::vector<std::string> titles;
  std::vector<std::pair<std::string, std::string>> order; // time and name, as they come
  std::map<std::pair<std::string, std::string>, KindAtATime> found;
  read_run_csv_in_parts(cells_csv, [&](const CsvTable& part) {
    titles = part.columns;
    const std::size_t time = part.column(time_title), name = part.column("name"), columns = titles.size();
    for (const std::vector<std::string>& row : part.rows) {
      if (std::strtod(row[time].c_str(), nullptr) < from * (1 - 1e-9)) continue;
      KindAtATime& kind = found[{row[time], row[name]}];
      if (kind.objects++ == 0) {
        order.emplace_back(row[time], row[name]);
        kind.sums.resize(columns), kind.cosines.resize(columns), kind.sines.resize(columns);
      }
      for (std::size_t c = 0; c < columns; ++c) {
        const double value = std::strtod(row[c].c_str(), nullptr);
        kind.sums[c] += value;
        if (titles[c] == "inclination (rad)")
          kind.cosines[c] += std::cos(2 * value), kind.sines[c] += std::sin(2 * value);
      }
    }
  });
  CsvTable means;
  means.columns = titles;
  for (const auto& key : order) {
    const KindAtATime& kind = found.at(key);
    std::vector<std::string>& row = means.rows.emplace_back();
    for (std::size_t c = 0; c < titles.size(); ++c)
      row.push_back(titles[c] == time_title ? key.first
                    : titles[c] == "name"   ? key.second
                    : titles[c] == "inclination (rad)"
                        ? text("%.17g", std::atan2(kind.sines[c], kind.cosines[c]) / 2)
                        : text("%.17g", kind.sums[c] / kind.objects));
  }
  return means;
}

void append_averages(const Window& window, Rows& rows) {
  const std::vector<std::string> skipped{"step",
                                         time_title,
                                         "state_hash",
                                         "strain",
                                         "name",
                                         "station",
                                         "objects", // of cells.csv:
                                         "object",
                                         "tank_treading_angle (rad)",
                                         "rotation_angle (rad)"}; // which grow
  for (const std::string& group : window.groups())
    for (std::size_t c = 0; c < window.columns().size(); ++c) {
      const std::string& title = window.columns()[c];
      if (std::find(skipped.begin(), skipped.end(), title) != skipped.end()) continue;
      const std::optional<SeriesStatistics> found = window.statistics(group, c);
      if (!found) continue;
      const auto [name, unit] = parts_of(title);
      rows.push_back({name, unit, group, found->mean, found->error, found->deviation,
                      found->correlation * window.spacing(), static_cast<double>(found->values),
                      window.times().front(), window.times().back()});
    }
}

std::string viscosity_in_words(const Rows& averages) {
  for (const std::vector<CsvValue>& row : averages)
    if (std::get<std::string>(row[0]) == "relative viscosity") {
      const double mean = std::get<double>(row[3]), error = std::get<double>(row[4]);
      if (!std::isfinite(mean) || mean == 0) return "";
      return text("relative viscosity %.4g", mean) +
             (std::isnan(error) ? std::string(", its error unknown: too few independent values")
                                : text(" +- %.2g", error)) +
             ", the mean from " + time_text(std::get<double>(row[8])) + " to " +
             time_text(std::get<double>(row[9]));
    }
  return "";
}

} // namespace

std::string write_averages(const fs::path& folder, real from) {
  const RunFiles files = run_files(folder);
  Rows averages;
  for (const auto& [file, group] : {std::pair{files.run_csv, ""}, std::pair{files.kinds_csv, "name"},
                                    std::pair{files.stations_csv, "station"}})
    if (is_file(file)) append_averages(Window(read_run_csv(file), from, group), averages);
  if (is_file(files.cells_csv))
    append_averages(Window(means_over_objects(files.cells_csv, from), from, "name"), averages);
  if (!averages.empty())
    replace_table(files.averages_csv,
                  {"quantity", "unit", "kind", "mean", "error", "deviation", "correlation time (us)",
                   "values", "from (us)", "to (us)"},
                  averages);

  if (is_file(files.profiles_csv)) {
    const CsvTable table = read_run_csv(files.profiles_csv);
    const std::string place = table.columns.at(1);
    const Window window(table, from, place);
    std::vector<std::string> columns{place};
    for (std::size_t c = 2; c < table.columns.size(); ++c) {
      columns.push_back(table.columns[c]);
      columns.push_back("error of " + table.columns[c]);
    }
    Rows rows;
    for (const std::string& layer : window.groups()) {
      std::vector<CsvValue>& row = rows.emplace_back();
      row.push_back(std::strtod(layer.c_str(), nullptr));
      for (std::size_t c = 2; c < table.columns.size(); ++c) {
        const SeriesStatistics found = window.statistics(layer, c).value_or(series_statistics({}));
        row.push_back(found.mean), row.push_back(found.error);
      }
    }
    if (!rows.empty()) replace_table(files.mean_profiles_csv, columns, rows);
  }
  return viscosity_in_words(averages);
}

} // namespace ibsim
