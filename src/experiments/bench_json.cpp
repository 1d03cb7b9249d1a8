// The report of `ibsim bench` for programs. Numbers in SI units (seconds, bytes); what was not measured is
// null.
#include "experiments/bench.hpp"
#include "experiments/table.hpp"

#include <charconv>
#include <cmath>

namespace ibsim {
namespace {

using Entries = std::vector<std::pair<std::string, std::string>>; ///< name, and value as JSON

std::string number(double value) {
  if (!std::isfinite(value)) return "null";
  char buffer[40];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

std::string object(const Entries& entries) {
  std::string text;
  for (const auto& [name, value] : entries)
    text += (text.empty() ? "{" : ", ") + json_text(name) + ": " + value;
  return text + "}";
}

std::string array(const std::vector<std::string>& values, const std::string& indent) {
  std::string text = "[";
  for (const std::string& value : values) text += (text.size() > 1 ? "," : "") + ("\n" + indent) + value;
  return text + "]";
}

std::string json(const BenchTime& t, const BenchCase& c, double copy_bandwidth) {
  Entries entries{{"operation", json_text(t.operation)},
                  {"threads", t.threads > 0 ? number(t.threads) : "null"},
                  {"calls", number(t.calls)},
                  {"seconds", number(t.seconds)},
                  {"points", t.points > 0 ? number(t.points) : "null"},
                  {"points_per_second", t.points > 0 ? number(t.points / t.seconds) : "null"},
                  {"bytes", number(t.bytes)},
                  {"bytes_per_second", number(t.bytes / t.seconds)},
                  {"percent_of_copy_bandwidth", number(100 * t.bytes / t.seconds / copy_bandwidth)},
                  {"reach_seconds", number(t.reach)}};
  if (c.kind == "coupling") {
    const bool spreads = t.operation.rfind("spread", 0) == 0;
    entries.push_back({"ratio_to_atomics",
                       number(spreads ? t.seconds / c.seconds("spread by atomics", t.threads) : no_figure)});
    entries.push_back(
        {"parallel_efficiency",
         number(t.threads > 1 ? c.seconds(t.operation, 1) / (t.threads * t.seconds) : no_figure)});
  } else {
    entries.push_back({"floor_seconds", number(t.floor)});
    entries.push_back({"percent_of_floor", number(100 * t.floor / t.seconds)});
    if (t.operation == "step") entries.push_back({"steps_per_second", number(1 / t.seconds)});
  }
  return object(entries);
}

std::string json(const BenchCase& c, double copy_bandwidth) {
  std::vector<std::string> times;
  for (const BenchTime& t : c.times) times.push_back(json(t, c, copy_bandwidth));
  return object({{"bench", json_text(c.kind)},
                 {"name", json_text(c.name)},
                 {"grid", "[" + std::to_string(c.grid.x) + ", " + std::to_string(c.grid.y) + ", " +
                              std::to_string(c.grid.z) + "]"},
                 {"points", number(c.points)},
                 {"objects", number(c.objects)},
                 {"left_out", c.skipped.empty() ? "null" : json_text(c.skipped)},
                 {"array_bytes", c.kind == "step" ? number(c.array_bytes) : "null"},
                 {"device_bytes", c.device_bytes > 0 ? number(c.device_bytes) : "null"},
                 {"times", array(times, "    ")}});
}

} // namespace

std::string bench_json(const BenchReport& report,
                       const std::vector<std::pair<std::string, std::string>>& about) {
  std::string out = "{";
  for (const auto& [name, value] : about) out += json_text(name) + ": " + json_text(value) + ",\n ";
  out +=
      json_text("backend") + ": " + json_text(report.backend) + ",\n \"device\": " + json_text(report.device);
  out += ",\n \"copy_bytes_per_second\": " + number(report.copy_bandwidth) +
         ", \"copy_bytes\": " + number(report.copy_bytes);
  std::vector<std::string> cases;
  for (const BenchCase& c : report.cases) cases.push_back(json(c, report.copy_bandwidth));
  return out + ",\n \"cases\": " + array(cases, "  ") + "}\n";
}

} // namespace ibsim
