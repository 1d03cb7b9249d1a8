// Work of the processes of a flow that are not the first of those that a launcher has started: steps, as the
// first tells them. They read no file and write none; the scenario comes from it, as it was resolved.
#pragma once

namespace ibsim {

class LaunchedRanks;
struct Scenario;

/// Serves steps to the first process, until that calls end_service.
/// @return the exit code of the first
int serve_flows(const LaunchedRanks&);

/// The first makes the others ready for a Stepper of this scenario, which is to be made next.
void begin_service(const LaunchedRanks&, const Scenario&, bool on_gpu);
void end_service(const LaunchedRanks&, int exit_code);

} // namespace ibsim
