// An error or a warning that a check of a scenario finds, with its place.
#pragma once

#include <string>
#include <vector>

namespace ibsim {

struct Finding {
  std::string key;      ///< where, as "time.step" or "objects.0.placements.1"
  std::string message;  ///< one line
  bool is_error = true; ///< or a warning
};

/// Adds the first of findings that say the same of many objects, with how many more there are.
void add_one_of(const std::vector<Finding>& alike, std::vector<Finding>& findings);

} // namespace ibsim
