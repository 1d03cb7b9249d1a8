// Seconds a call of interpolation and spreading, in the two settings of the paper: scattered points, and red
// cells in a real run.
#pragma once

#include "coupling/spread_algorithm.hpp"
#include "paper/experiment.hpp"

namespace ibsim {

struct Scenario;

/// Where a measurement runs.
struct Processor {
  bool cuda = false;
  int threads = 0; ///< CPU threads; on the GPU work items side by side, 0: no limit
};

struct CouplingTimes {
  double interpolate = 0, spread = 0; ///< seconds a call
  double uncertainty = 0;             ///< relative (measure_steps.hpp)
  std::uint64_t steps = 0;            ///< timed
};

/// Section 4.1: n scattered points, `refinement` cells in 16 um.
CouplingTimes time_scattered_points(const ExperimentSettings&, Processor, int refinement, Index n,
                                    SpreadAlgorithm);

/// Section 4.2: red cells in the shear flow of the paper, none of which overlap; Algorithm 6 as in the paper.
CouplingTimes time_red_cells(const ExperimentSettings&, Processor, int cells);
/// Scenario of 1 to 8 cells, so far apart that no two touch the same fluid.
Scenario red_cells(const ExperimentSettings&, int cells);

/// The number of CPU threads that "all cores" means.
int all_cores(const ExperimentSettings&);
/// 1, 2, 4, .. and all cores.
std::vector<int> thread_counts(const ExperimentSettings&);

/// The factor by which the time falls when the threads double: 2^-slope of the straight line through log2 t
/// over log2 p.
double factor_per_doubling(const std::vector<double>& threads, const std::vector<double>& seconds);

/// Adds a note where column "uncertainty" of a table exceeds 10 %: the machine was not quiet, or --steps was
/// small.
void add_note_on_accuracy(const Table&, std::vector<std::string>& notes);

/// "1 thread", "64 threads", "no limit" for 0.
std::string threads_text(int);
/// "4.32e-05 s" and "1.91": for claims.
std::string seconds_text(double);
std::string factor_text(double);

} // namespace ibsim
