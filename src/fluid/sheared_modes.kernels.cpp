#include "fluid/sheared_modes.hpp"

#include "grid/rows_beyond.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {
namespace {

constexpr real pi = 3.14159265358979323846;

IBSIM_HD Complex times(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
IBSIM_HD Complex conj_times(Complex a, Complex b) {
  return {a.re * b.re + a.im * b.im, a.re * b.im - a.im * b.re};
}
IBSIM_HD Complex plus(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
IBSIM_HD Complex scaled(real s, Complex a) { return {s * a.re, s * a.im}; }
IBSIM_HD real squared(Complex a) { return a.re * a.re + a.im * a.im; }

/// exp(i pi q turns), 0 for the mode that is left out. Exact in its argument: slip has 41 bits behind the
/// point, turns are whole multiples of it within 2, and q has few bits.
IBSIM_HD Complex phase(int q, int n, real turns) {
  if (2 * q == n) return {0, 0};
  const int signed_q = 2 * q > n ? q - n : q;
  const real angle = signed_q * turns, around = angle - 2 * std::floor(angle / 2);
  return {std::cos(pi * around), std::sin(pi * around)};
}
IBSIM_HD real within_two(real turns) { return turns - 2 * std::floor(turns / 2); }

/// d of a mode at an instant.
struct Symbols {
  Complex x, y, z;
  IBSIM_HD Symbols(const ShearedModes& w, int at, int i, int q, int l) : x(w.symbol_x[i]), z(w.symbol_z[q]) {
    const Complex s = w.halves[at * w.shape.y + q], e = conj_times(s, w.e_y[l]);
    y = {(e.re - s.re) / w.h, (e.im - s.im) / w.h};
  }
  IBSIM_HD real square() const { return squared(x) + squared(y) + squared(z); }
};

IBSIM_HD const Complex* phases_of(const ShearedModes& w, int at, int kind, int row) {
  return w.phases + (((at * 2 + kind) * (w.shape.z + rows_beyond)) + row + rows_beyond / 2) * w.shape.y;
}

/// u = P (u)/(1 + a |d|^2). @return phi
IBSIM_HD Complex project(const Symbols& d, real a, Complex& x, Complex& y, Complex& z) {
  const real square = d.square(), solve = square > 0 ? -1 / square : real{0};
  const Complex phi = scaled(solve, plus(plus(times(d.x, x), times(d.y, y)), times(d.z, z)));
  const real helmholtz = 1 / (1 + a * square);
  x = scaled(helmholtz, plus(x, conj_times(d.x, phi)));
  y = scaled(helmholtz, plus(y, conj_times(d.y, phi)));
  z = scaled(helmholtz, plus(z, conj_times(d.z, phi)));
  return phi;
}

} // namespace

template <class B>
void set_phases(const Stream<B>& stream, const ShearedModes& modes, const ShearNow* now) {
  const ShearedModes w = modes;
  const int nz = w.shape.y, n = w.shape.z;
  for_each_cell(stream, {nz, n + rows_beyond, 6}, [=] IBSIM_KERNEL(int q, int row, int which) {
    const int at = which / 2, kind = which % 2, j = row - rows_beyond / 2;
    const real slip = now[at].slip;
    // twice the height of the row above the middle of the box, in rows
    const real turns = within_two(slip * (2 * j + (kind == 0 ? 1 : 0) - n));
    w.phases[q + nz * (row + (n + rows_beyond) * which)] = phase(q, nz, turns);
    if (row == 0 && kind == 0) w.halves[q + nz * at] = 2 * q == nz ? Complex{1, 0} : phase(q, nz, slip);
    if (row == 0 && which == 0) w.seams[q] = phase(q, nz, within_two(2 * n * slip));
  });
}

template <class B>
void into_frame(const Stream<B>& stream, const ShearedModes& modes, Instant instant, Complex* planes) {
  const ShearedModes w = modes;
  const int at = static_cast<int>(instant);
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int j) {
    Complex* const u = planes + i + w.shape.x * q + Size{w.plane()} * j;
    const Complex along = phases_of(w, at, 0, j)[q], across = phases_of(w, at, 1, j)[q];
    u[0] = times(along, u[0]);
    u[w.component()] = times(across, u[w.component()]);
    u[2 * w.component()] = times(along, u[2 * w.component()]);
  });
}

template <class B>
void into_frame(const Stream<B>& stream, const ShearedModes& modes, Complex* planes_of_start,
                const Complex* planes_of_middle) {
  const ShearedModes w = modes;
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int j) {
    const Size c = i + w.shape.x * q + Size{w.plane()} * j;
    for (int d = 0; d < 3; ++d) {
      const Size m = c + d * w.component();
      planes_of_start[m] = plus(times(phases_of(w, 0, d == 1 ? 1 : 0, j)[q], planes_of_start[m]),
                                times(phases_of(w, 1, d == 1 ? 1 : 0, j)[q], planes_of_middle[m]));
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
    wide[to] = conj_times(along, rows[from]);
    wide[to + component] = conj_times(across, rows[from + w.component()]);
    wide[to + 2 * component] = conj_times(along, rows[from + 2 * w.component()]);
  });
}

