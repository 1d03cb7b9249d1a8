// Printing of the cost of a run, as `ibsim check` finds it by a dry run, warns of it and prints it.
#pragma once

#include "flow_run/dry_run.hpp"
#include "parallel/device_plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ibsim {

struct FlowModel;
struct OutputPlan;
struct Scenario;
struct TimeSettings;

/// A dry run of the scenario on the device that was chosen; nothing, and a warning, where the machine does
/// not allow it.
std::optional<DryRun> dry_run_of(const Scenario&, bool on_cuda, std::vector<std::string>& warnings);

/// Warns of more than ten frames that are a few steps apart, where output takes longer than computing.
void warn_of_cadence(const TimeSettings&, const OutputPlan&, const DryRun&, bool on_cuda,
                     std::vector<std::string>& warnings);

/// Warns where memory or the disk will not suffice.
void warn_of_resources(const FlowModel&, const TimeSettings&, const OutputPlan&, const DevicePlan&,
                       const DryRun&, bool on_cuda, std::vector<std::string>& warnings);

/// "51 MB", "1.65 GB"
std::string size_in_words(double bytes);
/// "51 MB of memory", "1.2 GB of the GPU and 300 MB of the host"
std::string memory_in_brief(const FlowModel&, const TimeSettings&, const OutputPlan&, CopiesIn, const DryRun&,
                            bool on_cuda);

/// Prints memory, the time of a step and of the run, and what it writes.
void print_prediction(const FlowModel&, const TimeSettings&, const OutputPlan&, CopiesIn, const DryRun&,
                      bool on_cuda);

} // namespace ibsim
