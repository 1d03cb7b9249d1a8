// The frames of the surfaces, every output.cells_every (flow_files/cells_frames).
#pragma once

#include "flow_run/frames_reporter.hpp"
#include "flow_run/surface_writer.hpp"

namespace ibsim {

class CellsReporter : public FramesReporter {
 public:
  explicit CellsReporter(const OutputContext&);
  void settle() override { surfaces_.settle(); }

 private:
  void add_frame(Simulation&) override;
  SurfaceWriter surfaces_;
};

} // namespace ibsim