template <class B>
void scalar_out_of_frame(const Stream<B>& stream, const ShearedModes& modes, Complex* rows) {
  const ShearedModes w = modes;
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int j) {
    Complex& p = rows[i + w.shape.x * q + Size{w.plane()} * j];
    p = conj_times(phases_of(w, 0, 0, j)[q], p);
  });
}

template <class B>
void solve_half_step(const Stream<B>& stream, const ShearedModes& modes, real a, Complex* u, Complex* phi) {
  const ShearedModes w = modes;
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int l) {
    const Size m = i + w.shape.x * q + Size{w.plane()} * l, component = w.component();
    Complex x = scaled(w.per_cell, u[m]), y = scaled(w.per_cell, u[m + component]),
            z = scaled(w.per_cell, u[m + 2 * component]);
    phi[m] = project(Symbols(w, 1, i, q, l), a, x, y, z);
    u[m] = x, u[m + component] = y, u[m + 2 * component] = z;
  });
}

template <class B>
void solve_full_step(const Stream<B>& stream, const ShearedModes& modes, real a, Complex* u,
                     const Complex* phi) {
  const ShearedModes w = modes;
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int l) {
    const Size m = i + w.shape.x * q + Size{w.plane()} * l, component = w.component();
    const Complex two_phi = scaled(2, phi[m]);
    const Symbols middle(w, 1, i, q, l);
    Complex x = plus(scaled(w.per_cell, u[m]), conj_times(middle.x, two_phi)),
            y = plus(scaled(w.per_cell, u[m + component]), conj_times(middle.y, two_phi)),
            z = plus(scaled(w.per_cell, u[m + 2 * component]), conj_times(middle.z, two_phi));
    project(Symbols(w, 2, i, q, l), a, x, y, z);
    u[m] = x, u[m + component] = y, u[m + 2 * component] = z;
  });
}

template <class B>
void solve_pressure(const Stream<B>& stream, const ShearedModes& modes, real density, real length_z,
                    const ShearNow* now, const Complex* r, const Complex* v, Complex* p) {
  const ShearedModes w = modes;
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int l) {
    const Size m = i + w.shape.x * q + Size{w.plane()} * l, component = w.component();
    const Symbols d(w, 0, i, q, l);
    const int nz = w.shape.y, signed_q = 2 * q == nz ? 0 : 2 * q > nz ? q - nz : q;
    // d/dt of d_y = (e conj(s) - s)/h with ds/dt = i pi q (rate h/Lz) s
    const Complex s = w.halves[q], e = plus(conj_times(s, w.e_y[l]), s), vy = v[m + component];
    const real speed = -density * pi * signed_q * now[0].rate / length_z;
    const Complex turning = times({-speed * e.im, speed * e.re}, vy);
    const Complex divergence = plus(plus(times(d.x, r[m]), times(d.y, r[m + component])),
                                    plus(times(d.z, r[m + 2 * component]), turning));
    const real square = d.square(), solve = square > 0 && 2 * q != nz ? -w.per_cell / square : real{0};
    p[m] = scaled(solve, divergence);
  });
}

template <class B>
void move_over_seam(const Stream<B>& stream, const ShearedModes& modes, bool back, Complex* four_rows) {
  const ShearedModes w = modes;
  for_each_cell(stream, {w.shape.x, w.shape.y, 3 * rows_beyond}, [=] IBSIM_KERNEL(int i, int q, int row) {
    Complex& u = four_rows[i + w.shape.x * q + Size{w.plane()} * row];
    const bool above = row % rows_beyond < rows_beyond / 2;
    u = above != back ? conj_times(w.seams[q], u) : times(w.seams[q], u);
  });
}

template void set_phases(const Stream<ThisBackend>&, const ShearedModes&, const ShearNow*);
template void into_frame(const Stream<ThisBackend>&, const ShearedModes&, Instant, Complex*);
template void into_frame(const Stream<ThisBackend>&, const ShearedModes&, Complex*, const Complex*);
template void out_of_frame(const Stream<ThisBackend>&, const ShearedModes&, Instant, const Complex*,
                           Complex*);
template void scalar_out_of_frame(const Stream<ThisBackend>&, const ShearedModes&, Complex*);
template void solve_half_step(const Stream<ThisBackend>&, const ShearedModes&, real, Complex*, Complex*);
template void solve_full_step(const Stream<ThisBackend>&, const ShearedModes&, real, Complex*,
                              const Complex*);
template void solve_pressure(const Stream<ThisBackend>&, const ShearedModes&, real, real, const ShearNow*,
                             const Complex*, const Complex*, Complex*);
template void move_over_seam(const Stream<ThisBackend>&, const ShearedModes&, bool, Complex*);

} // namespace ibsim
