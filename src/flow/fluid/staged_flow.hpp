// The step of the fluid over the stages of stokes_stage.hpp: advection, and one of two schemes in time.
//
// imex_rk, Peskin's (2002, Acta Numerica 11, doi:10.1017/S0962492902000077) Runge-Kutta, one force f a step:
//   half step: (2 rho/k)(u' - u^n) + rho N(u^n) = mu L u' - G p' + f,                       D u' = 0
//   full step: (rho/k)(u^{n+1} - u^n) + rho N(u') = (mu/2) L (u^n + u^{n+1}) - G p + f,     D u^{n+1} = 0
// with N(u)_i = D_j[(A_i u_j)(A_j u_i)]. Both are one and the same solve, with a = nu k/2:
//   (I - a L) u* = r,   u = u* - G psi with L psi = D u*,
//   half step, tau = k/2, backward Euler over tau:   r = u^n + tau (f/rho - N(u^n))
//   full step, tau = k, Crank-Nicolson over tau:     r = u^n + a L u^n + tau (f/rho - N(u'))
// It is two passes over the grid, two over the modes, and 6 transforms each way.
//
// bdf2 (time_scheme.hpp): the same solve once, f of the end of the step:
//   r = now u^n - before u^{n-1} + beta (f/rho - (1 + w) M(u^n) + w M(u^{n-1})),   M(u) = N(u) + (nu/3) L u
// with a = 4/3 nu beta (time_scheme.hpp).
// It is one pass over the grid, one over the modes, and 3 transforms each way.
//
// psi = (tau/rho) phi of the projection PmIII of Brown, Cortez and Minion (2001, J. Comput. Phys. 168,
// doi:10.1006/jcph.2001.6715). As u* = u + G psi and L commutes with G in a periodic box, u solves the
// stage's equation with the pressure (rho/tau) (I - a L) psi, which nothing needs. What is asked for is that
// of the present state: the divergence of the momentum equation, with D u_t = 0.
//
// All of this holds between walls too (wall_stage.hpp), but that L then has rows of its own beside them: the
// passes here go around the box, and the stage adds the difference.
//
// Over ranks (grid/local_grid.hpp) the ghosts of a velocity are filled as soon as it is there, so that those
// of u and of that before are filled before and after a step.
//
// Answers to small forces may be in floats where all else is in doubles: their rounding is 1e-7 of what is
// small, and they move half of the bytes.
//
// Where the viscosity varies, a is that of VaryingViscosity::implicit and tau E/rho is added to r: of u^n in
// the half step, of u' in the full step, extrapolated in bdf2.
#pragma once

#include "fluid/flow_solver.hpp"

#include <optional>

namespace ibsim {

/// T is the number type of the fields, double or float.
template <class B, class T = real>
class StagedFlow final : public FlowSolver<B> {
 public:
  StagedFlow(const Stream<B>&, const LocalGrid<B>&, const FluidProperties&, const WallFlow&,
             const ViscosityBounds&, TimeScheme);

  void prepare(const Stream<B>&, const StepInTime&) override;
  void step(const Stream<B>&, const StepInTime&, const FlowNow&, AnyConstFaces f) override;
  /// With bdf2, r, which takes the place of f face by face.
  AnyFaces room_for_forces() override {
    return scheme_ == TimeScheme::bdf2 ? AnyFaces(stage_->right_hand_side()) : AnyFaces{};
  }
  void answer(const Stream<B>&, const StepInTime&, AnyFaces du, real* memory) override;
  Storage quick_answers(const Stream<B>&, Storage) override;
  AnyFaces room_for_answers(Storage) override;
  real a_of_answer(const StepInTime& when) const override { return a(when); }
  void pressure(const Stream<B>&, AnyConstFaces u, AnyConstFaces f, real* p) override;
  Array<real, B> memory_at_start(const Stream<B>&, AnyConstFaces u) override;
  VaryingViscosity<B>* varying_viscosity() override { return viscosity_ ? &*viscosity_ : nullptr; }
  void set_viscosity(const Stream<B>&, const real* mean) override;
  const WallsNow* walls(bool at_end) const override { return stage_->walls(at_end); }

 private:
  /// FlowNow and the forces, in T.
  struct Fields {
    FaceView<T> u, u_before;
    FaceView<const T> f;
    real* memory;
  };
  void imex_rk(const Stream<B>&, real k, real a, const Fields&);
  void bdf2(const Stream<B>&, const BackwardDifference&, real a, const Fields&);
  /// a of the stages of a step.
  real a(const StepInTime&) const;
  /// mu of L in a stage.
  real implicit_viscosity() const;
  /// Null where it does not vary.
  const T* excess() const { return viscosity_ ? viscosity_->excess_of_stage() : nullptr; }
  void add_ends_to_extra_stress(const Stream<B>&, real factor, FaceView<const T> u, PartOfStep,
                                real* memory) const;

  LocalGrid<B> local_;
  FluidProperties fluid_;
  TimeScheme scheme_;
  std::unique_ptr<StokesStage<B, T>> stage_;
  std::unique_ptr<StokesStage<B, float>> in_floats_; ///< for answers; null: stage_ gives them
  FaceField<B> half_velocity_;                       ///< u' of imex_rk
  std::optional<StagedViscosity<B, T>> viscosity_;   ///< where it varies
};

} // namespace ibsim
