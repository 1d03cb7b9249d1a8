// A file of a cache: text behind a line with the hash of it. What is no longer as it was written counts as
// missing, so that it is made again.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace ibsim {

/// Writes "# hash HEX" and, behind it, the content. @throws ResourceError
void write_hashed_file(const std::filesystem::path&, const std::string& content);

/// The content; none if there is no such file, or if it has changed, which the log mentions.
std::optional<std::string> read_hashed_file(const std::filesystem::path&);

} // namespace ibsim
