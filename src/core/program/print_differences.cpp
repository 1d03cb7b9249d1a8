#include "program/print_differences.hpp"

#include "base/error.hpp"
#include "files/file_bytes.hpp"
#include "files/json_report.hpp"
#include "files/run_folder.hpp"
#include "files/sealed_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

/// A table with its column of time as compare_series knows it.
CsvTable over_time(const fs::path& file) {
  CsvTable table = read_whole_run_csv(file);
  std::replace(table.columns.begin(), table.columns.end(), std::string("time"), std::string("time (us)"));
  return table;
}

constexpr std::size_t most_lines = 12; // of one file

nlohmann::ordered_json comparison_json(const std::string& name, const SeriesComparison& found) {
  nlohmann::ordered_json json{
      {"name", name}, {"same", found.same}, {"times_in_common", found.common}, {"times_alone", found.alone}};
  if (found.common > 0) json["first_time"] = found.first, json["last_time"] = found.last;
  if (!found.same) {
    json["same_until"] =
        found.same_until < 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(found.same_until);
    json["parts_at"] = found.parts_at;
    json["differences"] = found.lines;
  }
  return json;
}

/// The times from which to which a table of averages goes; none of a table of layers.
std::set<std::string> windows_of(const CsvTable& table) {
  const std::size_t from = table.column("from (us)"), to = table.column("to (us)");
  std::set<std::string> windows;
  if (std::max(from, to) < table.columns.size())
    for (const std::vector<std::string>& row : table.rows) windows.insert(row[from] + " to " + row[to]);
  return windows;
}

} // namespace

nlohmann::ordered_json print_differences(std::ostream& out, const std::vector<KeyDifference>& differences,
                                         bool (*counts)(const KeyDifference&), const std::string& but_for) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const KeyDifference& d : differences) {
    if (!counts(d)) continue;
    if (all.empty()) out << "scenarios differ\n";
    all.push_back({{"key", d.key}, {"first", d.first}, {"second", d.second}});
    if (all.size() <= most_lines) out << "  " << d.key << ": " << d.first << " and " << d.second << "\n";
  }
  if (all.size() > most_lines) out << "  and " << all.size() - most_lines << " keys more\n";
  if (all.empty())
    out << "scenarios: the same" << (differences.empty() ? "" : ", but for " + but_for) << "\n";
  return all;
}

void RunComparison::add(const std::string& name, const std::string& rows, const SeriesComparison& found) {
  if (found.common + found.alone == 0) return;
  files_.emplace_back(name, found);
  out_ << name << ": ";
  if (found.common == 0) {
    out_ << "no time in common\n";
    return;
  }
  out_ << found.common << " " << rows << " in common, from " << time_text_(found.first) << " to "
       << time_text_(found.last);
  if (found.alone > 0) out_ << " (" << found.alone << " at times that only one has)";
  if (found.same) {
    out_ << ", the same\n";
    return;
  }
  out_ << "; they part "
       << (found.same_until < 0 ? "from the first on" : "after " + time_text_(found.same_until)) << ", at "
       << time_text_(found.parts_at) << "\n";
  for (std::size_t i = 0; i < std::min(found.lines.size(), most_lines); ++i)
    out_ << "  " << found.lines[i] << "\n";
  if (found.lines.size() > most_lines)
    out_ << "  and " << found.lines.size() - most_lines << " quantities more\n";
}

void RunComparison::leave_out(const std::string& name, const std::string& why) {
  left_out_.push_back(name);
  out_ << name << ": not compared, " << why << "\n";
}

std::size_t RunComparison::alone() const {
  std::size_t alone = 0;
  for (const auto& [name, found] : files_) alone += found.alone;
  return alone;
}

