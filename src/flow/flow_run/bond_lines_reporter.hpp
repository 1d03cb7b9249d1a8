// Frames of bonds (frames/bonds_*.vtkhdf), every output.cells_every: a line from each receptor to its ligand.
#pragma once

#include "flow_files/bond_frames.hpp"
#include "flow_run/output_reporter.hpp"

namespace ibsim {

template <class B>
class BondLinesReporter : public OutputReporter<B> {
 public:
  explicit BondLinesReporter(const OutputContext<B>&);
  void add_marks(std::map<std::string, OutputMark>&, real time) const override;
  void settle() override { file_.settle(); }

 private:
  void write(Simulation<B>&) override;
  void mark(real time) override { marks_.add({time, frames_}); }

  BondFrames file_;
  std::size_t frames_; ///< handed over to be written
  OutputHistory marks_;
};

} // namespace ibsim
