// Work of LeesEdwardsFlow (lees_edwards.hpp) in Fourier space. In the frame that the shear carries along,
//   v^(m, j, q) = exp(2 pi i q strain (y_j - Ly/2)/Lz) u^(m, j, q)        m, q the modes along x and z
// rows repeat after Ly, and all rows are equal. y_j = (j + 1/2) h for components x and z, j h for y. Symbols
// of D there, with s = exp(i pi q slip), half a row's phase:
//   d_x, d_z as ever,   d_y = (exp(2 pi i l/N) conj(s) - s)/h,   G = -conj(d),   L = -|d|^2
// The mode along z that alternates from cell to cell cannot be moved by part of a cell, and is left out.
#pragma once

#include "fluid/time_scheme.hpp"
#include "grid/sheared_box.hpp"
#include "linalg/complex.hpp"
#include "parallel/stream.hpp"

namespace ibsim {

/// Raw pointers to what the passes take; `values` of a row after each other: m + shape.x q.
/// T is the number type of the modes.
template <class T>
struct ShearedModes {
  Int3 shape;                                   ///< modes along x, along z, rows N
  T h, per_cell;                                ///< um; 1/number of cells
  const ComplexOf<T>*symbol_x, *symbol_z, *e_y; ///< d_x, d_z (1/um), exp(2 pi i l/N)
  ComplexOf<T>* phases; ///< of Instant, kind of component (0: x and z, 1: y), row -2 .. N+1 of space, q
  ComplexOf<T>* halves; ///< s of Instant, q
  /// exp(2 pi i q seam/Lz) of Instant, q: from the row above the box to that of the box
  ComplexOf<T>* seams;
  T* rates; ///< of the mean shear, 1/us, of Instant

  IBSIM_HD Index plane() const { return shape.x * shape.y; }
  IBSIM_HD Size component() const { return Size{shape.x} * shape.y * shape.z; }
};

/// The shear at the three instants.
struct ShearOfStep {
  ShearNow start, middle, end;
};
/// Phases, halves, seams and rates of the three instants, and these themselves on the device.
template <class B, class T>
void set_phases(const Stream<B>&, const ShearedModes<T>&, const ShearOfStep&, ShearNow* now);

/// Sum of right-hand sides (3 components of rows), each in the frame of its own instant. The half step takes
/// `start` alone, the full step also `middle`. The whole step takes `middle` of the step before, and `end`.
/// @param sum may be any of them
template <PartOfStep part, class B, class T>
void into_frame(const Stream<B>&, const ShearedModes<T>&, const ComplexOf<T>* start,
                const ComplexOf<T>* middle, const ComplexOf<T>* end, ComplexOf<T>* sum);
/// wide = planes of all rows and those beyond (grid/rows_beyond.hpp) of the spectrum in the frame.
template <class B, class T>
void out_of_frame(const Stream<B>&, const ShearedModes<T>&, Instant, const ComplexOf<T>* rows,
                  ComplexOf<T>* wide);

/// Solves a part of a step; u comes times the number of cells, as transforms leave it.
///   Half:  u <- P (1 + a |d|^2)^-1 u, with the symbols of the middle; phi = L^-1 D u gives the pressure
///          (rho/tau) phi.
///   Full:  u <- P (1 + a |d|^2)^-1 (u - 2 G' phi), G' of the middle and the others of the end.
///   Whole: u <- P (1 + a |d|^2)^-1 u, with the symbols of the end; no phi.
template <PartOfStep part, class B, class T>
void solve_step(const Stream<B>&, const ShearedModes<T>&, real a, ComplexOf<T>* u, ComplexOf<T>* phi);
/// p = L^-1 (D r + density D_t v), at the start; D_t is the rate of change of d; of v its y alone.
template <class B, class T>
void solve_pressure(const Stream<B>&, const ShearedModes<T>&, real density, real length_z, const ShearNow*,
                    const ComplexOf<T>* r, const ComplexOf<T>* v, ComplexOf<T>* p);

/// Shifts fields at the cell centres into the frame of an instant, in place, and out of the frame of
/// another, to which the mean flow has taken them, the rows of the box alone. @param planes may be `rows`
template <class B, class T>
void scalar_into_frame(const Stream<B>&, const ShearedModes<T>&, Instant, ComplexOf<T>* planes);
template <class B, class T>
void scalar_out_of_frame(const Stream<B>&, const ShearedModes<T>&, Instant, const ComplexOf<T>* rows,
                         ComplexOf<T>* planes);
/// q = L^-1 q at an instant, without the mean of q; it comes times the number of cells.
template <class B, class T>
void solve_scalar(const Stream<B>&, const ShearedModes<T>&, Instant, ComplexOf<T>* q);

} // namespace ibsim
