// Report of `ibsim check` on a flow, for programs: `--json`.
#pragma once

#include "flow_run/dry_run.hpp"

#include <nlohmann/json_fwd.hpp>
#include <optional>

namespace ibsim {

/// Names say the units. What a dry run could not find is null. @param device in words
nlohmann::ordered_json check_json(const Scenario&, const std::optional<DryRun>&, bool on_cuda,
                                  const std::string& device, const std::vector<std::string>& warnings);

} // namespace ibsim
