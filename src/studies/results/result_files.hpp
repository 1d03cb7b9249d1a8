// Files that an experiment leaves in the results folder: NAME.csv (its main table; further ones as
// NAME_TABLE.csv), NAME.json (all of it, for scripts) and NAME.md (all of it, for people).
#pragma once

#include "paper/experiment.hpp"

namespace ibsim {

/// Where, when and with what: "machine", "GPU", "versions", "command", "date"; written as they come.
using Provenance = std::vector<std::pair<std::string, std::string>>;

/// Makes it with its parents, if it is not there. @throws ResourceError
void make_results_folder(const std::filesystem::path&);

/// @throws ResourceError
void write_results(const std::filesystem::path& folder, const Experiment&, const ExperimentSettings&,
                   const ExperimentResult&, const Provenance&);

/// The Markdown of write_results without the provenance: for the screen.
std::string to_markdown(const Experiment&, const ExperimentResult&);

} // namespace ibsim
