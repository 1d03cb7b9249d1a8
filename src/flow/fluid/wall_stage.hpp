// The stage of stokes_stage.hpp in a box with walls at y = 0 and y = Ly that is periodic in x and z: Fourier
// modes in x and z, tridiagonal systems in y.
//
// Rows: u_x, u_z and psi at y = (j + 1/2) h, u_y at y = j h, j = 0 .. N-1. u_y is zero on the walls: row 0,
// and row N, which is nowhere stored; going around the box one meets row 0 again, so D and the advection of
// difference_operators.hpp are right as they are. With g the velocity of a wall the ghost value of a
// tangential component q is that of the parabola through the wall and two rows, q_-1 = (8 g - 6 q_0 + q_1)/3:
//   (L_y q)_0 = (8 g/3 - 4 q_0 + 4/3 q_1)/h^2             above mirrored
//   (L_y v)_j = (v_{j+1} - 2 v_j + v_{j-1})/h^2           j = 1 .. N-1
//   (L_N psi)_0 = (psi_1 - psi_0)/h^2                     no gradient through a wall
// Couette and Poiseuille flow are then exact, where a straight line (q_-1 = 2 g - q_0) would leave the latter
// wrong by G h^2/(8 nu). For mode (i, q) with the symbols d_x, d_z of D, g_x = -conj(d_x), k2 = |d_x|^2 +
// |d_z|^2:
//   1. (1 + a k2 - a L_y) u* = r                 for each component, with the wall data
//   2. (L_N - k2) psi = d_x u*_x + d_z u*_z + (u*_{y,j+1} - u*_{y,j})/h
//   3. u = u* - G psi
// L_N G = G L_N, but for one thing: u ends with the velocity g - G_t psi_w on the wall, psi_w = (9 psi_0 -
// psi_1)/8 the parabola's value there. So step 1 takes g + G_t psi_w, with the psi_w of this very stage by
// influence functions: U(y) is the response of step 1 to the unit value on the lower wall, P = (L_N - k2)^-1
// U, the upper wall's are their mirror images. As div u* changes by -k2 (c_lo U + c_up U'), psi_w = c is the
// solution of
//   c_lo + k2 (E_lo P c_lo + E_up P c_up) = E_lo psi,   and the same above,
// E psi = (9 psi_0 - psi_1)/8: two numbers a mode, kept for sum and difference of c. No slip and the unsplit
// stage hold to round-off.
// Over ranks each has the modes of some i; the account is kept by the rank with mode (0, 0), rank 0, which
// tells it to the others at the end of a step.
// Mode (0, 0) has no v and no psi; a prescribed mean of u_z is met there: u_z + F B, B = (1 - a L_y)^-1 1.
#pragma once

#include "fluid/stokes_stage.hpp"

namespace ibsim {

/// What a WallStage remembers; velocities (um/us), each for x and z. Sums over steps are of changes of the
/// mean velocity, so that
///   mean = start + forces + lower + upper
/// to round-off: the balance of momentum. A backward difference makes of a sum S whose last gain was dS
///   S^{n+1} = S^n + before dS + beta (rate of S),
/// so with bdf2 the account of the step before is there too, behind this one.
struct WallAccount {
  real start[2], mean[2];  ///< the mean velocity at the start of the run, and now
  real forces[2];          ///< gained from forces (and the prescribed flow rate)
  real lower[2], upper[2]; ///< gained from the friction at the walls
  /// (q_1 - 9 q_0)/3 of the means over planes: the stress on the fluid is mu/h (slope + 8 g/3)
  real slope_lower[2], slope_upper[2];
  real drive;  ///< k times the acceleration of u_z by the prescribed flow rate, in the last step
  real unused; ///< what follows is on a multiple of 16 bytes
};
static_assert(sizeof(WallAccount) == 16 * sizeof(real));

/// T is the number type of the fields, double or float.
template <class B, class T = real>
class WallStage final : public StokesStage<B, T> {
 public:
  /// @throws InputError unless x and z are periodic and there are walls in y, two rows apart or more
  WallStage(const Stream<B>&, const LocalGrid<B>&, const WallFlow&);
  ~WallStage() override;

  FaceView<T> right_hand_side() override;
  void prepare(const Stream<B>&, real time, real time_step, real a, real step_before = 0) override;
  void add_ends_to_laplacian(const Stream<B>&, real factor, FaceView<const T> u, FaceView<T> r) override;
  void expect_extra_stress(const Stream<B>&) override;
  void add_ends_to_extra_stress(const Stream<B>&, real factor, const T* excess, FaceView<const T> u,
                                PartOfStep, FaceView<T> r, real* memory) override;
  std::size_t remembered(TimeScheme) const override;
  void remember_start(const Stream<B>&, TimeScheme, FaceView<const T> u, real* memory) override;
  /// @throws std::logic_error if prepare() was not told this a
  void solve(const Stream<B>&, real a, FaceView<T> u, PartOfStep, real* memory) override;
  void add_ends_to_extrapolated(const Stream<B>&, const BackwardDifference&, real factor, FaceView<const T> u,
                                FaceView<const T> v, FaceView<T> r, real* memory) override;
  void begin_bdf2(const Stream<B>&, const BackwardDifference&, real* memory) override;
  void solve_bdf2(const Stream<B>&, const BackwardDifference&, real a, FaceView<T> u, real* memory) override;
  void answer(const Stream<B>&, const BackwardDifference&, real a, FaceView<T> du, real* memory) override;
  const WallsNow* walls(bool at_end) const override;
  void helmholtz(const Stream<B>&, real a, FaceView<T> u) override;
  void project(const Stream<B>&, FaceView<T> u) override;
  void pressure(const Stream<B>&, T* p) override;
  void solve_laplacian(const Stream<B>&, T* q) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ibsim
