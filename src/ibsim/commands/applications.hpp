// The kinds of scenario that this program knows.
#pragma once

#include "program/application.hpp"

namespace ibsim {

/// All of them; flow, which needs no `kind:`, comes first.
const std::vector<Application>& applications();

/// The application of the scenario's `kind:`, with the --set options. @throws InputError at its place
const Application& application_of_scenario(const std::filesystem::path& file,
                                           const std::vector<std::string>& overrides);

/// The application of the scenario.yaml in the folder of a run. @throws InputError if there is none
const Application& application_of_folder(const std::filesystem::path& folder);

} // namespace ibsim
