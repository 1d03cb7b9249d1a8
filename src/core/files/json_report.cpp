#include "files/json_report.hpp"

#include "base/error.hpp"

#include <cerrno>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

namespace ibsim {
namespace {

std::ofstream open_json(const std::filesystem::path& path, std::ios::openmode mode) {
  std::ofstream file(path, mode);
  if (!file) throw ResourceError("cannot write " + path.string() + ": " + reason_of(errno));
  return file;
}

} // namespace

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

bool is_json_alone(const std::filesystem::path& json) { return json == "-"; }

void require_json(const std::filesystem::path& json) {
  if (!json.empty() && !is_json_alone(json)) open_json(json, std::ios::app); // which harms nothing
}

void write_json(const std::filesystem::path& json, const std::string& text) {
  if (json.empty()) return;
  if (is_json_alone(json)) {
    std::cout << text;
    return;
  }
  std::ofstream file = open_json(json, std::ios::trunc);
  if (!(file << text && file.flush()))
    throw ResourceError("cannot write " + json.string() + ": " + reason_of(errno));
}

} // namespace ibsim
