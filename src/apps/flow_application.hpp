// `kind: flow`, which a scenario without a kind is: red cells and other elastic objects in a viscous fluid.
#pragma once

#include "apps/application.hpp"
#include "simulation/scenario.hpp"

namespace ibsim {

Application flow_application();

int run_flow(const CommandLine&, const std::string& typed);
int resume_flow(const CommandLine&, const std::string& typed);
int check_flow(const CommandLine&);
int diff_flow(const CommandLine&);
std::string describe_flow(const std::filesystem::path&);
const Keys& keys_of_flow();

/// The scenario in `file`: read, checked, with what the options say. Warnings are appended.
/// @throws InputError
Scenario scenario_of(const CommandLine&, const std::filesystem::path& file,
                     std::vector<std::string>& warnings);

} // namespace ibsim
