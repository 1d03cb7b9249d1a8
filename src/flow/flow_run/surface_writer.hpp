// Frames of the surfaces of a run (frames/cells_*.vtkhdf).
#pragma once

#include "flow_files/cells_frames.hpp"
#include "flow_run/frame_copies.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

struct FlowModel;
struct OutputPlan;

/// All objects of all kinds as one mesh: their sample sites, and the triangles between them.
SurfaceMesh surface_mesh(const FlowModel&, const std::vector<SurfaceKind>&);

/// The fields at each point of a frame: velocity, traction and the principal tensions; where there are
/// sheets or tubes, the stress of the fluid above or in them (wall_stress.hpp), which is zero on everything
/// else.
std::vector<OutputField> surface_fields(const FlowModel&);

/// Numbers of a frame a point: position, velocity and traction, and both tensions; with sheets or tubes the
/// stress on them.
std::size_t numbers_a_point(const FlowModel&);

/// What a frame holds of `points` points: the three components of a vector side by side.
template <class T>
struct SurfaceNumbers {
  T *positions, *velocity, *traction, *tension_1, *tension_2;
  T* wall_stress; ///< with sheets or tubes
  SurfaceNumbers(T* first, std::size_t points)
      : positions(first), velocity(positions + 3 * points), traction(velocity + 3 * points),
        tension_1(traction + 3 * points), tension_2(tension_1 + points), wall_stress(tension_2 + points) {}
};

/// Appends frames of the surfaces, in the background.
class SurfaceWriter {
 public:
  /// @param series the name of the frames, "cells"
  /// @param kept so many frames of an earlier part of the run stay
  SurfaceWriter(const FlowModel&, const OutputPlan&, const std::vector<SurfaceKind>&,
                const std::string& series, std::size_t kept = 0);
  void append(Simulation&, std::uint64_t state_hash, BackgroundWriter&);
  /// Waits until what was appended, and has been written, is on the disk; called in the background.
  void settle() { file_.settle(); }

  /// The present state in memory of the backend, with several ranks of the host: all points of all objects in
  /// the order of surface_mesh, so many numbers each. The traction is F/|X_1 x X_2|, the force on the fluid
  /// per present area.
  template <class T>
  void fill(Simulation&, T* to);

 private:
  SurfaceWriter(const FlowModel&, const OutputPlan&, SurfaceMesh, const std::string& series,
                std::size_t kept);
  std::size_t points_;
  bool has_wall_stress_;
  CellsFrames file_;
  FrameCopies copies_;
};

} // namespace ibsim
