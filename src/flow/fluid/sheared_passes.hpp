// The passes over the grid of a step in unbounded shear (lees_edwards.hpp): v and the excess of the
// viscosity, null where that does not vary, are wide fields with the rows beyond the box and ghosts filled,
// all others of the box; of both a rank's own planes. `rate` is that of the mean shear, on the device.
#pragma once

#include "fluid/fluid_properties.hpp"
#include "grid/local_grid.hpp"
#include "grid/sheared_box.hpp"

namespace ibsim {

/// What the start of a step of imex_rk gives to its two stages, of tau = k/2 and k with a = nu k/2:
///   half = v + k/2 (f/rho - C(v) + E/rho),   full = v + a L v + k f/rho
template <class B, class T>
void right_hand_sides_of_start(const Stream<B>& stream, const LocalGrid<B>& local, real k, real a,
                               real density, const T* rate, const T* excess, FaceView<const T> v,
                               FaceView<const T> f, FaceView<T> half, FaceView<T> full);

/// r = tau (E/rho - C(v))
template <class B, class T>
void minus_advection(const Stream<B>& stream, const LocalGrid<B>& local, real tau, real density,
                     const T* rate, const T* excess, FaceView<const T> v, FaceView<T> r);

/// r = part v + of_explicit (C(v) - nu L v), or where the viscosity varies, - nu E
template <class B, class T>
void right_hand_side_of_velocity(const Stream<B>& stream, const LocalGrid<B>& local, real part,
                                 real of_explicit, real nu, const T* rate, const T* excess,
                                 FaceView<const T> v, FaceView<T> r);

/// r = f - rho C(v) + mu L v + E, mu that of the implicit terms where it varies
template <class B, class T>
void forces_on_the_fluid(const Stream<B>& stream, const LocalGrid<B>& local, const FluidProperties& fluid,
                         const T* rate, const T* excess, FaceView<const T> v, FaceView<const T> f,
                         FaceView<T> r);

/// wide = u less the mean shear, in the rows of the box
template <class B, class T>
void take_mean_shear(const Stream<B>& stream, const Grid& grid, const T* rate, FaceView<const T> u,
                     FaceView<T> wide);

/// u = v and the mean shear
template <class B, class T>
void add_mean_shear(const Stream<B>& stream, const Grid& grid, const T* rate, FaceView<const T> wide,
                    FaceView<T> u);

/// r = factor f
template <class B, class T>
void scale(const Stream<B>& stream, const Grid& grid, real factor, FaceView<const T> f, FaceView<T> r);

} // namespace ibsim
