// Frames of the fluid: velocity and pressure at the cell centres, VTKHDF ImageData (files/frame_series).
//
//   velocity, um/us (grid/at_cell_centres);   pressure, kPa = pg/(um us^2)
//
// In unbounded shear FieldData has the `strain`: the image of the box above has moved by strain Ly along z.
// Between walls, FieldData has `wall_places`, their heights y (um), and `wall_velocity`, a row (x, y, z) each
// (um/us): the lower one first; and, of a fluid of known viscosity, `wall_stress`, the shear stress along x
// and z (kPa) at the middle of each cell beside a wall, x fastest, then z, the lower wall first:
//   lower mu (9 q_0 - q_1 - 8 g)/(3 h), upper mu (8 g' - 9 q_{N-1} + q_{N-2})/(3 h)
// of the velocities q in the rows of cells and g of the wall (diagnostics/wall_diagnostics.hpp). The .xdmf
// says as much in an <Information>.
//
// Arrays are [z, y, x(, component)]: x fastest, as in memory. Units are in the attribute `units` of each
// dataset.
#pragma once

#include "files/frame_series.hpp"
#include "grid/grid.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace ibsim {

class FluidFrames {
 public:
  /// @param name "fluid": of the files
  /// @param kept as for FrameSeries @param viscosity of the fluid, pg/(um us); 0: no stress @throws
  /// ResourceError
  FluidFrames(const std::filesystem::path& folder, const std::string& name, const Grid&, const FrameFormat&,
              std::size_t kept = 0, real viscosity = 0);

  /// Writes a frame of the fluid; T is float or double.
  /// @param velocity at the cell centres, [k][j][i][component], um/us
  /// @param pressure at the cell centres, pg/(um us^2)
  /// @param state_hash of the state shown (state/state_hash)
  /// @param wall_velocity of the lower and the upper wall; used where the grid has walls in y
  /// @param strain of unbounded shear; used where the grid has it
  template <class T>
  void append(double time, std::span<const T> velocity, std::span<const T> pressure, std::uint64_t state_hash,
              const std::array<Real3, 2>& wall_velocity = {}, double strain = 0);
  void settle() { series_.settle(); }
  std::size_t frames() const { return series_.frames(); }

 private:
  template <class T>
  std::vector<T> wall_stress(std::span<const T> velocity, const std::array<Real3, 2>& walls) const;
  Grid grid_;
  real viscosity_;
  FrameFormat format_;
  FrameSeries series_;
};

} // namespace ibsim
