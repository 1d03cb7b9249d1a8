// The frames of the surfaces, every output.cells_every (flow_files/cells_frames).
#pragma once

#include "flow_run/output_reporter.hpp"
#include "flow_run/surface_writer.hpp"

namespace ibsim {

template <class B>
class CellsReporter : public OutputReporter<B> {
 public:
  explicit CellsReporter(const OutputContext<B>&);
  void add_marks(std::map<std::string, OutputMark>&, real time) const override;
  void settle() override { surfaces_.settle(); }

 private:
  void write(Simulation<B>&) override;
  void mark(real time) override;
  SurfaceWriter<B> surfaces_;
  std::size_t frames_; ///< handed over to be written
  OutputHistory marks_;
};

} // namespace ibsim
