#include "validation/kept_series.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "files/content_hash.hpp"
#include "files/hashed_file.hpp"
#include "flow_files/write_resolved.hpp"
#include "program/machine.hpp"

#include <cstring>
#include <sstream>

namespace ibsim {
namespace {

const std::string first_line = "ibsim series 1\n", last_line = "end\n";

/// Lines "table|kind|column|values", each followed by so many numbers as they lie in memory.
void add_table(const std::string& table, const std::string& kind, const TableColumns& columns,
               std::string& to) {
  for (const auto& [name, values] : columns) {
    to += table + "|" + kind + "|" + name + "|" + std::to_string(values.size()) + "\n";
    to.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  }
}

TableColumns& table_of(SuspensionSeries& series, const std::string& table, const std::string& kind) {
  if (table == "run") return series.run;
  if (table == "profiles") return series.profiles;
  return table == "kinds" ? series.kinds[kind] : series.objects[kind];
}

} // namespace

std::filesystem::path kept_file(const std::filesystem::path& folder, const Scenario& scenario, bool cuda) {
  ContentHash hash;
  for (const std::string& part : {resolved_scenario(scenario), device_in_words(cuda), version_description()})
    hash.add(part.data(), part.size());
  return folder / (hex_of(hash.value()) + ".series");
}

std::optional<SuspensionSeries> read_kept_series(const std::filesystem::path& file) {
  const std::optional<std::string> kept = read_hashed_file(file);
  if (!kept) return {};
  const std::string& bytes = *kept;
  if (!bytes.starts_with(first_line) || !bytes.ends_with(last_line)) return {};
  SuspensionSeries series;
  const std::size_t end = bytes.size() - last_line.size();
  for (std::size_t at = first_line.size(); at < end;) {
    const std::size_t line_end = bytes.find('\n', at);
    if (line_end >= end) return {};
    std::istringstream line(bytes.substr(at, line_end - at));
    std::string table, kind, column;
    std::size_t values = 0;
    std::getline(line, table, '|'), std::getline(line, kind, '|'), std::getline(line, column, '|');
    at = line_end + 1;
    if (!(line >> values) || values > (end - at) / sizeof(double)) return {};
    std::vector<double>& numbers = table_of(series, table, kind)[column];
    numbers.resize(values);
    std::memcpy(numbers.data(), &bytes[at], values * sizeof(double));
    at += values * sizeof(double);
  }
  return series;
}

void keep_series(const std::filesystem::path& file, const SuspensionSeries& series) {
  std::string bytes = first_line;
  add_table("run", "", series.run, bytes);
  add_table("profiles", "", series.profiles, bytes);
  for (const auto& [kind, columns] : series.kinds) add_table("kinds", kind, columns, bytes);
  for (const auto& [kind, columns] : series.objects) add_table("objects", kind, columns, bytes);
  std::error_code ignored;
  std::filesystem::create_directories(file.parent_path(), ignored);
  try {
    write_hashed_file(file, bytes + last_line);
  } catch (const ResourceError& e) {
    log::warning(std::string("a finished run will be made again if the case is stopped: ") + e.what());
  }
}

} // namespace ibsim
