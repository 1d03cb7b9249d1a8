// Frames of the fluid: velocity and pressure at the cell centres, VTKHDF ImageData (files/frame_series).
//
//   velocity_d(i, j, k) = (u_d(face below) + u_d(face above))/2, um/us;   pressure, kPa = pg/(um us^2)
//
// In unbounded shear FieldData has the `strain`: the image of the box above has moved by strain Ly along z.
// Between walls, FieldData has `wall_places`, their heights y (um), and `wall_velocity`, a row (x, y, z) each
// (um/us): the lower one first. The .xdmf says as much in an <Information>.
//
// Arrays are [z, y, x(, component)]: x fastest, as in memory. Units are in the attribute `units` of each
// dataset.
#pragma once

#include "files/frame_series.hpp"
#include "grid/grid.hpp"

#include <array>
#include <cstdint>

namespace ibsim {

class FluidFrames {
 public:
  /// @param name "fluid": of the files
  /// @param kept as for FrameSeries. @throws ResourceError
  FluidFrames(const std::filesystem::path& folder, const std::string& name, const Grid&, const FrameFormat&,
              std::size_t kept = 0);

  /// @param velocity on the faces, the three components following each other (the values of a FaceField),
  /// um/us
  /// @param pressure at the cell centres, pg/(um us^2)
  /// @param state_hash of the state shown (simulation/state_hash)
  /// @param wall_velocity of the lower and the upper wall; used where the grid has walls in y
  /// @param strain of unbounded shear; used where the grid has it
  void append(double time, const std::vector<double>& velocity, const std::vector<double>& pressure,
              std::uint64_t state_hash, const std::array<Real3, 2>& wall_velocity = {}, double strain = 0);
  void settle() { series_.settle(); }
  std::size_t frames() const { return series_.frames(); }

 private:
  Grid grid_;
  FrameFormat format_;
  FrameSeries series_;
};

/// The mean of the two faces of each cell, interleaved: [(i + n.x (j + n.y k)) * 3 + d]. @param strain of
/// unbounded shear, where the upper faces of the last row lie over the seam
std::vector<double> at_cell_centres(const Grid&, const std::vector<double>& velocity, double strain = 0);

} // namespace ibsim
