// The report of `ibsim bench` for programs. Numbers in SI units (seconds, bytes); what was not measured is
// null, as the text of NaN is.
#include "bench/bench.hpp"
#include "files/json_report.hpp"

#include <nlohmann/json.hpp>

namespace ibsim {
namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json known(bool is_known, Value value) {
  return is_known ? Json(value) : Json(nullptr);
}

Json json(const BenchTime& t, const BenchCase& c, double copy_bandwidth) {
  Json entry{{"operation", t.operation},
             {"threads", known(t.threads > 0, t.threads)},
             {"calls", t.calls},
             {"seconds", t.seconds},
             {"points", known(t.points > 0, t.points)},
             {"points_per_second", known(t.points > 0, t.points / t.seconds)},
             {"bytes", t.bytes},
             {"bytes_per_second", t.bytes / t.seconds},
             {"percent_of_copy_bandwidth", 100 * t.bytes / t.seconds / copy_bandwidth},
             {"reach_seconds", t.reach}};
  if (c.kind == "coupling") {
    const bool spreads = t.operation.rfind("spread", 0) == 0;
    entry["ratio_to_atomics"] = known(spreads, t.seconds / c.seconds("spread by atomics", t.threads));
    entry["parallel_efficiency"] = known(t.threads > 1, c.seconds(t.operation, 1) / (t.threads * t.seconds));
  } else {
    entry["floor_seconds"] = t.floor;
    entry["percent_of_floor"] = 100 * t.floor / t.seconds;
    if (t.operation == "step") entry["steps_per_second"] = 1 / t.seconds;
  }
  return entry;
}

Json json(const BenchCase& c, double copy_bandwidth) {
  Json times = Json::array();
  for (const BenchTime& t : c.times) times.push_back(json(t, c, copy_bandwidth));
  return {{"bench", c.kind},
          {"name", c.name},
          {"grid", {c.grid.x, c.grid.y, c.grid.z}},
          {"points", c.points},
          {"objects", c.objects},
          {"left_out", known(!c.skipped.empty(), c.skipped)},
          {"array_bytes", known(c.kind == "step", c.array_bytes)},
          {"time_step_us", known(c.time_step > 0, c.time_step)},
          {"seconds_per_physical_ms", known(c.time_step > 0, c.seconds_a_millisecond())},
          {"same_bits_as_alone", known(c.same_bits.has_value(), c.same_bits.value_or(false))},
          {"device_bytes", known(c.device_bytes > 0, c.device_bytes)},
          {"times", times}};
}

} // namespace

std::string bench_json(const BenchReport& report,
                       const std::vector<std::pair<std::string, std::string>>& about) {
  Json all = Json::object();
  for (const auto& [name, value] : about) all[name] = value;
  all["backend"] = report.backend;
  all["device"] = report.device;
  all["copy_bytes_per_second"] = report.copy_bandwidth;
  all["copy_bytes"] = report.copy_bytes;
  all["cases"] = Json::array();
  for (const BenchCase& c : report.cases) all["cases"].push_back(json(c, report.copy_bandwidth));
  return json_text(all);
}

} // namespace ibsim
