// The frames of the fluid, every output.fluid_every (flow_files/fluid_frames).
#pragma once

#include "flow_run/fluid_writer.hpp"
#include "flow_run/frames_reporter.hpp"

namespace ibsim {

class FluidReporter : public FramesReporter {
 public:
  explicit FluidReporter(const OutputContext&);
  void settle() override { file_.settle(); }

 private:
  void add_frame(Simulation&) override;
  FluidWriter file_;
};

} // namespace ibsim
