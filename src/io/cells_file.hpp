// cells.vtkhdf: the surfaces of all objects over time, as a temporal VTKHDF PolyData, and cells.xdmf that
// reads the same arrays.
//
// The triangles are written once; every frame appends the points and the fields at them (VTK >= 9.3 and
// ParaView >= 5.12 open it; older ParaView opens the .xdmf). A field is named by its quantity alone, since
// HDF5 does not allow the "/" of "um/us" in a name; its unit is the attribute `units` of the dataset.
// A frame is counted only after its data is on the disk, so a killed run leaves a file that opens.
#pragma once

#include "base/vec3.hpp"
#include "io/frames.hpp"

#include <cstdint>
#include <memory>

namespace ibsim {

/// What is constant over time.
struct SurfaceMesh {
  std::size_t points = 0;           ///< of all objects
  std::vector<Vec3<int>> triangles; ///< indices of points, counter-clockwise seen from outside
  std::vector<int> object;          ///< of each point: the number of its object, from 0
  std::vector<int> kind;            ///< of each point: the number of its kind, from 0
};

class CellsFile {
 public:
  /// A new file. @param fields those of every frame, in the order of append. @throws ResourceError
  CellsFile(const std::filesystem::path&, const SurfaceMesh&, std::vector<OutputField> fields,
            const FrameFormat&);
  /// An existing file, cut after its first `frames` frames (all of them if there are fewer), to append to.
  /// @throws InputError if it is not such a file or has other points or fields
  static CellsFile reopen(const std::filesystem::path&, const SurfaceMesh&, std::vector<OutputField> fields,
                          const FrameFormat&, std::size_t frames);
  ~CellsFile();
  CellsFile(CellsFile&&) noexcept;

  /// @param positions all x, all y, all z (um), as the arrays of the simulation hold them
  /// @param fields each with all of its first component, then of its second, ...
  /// @param state_hash of the state shown (simulation/state_hash)
  void append(double time, const std::vector<double>& positions,
              const std::vector<std::vector<double>>& fields, std::uint64_t state_hash);
  /// Wait until all frames are on the disk (hdf5::File::settle).
  void settle();
  std::size_t frames() const;

 private:
  struct Parts;
  explicit CellsFile(std::unique_ptr<Parts>);
  std::unique_ptr<Parts> parts_;
};

} // namespace ibsim
