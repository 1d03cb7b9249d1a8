// Frames of the fluid of a run (frames/fluid_*.vtkhdf).
#pragma once

#include "flow_files/fluid_frames.hpp"
#include "flow_run/frame_copies.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

struct FlowModel;
struct OutputPlan;

/// Appends frames of the fluid, in the background.
class FluidWriter {
 public:
  /// @param series the name of the frames, "fluid"
  /// @param kept so many frames of an earlier part of the run stay
  FluidWriter(const FlowModel&, const OutputPlan&, const std::string& series, std::size_t kept = 0);
  void append(Simulation&, std::uint64_t state_hash, BackgroundWriter&);
  /// Waits until what was appended, and has been written, is on the disk; called in the background.
  void settle() { file_.settle(); }

 private:
  FluidFrames file_;
  FrameCopies copies_;
};

} // namespace ibsim
