// "Did you mean ...?": the candidate nearest to a misspelt word.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ibsim {

/// Number of insertions, deletions, substitutions and swaps of neighbours that turn a into b (optimal string
/// alignment).
int edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `word`, or an empty string if none is near: at most a third of its letters differ
/// (case and - _ or space do not count).
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// `; did you mean "candidate"?`, or an empty string.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

} // namespace ibsim
