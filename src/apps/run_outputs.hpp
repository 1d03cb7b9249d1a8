// The files of a run, and the observers that write them.
#pragma once

#include "apps/cell_output.hpp"
#include "apps/output_times.hpp"
#include "io/checkpoint.hpp"
#include "io/fluid_file.hpp"
#include "simulation/run.hpp"

namespace ibsim {

template <class B>
class RunOutputs {
 public:
  /// New files in the scenario's folder; or, from a checkpoint, those that are there, cut back to what a run
  /// that was never stopped would have written until then.
  RunOutputs(const Scenario&, const std::vector<MembraneKind>&, const std::optional<Checkpoint>&);

  /// To be handed to run(); they refer to this object.
  std::vector<Observer<B>> observers();

  void write_checkpoint(Simulation<B>&);
  /// Returns when all is on the disk. @throws ResourceError
  void wait() { writer_.wait(); }
  /// One an object, rad: restored from a checkpoint.
  std::vector<double>& tank_treading_angles() { return cells_.angles(); }

 private:
  Observer<B> observer(std::string name, std::uint64_t every, real OutputTimes::*last,
                       std::function<void(Simulation<B>&)> append);
  void append_series(Simulation<B>&);
  /// Of the present state; several outputs of one step share it.
  std::uint64_t hash_of(Simulation<B>&);
  void append_fluid(Simulation<B>&);

  const Scenario& scenario_;
  OutputTimes last_;
  /// the last step that was hashed, and its hash
  std::optional<std::pair<std::uint64_t, std::uint64_t>> hashed_;
  CsvFile series_;
  CellSeries<B> cells_;
  std::optional<SurfaceWriter<B>> surfaces_;
  std::optional<FluidFile> fluid_;
  BackgroundWriter writer_; ///< last, so that it finishes before the files close
};

} // namespace ibsim
