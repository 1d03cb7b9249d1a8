#include "program/print_differences.hpp"

#include <iostream>

namespace ibsim {

void print_differences(const std::vector<KeyDifference>& differences, bool (*counts)(const KeyDifference&),
                       const std::string& but_for) {
  constexpr std::size_t most_lines = 12;
  std::size_t shown = 0;
  for (const KeyDifference& d : differences) {
    if (!counts(d)) continue;
    if (shown++ == 0) std::cout << "scenarios differ\n";
    if (shown <= most_lines) std::cout << "  " << d.key << ": " << d.first << " and " << d.second << "\n";
  }
  if (shown > most_lines) std::cout << "  and " << shown - most_lines << " keys more\n";
  if (shown == 0)
    std::cout << "scenarios: the same" << (differences.empty() ? "" : ", but for " + but_for) << "\n";
}

} // namespace ibsim
