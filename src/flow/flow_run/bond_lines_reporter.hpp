// Frames of bonds (frames/bonds_*.vtkhdf), every output.cells_every: a line from each receptor to its ligand.
#pragma once

#include "flow_files/bond_frames.hpp"
#include "flow_run/frames_reporter.hpp"

namespace ibsim {

class BondLinesReporter : public FramesReporter {
 public:
  explicit BondLinesReporter(const OutputContext&);
  void settle() override { file_.settle(); }

 private:
  void add_frame(Simulation&) override;
  BondFrames file_;
};

} // namespace ibsim
