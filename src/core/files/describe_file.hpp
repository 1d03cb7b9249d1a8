// Content of a file of ibsim, in a few lines for a person: `ibsim info FILE`.
#pragma once

#include <filesystem>
#include <string>

namespace ibsim {

/// Describes frames (.vtkhdf), their series, checkpoints, tables (.csv) and what outputs are in a folder;
/// scenarios are described by their kinds (program/application.hpp). @throws InputError if it cannot be read
/// or is none of these
std::string describe_file(const std::filesystem::path&);

/// What outputs are in a folder; empty if there are none. @throws InputError of a damaged one
std::string describe_outputs(const std::filesystem::path& folder);

} // namespace ibsim
