// The frames of the fluid, every output.fluid_every (flow_files/fluid_frames).
#pragma once

#include "flow_run/fluid_writer.hpp"
#include "flow_run/output_reporter.hpp"

namespace ibsim {

template <class B>
class FluidReporter : public OutputReporter<B> {
 public:
  explicit FluidReporter(const OutputContext<B>&);
  void add_marks(std::map<std::string, OutputMark>&, real time) const override;
  void settle() override { file_.settle(); }

 private:
  void write(Simulation<B>&) override;
  void mark(real time) override;
  FluidWriter<B> file_;
  std::size_t frames_; ///< handed over to be written
  OutputHistory marks_;
};

} // namespace ibsim
