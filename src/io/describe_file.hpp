// What is in a file of ibsim, in a few lines for a person: `ibsim info FILE`.
#pragma once

#include <filesystem>
#include <string>

namespace ibsim {

/// For frames (.vtkhdf), their series, checkpoints, scenarios, tables (.csv) and the folder of a run.
/// @throws InputError if it cannot be read or is none of these
std::string describe_file(const std::filesystem::path&);

} // namespace ibsim
