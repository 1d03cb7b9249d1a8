// Reports for programs: `--json FILE`, or `--json -` for the standard output instead of the text.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace ibsim {

/// A document with an indent of one; bytes that are no UTF-8 are replaced, numbers that are not finite are
/// null.
std::string json_text(const nlohmann::ordered_json&);

/// Whether the report alone goes to the standard output, so that no text may.
bool is_json_alone(const std::filesystem::path& json);

/// Looks, before the work, whether the file can be written. @throws ResourceError
void require_json(const std::filesystem::path& json);

/// Writes to the file, the standard output, or, where `json` is empty, nowhere. @throws ResourceError
void write_json(const std::filesystem::path& json, const std::string& text);

} // namespace ibsim
