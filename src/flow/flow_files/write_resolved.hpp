// Scenario -> YAML: every key with its value as resolved. read_scenario_text reads it back to the same bits.
#pragma once

#include <filesystem>
#include <string>

namespace ibsim {

struct Scenario;

std::string resolved_scenario(const Scenario&);

/// @throws ResourceError
void write_resolved(const Scenario&, const std::filesystem::path& file);

} // namespace ibsim
