// `ibsim check --verbose` of a flow: all that is known of a scenario and its run.
#pragma once

#include "flow_run/dry_run.hpp"

#include <optional>

namespace ibsim {

struct DeviceChoice;
struct DevicePlan;
struct Presets;
struct Scenario;

/// @param of_run the device of the run itself, which may be elsewhere
void print_check_details(const Scenario&, const Presets&, const std::optional<DryRun>&, const DeviceChoice&,
                         const DevicePlan& of_run);

} // namespace ibsim
