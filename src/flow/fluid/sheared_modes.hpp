// What LeesEdwardsFlow (lees_edwards.hpp) does in Fourier space. In the frame that the shear carries along,
//   v^(m, j, q) = exp(2 pi i q strain (y_j - Ly/2)/Lz) u^(m, j, q)        m, q the modes along x and z
// rows repeat after Ly, and all rows are equal. y_j = (j + 1/2) h for components x and z, j h for y. Symbols
// of D there, with s = exp(i pi q slip), half a row's phase:
//   d_x, d_z as ever,   d_y = (exp(2 pi i l/N) conj(s) - s)/h,   G = -conj(d),   L = -|d|^2
// The mode along z that alternates from cell to cell cannot be moved by part of a cell, and is left out.
#pragma once

#include "grid/sheared_box.hpp"
#include "linalg/complex.hpp"
#include "parallel/stream.hpp"

namespace ibsim {

/// Times of a step at which fields live. bdf2 has no use for the middle, and in its place the beginning of
/// the step before.
enum class Instant : int { start, middle, end, before = middle };

/// Raw pointers to what the passes take; `values` of a row after each other: m + shape.x q.
struct ShearedModes {
  Int3 shape;                               ///< modes along x, along z, rows N
  real h, per_cell;                         ///< um; 1/number of cells
  const Complex *symbol_x, *symbol_z, *e_y; ///< d_x, d_z (1/um), exp(2 pi i l/N)
  Complex* phases; ///< of Instant, kind of component (0: x and z, 1: y), row -2 .. N+1 of space, q
  Complex* halves; ///< s of Instant, q
  Complex* seams;  ///< exp(2 pi i q seam/Lz) of Instant, q: from the row above the box to that of the box

  IBSIM_HD Index plane() const { return shape.x * shape.y; }
  IBSIM_HD Size component() const { return Size{shape.x} * shape.y * shape.z; }
};

/// At the three instants.
struct ShearOfStep {
  ShearNow start, middle, end;
};
/// Phases, halves and seams of the three instants, and these themselves on the device.
template <class B>
void set_phases(const Stream<B>&, const ShearedModes&, const ShearOfStep&, ShearNow* now);

/// planes (3 components of rows) into the frame of an instant.
template <class B>
void into_frame(const Stream<B>&, const ShearedModes&, Instant, Complex* planes);
/// planes into the frame of the start, plus others into that of the middle.
template <class B>
void into_frame(const Stream<B>&, const ShearedModes&, Complex* planes_of_start,
                const Complex* planes_of_middle);
/// The same of the whole step of bdf2: planes of the end, of the start and of the step before.
template <class B>
void into_frame(const Stream<B>&, const ShearedModes&, Complex* planes_of_end, const Complex* planes_of_start,
                const Complex* planes_of_before);
/// wide = planes of all rows and those beyond (grid/rows_beyond.hpp) of the spectrum in the frame.
template <class B>
void out_of_frame(const Stream<B>&, const ShearedModes&, Instant, const Complex* rows, Complex* wide);

/// u <- P (1 + a |d|^2)^-1 u, times per_cell, with the symbols of the middle; phi = L^-1 D u of it, so that
/// the pressure is (rho/tau) phi.
template <class B>
void solve_half_step(const Stream<B>&, const ShearedModes&, real a, Complex* u, Complex* phi);
/// u <- P (1 + a |d|^2)^-1 (u - 2 G' phi), G' of the middle and the others of the end.
template <class B>
void solve_full_step(const Stream<B>&, const ShearedModes&, real a, Complex* u, const Complex* phi);
/// u <- P (1 + a |d|^2)^-1 u, times per_cell, with the symbols of the end.
template <class B>
void solve_whole_step(const Stream<B>&, const ShearedModes&, real a, Complex* u);
/// p = L^-1 (D r + density D_t v), at the start; D_t is the rate of change of d; of v its y alone.
template <class B>
void solve_pressure(const Stream<B>&, const ShearedModes&, real density, real length_z, const ShearNow*,
                    const Complex* r, const Complex* v, Complex* p);

/// The same for a field at the cell centres, at the start, in place.
template <class B>
void scalar_out_of_frame(const Stream<B>&, const ShearedModes&, Complex* rows);

} // namespace ibsim
