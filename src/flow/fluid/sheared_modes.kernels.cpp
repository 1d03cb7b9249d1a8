#include "fluid/sheared_modes.hpp"

#include "fluid/sheared_symbols.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {
namespace {

using namespace sheared;

constexpr real pi = 3.14159265358979323846;

/// exp(i pi q turns), 0 for the mode that is left out. Exact in its argument: slip has 41 bits behind the
/// point, turns are whole multiples of it within 2, and q has few bits.
IBSIM_HD Complex phase(int q, int n, real turns) {
  if (2 * q == n) return {0, 0};
  const int signed_q = 2 * q > n ? q - n : q;
  const real angle = signed_q * turns, around = angle - 2 * std::floor(angle / 2);
  return {std::cos(pi * around), std::sin(pi * around)};
}
IBSIM_HD real within_two(real turns) { return turns - 2 * std::floor(turns / 2); }

} // namespace

template <class B>
void set_phases(const Stream<B>& stream, const ShearedModes& modes, const ShearOfStep& step, ShearNow* now) {
  const ShearedModes w = modes;
  const ShearOfStep shear = step;
  const int nz = w.shape.y, n = w.shape.z;
  for_each_cell(stream, {nz, n + rows_beyond, 6}, [=] IBSIM_KERNEL(int q, int row, int which) {
    const int at = which / 2, kind = which % 2, j = row - rows_beyond / 2;
    const ShearNow here = at == 0 ? shear.start : at == 1 ? shear.middle : shear.end;
    const real slip = here.slip;
    // twice the height of the row above the middle of the box, in rows
    const real turns = within_two(slip * (2 * j + (kind == 0 ? 1 : 0) - n));
    w.phases[q + nz * (row + (n + rows_beyond) * which)] = phase(q, nz, turns);
    if (row == 0 && kind == 0) w.halves[q + nz * at] = 2 * q == nz ? Complex{1, 0} : phase(q, nz, slip);
    if (row == 0 && kind == 0) w.seams[q + nz * at] = phase(q, nz, within_two(2 * n * slip));
    if (row == 0 && kind == 0 && q == 0) now[at] = here;
  });
}

template <PartOfStep part, class B>
void into_frame(const Stream<B>& stream, const ShearedModes& modes, const Complex* start,
                const Complex* middle, const Complex* end, Complex* sum) {
  const ShearedModes w = modes;
  const RightHandSides r{start, middle, end};
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int j) {
    const Size c = i + w.shape.x * q + Size{w.plane()} * j;
    for (int d = 0; d < 3; ++d) {
      const Size m = c + d * w.component();
      sum[m] = in_frame<part>(w, r, q, d, j, m);
    }
  });
}

template <class B>
void out_of_frame(const Stream<B>& stream, const ShearedModes& modes, Instant instant, const Complex* rows,
                  Complex* wide) {
  const ShearedModes w = modes;
  const int at = static_cast<int>(instant), n = w.shape.z, all = n + rows_beyond;
  for_each_cell(stream, {w.shape.x, w.shape.y, all}, [=] IBSIM_KERNEL(int i, int q, int row) {
    const int space = row_of_space(row, n), j = space < 0 ? space + n : space >= n ? space - n : space;
    const Size from = i + w.shape.x * q + Size{w.plane()} * j, to = i + w.shape.x * q + Size{w.plane()} * row,
               component = Size{w.plane()} * all;
    const Complex along = phases_of(w, at, 0, space)[q], across = phases_of(w, at, 1, space)[q];
    wide[to] = conj(along) * rows[from];
    wide[to + component] = conj(across) * rows[from + w.component()];
    wide[to + 2 * component] = conj(along) * rows[from + 2 * w.component()];
  });
}

template <class B>
void scalar_into_frame(const Stream<B>& stream, const ShearedModes& modes, Instant instant, Complex* planes) {
  const ShearedModes w = modes;
  const int at = static_cast<int>(instant);
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int j) {
    Complex& p = planes[i + w.shape.x * q + Size{w.plane()} * j];
    p = phases_of(w, at, 0, j)[q] * p;
  });
}

template <class B>
void scalar_out_of_frame(const Stream<B>& stream, const ShearedModes& modes, Instant instant,
                         const Complex* rows, Complex* planes) {
  const ShearedModes w = modes;
  const int at = static_cast<int>(instant);
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int j) {
    const Size c = i + w.shape.x * q + Size{w.plane()} * j;
    planes[c] = conj(phases_of(w, at, 0, j)[q]) * rows[c];
  });
}

