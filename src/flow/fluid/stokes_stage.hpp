// One stage of a step of staged_flow.hpp, which knows all about the ends of the box:
//
//   (I - a L) u* = r,   u = u* - G psi with L psi = D u*,   so that D u = 0
//
// and, apart, the Helmholtz solve, the projection, and the pressure. With a = nu k/2 a stage is backward
// Euler over k/2 (the half step) or Crank-Nicolson over k (the full step), with a = nu beta the only one of a
// backward difference (the whole step), for the nu of the implicit terms.
//
// Over ranks all functions are collective. What they take and give are a rank's own planes; velocities that a
// stencil reads have their ghosts filled by the caller.
//
// Kinds: PeriodicStage, WallStage. Another one is a file beside them and a line in make_stokes_stage.
#pragma once

#include "fluid/time_scheme.hpp"
#include "fluid/wall_flow.hpp"
#include "grid/local_grid.hpp"

#include <memory>

namespace ibsim {

/// T is the number type of the fields, double or float.
template <class B, class T = real>
class StokesStage {
 public:
  virtual ~StokesStage() = default;

  /// Where the caller writes r, of any stage, before solve(), helmholtz() or pressure(), which destroy it.
  /// All else leaves it alone.
  virtual FaceView<T> right_hand_side() = 0;

  /// A stage in floats for the same ends, whose right-hand side and modes have the memory of this one: a
  /// solve of one destroys those of the other. This one must outlive it. Null: there is none.
  virtual std::unique_ptr<StokesStage<B, float>> in_floats(const Stream<B>&) { return nullptr; }

  /// Prepares for the stages of a step from `time` to time + time_step (us), which will be given this a
  /// (um^2); or, with time_step zero, for a pressure at `time`. Not for a Graph to record: what changes in
  /// time goes to device memory here. @param step_before its length, us; 0: there was none
  virtual void prepare(const Stream<B>&, real time, real time_step, real a, real step_before = 0) {
    static_cast<void>(time), static_cast<void>(time_step), static_cast<void>(a),
        static_cast<void>(step_before);
  }
  /// r += factor (L - L_around) u, where L_around goes around the box as if there were no ends, with the
  /// walls as they are at the time of prepare().
  virtual void add_ends_to_laplacian(const Stream<B>&, real factor, FaceView<const T> u, FaceView<T> r) {
    static_cast<void>(factor), static_cast<void>(u), static_cast<void>(r);
  }

  /// Adds the ends of factor ((1 + w) L u - w L v) in bdf2, v the velocity before, each with the walls of its
  /// time, and a note of it in `memory` (null: none).
  virtual void add_ends_to_extrapolated(const Stream<B>&, const BackwardDifference&, real factor,
                                        FaceView<const T> u, FaceView<const T> v, FaceView<T> r,
                                        real* memory) {
    static_cast<void>(factor), static_cast<void>(u), static_cast<void>(v), static_cast<void>(r),
        static_cast<void>(memory);
  }

  /// Adds r += factor (E - E_around) u for extra stress (varying_viscosity.hpp), once, before any of it. The
  /// walls are those at the beginning (half), in the middle (full) or at the end (whole) of the step. Notes
  /// it in `memory` (null: none).
  virtual void expect_extra_stress(const Stream<B>&) {}
  virtual void add_ends_to_extra_stress(const Stream<B>&, real factor, const T* excess, FaceView<const T> u,
                                        PartOfStep, FaceView<T> r, real* memory) {
    static_cast<void>(factor), static_cast<void>(excess), static_cast<void>(u), static_cast<void>(r),
        static_cast<void>(memory);
  }

  /// The walls at the beginning or the end of the step of the last prepare(), on the device; null: none.
  virtual const WallsNow* walls(bool at_end) const { return static_cast<void>(at_end), nullptr; }

  /// Numbers that the stage remembers from step to step and that belong to the state: how many, and at the
  /// start of a run for the velocity u.
  virtual std::size_t remembered(TimeScheme) const { return 0; }
  virtual void remember_start(const Stream<B>&, TimeScheme, FaceView<const T> u, real* remembered) {
    static_cast<void>(u), static_cast<void>(remembered);
  }

  /// u = the whole stage; a in um^2. None of these allocates or waits for the stream.
  /// @param memory what the stage remembers, on the device; null for a solve by itself
  virtual void solve(const Stream<B>& stream, real a, FaceView<T> u, PartOfStep = PartOfStep::full,
                     real* memory = nullptr) {
    static_cast<void>(memory);
    helmholtz(stream, a, u);
    project(stream, u);
  }
  /// Solves the whole step of bdf2, at whose beginning, before any extra stress, begin_bdf2() is
  /// called.
  virtual void begin_bdf2(const Stream<B>&, const BackwardDifference&, real* memory) {
    static_cast<void>(memory);
  }
  virtual void solve_bdf2(const Stream<B>& stream, const BackwardDifference&, real a, FaceView<T> u,
                          real* memory) {
    solve(stream, a, u, PartOfStep::whole, memory);
  }
  /// du = the whole stage of a step of bdf2 for what is added to its r, the walls at rest. Comes after
  /// solve_bdf2() of that step. @param memory takes the addition into account; null: it does not
  virtual void answer(const Stream<B>& stream, const BackwardDifference&, real a, FaceView<T> du,
                      real* memory) {
    static_cast<void>(memory);
    solve(stream, a, du, PartOfStep::whole, nullptr);
  }
  /// u = u*, the walls as at the end of the step
  virtual void helmholtz(const Stream<B>&, real a, FaceView<T> u) = 0;
  /// u <- u - G psi, L psi = D u. The mean of u is kept, but for what would flow through walls.
  virtual void project(const Stream<B>&, FaceView<T> u) = 0;
  /// L p = D r, the mean of p zero; p at the cell centres. May allocate at the first call, and so may
  /// solve_laplacian() where no extra stress is expected.
  virtual void pressure(const Stream<B>&, T* p) = 0;
  /// q <- L^-1 q at the cell centres, without a gradient through walls; the mean of q is left out, before and
  /// after.
  virtual void solve_laplacian(const Stream<B>&, T* q) = 0;
};

/// The stage for the ends of this box. @throws InputError for a grid that makes no sense, or ends without a
/// stage in T.
template <class B, class T = real>
std::unique_ptr<StokesStage<B, T>>
make_stokes_stage(const Stream<B>&, const std::type_identity_t<LocalGrid<B>>&, const WallFlow& = {});

} // namespace ibsim
