// Navier-Stokes in unbounded simple shear: a box whose images above and below slide past it (Lees and Edwards
// 1972, J. Phys. C 5, 1921, doi:10.1088/0022-3719/5/15/006). The velocity is the mean shear and a part that
// repeats,
//   u = g(t) (y - Ly/2) e_z + v,   v(x, y + Ly, z + Ly strain) = v(x, y, z),   strain = int g dt
//   v_t + g (y - Ly/2) v_z + div(v v) + g v_y e_z = -grad p/rho + nu lap v + f/rho,   div v = 0
//
// The second term does no more than carry rows along. In the frame that moves with them (Rogallo 1981, NASA
// TM-81315) it is gone, and rows repeat: one Fourier phase a row along z takes a field there and back
// (sheared_modes.hpp), each field with the phases of its own time. So the mean flow carries things exactly,
// no row of the box is a special one, and the difference operators are those of the MAC grid with neighbours
// across the seam where they are: D v is zero to round-off.
//
// The step of imex_rk is that of staged_flow.hpp, C(v) = N(v) + g A_y A_z v_y e_z, all operators at the time
// that they are marked with (0 start, 1/2 middle, 1 end; tau = k/2, a = nu k/2):
//   (I - a L_1/2) v' = v + tau (f/rho - C_0(v)) - G_1/2 phi,                                  D_1/2 v' = 0
//   (I - a L_1) v^{n+1} = v + a L_0 v + k (f/rho - C_1/2(v')) - 2 G_1/2 phi - G_1 dphi,     D_1 v^{n+1} = 0
// As G turns with the frame, the pressure must act in the middle of the step; dphi is of the order of k^2 and
// restores D_1 v = 0. f is given at the start of the step, at points that the mean flow has carried back
// there (grid/sheared_box.hpp).
//
// That of bdf2 (time_scheme.hpp) has one stage, whose pressure acts at its end; a = nu beta:
//   (I - a L_1) v^{n+1} = now v^n - before v^{n-1} + beta (f/rho - (1 + w) C_0(v^n) + w C_-(v^{n-1}))
//                         - G_1 phi
// with the rows of each of the two velocities where they were at its own time, and f given at the end.
//
// Where the viscosity varies (sheared_viscosity.hpp), nu is that of VaryingViscosity::implicit, and E/rho of
// extra_stress.hpp, of v and the mean shear, is taken from C in each place; at the seam it is that of
// seam_stress.hpp.
//
// Over ranks each has the modes of some m, for all rows and all q; what moves rows along z, their phases and
// the rows beyond the box, is so within a rank. Fields with the rows beyond have their ghosts filled.
//
// Products of velocities are taken at the points of the grid in every row:
// where the seam is matters to them alone, by what they alias, unless it stands at whole cells.
#pragma once

#include "fluid/flow_solver.hpp"
#include "fluid/sheared_modes.hpp"
#include "grid/rows_beyond.hpp"

namespace ibsim {

/// T is the number type of the fields, double or float.
template <class B, class T = real>
class LeesEdwardsFlow final : public FlowSolver<B>, public SlidingImages<B> {
 public:
  /// @param shear its shear_rate g, 1/us, and strain_at_start
  /// @throws InputError for a grid with fewer than four rows, or walls
  LeesEdwardsFlow(const Stream<B>&, const LocalGrid<B>&, const FluidProperties&, const WallFlow& shear,
                  const ViscosityBounds&, TimeScheme);
  ~LeesEdwardsFlow() override;

  void prepare(const Stream<B>&, const StepInTime&) override;
  void step(const Stream<B>&, const StepInTime&, const FlowNow&, AnyConstFaces f) override;
  void pressure(const Stream<B>&, AnyConstFaces u, AnyConstFaces f, real* p) override;

  VaryingViscosity<B>* varying_viscosity() override;
  void set_viscosity(const Stream<B>&, const real* mean) override;
  SlidingImages<B>* sliding_images() override { return this; }
  const ShearNow* now(Instant = Instant::start) const override;
  AnyConstFaces open(const Stream<B>&, AnyConstFaces u) override;
  AnyConstFaces at_end() const override;
  void fold(const Stream<B>&, AnyConstFaces wide, AnyFaces f, Instant = Instant::start) override;

 private:
  void imex_rk(const Stream<B>&, real k, const FlowNow&, FaceView<const T> f);
  void bdf2(const Stream<B>&, const BackwardDifference&, const FlowNow&, FaceView<const T> f);

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ibsim
