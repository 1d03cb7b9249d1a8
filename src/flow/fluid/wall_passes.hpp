// The passes over the modes of wall_stage.hpp, one function each. Data of a component or of psi: row j of
// mode m at m + modes j, as channel_fft.hpp and batched_tridiagonal.hpp have it; mode m = i + shape.x q.
//
// Passes of mode 0 alone are done by the rank that has it. wall_account.hpp has the balance of momentum.
#pragma once

#include "fluid/wall_stage.hpp"
#include "linalg/complex.hpp"

namespace ibsim {

/// Device pointers and sizes, captured by the kernels. T is the number type of the modes.
template <class T>
struct WallModes {
  Int3 shape;     ///< modes in x (all n.x/2 + 1, or those of this rank), n.z modes in z, n.y rows
  Index modes;    ///< of a plane
  real h, planes; ///< planes: values of a plane, which the unnormalised transforms multiply by
  const ComplexOf<T>*symbol_x, *symbol_z; ///< of D: (exp(i theta) - 1)/h
  const T* k2;
  ComplexOf<T>*x, *y, *z, *psi;
  const ComplexOf<T>* response; ///< U as the real, P as the imaginary part
  const T *even, *odd;          ///< 1/(1 + k2 (E_lo P +- E_up P))
  ComplexOf<T>* wall;           ///< psi_w by influence functions: lower walls of all modes, then upper ones
  Index mode_zero;              ///< where mode (0, 0) is: 0, or -1 if another rank has it
};

/// u_y = 0 on the wall, and the wall data b 8/3 g of step 1, b = a/h^2.
template <class B, class T>
void add_wall_data(const Stream<B>&, const WallModes<T>&, real a, const WallsNow*);
/// psi = div u*, nothing in mode 0
template <class B, class T>
void divergence_of_modes(const Stream<B>&, const WallModes<T>&);
/// wall = psi_w, of psi before the influence of the walls
template <class B, class T>
void influence_of_walls(const Stream<B>&, const WallModes<T>&);
/// Step 3, normalised. @param influenced with what psi_w on the walls changes; false in a mere projection
template <class B, class T>
void subtract_gradient(const Stream<B>&, const WallModes<T>&, bool influenced);
/// 1/planes times a component
template <class B, class T>
void normalise(const Stream<B>&, const WallModes<T>&, ComplexOf<T>*);
/// psi of mode 0 by summation of r_y, its mean zero, and all psi over `planes`.
template <class B, class T>
void finish_pressure(const Stream<B>&, const WallModes<T>&);

/// Mode 0 of L_N psi = r, which is singular: `flat` = psi there, mean zero, for r in psi.
template <class B, class T>
void solve_mode_zero(const Stream<B>&, const WallModes<T>&, T* flat);
/// psi of mode 0 = `flat`, and all psi over `planes`.
template <class B, class T>
void finish_laplacian(const Stream<B>&, const WallModes<T>&, const T* flat);

/// The response's right-hand sides b 8/3 in row 0 into psi; U into `response` and psi = U; P into `response`,
/// and the two numbers of each mode.
template <class B, class T>
void unit_wall_data(const Stream<B>&, const WallModes<T>&, real b);
template <class B, class T>
void keep_velocity_response(const Stream<B>&, const WallModes<T>&, ComplexOf<T>* response);
template <class B, class T>
void keep_potential_response(const Stream<B>&, const WallModes<T>&, ComplexOf<T>* response, T* even, T* odd);

/// Mode 0 after the stage, normalised: the prescribed mean of u_z by the column B (null: none), and, for an
/// account, the friction of the full step with b = a/h^2 and the walls before and after.
template <class B, class T>
void close_mode_zero(const Stream<B>&, const WallModes<T>&, real b, const T* column, const WallsNow* before,
                     const WallsNow* after, WallAccount* account);

} // namespace ibsim
