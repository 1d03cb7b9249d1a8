#include "experiments/result_files.hpp"

#include "base/error.hpp"
#include "io/run_folder.hpp"

#include <algorithm>

namespace ibsim {
namespace {

/// Names of files begin with it: "swept/heat" leaves swept_heat.csv.
std::string stem(const Experiment& experiment) {
  std::string name = experiment.name;
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

std::string to_json(const Experiment& experiment, const ExperimentSettings& settings,
                    const ExperimentResult& result, const Provenance& provenance) {
  std::string text = "{\"experiment\": " + json_text(experiment.name) +
                     ",\n \"what\": " + json_text(experiment.what) + ",\n" +
                     " \"settings\": " + json_text(settings.line()) + ",\n";
  for (const auto& [key, value] : provenance) text += " " + json_text(key) + ": " + json_text(value) + ",\n";
  text += " \"tables\": [";
  for (std::size_t t = 0; t < result.tables.size(); ++t)
    text += (t ? ",\n  " : "\n  ") + to_json(result.tables[t], "  ");
  text += "],\n \"claims\": [";
  for (std::size_t c = 0; c < result.claims.size(); ++c) {
    const Claim& claim = result.claims[c];
    text += std::string(c ? ",\n" : "\n") + "  {\"claim\": " + json_text(claim.name) +
            ", \"statement\": " + json_text(claim.statement) +
            ", \"verdict\": " + json_text(verdict_text(claim)) +
            ", \"broken\": " + (claim.broken() ? "true" : "false") +
            ",\n   \"paper\": " + json_text(claim.paper) + ", \"found\": " + json_text(claim.found) +
            ", \"expected because\": " + json_text(claim.reason) + "}";
  }
  text += "],\n \"notes\": [";
  for (std::size_t n = 0; n < result.notes.size(); ++n)
    text += (n ? ",\n  " : "\n  ") + json_text(result.notes[n]);
  return text + "]}\n";
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
  write_file(folder / (stem(experiment) + ".json"), to_json(experiment, settings, result, provenance));
}

} // namespace ibsim
