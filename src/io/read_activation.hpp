// YAML -> ActivationScenario, checked as far as that goes without the mesh. The schema, with every key, is at
// the head of read_activation.cpp. Every error is an InputError of one line, "file:line:column: message".
#pragma once

#include "activation/scenario.hpp"
#include "io/tree.hpp"

#include <string>
#include <vector>

namespace ibsim {

/// @throws InputError
ActivationScenario read_activation(const std::filesystem::path& file,
                                   const std::vector<std::string>& overrides);
/// The same from text; `name` stands for the file in messages, paths are relative to its folder.
ActivationScenario read_activation_text(const std::string& text, const std::string& name,
                                        const std::vector<std::string>& overrides);

/// `stimuli:`, with the tables and lists of vertices they name. @param path of it in the scenario
std::vector<Stimulus> read_stimuli(const Tree&, const std::string& path, const std::filesystem::path& folder);
/// `cases:`. @param common stimuli that every case has too
std::vector<ActivationCase> read_cases(const Tree&, const std::vector<Stimulus>& common,
                                       const std::filesystem::path& folder);

/// The scenario with every value as it is used, as YAML that reads back to the same.
std::string resolved_activation(const ActivationScenario&);

} // namespace ibsim
