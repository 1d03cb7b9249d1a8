// Pictures of a run that goes on. Runs draw by this interface and never see the slice `view`, which reads
// runs and implements it.
#pragma once

#include "program/picture_look.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace ibsim {

/// Draws in the thread that calls `start`, which must call all else too, the destructor included.
class LivePictures {
 public:
  struct Surfaces {
    double time = 0;                  ///< us
    std::span<const float> positions; ///< [point][3], um
    std::span<const float> tension_1; ///< dyn/cm, for the data look
  };
  struct Fixed {
    std::vector<std::uint32_t> triangles; ///< [triangle][3]
    std::vector<int> object, kind;        ///< of each point
  };
  virtual ~LivePictures() = default;
  /// Makes what is made once. @throws ResourceError
  virtual void start() = 0;
  /// Draws pictures/live_NNNNNN.png, which another thread writes. @param number of the picture
  /// @return s from beginning to end on a GPU; 0 where the processor draws
  /// @throws ResourceError, also of a picture before
  virtual double draw(const Surfaces&, std::size_t number) = 0;
  /// Waits until all are written. @throws ResourceError
  virtual void settle() = 0;
};

/// Nothing of OpenGL happens before `start`. @param folder of the run @param scenario the run's scenario.yaml
/// @throws ResourceError where ibsim was built without pictures
using MakeLivePictures = std::unique_ptr<LivePictures> (*)(const std::filesystem::path& folder,
                                                           const std::filesystem::path& scenario,
                                                           LivePictures::Fixed, PictureLook);

} // namespace ibsim