template <class B>
void solve_scalar(const Stream<B>& stream, const ShearedModes& modes, Instant instant, Complex* values) {
  const ShearedModes w = modes;
  const int at = static_cast<int>(instant);
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int l) {
    const real square = Symbols(w, at, i, q, w.e_y[l]).square();
    Complex& value = values[i + w.shape.x * q + Size{w.plane()} * l];
    value = (square > 0 ? -w.per_cell / square : real{0}) * value;
  });
}

template <PartOfStep part, class B>
void solve_step(const Stream<B>& stream, const ShearedModes& modes, real a, Complex* u, Complex* phi) {
  const ShearedModes w = modes;
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int l) {
    const Size m = i + w.shape.x * q + Size{w.plane()} * l, component = w.component();
    Complex x = u[m], y = u[m + component], z = u[m + 2 * component], of_mode{};
    if (part == PartOfStep::full) of_mode = phi[m]; // no constexpr: nvcc captures nothing first in one
    solve_mode<part>(w, i, q, w.e_y[l], a, of_mode, x, y, z);
    if (part == PartOfStep::half) phi[m] = of_mode;
    u[m] = x, u[m + component] = y, u[m + 2 * component] = z;
  });
}

template <class B>
void solve_pressure(const Stream<B>& stream, const ShearedModes& modes, real density, real length_z,
                    const ShearNow* now, const Complex* r, const Complex* v, Complex* p) {
  const ShearedModes w = modes;
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int l) {
    const Size m = i + w.shape.x * q + Size{w.plane()} * l, component = w.component();
    const Symbols d(w, 0, i, q, w.e_y[l]);
    const int nz = w.shape.y, signed_q = 2 * q == nz ? 0 : 2 * q > nz ? q - nz : q;
    // d/dt of d_y = (e conj(s) - s)/h with ds/dt = i pi q (rate h/Lz) s
    const Complex s = w.halves[q], e = conj(s) * w.e_y[l] + s, vy = v[m + component];
    const real speed = -density * pi * signed_q * now[0].rate / length_z;
    const Complex turning = Complex{-speed * e.im, speed * e.re} * vy;
    const Complex divergence = (d.x * r[m] + d.y * r[m + component]) + (d.z * r[m + 2 * component] + turning);
    const real square = d.square(), solve = square > 0 && 2 * q != nz ? -w.per_cell / square : real{0};
    p[m] = solve * divergence;
  });
}

template void set_phases(const Stream<ThisBackend>&, const ShearedModes&, const ShearOfStep&, ShearNow*);
template void into_frame<PartOfStep::half>(const Stream<ThisBackend>&, const ShearedModes&, const Complex*,
                                           const Complex*, const Complex*, Complex*);
template void into_frame<PartOfStep::full>(const Stream<ThisBackend>&, const ShearedModes&, const Complex*,
                                           const Complex*, const Complex*, Complex*);
template void into_frame<PartOfStep::whole>(const Stream<ThisBackend>&, const ShearedModes&, const Complex*,
                                            const Complex*, const Complex*, Complex*);
template void out_of_frame(const Stream<ThisBackend>&, const ShearedModes&, Instant, const Complex*,
                           Complex*);
template void scalar_into_frame(const Stream<ThisBackend>&, const ShearedModes&, Instant, Complex*);
template void scalar_out_of_frame(const Stream<ThisBackend>&, const ShearedModes&, Instant, const Complex*,
                                  Complex*);
template void solve_scalar(const Stream<ThisBackend>&, const ShearedModes&, Instant, Complex*);
template void solve_step<PartOfStep::half>(const Stream<ThisBackend>&, const ShearedModes&, real, Complex*,
                                           Complex*);
template void solve_step<PartOfStep::full>(const Stream<ThisBackend>&, const ShearedModes&, real, Complex*,
                                           Complex*);
template void solve_step<PartOfStep::whole>(const Stream<ThisBackend>&, const ShearedModes&, real, Complex*,
                                            Complex*);
template void solve_pressure(const Stream<ThisBackend>&, const ShearedModes&, real, real, const ShearNow*,
                             const Complex*, const Complex*, Complex*);

} // namespace ibsim
