// Frames of bonds: VTKHDF PolyData with a line from each receptor to its ligand (files/frame_series). Each
// frame has as many lines as there are bonds then.
#pragma once

#include "base/vec3.hpp"
#include "files/frame_series.hpp"

#include <map>
#include <memory>
#include <vector>

namespace ibsim {

struct BondLine {
  Real3 receptor, ligand; ///< um
  real force;             ///< pN
  int object;             ///< its number, from 0
  int adhesion;           ///< its number among those of the kind, from 0
  int number = 0;         ///< of the receptor on its object, from 0
  int partner = -1;       ///< number of the object with the ligand; -1: a wall, tube or vessel
};

class BondFrames {
 public:
  /// @param kept as for FrameSeries. @throws ResourceError
  BondFrames(const std::filesystem::path& folder, const FrameFormat&, std::size_t kept);

  /// @param state_hash of the state shown (state/state_hash)
  void append(double time, const std::vector<BondLine>&, std::uint64_t state_hash);
  void settle() { series_.settle(); }

 private:
  /// Lines of each frame, by the name of its file.
  using Lines = std::map<std::string, std::size_t>;
  BondFrames(const std::filesystem::path& folder, const FrameFormat&, std::size_t kept,
             std::shared_ptr<Lines> lines);
  FrameFormat format_;
  std::shared_ptr<Lines> lines_; ///< the list of frames reads it
  FrameSeries series_;
};

} // namespace ibsim
