// The files of a run, and the reporters that write them.
#pragma once

#include "files/checkpoint.hpp"
#include "flow_run/checkpoint_reporter.hpp"
#include "flow_run/pictures_reporter.hpp"
#include "flow_run/table_reporter.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ibsim {

class RunOutputs {
 public:
  /// Opens new files in the folder of the plan. From a checkpoint it opens the existing files, cut back to
  /// the content of an unbroken run at this time.
  /// @param live_pictures draws those that the plan wants; null: none are drawn
  RunOutputs(const FlowModel&, const TimeSettings&, const OutputPlan&, const std::vector<SurfaceKind>&,
             const Checkpoint* from, MakeLivePictures live_pictures);

  /// The reporters for run(); they are this object's.
  std::vector<Reporter*> reporters();
  /// A reporter's name, and for how long it has kept the run waiting.
  struct Waited {
    std::string name;
    double seconds = 0;
  };
  std::vector<Waited> waited() const;

  void write_checkpoint(Simulation& simulation) { checkpoint_->write(simulation); }
  /// Returns when all is on the disk. @throws ResourceError
  void finish();
  /// One an object, rad: restored from a checkpoint.
  std::vector<double>& cell_angles() { return tables_->cell_angles(); }
  const Compression& most_pressed() const { return tables_->most_pressed(); }

 private:
  /// Another reporter, whose time it takes.
  struct Timed : Reporter {
    explicit Timed(Reporter& of) : of(of) {}
    std::string name() const override { return of.name(); }
    bool due(const Moment& moment) const override { return of.due(moment); }
    void report(Simulation&) override;
    Reporter& of;
    double seconds = 0;
  };

  std::vector<std::unique_ptr<OutputReporter>> outputs_;
  TableReporter* tables_ = nullptr; ///< one of them
  std::unique_ptr<CheckpointReporter> checkpoint_;
  std::unique_ptr<PicturesReporter> pictures_; ///< if any are wanted
  std::vector<std::unique_ptr<Timed>> timed_;
  BackgroundWriter writer_; ///< last, so that it finishes before the files close
};

} // namespace ibsim
