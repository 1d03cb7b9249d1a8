#include "results/result_files.hpp"

#include "base/error.hpp"
#include "files/json_report.hpp"
#include "files/run_folder.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ibsim {
namespace {

/// Names of files begin with it: "swept/heat" leaves swept_heat.csv.
std::string stem(const Experiment& experiment) {
  std::string name = experiment.name;
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

nlohmann::ordered_json to_json(const Experiment& experiment, const ExperimentSettings& settings,
                               const ExperimentResult& result, const Provenance& provenance) {
  nlohmann::ordered_json json{
      {"experiment", experiment.name}, {"what", experiment.what}, {"settings", settings.line()}};
  for (const auto& [key, value] : provenance) json[key] = value;
  json["tables"] = nlohmann::ordered_json::array();
  for (const Table& table : result.tables) json["tables"].push_back(to_json(table));
  json["claims"] = nlohmann::ordered_json::array();
  for (const Claim& claim : result.claims)
    json["claims"].push_back({{"claim", claim.name},
                              {"statement", claim.statement},
                              {"verdict", verdict_text(claim)},
                              {"broken", claim.broken()},
                              {"paper", claim.paper},
                              {"found", claim.found},
                              {"expected because", claim.reason}});
  json["notes"] = result.notes;
  return json;
}

} // namespace

std::string to_markdown(const Experiment& experiment, const ExperimentResult& result) {
  std::string text = "# " + experiment.name + ": " + experiment.what + "\n";
  for (const Table& table : result.tables) text += "\n**" + table.title + "**\n\n" + to_markdown(table);
  if (!result.claims.empty()) {
    Verdicts verdicts;
    for (const Claim& claim : result.claims) verdicts.count(claim);
    text += "\n## Claims, checked\n\n" + to_string(verdicts) + "\n\n";
  }
  for (const Claim& claim : result.claims)
    text += "- **" + verdict_text(claim) + "**: " + claim.statement + ". Paper: " + claim.paper +
            (claim.found.empty() ? "" : "; here: " + claim.found) + "." +
            (claim.reason.empty() || claim.found.empty() ? "" : " Expected: " + claim.reason + ".") + "\n";
  if (!result.notes.empty()) text += "\n## Notes\n\n";
  for (const std::string& note : result.notes) text += "- " + note + "\n";
  return text;
}

void make_results_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw ResourceError("cannot create the results folder " + folder.string() + ": " +
                        reason_of(error.value()));
}

void write_results(const std::filesystem::path& folder, const Experiment& experiment,
                   const ExperimentSettings& settings, const ExperimentResult& result,
                   const Provenance& provenance) {
  for (std::size_t t = 0; t < result.tables.size(); ++t)
    write_file(folder / (stem(experiment) + (t ? "_" + result.tables[t].name : "") + ".csv"),
               to_csv(result.tables[t]));
  std::string markdown = to_markdown(experiment, result) + "\n## Made\n\n";
  for (const auto& [key, value] : provenance) markdown += "- " + key + ": " + value + "\n";
  write_file(folder / (stem(experiment) + ".md"), markdown);
  // last: its being there says that all is
  write_file(folder / (stem(experiment) + ".json"),
             json_text(to_json(experiment, settings, result, provenance)));
}

} // namespace ibsim
