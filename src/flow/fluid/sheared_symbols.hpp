// Arithmetic of modes in the frame that the shear carries along (sheared_modes.hpp), for its passes and for
// the one kernel of a stage (sheared_columns_cuda.cu).
#pragma once

#include "fluid/sheared_modes.hpp"
#include "grid/rows_beyond.hpp"

#include <type_traits>

namespace ibsim::sheared {

/// d of a mode at an instant. @param e_l exp(2 pi i l/N)
template <class T>
struct Symbols {
  ComplexOf<T> x, y, z;
  IBSIM_HD Symbols(const ShearedModes<T>& w, int at, int i, int q, ComplexOf<T> e_l)
      : x(w.symbol_x[i]), z(w.symbol_z[q]) {
    const ComplexOf<T> s = w.halves[at * w.shape.y + q], e = conj(s) * e_l;
    y = {(e.re - s.re) / w.h, (e.im - s.im) / w.h};
  }
  IBSIM_HD T square() const { return squared(x) + squared(y) + squared(z); }
};

template <class T>
IBSIM_HD const ComplexOf<T>* phases_of(const ShearedModes<T>& w, int at, int kind, int row) {
  return w.phases + (((at * 2 + kind) * (w.shape.z + rows_beyond)) + row + rows_beyond / 2) * w.shape.y;
}

/// u = P (u)/(1 + a |d|^2). @return phi
template <class T>
IBSIM_HD ComplexOf<T> project(const Symbols<T>& d, std::type_identity_t<T> a, ComplexOf<T>& x,
                              ComplexOf<T>& y, ComplexOf<T>& z) {
  const T square = d.square(), solve = square > 0 ? -1 / square : T{0};
  const ComplexOf<T> phi = solve * (d.x * x + d.y * y + d.z * z);
  const T helmholtz = 1 / (1 + a * square);
  x = helmholtz * (x + conj(d.x) * phi);
  y = helmholtz * (y + conj(d.y) * phi);
  z = helmholtz * (z + conj(d.z) * phi);
  return phi;
}

/// The right-hand sides of a part of a step, planes in space. `start` is the only one of a half step;
/// `middle` is Instant::before in a whole one, which alone has one of the end.
template <class T>
struct RightHandSides {
  const ComplexOf<T>*start, *middle, *end;
};

/// Component d, row j of the right-hand side, in the frame. @param m where it is in the planes
template <PartOfStep part, class T>
IBSIM_HD ComplexOf<T> in_frame(const ShearedModes<T>& w, const RightHandSides<T>& r, int q, int d, int j,
                               Size m) {
  const int kind = d == 1 ? 1 : 0;
  const ComplexOf<T> start = phases_of(w, 0, kind, j)[q] * r.start[m];
  if constexpr (part == PartOfStep::half) return start;
  const ComplexOf<T> two = start + phases_of(w, 1, kind, j)[q] * r.middle[m];
  if constexpr (part == PartOfStep::whole)
    return two + phases_of(w, 2, kind, j)[q] * r.end[m];
  else
    return two;
}

/// The solve of a mode l; what each part does is said at solve_step (sheared_modes.hpp). @param phi comes out
/// of a half step, and goes into a full one
template <PartOfStep part, class T>
IBSIM_HD void solve_mode(const ShearedModes<T>& w, int i, int q, ComplexOf<T> e_l, std::type_identity_t<T> a,
                         ComplexOf<T>& phi, ComplexOf<T>& x, ComplexOf<T>& y, ComplexOf<T>& z) {
  x = w.per_cell * x, y = w.per_cell * y, z = w.per_cell * z;
  if constexpr (part == PartOfStep::whole) {
    project(Symbols<T>(w, 2, i, q, e_l), a, x, y, z);
  } else {
    const Symbols<T> middle(w, 1, i, q, e_l);
    if constexpr (part == PartOfStep::full) {
      const ComplexOf<T> two_phi = 2 * phi;
      x = x + conj(middle.x) * two_phi;
      y = y + conj(middle.y) * two_phi;
      z = z + conj(middle.z) * two_phi;
      project(Symbols<T>(w, 2, i, q, e_l), a, x, y, z);
    } else {
      phi = project(middle, a, x, y, z);
    }
  }
}

} // namespace ibsim::sheared
