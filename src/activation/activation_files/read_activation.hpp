// YAML -> ActivationScenario and back, checked as far as that goes without the mesh. The keys are in
// activation_files/activation_keys.hpp. Every error is an InputError of one line, "file:line:column:
// message".
#pragma once

#include "activation_files/activation_keys.hpp"
#include "eikonal/scenario.hpp"

#include <string>
#include <vector>

namespace ibsim {

/// @param warnings are appended, each with its place. @throws InputError
ActivationScenario read_activation(const std::filesystem::path& file,
                                   const std::vector<std::string>& overrides,
                                   std::vector<std::string>& warnings, NamedFiles = NamedFiles::read);
/// Reads a scenario from text; `name` replaces the file in messages, and paths are relative to its folder.
ActivationScenario read_activation_text(const std::string& text, const std::string& name,
                                        const std::vector<std::string>& overrides,
                                        std::vector<std::string>& warnings, NamedFiles = NamedFiles::read);

/// The scenario with every value as it is used, as YAML that reads back to the same. Paths are absolute.
std::string resolved_activation(const ActivationScenario&);

/// The keys in which two scenarios differ.
std::vector<KeyDifference> activation_differences(ActivationScenario, ActivationScenario);

} // namespace ibsim
