#include "fluid/wall_passes.hpp"

#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

namespace ibsim {
namespace {

/// The symbol of G from that of D.
template <class T>
IBSIM_HD ComplexOf<T> gradient(ComplexOf<T> d) {
  return {-d.re, d.im};
}

/// The parabola's value on a wall, from the rows next to it, without a gradient there.
template <class T>
IBSIM_HD ComplexOf<T> on_wall(ComplexOf<T> first, ComplexOf<T> second) {
  return T{0.125} * (T{9} * first - second);
}

} // namespace

template <class B, class T>
void add_wall_data(const Stream<B>& stream, const WallModes<T>& modes, real a, const WallsNow* walls) {
  const WallModes<T> w = modes;
  const real b = 8 * a / (3 * w.h * w.h);
  for_each(stream, w.modes, [=] IBSIM_KERNEL(Index m) {
    const Index last = w.modes * (w.shape.z - 1) + m;
    w.y[m] = {};
    if (m != w.mode_zero) return;
    const real to_mode = b * w.planes;
    w.x[m].re += static_cast<T>(to_mode * walls->lower[0]);
    w.z[m].re += static_cast<T>(to_mode * walls->lower[1]);
    w.x[last].re += static_cast<T>(to_mode * walls->upper[0]);
    w.z[last].re += static_cast<T>(to_mode * walls->upper[1]);
  });
}

template <class B, class T>
void divergence_of_modes(const Stream<B>& stream, const WallModes<T>& modes) {
  const WallModes<T> w = modes;
  const T per_h = static_cast<T>(1 / w.h);
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int j) {
    const Index m = i + w.shape.x * q, c = m + w.modes * j;
    const ComplexOf<T> above = j + 1 < w.shape.z ? w.y[c + w.modes] : ComplexOf<T>{};
    const ComplexOf<T> div = w.symbol_x[i] * w.x[c] + w.symbol_z[q] * w.z[c] + per_h * (above - w.y[c]);
    w.psi[c] = m != w.mode_zero ? div : ComplexOf<T>{};
  });
}

template <class B, class T>
void influence_of_walls(const Stream<B>& stream, const WallModes<T>& modes) {
  const WallModes<T> w = modes;
  for_each(stream, w.modes, [=] IBSIM_KERNEL(Index m) {
    const Index last = w.modes * (w.shape.z - 1) + m;
    const ComplexOf<T> lower = on_wall(w.psi[m], w.psi[m + w.modes]),
                       upper = on_wall(w.psi[last], w.psi[last - w.modes]);
    const ComplexOf<T> even = w.even[m] * (lower + upper), odd = w.odd[m] * (lower - upper);
    w.wall[m] = T{0.5} * (even + odd);
    w.wall[m + w.modes] = T{0.5} * (even - odd);
  });
}

template <class B, class T>
void subtract_gradient(const Stream<B>& stream, const WallModes<T>& modes, bool influenced) {
  const WallModes<T> w = modes;
  const T per_h = static_cast<T>(1 / w.h), norm = static_cast<T>(1 / w.planes);
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int j) {
    const Index m = i + w.shape.x * q, c = m + w.modes * j;
    const ComplexOf<T> gx = gradient(w.symbol_x[i]), gz = gradient(w.symbol_z[q]);
    // along the walls u changes by G_t times this
    ComplexOf<T> along = T{-1} * w.psi[c], psi = w.psi[c];
    ComplexOf<T> below = j > 0 ? w.psi[c - w.modes] : ComplexOf<T>{};
    if (influenced) {
      const Index mirrored = m + w.modes * (w.shape.z - 1 - j);
      const ComplexOf<T> lower = w.wall[m], upper = w.wall[m + w.modes], here = w.response[c],
                         there = w.response[mirrored];
      const T k2 = w.k2[m];
      psi = psi - k2 * (here.im * lower + there.im * upper);
      along = here.re * lower + there.re * upper - psi;
      if (j > 0)
        below = below - k2 * (w.response[c - w.modes].im * lower + w.response[mirrored + w.modes].im * upper);
    }
    w.x[c] = norm * (w.x[c] + gx * along);
    w.z[c] = norm * (w.z[c] + gz * along);
    w.y[c] = j > 0 && m != w.mode_zero ? norm * (w.y[c] - per_h * (psi - below)) : ComplexOf<T>{};
  });
}

