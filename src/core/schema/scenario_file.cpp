#include "schema/scenario_file.hpp"

#include "base/error.hpp"
#include "base/suggest.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace ibsim {
namespace {

/// `; did you mean "config/quickstart.yaml"?`: a scenario of nearly this name in its folder, or in config/.
std::string file_meant(const std::filesystem::path& file) {
  namespace fs = std::filesystem;
  for (const fs::path& folder : {file.parent_path(), fs::path("config")}) {
    std::vector<std::string> scenarios;
    std::error_code error;
    for (fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, error), end;
         !error && entry != end && scenarios.size() < 1000; entry.increment(error))
      if (entry->path().extension() == ".yaml") scenarios.push_back(entry->path().stem().string());
    std::sort(scenarios.begin(), scenarios.end());
    const std::string near = nearest(file.stem().string(), scenarios);
    if (!near.empty()) return "; did you mean \"" + (folder / (near + ".yaml")).string() + "\"?";
  }
  return "";
}

} // namespace

std::string scenario_text(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) throw InputError(file.string() + ": no such file" + file_meant(file));
  if (std::filesystem::is_directory(status) && std::filesystem::exists(file / "scenario.yaml", error))
    throw InputError(file.string() + ": is the folder of a run; ibsim resume continues it");
  if (!std::filesystem::is_regular_file(status))
    throw InputError(file.string() + ": is not a file with a scenario");
  if (const auto bytes = std::filesystem::file_size(file, error); !error && bytes > most_scenario_bytes)
    throw InputError(file.string() + ": too large for a scenario (" + std::to_string(bytes) + " bytes)");
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (stream) text << stream.rdbuf();
  if (!stream || stream.bad()) throw InputError(file.string() + ": cannot be read");
  return text.str();
}

Tree scenario_tree(const std::string& text, const std::string& name,
                   const std::vector<std::string>& overrides) {
  Tree root = parse_yaml(text, name);
  for (const std::string& assignment : overrides) apply_override(root, assignment);
  if (root.kind == Tree::Kind::nothing) fail_at(root, "the scenario is empty");
  return root;
}

std::string scenario_kind(const Tree& root, const std::vector<std::string>& kinds) {
  const Tree* kind = root.kind == Tree::Kind::map ? root.find("kind") : nullptr;
  return kind ? kinds[read_choice(*kind, "kind", kinds)] : "flow";
}

std::string with_place(const std::string& message, const Tree& root) {
  const std::size_t end = message.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.");
  const std::string next = end == std::string::npos ? "" : message.substr(end, 2);
  const bool is_key = next == ": " || next == " (";
  const std::string first = message.substr(0, std::min(end, message.find('.')));
  if (!is_key || root.kind != Tree::Kind::map || !root.find(first)) return message;
  return node_at(root, message.substr(0, end)).place() + message;
}

} // namespace ibsim
