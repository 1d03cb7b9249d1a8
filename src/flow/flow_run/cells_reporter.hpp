// The frames of the surfaces, every output.cells_every (flow_files/cells_frames).
#pragma once

#include "flow_run/frames_reporter.hpp"
#include "flow_run/surface_writer.hpp"

namespace ibsim {

template <class B>
class CellsReporter : public FramesReporter<B> {
 public:
  explicit CellsReporter(const OutputContext<B>&);
  void settle() override { surfaces_.settle(); }

 private:
  void add_frame(Simulation<B>&) override;
  SurfaceWriter<B> surfaces_;
};

} // namespace ibsim
