// Outputs of a run of `kind: line` over time: run.csv, the frames, for pulse vessels.csv and
// wall_shear_NAME.csv, and checkpoints. What was written only because a part of the run ended there goes when
// the run goes on (marks in the checkpoint say where to cut), so that a resumed run leaves the files of one
// that was never stopped.
#pragma once

#include "files/checkpoint.hpp"
#include "files/csv.hpp"
#include "files/kept_outputs.hpp"
#include "line_files/line_frames.hpp"
#include "line_run/stable_step.hpp"

#include <optional>

namespace ibsim {

/// Every so many steps, at least one; 0: at the start and the end.
std::uint64_t steps_between(const line::LineScenario&, real interval);
std::uint64_t steps_in_all(const line::LineScenario&);

class LineOutputs {
 public:
  /// @param from go on behind this checkpoint, in the files that are there
  LineOutputs(const line::LineScenario&, const line::LineSetUp&, const std::optional<Checkpoint>& from);

  /// The next step after `step` at which something is due.
  std::uint64_t next_after(std::uint64_t step) const;
  /// Write what is due at the solver's step. @throws NumericalError if the values are not finite
  void write(line::LineSolver&);
  void write_checkpoint(const line::LineSolver&);
  /// All frames so far are on the disk under their names.
  void settle() {
    if (frames_) frames_->settle();
  }
  void finish() {
    settle();
    if (frames_) frames_->write_space_time();
  }

 private:
  /// A table, and where it stood after its last row on schedule.
  struct Table {
    CsvFile file;
    OutputMark mark;
  };
  Table open(const std::string& name, const std::vector<std::string>& columns) const;
  void mark(double time, bool rows, bool frames);
  bool scheduled(std::uint64_t step, std::uint64_t every) const {
    return step == 0 || (every && step % every == 0);
  }
  bool due(std::uint64_t step, std::uint64_t every) const { return step == last_ || scheduled(step, every); }
  void write_vessels(double time, const std::vector<std::vector<real>>& fields);

  const line::LineScenario& s_;
  const line::LineSetUp& set_;
  std::uint64_t last_, series_every_, frames_every_, checkpoint_every_;
  std::optional<Checkpoint> from_;
  std::optional<Table> series_, vessels_;
  std::vector<Table> shear_; ///< of each vessel
  std::optional<LineFrames> frames_;
  OutputMark frames_mark_;
  LineState good_; ///< the last that was looked at
};

/// Look, without changing anything, whether tables and frames are those that the checkpoint knows
/// (files/kept_outputs). @throws InputError
FoundOutputs require_line_outputs(const line::LineScenario&, const line::LineSetUp&, const Checkpoint&);

/// XXH3 of the step and the values.
std::uint64_t line_state_hash(std::uint64_t step, const std::vector<real>& values);

} // namespace ibsim
