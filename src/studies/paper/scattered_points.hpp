// The paper's scattered points (section 4.1): n points placed at random in a 16 um periodic box, each
// tethered to its place by a spring, in a shear flow that they do not change. A step:
//
//   U = interpolate(u0, X),  X* = X + k U,  F = -kappa (X* - X_0),  f = spread(F at X*),  U = interpolate(u0,
//   X),  X = X + k U
//
// with u0 = (0, 0, gamma (y - 8 um)), gamma = 1000 1/s, kappa = 0.01 dyn/cm (pg/us^2). The paper gives no
// time step; here k = 0.1 us, the one of its cells. f is not used.
#pragma once

#include "coupling/spread.hpp"
#include "parallel/phase_timer.hpp"

namespace ibsim {

/// Phases of a step; "interpolate" is two calls.
inline const std::vector<std::string> scattered_phases{"interpolate", "spread", "move"};

constexpr real scattered_shear_rate = 1e-3, scattered_spring = 0.01, scattered_time_step = 0.1,
               scattered_box = 16;

/// The box with `refinement` cells a side.
Grid scattered_grid(int refinement);

template <class B>
class ScatteredPoints {
 public:
  /// Scattered points, equal in every run for any grid and algorithm.
  ScatteredPoints(const Stream<B>&, int refinement, Index points, SpreadAlgorithm,
                  int sweep_width = default_sweep_width);

  /// Allocates nothing (but for Algorithm 6) and does not wait for the stream.
  void step(const Stream<B>&, PhaseTimer<B>&);

  /// all x, all y, all z, um
  std::vector<real> positions(const Stream<B>& stream) const { return X_.to_host(stream); }
  std::vector<real> start(const Stream<B>& stream) const { return tether_.to_host(stream); }
  /// of the last step, pg um/us^2
  std::vector<real> forces(const Stream<B>& stream) const { return F_.to_host(stream); }
  const FaceField<B>& force_density() const { return f_; } ///< pg/(um^2 us^2)
  const Grid& grid() const { return grid_; }

 private:
  Grid grid_;
  Index n_;
  FaceField<B> u_, f_;
  Array<real, B> X_, tether_, predicted_, U_, F_;
  std::unique_ptr<Spreader<B>> spreader_;
};

} // namespace ibsim
