#include "model/finding.hpp"

namespace ibsim {

void add_one_of(const std::vector<Finding>& alike, std::vector<Finding>& findings) {
  if (alike.empty()) return;
  findings.push_back(alike.front());
  if (alike.size() > 1)
    findings.back().message += "; the same holds for " + std::to_string(alike.size() - 1) + " more";
}

} // namespace ibsim
