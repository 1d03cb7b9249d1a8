// The first lines of `ibsim check` of a flow: whether the run can start, how long it takes, what it needs,
// how far it strains the fluid, and what limits its steps.
#pragma once

#include "flow_run/dry_run.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ibsim {

struct Scenario;

/// What `check` found before it reports.
struct CheckVerdict {
  std::string problem;      ///< why the run would not end well; empty: it can start
  std::size_t warnings = 0; ///< printed above
};

/// Six lines. @param found none: no dry run was possible
std::vector<std::string> check_summary(const Scenario&, const std::optional<DryRun>& found, bool on_cuda,
                                       const CheckVerdict&);

} // namespace ibsim