template <class B, class T>
void normalise(const Stream<B>& stream, const WallModes<T>& modes, ComplexOf<T>* component) {
  const T norm = static_cast<T>(1 / modes.planes);
  for_each(stream, Size{modes.modes} * modes.shape.z,
           [=] IBSIM_KERNEL(Size c) { component[c] = norm * component[c]; });
}

template <class B, class T>
void finish_pressure(const Stream<B>& stream, const WallModes<T>& modes) {
  const WallModes<T> w = modes;
  if (w.mode_zero == 0)
    for_each(stream, 1, [=] IBSIM_KERNEL(Index) {
      real p = 0, sum = 0;
      for (int j = 0; j < w.shape.z; ++j) {
        const Index c = w.modes * j;
        if (j > 0) p += w.h * w.y[c].re;
        w.psi[c] = {static_cast<T>(p), 0};
        sum += p;
      }
      for (int j = 0; j < w.shape.z; ++j) w.psi[w.modes * j].re -= static_cast<T>(sum / w.shape.z);
    });
  normalise(stream, modes, w.psi);
}

/// The Green's function of the second difference with no gradient at its ends: for r of mean zero
///   psi_j = h^2 sum_i r_i |i - j|/2, less its mean; |i - j| has the mean (i (i+1) + (N-1-i) (N-i))/2N
template <class B, class T>
void solve_mode_zero(const Stream<B>& stream, const WallModes<T>& modes, T* flat) {
  const WallModes<T> w = modes;
  if (w.mode_zero != 0) return;
  const int n = w.shape.z;
  for_each(stream, n, [=] IBSIM_KERNEL(Index j) {
    real sum = 0;
    for (int i = 0; i < n; ++i) {
      const real rows = i, above = n - 1 - i,
                 mean = (rows * (rows + 1) + above * (above + 1)) / (2 * static_cast<real>(n));
      sum += w.psi[w.modes * i].re * ((i > j ? i - j : j - i) - mean);
    }
    flat[j] = static_cast<T>(w.h * w.h / 2 * sum);
  });
}

template <class B, class T>
void finish_laplacian(const Stream<B>& stream, const WallModes<T>& modes, const T* flat) {
  const WallModes<T> w = modes;
  const T norm = static_cast<T>(1 / w.planes);
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int j) {
    const Index m = i + w.shape.x * q;
    ComplexOf<T>& psi = w.psi[m + w.modes * j];
    psi = m != w.mode_zero ? norm * psi : ComplexOf<T>{norm * flat[j], 0};
  });
}

template <class B, class T>
void unit_wall_data(const Stream<B>& stream, const WallModes<T>& modes, real b) {
  const WallModes<T> w = modes;
  const T in_first_row = static_cast<T>(b * 8 / 3);
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int j) {
    w.psi[i + w.shape.x * q + w.modes * j] = {j == 0 ? in_first_row : T{0}, 0};
  });
}

template <class B, class T>
void keep_velocity_response(const Stream<B>& stream, const WallModes<T>& modes, ComplexOf<T>* response) {
  const WallModes<T> w = modes;
  for_each(stream, Size{w.modes} * w.shape.z, [=] IBSIM_KERNEL(Size c) {
    response[c] = {w.psi[c].re, 0};
    if (c % w.modes == w.mode_zero) w.psi[c] = {}; // mode 0 has no potential
  });
}

