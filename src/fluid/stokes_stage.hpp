// One stage of the Runge-Kutta step of navier_stokes.hpp, which knows all about the ends of the box:
//
//   (I - a L) u* = r,   u = u* - G psi with L psi = D u*,   so that D u = 0
//
// and, apart, the Helmholtz solve, the projection, and the pressure. With a = nu k/2 a stage is backward
// Euler over k/2 (the half step) or Crank-Nicolson over k (the full step).
//
// Kinds: PeriodicStage. Another one is a file beside it and a line in make_stokes_stage.
#pragma once

#include "grid/grid.hpp"

#include <memory>

namespace ibsim {

template <class B>
class StokesStage {
 public:
  virtual ~StokesStage() = default;

  /// Where the caller writes r, of any stage, before solve(), helmholtz() or pressure(), which destroy it.
  virtual FaceView<real> right_hand_side() = 0;

  /// u = the whole stage; a in um^2. None of these allocates or waits for the stream.
  virtual void solve(const Stream<B>& stream, real a, FaceView<real> u) {
    helmholtz(stream, a, u);
    project(stream, u);
  }
  /// u = u*
  virtual void helmholtz(const Stream<B>&, real a, FaceView<real> u) = 0;
  /// u <- u - G psi, L psi = D u. The mean of u is kept.
  virtual void project(const Stream<B>&, FaceView<real> u) = 0;
  /// L p = D r, the mean of p zero; p at the cell centres.
  virtual void pressure(const Stream<B>&, real* p) = 0;
};

/// The stage for the ends of this box. @throws InputError for a grid that makes no sense, or ends without a
/// stage.
template <class B>
std::unique_ptr<StokesStage<B>> make_stokes_stage(const Stream<B>&, const Grid&);

} // namespace ibsim
