// Snapshots of surfaces for pictures of a run, copied to the host while the run goes on: the sample sites of
// all objects, in single precision, and their larger tensions where these are shown.
#pragma once

#include "simulation/simulation.hpp"

#include <memory>
#include <span>

namespace ibsim {

class SurfaceSnapshots {
 public:
  /// @param points of all objects of all kinds. @param slots snapshots at a time
  SurfaceSnapshots(std::size_t points, bool tensions, int slots)
      : points_(points), tensions_(tensions), slots_(slots) {}

  /// Copies the present state; returns before it is there, and changes nothing of the state. Memory is taken
  /// by the first call. @throws ResourceError
  void take(Simulation&, int slot);

  struct Seen {
    std::span<const float> positions; ///< [point][3], um, in the order of surface_mesh
    std::span<const float> tension_1; ///< dyn/cm; or empty
  };
  /// Waits until it is there; may be called from any thread.
  Seen arrived(int slot);

 private:
  std::size_t points_;
  bool tensions_;
  int slots_;
  std::unique_ptr<FieldCopies> copies_;
};

} // namespace ibsim