template <class B, class T>
void keep_potential_response(const Stream<B>& stream, const WallModes<T>& modes, ComplexOf<T>* response,
                             T* even, T* odd) {
  const WallModes<T> w = modes;
  for_each_cell(stream, w.shape, [=] IBSIM_KERNEL(int i, int q, int j) {
    const Index m = i + w.shape.x * q, c = m + w.modes * j;
    response[c].im = w.psi[c].re;
    if (j > 0) return;
    const Index last = w.modes * (w.shape.z - 1) + m;
    const T lower = w.k2[m] * on_wall(w.psi[m], w.psi[m + w.modes]).re,
            upper = w.k2[m] * on_wall(w.psi[last], w.psi[last - w.modes]).re;
    even[m] = 1 / (1 + (lower + upper)), odd[m] = 1 / (1 + (lower - upper));
  });
}

template <class B, class T>
void close_mode_zero(const Stream<B>& stream, const WallModes<T>& modes, real b, const T* column,
                     const WallsNow* before, const WallsNow* after, WallAccount* account) {
  const WallModes<T> w = modes;
  if (w.mode_zero != 0) return;
  const int n = w.shape.z;
  for_each(stream, 2, [=] IBSIM_KERNEL(Index d) {
    ComplexOf<T>* const u = d == 0 ? w.x : w.z;
    real sum = 0, drive = 0;
    for (int j = 0; j < n; ++j) sum += u[w.modes * j].re;
    real mean = sum / n;
    if (d == 1 && column) {
      real response = 0;
      for (int j = 0; j < n; ++j) response += column[j];
      drive = (after->mean_z - mean) / (response / n);
      for (int j = 0; j < n; ++j) u[w.modes * j].re += static_cast<T>(drive * column[j]);
      mean = after->mean_z;
    }
    if (!account) return;
    const real slope_lower = (u[w.modes].re - 9 * real{u[0].re}) / 3,
               slope_upper = (u[w.modes * (n - 2)].re - 9 * real{u[w.modes * (n - 1)].re}) / 3;
    const real lower = account->slope_lower[d] + slope_lower + (before->lower[d] + after->lower[d]) * 8 / 3,
               upper = account->slope_upper[d] + slope_upper + (before->upper[d] + after->upper[d]) * 8 / 3;
    account->lower[d] += b * lower / n, account->upper[d] += b * upper / n;
    account->slope_lower[d] = slope_lower, account->slope_upper[d] = slope_upper;
    account->forces[d] += drive;
    account->mean[d] = mean;
    if (d == 1) account->drive = drive;
  });
}

#define IBSIM_INSTANTIATE(T)                                                                                 \
  template void add_wall_data(const Stream<ThisBackend>&, const WallModes<T>&, real, const WallsNow*);       \
  template void divergence_of_modes(const Stream<ThisBackend>&, const WallModes<T>&);                        \
  template void influence_of_walls(const Stream<ThisBackend>&, const WallModes<T>&);                         \
  template void subtract_gradient(const Stream<ThisBackend>&, const WallModes<T>&, bool);                    \
  template void normalise(const Stream<ThisBackend>&, const WallModes<T>&, ComplexOf<T>*);                   \
  template void finish_pressure(const Stream<ThisBackend>&, const WallModes<T>&);                            \
  template void solve_mode_zero(const Stream<ThisBackend>&, const WallModes<T>&, T*);                        \
  template void finish_laplacian(const Stream<ThisBackend>&, const WallModes<T>&, const T*);                 \
  template void unit_wall_data(const Stream<ThisBackend>&, const WallModes<T>&, real);                       \
  template void keep_velocity_response(const Stream<ThisBackend>&, const WallModes<T>&, ComplexOf<T>*);      \
  template void keep_potential_response(const Stream<ThisBackend>&, const WallModes<T>&, ComplexOf<T>*, T*,  \
                                        T*);                                                                 \
  template void close_mode_zero(const Stream<ThisBackend>&, const WallModes<T>&, real, const T*,             \
                                const WallsNow*, const WallsNow*, WallAccount*);
IBSIM_INSTANTIATE(double)
IBSIM_INSTANTIATE(float)

} // namespace ibsim
