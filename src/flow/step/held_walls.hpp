// Rigid walls of any shape: fixed points (wall_points.hpp) with forces that make the fluid there move as the
// wall does. The forces F are carried from step to step, as part of the state, and corrected once a step:
//
//   1. f += S F; the step of the fluid gives u*, and p = J u* - U_wall is its slip
//   2. dF by wall_inverse.hpp
//   3. u = u* + A^-1 S dF beta/rho,  F += theta dF
//
// J interpolates at the points and S spreads from them, by the cubic B-spline whatever kernel membranes use:
// its Fourier transform has no zeros, so forces can answer all slips. A^-1 is the fluid's stage of the step
// (fluid/stokes_stage.hpp). F is not extrapolated. theta, a fifth to one, keeps steps stable, and where
// it would be small, 2 and 3 are done twice (carried_part.hpp).
//
// The answer of 3 is small, 1e-2 to 1e-4 of u in steps that follow each other. In a periodic box it is
// found in floats whatever the precision of the run: it is wrong by 1e-7 of itself, and moves half of the
// bytes. It vanishes in a steady flow, which is therefore as exact as with answers in doubles.
//
// Inverses belong to a beta (wall_inverses.hpp). In the first step F is unknown, and corrected several times.
//
// Over ranks each has all points, and computes all of dF.
#pragma once

#include "fluid/navier_stokes.hpp"
#include "walls/wall_points.hpp"

#include <memory>

namespace ibsim {

struct FlowModel;

template <class B>
class HeldWalls {
 public:
  /// @param fluid must outlive this @throws InputError where the scheme or the ends of the box know no such
  /// walls
  HeldWalls(const Stream<B>&, const FlowModel&, const LocalGrid<B>&, NavierStokes<B>& fluid, WallPoints);
  ~HeldWalls();

  const WallPoints& points() const;

  /// Prepares for add_forces() and hold() in this step, before NavierStokes::prepare. Makes an inverse where
  /// there is none yet: collective. Not for a Graph to record.
  void prepare(const Stream<B>&, const StepInTime&);
  /// Differs where hold() takes other memory than before.
  std::uint64_t number_of_inverse() const;

  /// f += S F. @param F all x, all y, all z, pg um/us^2
  void add_forces(const Stream<B>&, const Array<real, B>& F, AnyFaces f);
  /// 2 and 3, after the step of the fluid: u, with its ghosts, and F are those of its end. Allocates nothing
  /// and does not wait for the stream. @param memory of the fluid (FlowNow), which takes the change into
  /// account; null: it does not
  void hold(const Stream<B>&, const StepInTime&, AnyFaces u, Array<real, B>& F, real* memory = nullptr);
  /// Corrects u once, and F by all of dF: for the answer to a force, in which F is the whole reaction.
  void correct_answer(const Stream<B>&, const StepInTime&, AnyFaces u, Array<real, B>& F);

  /// The largest slip of u, um/us. Waits for the stream.
  real slip(const Stream<B>&, AnyConstFaces u);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ibsim
