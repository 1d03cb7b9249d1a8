// The bodies of sheared_modes.hpp, for one file a number type. What is in floats is compiled without
// contraction to fma: gcc contracts the body of a vectorised loop and its rest differently, and ranks cut
// rows of modes.
#pragma once

#include "fluid/sheared_modes.hpp"

#include "fluid/sheared_symbols.hpp"
#include "parallel/for_each.hpp"

#include <type_traits>

namespace ibsim {
namespace {

using namespace sheared;

constexpr real pi = 3.14159265358979323846;

/// exp(i pi q turns), 0 for the mode that is left out. Exact in its argument: slip has 41 bits behind the
/// point, turns are whole multiples of it within 2, and q has few bits.
template <class T>
IBSIM_HD ComplexOf<T> phase(int q, int n, real turns) {
  if (2 * q == n) return {0, 0};
  const int signed_q = 2 * q > n ? q - n : q;
  const real angle = signed_q * turns, around = angle - 2 * std::floor(angle / 2);
  if constexpr (std::is_same_v<T, real>) {
    return {std::cos(pi * around), std::sin(pi * around)};
  } else { // rounded where it is small
    const T angle_in_T = static_cast<T>(pi) * static_cast<T>(around > 1 ? around - 2 : around);
    return {std::cos(angle_in_T), std::sin(angle_in_T)};
  }
}
IBSIM_HD real within_two(real turns) { return turns - 2 * std::floor(turns / 2); }

} // namespace

template <class B, class T>
void set_phases(const Stream<B>& stream, const ShearedModes<T>& modes, const ShearOfStep& step,
                ShearNow* now) {
  const ShearedModes<T> w = modes;
  const ShearOfStep shear = step;
  const int nz = w.shape.y, n = w.shape.z;
  for_each_cell(stream, {nz, n + rows_beyond, 6}, [=] IBSIM_KERNEL(int q, int row, int which) {
    const int at = which / 2, kind = which % 2, j = row - rows_beyond / 2;
    const ShearNow here = at == 0 ? shear.start : at == 1 ? shear.middle : shear.end;
    const real slip = here.slip;
    // twice the height of the row above the middle of the box, in rows
    const real turns = within_two(slip * (2 * j + (kind == 0 ? 1 : 0) - n));
    w.phases[q + nz * (row + (n + rows_beyond) * which)] = phase<T>(q, nz, turns);
    if (row == 0 && kind == 0)
      w.halves[q + nz * at] = 2 * q == nz ? ComplexOf<T>{1, 0} : phase<T>(q, nz, slip);
    if (row == 0 && kind == 0) w.seams[q + nz * at] = phase<T>(q, nz, within_two(2 * n * slip));
    if (row == 0 && kind == 0 && q == 0) now[at] = here, w.rates[at] = static_cast<T>(here.rate);
  });
}

template <PartOfStep part, class B, class T>
void into_frame(const Stream<B>& stream, const ShearedModes<T>& modes, const ComplexOf<T>* start,
                const ComplexOf<T>* middle, const ComplexOf<T>* end, ComplexOf<T>* sum) {
  const ShearedModes<T> w = modes;
  const RightHandSides<T> r{start, middle, end};
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int j) {
    const Size c = i + w.shape.x * q + Size{w.plane()} * j;
    for (int d = 0; d < 3; ++d) {
      const Size m = c + d * w.component();
      sum[m] = in_frame<part>(w, r, q, d, j, m);
    }
  });
}

template <class B, class T>
void out_of_frame(const Stream<B>& stream, const ShearedModes<T>& modes, Instant instant,
                  const ComplexOf<T>* rows, ComplexOf<T>* wide) {
  const ShearedModes<T> w = modes;
  const int at = static_cast<int>(instant), n = w.shape.z, all = n + rows_beyond;
  for_each_cell(stream, {w.shape.x, w.shape.y, all}, [=] IBSIM_KERNEL(int i, int q, int row) {
    const int space = row_of_space(row, n), j = space < 0 ? space + n : space >= n ? space - n : space;
    const Size from = i + w.shape.x * q + Size{w.plane()} * j, to = i + w.shape.x * q + Size{w.plane()} * row,
               component = Size{w.plane()} * all;
    const ComplexOf<T> along = phases_of(w, at, 0, space)[q], across = phases_of(w, at, 1, space)[q];
    wide[to] = conj(along) * rows[from];
    wide[to + component] = conj(across) * rows[from + w.component()];
    wide[to + 2 * component] = conj(along) * rows[from + 2 * w.component()];
  });
}

template <class B, class T>
void scalar_into_frame(const Stream<B>& stream, const ShearedModes<T>& modes, Instant instant,
                       ComplexOf<T>* planes) {
  const ShearedModes<T> w = modes;
  const int at = static_cast<int>(instant);
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int j) {
    ComplexOf<T>& p = planes[i + w.shape.x * q + Size{w.plane()} * j];
    p = phases_of(w, at, 0, j)[q] * p;
  });
}

template <class B, class T>
void scalar_out_of_frame(const Stream<B>& stream, const ShearedModes<T>& modes, Instant instant,
                         const ComplexOf<T>* rows, ComplexOf<T>* planes) {
  const ShearedModes<T> w = modes;
  const int at = static_cast<int>(instant);
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int j) {
    const Size c = i + w.shape.x * q + Size{w.plane()} * j;
    planes[c] = conj(phases_of(w, at, 0, j)[q]) * rows[c];
  });
}

