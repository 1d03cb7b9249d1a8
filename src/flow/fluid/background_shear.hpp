// The background shear of the paper (section 4) in a triply periodic box: u0 = (0, 0, rate (y - Ly/2)), y in
// um, rate in 1/us.
//
// u0 jumps where the box closes in y, so L u0 is zero but in the two layers of cells next to the jump, and
// the force -mu L u0 = mu rate Ly/h^2 (0, 0, -1) in the layer j = 0 and (0, 0, +1) in the layer j = n.y - 1
// makes u0 an exact steady state of the discrete equations: N(u0) = 0 and the pressure is zero.
#pragma once

#include "base/signal.hpp"
#include "fluid/body_force.hpp"
#include "grid/stored_numbers.hpp"

namespace ibsim {

/// u = u0.
template <class B>
void set_background_shear(const Stream<B>&, const Grid&, real rate, FaceView<real> u);

/// f += -mu L u0. f in pg/(um^2 us^2), viscosity mu in pg/(um us).
template <class B>
void add_background_force(const Stream<B>&, const Grid&, real viscosity, real rate, AnyFaces f);

/// Background shear as a member of the fluid's list of forces.
template <class B>
class BackgroundShearForce final : public BodyForce<B> {
 public:
  BackgroundShearForce(const Grid& grid, real viscosity, real rate)
      : grid_(grid), viscosity_(viscosity), rate_(rate) {}
  void add(const Stream<B>& stream, AnyFaces f) const override {
    add_background_force(stream, grid_, viscosity_, rate_, f);
  }

 private:
  Grid grid_;
  real viscosity_, rate_;
};

/// Background shear whose rate changes from r_0 to r_1 in the step from t to t + k. Its force is
///   f = -mu L u0 with the mean of both, plus rho (r_1 - r_0)/k (y - Ly/2) everywhere.
/// Then u0(t) solves the discrete equations exactly, as it does for a steady rate. The middle stage gives the
/// mean of both ends. The full step, whose viscous term is the mean of theirs, gives the end.
template <class B>
class VaryingShearForce final : public BodyForce<B> {
 public:
  VaryingShearForce(const Grid&, real density, real viscosity, Signal rate);
  void prepare(const Stream<B>&, const StepInTime&) override;
  void add(const Stream<B>&, AnyFaces f) const override;

 private:
  Grid grid_;
  real density_, viscosity_;
  Signal rate_;
  StepNumbers<B> now_; ///< mu rate Ly/h^2; rho d(rate)/dt
};

} // namespace ibsim
