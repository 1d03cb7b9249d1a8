// YAML -> LineScenario and back, for `kind: line`.
#pragma once

#include "schema/schema.hpp"
#include "swept/line_scenario.hpp"

#include <filesystem>

namespace ibsim {

/// @throws InputError at its place. Warnings are appended
line::LineScenario read_line_scenario(const std::filesystem::path&, const std::vector<std::string>& overrides,
                                      std::vector<std::string>& warnings);
/// @param name stands for the file in messages; files that it names are looked for beside it
line::LineScenario read_line_scenario_text(const std::string& text, const std::string& name,
                                           const std::vector<std::string>& overrides,
                                           std::vector<std::string>& warnings);

/// All values as they are used, as YAML that reads back to the same.
std::string resolved_line_scenario(const line::LineScenario&);

/// The differences of two scenarios, for diff and resume. Keys without effect change no result: output,
/// device, end, and the method, since all schemes give the same bits.
std::vector<KeyDifference> line_scenario_differences(line::LineScenario first, line::LineScenario second);

} // namespace ibsim
