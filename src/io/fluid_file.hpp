// fluid.vtkhdf: velocity and pressure at the cell centres over time, as a temporal VTKHDF ImageData, and
// fluid.xdmf beside it.
//
//   velocity_d(i, j, k) = (u_d(face below) + u_d(face above))/2, um/us;   pressure, kPa = pg/(um us^2)
//
// Arrays are [frame, z, y, x(, component)]: x fastest, as in memory. Units are in the attribute `units` of
// each dataset.
#pragma once

#include "grid/grid.hpp"
#include "io/frames.hpp"

#include <cstdint>
#include <memory>

namespace ibsim {

class FluidFile {
 public:
  FluidFile(const std::filesystem::path&, const Grid&, const FrameFormat&);
  /// As CellsFile::reopen.
  static FluidFile reopen(const std::filesystem::path&, const Grid&, const FrameFormat&, std::size_t frames);
  ~FluidFile();
  FluidFile(FluidFile&&) noexcept;

  /// @param velocity on the faces, the three components following each other (the values of a FaceField),
  /// um/us
  /// @param pressure at the cell centres, pg/(um us^2)
  /// @param state_hash of the state shown (simulation/state_hash)
  void append(double time, const std::vector<double>& velocity, const std::vector<double>& pressure,
              std::uint64_t state_hash);
  /// Wait until all frames are on the disk (hdf5::File::settle).
  void settle();
  std::size_t frames() const;

 private:
  struct Parts;
  explicit FluidFile(std::unique_ptr<Parts>);
  std::unique_ptr<Parts> parts_;
};

/// The mean of the two faces of each cell, interleaved: [(i + n.x (j + n.y k)) * 3 + d].
std::vector<double> at_cell_centres(const Grid&, const std::vector<double>& velocity);

} // namespace ibsim