template <class B, class T>
void solve_scalar(const Stream<B>& stream, const ShearedModes<T>& modes, Instant instant,
                  ComplexOf<T>* values) {
  const ShearedModes<T> w = modes;
  const int at = static_cast<int>(instant);
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int l) {
    const T square = Symbols<T>(w, at, i, q, w.e_y[l]).square();
    ComplexOf<T>& value = values[i + w.shape.x * q + Size{w.plane()} * l];
    value = (square > 0 ? -w.per_cell / square : T{0}) * value;
  });
}

template <PartOfStep part, class B, class T>
void solve_step(const Stream<B>& stream, const ShearedModes<T>& modes, real of_stage, ComplexOf<T>* u,
                ComplexOf<T>* phi) {
  const ShearedModes<T> w = modes;
  const T a = static_cast<T>(of_stage);
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int l) {
    const Size m = i + w.shape.x * q + Size{w.plane()} * l, component = w.component();
    ComplexOf<T> x = u[m], y = u[m + component], z = u[m + 2 * component], of_mode{};
    if (part == PartOfStep::full) of_mode = phi[m]; // no constexpr: nvcc captures nothing first in one
    solve_mode<part>(w, i, q, w.e_y[l], a, of_mode, x, y, z);
    if (part == PartOfStep::half) phi[m] = of_mode;
    u[m] = x, u[m + component] = y, u[m + 2 * component] = z;
  });
}

template <class B, class T>
void solve_pressure(const Stream<B>& stream, const ShearedModes<T>& modes, real density, real length_z,
                    const ShearNow* now, const ComplexOf<T>* r, const ComplexOf<T>* v, ComplexOf<T>* p) {
  const ShearedModes<T> w = modes;
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int l) {
    const Size m = i + w.shape.x * q + Size{w.plane()} * l, component = w.component();
    const Symbols<T> d(w, 0, i, q, w.e_y[l]);
    const int nz = w.shape.y, signed_q = 2 * q == nz ? 0 : 2 * q > nz ? q - nz : q;
    // d/dt of d_y = (e conj(s) - s)/h with ds/dt = i pi q (rate h/Lz) s
    const ComplexOf<T> s = w.halves[q], e = conj(s) * w.e_y[l] + s, vy = v[m + component];
    const T speed = static_cast<T>(-density * pi * signed_q * now[0].rate / length_z);
    const ComplexOf<T> turning = ComplexOf<T>{-speed * e.im, speed * e.re} * vy;
    const ComplexOf<T> divergence =
        (d.x * r[m] + d.y * r[m + component]) + (d.z * r[m + 2 * component] + turning);
    const T square = d.square(), solve = square > 0 && 2 * q != nz ? -w.per_cell / square : T{0};
    p[m] = solve * divergence;
  });
}

/// All functions for modes of T.
#define IBSIM_INSTANTIATE(T)                                                                                 \
  template void set_phases(const Stream<ThisBackend>&, const ShearedModes<T>&, const ShearOfStep&,           \
                           ShearNow*);                                                                       \
  template void into_frame<PartOfStep::half>(const Stream<ThisBackend>&, const ShearedModes<T>&,             \
                                             const ComplexOf<T>*, const ComplexOf<T>*, const ComplexOf<T>*,  \
                                             ComplexOf<T>*);                                                 \
  template void into_frame<PartOfStep::full>(const Stream<ThisBackend>&, const ShearedModes<T>&,             \
                                             const ComplexOf<T>*, const ComplexOf<T>*, const ComplexOf<T>*,  \
                                             ComplexOf<T>*);                                                 \
  template void into_frame<PartOfStep::whole>(const Stream<ThisBackend>&, const ShearedModes<T>&,            \
                                              const ComplexOf<T>*, const ComplexOf<T>*, const ComplexOf<T>*, \
                                              ComplexOf<T>*);                                                \
  template void out_of_frame(const Stream<ThisBackend>&, const ShearedModes<T>&, Instant,                    \
                             const ComplexOf<T>*, ComplexOf<T>*);                                            \
  template void scalar_into_frame(const Stream<ThisBackend>&, const ShearedModes<T>&, Instant,               \
                                  ComplexOf<T>*);                                                            \
  template void scalar_out_of_frame(const Stream<ThisBackend>&, const ShearedModes<T>&, Instant,             \
                                    const ComplexOf<T>*, ComplexOf<T>*);                                     \
  template void solve_scalar(const Stream<ThisBackend>&, const ShearedModes<T>&, Instant, ComplexOf<T>*);    \
  template void solve_step<PartOfStep::half>(const Stream<ThisBackend>&, const ShearedModes<T>&, real,       \
                                             ComplexOf<T>*, ComplexOf<T>*);                                  \
  template void solve_step<PartOfStep::full>(const Stream<ThisBackend>&, const ShearedModes<T>&, real,       \
                                             ComplexOf<T>*, ComplexOf<T>*);                                  \
  template void solve_step<PartOfStep::whole>(const Stream<ThisBackend>&, const ShearedModes<T>&, real,      \
                                              ComplexOf<T>*, ComplexOf<T>*);                                 \
  template void solve_pressure(const Stream<ThisBackend>&, const ShearedModes<T>&, real, real,               \
                               const ShearNow*, const ComplexOf<T>*, const ComplexOf<T>*, ComplexOf<T>*);

} // namespace ibsim
