// `kind: activation`: activation times of tissue by the eikonal equation.
#pragma once

#include "activation/scenario.hpp"
#include "apps/application.hpp"

namespace ibsim {

Application activation_application();

int run_activation(const CommandLine&, const std::string& typed);
int resume_activation(const CommandLine&, const std::string& typed);
int check_activation(const CommandLine&);
int diff_activation(const CommandLine&);
std::string describe_activation(const std::filesystem::path&);

/// The scenario in `file` with what the options say. @param warnings are appended. @throws InputError
ActivationScenario activation_of(const CommandLine&, const std::filesystem::path& file,
                                 std::vector<std::string>& warnings);

/// The files of a run.
struct ActivationFiles {
  std::filesystem::path scenario, log, vtkhdf, vtu, points, regions;
  std::filesystem::path folder;
  std::filesystem::path dat(const std::string& of_case) const;
  std::filesystem::path igb(const std::string& of_case) const;
};
ActivationFiles activation_files(const std::filesystem::path& folder);

} // namespace ibsim
