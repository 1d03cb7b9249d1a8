// Scenarios from texts, for tests of keys.
#pragma once

#include "base/error.hpp"
#include "flow_files/read_scenario.hpp"
#include "model/scenario.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ibsim {

/// @param name of the file that the text is said to be
inline Scenario read(const std::string& text, const std::string& name = "s.yaml",
                     const std::shared_ptr<Presets>& presets = {}) {
  std::vector<std::string> warnings;
  return read_scenario_text(text, name, {}, warnings, {}, presets);
}

/// What reading it complains of, or "none".
inline std::string error(const std::string& text) {
  try {
    read(text);
  } catch (const InputError& e) {
    return e.what();
  }
  return "none";
}

} // namespace ibsim
