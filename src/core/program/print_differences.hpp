// The first lines of `ibsim diff`, for every kind of scenario.
#pragma once

#include "files/compare_series.hpp"
#include "schema/schema.hpp"

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ibsim {

/// The keys that differ, twelve at most, or that there are none.
/// @param counts whether such a difference is one of results. @param but_for the others, in words
/// @return all that count, for programs
nlohmann::ordered_json print_differences(std::ostream&, const std::vector<KeyDifference>&,
                                         bool (*counts)(const KeyDifference&), const std::string& but_for);

/// What was found in one kind of file, for programs.
nlohmann::ordered_json comparison_json(const std::string& name, const Comparison&);

} // namespace ibsim
