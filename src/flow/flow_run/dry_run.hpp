// A dry run predicts the cost of a run by doing a little of it: the scenario is set up on this machine as for
// a run, takes a few steps, and writes each of its outputs twice into a temporary folder. Nothing of it stays
// but the cached membrane operators.
//
// Several ranks take the steps of a dry run as they take those of the run.
//
// A scenario that would take too long or too much memory for that gets dry runs of a part: a shorter box with
// the objects that lie wholly in it. They take a few steps, whose numbers nobody checks. The part is run as
// it is, with half of its objects, and then in half of its box. The whole follows from these three:
//   fluid        as cells log(cells)
//   other phases as the sample sites
//   memory       linear in stored grid points and in sample sites. Operators, inverses of walls and patches
//                count as they will be; copies to go back to by themselves, and then where they will lie
//                (state/kept_states.hpp)
//   outputs      as the cells or as the sample sites; checkpoints as both
#pragma once

#include "simulation/simulation.hpp"

namespace ibsim {

/// One kind of output: "series", "cells", "fluid", "checkpoint".
struct OutputCost {
  std::string name;
  double seconds = 0;        ///< that the simulation waits, each time
  double writer_seconds = 0; ///< of the thread that compresses and writes meanwhile
  double bytes = 0;          ///< on the disk
};

struct DryRun {
  bool whole = true;      ///< with all cells, objects and sites
  std::string reduced_to; ///< else: what the dry run took, for a person
  std::string trouble;    ///< the simulation diverged: the message; else empty
  double set_up_seconds = 0;
  double step_seconds = 0; ///< wall clock
  std::vector<PhaseTime> phases;
  std::vector<OutputCost> outputs;
  double host_bytes = 0;        ///< resident at most, without outputs on their way to the disk
  double host_bytes_before = 0; ///< and before the set-up
  double operator_bytes = 0;    ///< of the membrane operators, once
  double array_bytes = 0;       ///< in arrays of the backend
  double patch_bytes = 0;       ///< of these, in patches of tiles, which are not linear in anything
  double wall_bytes = 0;        ///< of these, in inverses of walls, at most (walls/wall_memory.hpp)
  double wall_host_bytes = 0;   ///< of host_bytes, while these are made
  double copy_bytes = 0;        ///< of the two copies to go back to, of all ranks
  bool copies_on_host = false;  ///< they are of host_bytes; else of array_bytes
  /// by which the free memory of the GPU falls, its context not counted; 0 on the CPU. Of several GPUs: of
  /// the first, and of that of the others which has most
  double device_bytes = 0, other_device_bytes = 0;
  /// GPUs of another machine, for which as many ranks here took the steps: their arrays tell what each of
  /// these will need, their time nothing
  int gpus_elsewhere = 0;
};

/// A part takes fewer steps, and its state is not checked: it says nothing of the whole.
enum class DryRunOf { whole, part };

/// The dry run of a scenario as it is. @param with_outputs or steps and rows alone
DryRun dry_run_all(const AnyStream&, Scenario, const std::string& cache_folder, bool with_outputs,
                   DryRunOf = DryRunOf::whole);

/// The dry run of `part`, the scenario with fewer cells or objects, extrapolated to the whole.
DryRun dry_run_part(const AnyStream&, const Scenario&, const Scenario& part, const std::string& cache_folder,
                    bool with_outputs);

/// Chooses the dry run of the whole, or of as large a part as fits into a few seconds and half of the free
/// memory. Large outputs are extrapolated from a part.
/// @throws ResourceError if even a part does not fit
DryRun dry_run(const AnyStream&, const Scenario&, const std::string& cache_folder);

/// Bytes that a CUDA context takes before anything is allocated, found on an NVIDIA H200 with CUDA 13
/// (nvidia-smi less cudaMemGetInfo).
constexpr double cuda_context_bytes = 550e6;

} // namespace ibsim
