// A fluid whose viscosity varies from place to place, as where closed surfaces have another fluid inside:
//
//   L q = -D s,   mean of q given,   mu = outer exp(q), kept within bounds, at the cell centres
//
// where s is spread from the surfaces: log(lambda) n dA, n outwards. As grad I = -n delta for the indicator I
// of an inside, q is log(lambda) inside and 0 outside, and what is between is as wide as the delta kernel
// (Fai, Griffith, Mori and Peskin 2013, SIAM J. Sci. Comput. 35, doi:10.1137/120903038). One solve for any
// number of surfaces with lambdas of their own.
//
// Between the fluids it is log mu that goes with I, where the paper has mu: where shear goes across the
// boundary it is 1/mu that should, where the boundary is stretched, mu. Of a sphere with lambda = 5 in shear
// mu makes the additional stress too large by 19 % at a/h = 8, log mu by 6 %, 1/mu too small by 6 %; with
// lambda = 1/5 by -6, 6 and 18 % (all of the order h).
//
// In a step (staged_flow.hpp) one viscosity takes the place of mu in the implicit terms, and the rest, E u of
// extra_stress.hpp, is explicit. With imex_rk it is the mean of both bounds, E u^n in the half step, E u' in
// the full one; found: stable for any step as long as the implicit viscosity is at least half of the largest,
// as the mean always is. With bdf2, where E u is extrapolated, it is at least three quarters of the largest:
// of a mode with the viscosity m in units of the implicit one, as k -> inf,
//   z^2 + (m - 1)(2 z - 1) = 0   has both roots within the circle for 0 < m < 4/3.
#pragma once

#include "fluid/stokes_stage.hpp"

namespace ibsim {

/// Bounds of the viscosity, pg/(um us).
struct ViscosityBounds {
  real least = 0, most = 0;
  bool apart() const { return most > least; }
};

template <class B>
class VaryingViscosity {
 public:
  /// @param outer viscosity where q is zero  @param implicit what the implicit terms have
  VaryingViscosity(const Stream<B>&, const LocalGrid<B>&, real outer, const ViscosityBounds&, real implicit,
                   StokesStage<B>&);

  real implicit() const { return implicit_; }
  /// mu less that, at the cell centres, with ghosts; zero before the first set().
  const real* excess() const { return excess_.data() + local_.slab.ghost_cells(); }

  /// s, 1/um, which the caller writes before set(); its y component zero on walls.
  FaceView<real> source() { return source_.view(); }
  /// @param mean of q, on the device
  void set(const Stream<B>&, StokesStage<B>&, const real* mean);
  /// r += factor E u. For `half`, u and walls are those at the beginning of the step, for `full` those of its
  /// middle. @param memory what the stage remembers, null: none
  void add_extra_stress(const Stream<B>&, StokesStage<B>&, real factor, FaceView<const real> u, PartOfStep,
                        FaceView<real> r, real* memory) const;

 private:
  LocalGrid<B> local_;
  real outer_;
  ViscosityBounds bounds_;
  real implicit_;
  CellField<B> excess_;
  FaceField<B> source_;
};

} // namespace ibsim
