// The frames of the fluid, every output.fluid_every (flow_files/fluid_frames).
#pragma once

#include "flow_run/fluid_writer.hpp"
#include "flow_run/frames_reporter.hpp"

namespace ibsim {

template <class B>
class FluidReporter : public FramesReporter<B> {
 public:
  explicit FluidReporter(const OutputContext<B>&);
  void settle() override { file_.settle(); }

 private:
  void add_frame(Simulation<B>&) override;
  FluidWriter<B> file_;
};

} // namespace ibsim