void RunComparison::add_tables(const fs::path& a, const fs::path& b) {
  const auto names_in = [](const fs::path& folder) {
    std::vector<std::string> names;
    for (const fs::path& table : tables_of_run(folder)) names.push_back(table.filename().string());
    return names;
  };
  const std::vector<std::string> in_a = names_in(a), in_b = names_in(b);
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const std::string& name : in_a) {
    if (!has(in_b, name)) {
      leave_out(name, "only the first run has it");
      continue;
    }
    if (name == "averages.csv" || name == "mean_profiles.csv" || name == "motion.csv") {
      add_averages(a / name, b / name);
      continue;
    }
    const CsvTable x = over_time(a / name), y = over_time(b / name);
    if (tolerance_ > 0 && (name == "kinds.csv" || name == "contacts.csv" || name == "profiles.csv" ||
                           name == "stations.csv" || name == "station_profiles.csv" ||
                           name == "aggregates.csv" || name == "aggregated_pairs.csv" || name == "bonds.csv"))
      leave_out(name, "which has no tolerance");
    else
      add(name, "rows", compare_series(x, y, tolerance_));
  }
  for (const std::string& name : in_b)
    if (!has(in_a, name)) leave_out(name, "only the second run has it");
  look_at_other_files(a), look_at_other_files(b);
}

void RunComparison::look_at_other_files(const fs::path& folder) {
  std::vector<fs::path> sealed;
  for (const fs::directory_entry& file : fs::directory_iterator(folder))
    if (const fs::path& path = file.path(); path.extension() == ".h5" || path.extension() == ".vtkhdf")
      sealed.push_back(path);
  std::sort(sealed.begin(), sealed.end());
  constexpr std::uintmax_t most = 1'000'000'000; // bytes: of more, that is a matter of minutes
  for (const fs::path& path : sealed) try {
      if (is_file(path) && fs::file_size(path) > most)
        read_seal(path);
      else
        require_whole(path);
    } catch (const InputError& damage) {
      left_out_.push_back(path.string());
      out_ << damage.what() << "; not compared\n";
    }
}

void RunComparison::add_averages(const fs::path& a, const fs::path& b) {
  const std::string name = a.filename().string();
  const CsvTable x = read_whole_run_csv(a), y = read_whole_run_csv(b);
  if (tolerance_ > 0) return leave_out(name, "which has no tolerance");
  if (alone() > 0) return leave_out(name, "since the runs have other times");
  other_windows_ = other_windows_ || windows_of(x) != windows_of(y);
  if (other_windows_) return leave_out(name, "since the averages begin or end at other times");
  const bool same = x.columns == y.columns && x.rows == y.rows;
  averages_.emplace_back(name, same);
  out_ << name << ": " << x.rows.size() << " and " << y.rows.size() << " rows, "
       << (same ? "the same" : "they differ") << "\n";
}

int RunComparison::finish(const std::filesystem::path& json, const nlohmann::ordered_json& keys) {
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  std::size_t common = 0;
  double parts_at = std::numeric_limits<double>::infinity();
  for (const auto& [name, found] : files_) {
    files.push_back(comparison_json(name, found));
    common += found.common;
    if (!found.same) parts_at = std::min(parts_at, found.parts_at);
  }
  if (common == 0) throw InputError("the runs have no time in common, so they cannot be compared");
  bool same = std::isinf(parts_at);
  std::string averages;
  for (const auto& [name, equal] : averages_) {
    files.push_back({{"name", name}, {"same", equal}});
    if (!equal) averages += (averages.empty() ? "" : ", ") + name;
    same = same && equal;
  }
  std::string left_out;
  for (const std::string& name : left_out_) {
    files.push_back({{"name", name}, {"compared", false}});
    left_out += (left_out.empty() ? "" : ", ") + name;
  }
  write_json(json, json_text({{"same", same},
                              {"tolerance", tolerance_},
                              {"parts_at", parts_at},
                              {"scenario", keys},
                              {"files", files}}));
  if (same)
    out_ << (tolerance_ > 0 ? "the same within the tolerance" : "the same, bit for bit")
         << (alone() > 0 ? ", at the times that both have" : "")
         << (left_out.empty() ? "" : "; not compared: " + left_out) << "\n";
  else if (std::isinf(parts_at))
    out_ << "different, in " << averages << "\n";
  else
    out_ << "different, from " << time_text_(parts_at) << " on\n";
  return same ? 0 : 1;
}

} // namespace ibsim
