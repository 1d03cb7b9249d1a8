// Frames of bonds (frames/bonds_*.vtkhdf), every output.cells_every: a line from each receptor to its ligand.
#pragma once

#include "flow_files/bond_frames.hpp"
#include "flow_run/frames_reporter.hpp"

namespace ibsim {

template <class B>
class BondLinesReporter : public FramesReporter<B> {
 public:
  explicit BondLinesReporter(const OutputContext<B>&);
  void settle() override { file_.settle(); }

 private:
  void add_frame(Simulation<B>&) override;
  BondFrames file_;
};

} // namespace ibsim
