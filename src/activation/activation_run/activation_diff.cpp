// `ibsim diff RUN_A RUN_B` of two activations: the scenarios key by key, the times vertex by vertex.
#include "activation_files/activation_files.hpp"
#include "activation_files/read_activation.hpp"
#include "activation_run/activation_application.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "files/hdf5.hpp"
#include "files/json_report.hpp"
#include "program/print_differences.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

ActivationScenario scenario_in(const fs::path& folder) {
  std::vector<std::string> ignored;
  return read_activation(activation_files(folder).scenario, {}, ignored, NamedFiles::left_alone);
}

nlohmann::ordered_json print_scenarios(std::ostream& out, const fs::path& a, const fs::path& b) {
  return print_differences(
      out, activation_differences(scenario_in(a), scenario_in(b)),
      [](const KeyDifference& d) { return d.effect != ChangeEffect::nothing; }, "title, output or device");
}

/// The maps of a run by name, from the .vtkhdf or the .dat files.
std::map<std::string, std::vector<real>> maps_of(const fs::path& folder) {
  std::map<std::string, std::vector<real>> maps;
  const ActivationFiles files = activation_files(folder);
  if (fs::exists(files.vtkhdf)) {
    const hdf5::File file = hdf5::File::open(files.vtkhdf);
    for (const std::string& name : file.names_in("/VTKHDF/PointData"))
      maps[name.substr(std::string("activation_time").size())] =
          file.read_doubles("/VTKHDF/PointData/" + name);
    return maps;
  }
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".dat")
      maps[entry.path().stem().string().substr(std::string("activation").size())] = read_dat(entry.path());
  if (maps.empty())
    throw InputError(folder.string() +
                     ": has neither activation.vtkhdf nor .dat files, so there is nothing to compare");
  return maps;
}

} // namespace

int diff_activation(const RunRequest& request) {
  require_json(request.json);
  std::ostream out(is_json_alone(request.json) ? nullptr : std::cout.rdbuf()); // nowhere without a buffer
  const nlohmann::ordered_json keys = print_scenarios(out, request.file, request.other);
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  const auto a = maps_of(request.file), b = maps_of(request.other);
  bool same = true;
  int common = 0;
  for (const auto& [name, times] : a) {
    const auto other = b.find(name);
    if (other == b.end()) continue;
    ++common;
    const std::string shown = name.empty() ? "activation times" : "case " + name.substr(1);
    const std::vector<real>& second = other->second;
    if (second.size() != times.size()) {
      out << shown << ": " << times.size() << " and " << second.size() << " vertices\n";
      same = false;
      files.push_back({{"name", shown}, {"same", false}, {"vertices", {times.size(), second.size()}}});
      continue;
    }
    real largest = 0, most = 0;
    std::size_t at = 0, differing = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
      if (!std::isnan(times[i])) largest = std::max(largest, std::fabs(times[i]));
      const bool both_never = std::isnan(times[i]) && std::isnan(second[i]); // activated
      const bool one_never = std::isnan(times[i]) != std::isnan(second[i]);
      const real difference = both_never  ? 0
                              : one_never ? std::numeric_limits<real>::infinity()
                                          : std::fabs(times[i] - second[i]);
      differing += difference > 0;
      if (difference > most) most = difference, at = i;
    }
    const bool equal = most <= request.tolerance * largest;
    same = same && equal;
    files.push_back({{"name", shown},
                     {"same", equal},
                     {"vertices", times.size()},
                     {"vertices_that_differ", differing},
                     {"most_ms", most}});
    out << shown << ": " << times.size() << " vertices, "
        << (differing == 0
                ? std::string("the same")
                : text("%zu differ, most at vertex %zu: %.17g and %.17g ms (%.2g of the last time)",
                       differing, at, times[at], second[at], most / (largest > 0 ? largest : 1)))
        << "\n";
  }
  if (common == 0) throw InputError("the runs have no case in common, so they cannot be compared");
  write_json(
      request.json,
      json_text({{"same", same}, {"tolerance", request.tolerance}, {"scenario", keys}, {"files", files}}));
  out << (!same                   ? "different\n"
          : request.tolerance > 0 ? "the same within the tolerance\n"
                                  : "the same, bit for bit\n");
  return same ? 0 : 1;
}

} // namespace ibsim
