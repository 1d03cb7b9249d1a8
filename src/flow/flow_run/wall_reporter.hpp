// Frames of a vessel's wall (frames/wall_*.vtkhdf), every output.wall_every: its triangles, and at each
// vertex
//
//   traction     that of the fluid on the wall, t = -sum F/sum A over the wall points within 3 cells
//   wall_stress  the wall shear stress: t - n (n . t), less what the fluid in the solid has of it
//                (stress_behind_walls.hpp)
//
// F are the forces that hold the wall, so no derivative is taken in the vessel, and the sum of tractions
// balances what drives the flow. A single point is off by 15 %, this mean by 2 %.
#pragma once

#include "flow_files/cells_frames.hpp"
#include "flow_run/frames_reporter.hpp"
#include "flow_run/stress_behind_walls.hpp"

namespace ibsim {

/// Wall points near each vertex of a mesh: numbers first[v] to first[v + 1] belong to vertex v.
struct NearWallPoints {
  std::vector<std::size_t> first{0};
  std::vector<int> points;
};

class WallReporter : public FramesReporter {
 public:
  /// @param context of a model with a vessel
  explicit WallReporter(const OutputContext& context);
  void settle() override { file_.settle(); }

 private:
  struct Wall;
  WallReporter(const OutputContext&, Wall);
  void add_frame(Simulation&) override;
  template <class T>
  void append(real time, std::uint64_t hash, const std::vector<Real3>& traction,
              const std::vector<Real3>& behind);

  std::vector<Real3> vertices_, outward_;
  NearWallPoints near_;
  StressBehindWalls behind_;
  CellsFrames file_;
};

} // namespace ibsim
