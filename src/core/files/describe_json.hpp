// Report of describe_file, for programs: `ibsim info --json`.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace ibsim {

/// A frame, a series of them, a table, a checkpoint; of a folder a list of these in "files". Times are in us,
/// of lines without dimensions as they are. @throws InputError as describe_file
nlohmann::ordered_json describe_json(const std::filesystem::path&);

} // namespace ibsim
