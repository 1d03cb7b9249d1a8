// The keys of a scenario of `kind: line`, one entry each, bound to the fields of a LineScenario.
#pragma once

#include "schema/schema.hpp"
#include "swept/line_scenario.hpp"

#include <filesystem>

namespace ibsim {

namespace dimension {
inline constexpr Dimension flow{3, -1, 0}, resistance{-4, -1, 1}, compliance{4, 2, -1};
}

/// All keys. @param name of the file: its stem is the default of title and folder, and files that it names
/// are looked for beside it
Keys line_keys(line::LineScenario&, const std::string& name);

/// `equation.pulse`: the vessels and what flows into them.
Key pulse_key(line::LineScenario&, const std::filesystem::path& folder);

} // namespace ibsim
