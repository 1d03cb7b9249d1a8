// The passes over the grid of a step in unbounded shear (lees_edwards.hpp): v and the excess of the
// viscosity, null where that does not vary, are wide fields with the rows beyond the box and ghosts filled,
// all others of the box; of both a rank's own planes.
#pragma once

#include "fluid/fluid_properties.hpp"
#include "grid/local_grid.hpp"
#include "grid/sheared_box.hpp"

namespace ibsim {

/// What the start of a step of imex_rk gives to its two stages, of tau = k/2 and k with a = nu k/2:
///   half = v + k/2 (f/rho - C(v) + E/rho),   full = v + a L v + k f/rho
template <class B>
void right_hand_sides_of_start(const Stream<B>& stream, const LocalGrid<B>& local, real k, real a,
                               real density, const ShearNow* now, const real* excess, FaceView<const real> v,
                               FaceView<const real> f, FaceView<real> half, FaceView<real> full);

/// r = tau (E/rho - C(v))
template <class B>
void minus_advection(const Stream<B>& stream, const LocalGrid<B>& local, real tau, real density,
                     const ShearNow* now, const real* excess, FaceView<const real> v, FaceView<real> r);

/// r = part v + of_explicit (C(v) - nu L v), or where the viscosity varies, - nu E
template <class B>
void right_hand_side_of_velocity(const Stream<B>& stream, const LocalGrid<B>& local, real part,
                                 real of_explicit, real nu, const ShearNow* now, const real* excess,
                                 FaceView<const real> v, FaceView<real> r);

/// r = f - rho C(v) + mu L v + E, mu that of the implicit terms where it varies
template <class B>
void forces_on_the_fluid(const Stream<B>& stream, const LocalGrid<B>& local, const FluidProperties& fluid,
                         const ShearNow* now, const real* excess, FaceView<const real> v,
                         FaceView<const real> f, FaceView<real> r);

/// wide = u less the mean shear, in the rows of the box
template <class B>
void take_mean_shear(const Stream<B>& stream, const Grid& grid, const ShearNow* now, FaceView<const real> u,
                     FaceView<real> wide);

/// u = v and the mean shear
template <class B>
void add_mean_shear(const Stream<B>& stream, const Grid& grid, const ShearNow* now, FaceView<const real> wide,
                    FaceView<real> u);

/// r = factor f
template <class B>
void scale(const Stream<B>& stream, const Grid& grid, real factor, FaceView<const real> f, FaceView<real> r);

} // namespace ibsim
