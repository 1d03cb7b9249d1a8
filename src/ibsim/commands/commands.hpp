// The commands of ibsim. Each returns the exit code, or throws an Error that knows its own.
#pragma once

#include "commands/command_line.hpp"

namespace ibsim {

/// Run the scenario, of whatever kind.
int run_command(const CommandLine&);
/// Go on with an interrupted or failed run from its newest checkpoint, in its folder or in a new one.
int resume_command(const CommandLine&);
/// Say what a run of the scenario would take: sizes, steps, limits, memory.
int check_command(const CommandLine&);
/// Write down where the objects of the scenario are.
int pack_command(const CommandLine&);
/// Say what is in a file.
int info_command(const CommandLine&);
/// Say whether two runs are the same. @return 0, or 1 if they differ
int diff_command(const CommandLine&);
/// Draw the frames of a run: pictures or a movie.
int render_command(const CommandLine&);
/// Show a run in a window.
int view_command(const CommandLine&);
/// Run an experiment of the paper, or all, and compare with its numbers.
int reproduce_command(const CommandLine&);
/// Run published experiments and theories, and say whether ibsim agrees. @throws ClaimError if it does not
int validate_command(const CommandLine&);
/// Run a scenario for all combinations of values of some keys.
int sweep_command(const CommandLine&);
/// Draw a quantity of several runs together.
int compare_command(const CommandLine&);
/// Say how a quantity changes with a finer grid, a shorter step and more sites.
int converge_command(const CommandLine&);
/// Say whether the objects of a run, or of a sweep, tumble, tread, swing or roll.
int motion_command(const CommandLine&);
/// Say what a mesh file or the vessel of a scenario is.
int geometry_command(const CommandLine&);
/// Time interpolation, spreading and whole steps on this machine.
int bench_command(const CommandLine&);
/// What a key of a scenario is, or all keys of a kind.
int help_command(const CommandLine&);
/// Versions of ibsim, its backends, the GPU and the libraries.
int version_command();

} // namespace ibsim
