// The first lines of `ibsim diff`, for every kind of scenario.
#pragma once

#include "schema/schema.hpp"

#include <string>
#include <vector>

namespace ibsim {

/// To the standard output: the keys that differ, twelve at most, or that there are none.
/// @param counts whether such a difference is one of results. @param but_for the others, in words
void print_differences(const std::vector<KeyDifference>&, bool (*counts)(const KeyDifference&),
                       const std::string& but_for);

} // namespace ibsim
