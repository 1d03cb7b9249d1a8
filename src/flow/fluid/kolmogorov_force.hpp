// Kolmogorov's flow: a steady force along z, a sine over y, drives shear in a periodic box without walls and
// without a jump.
//
//   f_z = mu q^2 U sin(k y),   k = 2 pi n/Ly,   q^2 = 2 (1 - cos(k h))/h^2
//
// The Laplacian of the grid takes the sine to -q^2 times itself. So u_z = U sin(k y) is an exact steady flow
// of the fluid alone, and from rest it is reached as 1 - exp(-nu q^2 t).
#pragma once

#include "fluid/body_force.hpp"
#include "fluid/kolmogorov_flow.hpp"
#include "grid/stored_numbers.hpp"

namespace ibsim {

/// u_z += U sin(k y). @param grid a rank's planes
template <class B>
void add_kolmogorov_flow(const Stream<B>&, const Grid& grid, const KolmogorovFlow&, AnyFaces u);

template <class B>
class KolmogorovForce final : public BodyForce<B> {
 public:
  KolmogorovForce(const Grid& grid, real viscosity, const KolmogorovFlow& flow,
                  Storage storage = Storage::doubles)
      : grid_(grid), viscosity_(viscosity), flow_(flow), storage_(storage) {}
  void prepare(const Stream<B>&, const StepInTime&) override;
  void add(const Stream<B>&, AnyFaces f) const override;

 private:
  Grid grid_;
  real viscosity_;
  KolmogorovFlow flow_;
  Storage storage_;
  StoredNumbers<B> rows_; ///< density of each row of constant y
};

} // namespace ibsim
