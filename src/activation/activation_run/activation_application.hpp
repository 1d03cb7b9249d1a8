// `kind: activation`: activation times of tissue by the eikonal equation.
#pragma once

#include "eikonal/scenario.hpp"
#include "program/application.hpp"

namespace ibsim {

Application activation_application();

int run_activation(const RunRequest&);
int resume_activation(const RunRequest&);
int check_activation(const RunRequest&);
int diff_activation(const RunRequest&);
std::string describe_activation(const std::filesystem::path&);

/// The scenario in `file` with what the options say. @param warnings are appended. @throws InputError
ActivationScenario activation_of(const RunRequest&, const std::filesystem::path& file,
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
