#include "program/print_differences.hpp"

#include "base/error.hpp"
#include "files/json_report.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <ostream>

namespace ibsim {
namespace {

constexpr std::size_t most_lines = 12; // of one file

nlohmann::ordered_json comparison_json(const std::string& name, const Comparison& found) {
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

void RunComparison::add(const std::string& name, const std::string& rows, const Comparison& found) {
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

int RunComparison::finish(const std::filesystem::path& json, const nlohmann::ordered_json& keys) {
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  std::size_t common = 0, alone = 0;
  double parts_at = std::numeric_limits<double>::infinity();
  for (const auto& [name, found] : files_) {
    files.push_back(comparison_json(name, found));
    common += found.common, alone += found.alone;
    if (!found.same) parts_at = std::min(parts_at, found.parts_at);
  }
  if (common == 0) throw InputError("the runs have no time in common, so they cannot be compared");
  const bool same = std::isinf(parts_at);
  write_json(json, json_text({{"same", same},
                              {"tolerance", tolerance_},
                              {"parts_at", parts_at},
                              {"scenario", keys},
                              {"files", files}}));
  if (same)
    out_ << (tolerance_ > 0 ? "the same within the tolerance" : "the same, bit for bit")
         << (alone > 0 ? ", at the times that both have\n" : "\n");
  else
    out_ << "different, from " << time_text_(parts_at) << " on\n";
  return same ? 0 : 1;
}

} // namespace ibsim
