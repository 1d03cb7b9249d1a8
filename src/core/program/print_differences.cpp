#include "program/print_differences.hpp"

#include <nlohmann/json.hpp>
#include <ostream>

namespace ibsim {

nlohmann::ordered_json print_differences(std::ostream& out, const std::vector<KeyDifference>& differences,
                                         bool (*counts)(const KeyDifference&), const std::string& but_for) {
  constexpr std::size_t most_lines = 12;
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

} // namespace ibsim
