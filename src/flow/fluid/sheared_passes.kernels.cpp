#include "fluid/sheared_passes.hpp"

#include "fluid/extra_stress.hpp"
#include "grid/difference_operators.hpp"
#include "grid/rows_beyond.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {
namespace {

/// C_z(v) - N_z(v): what the mean shear gives to v where it flows across
template <class T>
IBSIM_HD T lift_at_face(const T* vy, const Neighbours& at, T rate) {
  const Index c = at.here;
  return rate / 4 *
         ((vy[c] + vy[c + at.next.y]) + (vy[c + at.previous.z] + vy[c + at.previous.z + at.next.y]));
}

/// C(v)
template <class T>
IBSIM_HD Vec3<T> advection_in_shear(FaceView<const T> v, const Neighbours& at, T per_h, T rate) {
  return {advection_at_face<0>(v, at, per_h), advection_at_face<1>(v, at, per_h),
          advection_at_face<2>(v, at, per_h) + lift_at_face(v.y, at, rate)};
}

/// a L v
template <class T>
IBSIM_HD Vec3<T> laplacian_of(FaceView<const T> v, const Neighbours& at, T a_per_h2) {
  return {laplacian(v.x, at, a_per_h2), laplacian(v.y, at, a_per_h2), laplacian(v.z, at, a_per_h2)};
}

/// Nothing is added where the viscosity does not vary, not even a zero, which would turn -0 into 0.
template <bool varies, class T>
IBSIM_HD T plus(T value, T stress) {
  return varies ? value + stress : value;
}

/// factor h^2 E (v and the mean shear) of the excess x of a viscosity that varies; of one that does not, 0.
template <bool varies, class T>
IBSIM_HD Vec3<T> extra_stress(FaceView<const T> v, const T* x, const Neighbours& at, T factor, T h_rate) {
  if constexpr (varies)
    return {extra_stress_in_shear_at_face<0>(v, x, at, factor, h_rate),
            extra_stress_in_shear_at_face<1>(v, x, at, factor, h_rate),
            extra_stress_in_shear_at_face<2>(v, x, at, factor, h_rate)};
  else
    return {};
}

/// Stress divergence as above; with a uniform viscosity it is factor h^2 L v.
template <bool varies, class T>
IBSIM_HD Vec3<T> explicit_stress(FaceView<const T> v, const T* x, const Neighbours& at, T factor, T h_rate) {
  if constexpr (varies)
    return extra_stress<true>(v, x, at, factor, h_rate);
  else
    return laplacian_of(v, at, factor);
}

template <bool varies, class B, class T>
void right_hand_sides_of_start_of(const Stream<B>& stream, const LocalGrid<B>& local, real k, real a,
                                  real density, const T* rate, const T* excess, FaceView<const T> v,
                                  FaceView<const T> f, FaceView<T> half, FaceView<T> full) {
  const Grid g = local.own();
  const Slab wide = with_rows_beyond(local.slab);
  const real half_of_force = k / 2 / density;
  const T h = static_cast<T>(g.h), per_h = static_cast<T>(1 / g.h), tau = static_cast<T>(k / 2),
          half_per_density = static_cast<T>(half_of_force), per_density = static_cast<T>(k / density),
          a_per_h2 = static_cast<T>(a / (g.h * g.h)), of_stress = static_cast<T>(half_of_force / (g.h * g.h));
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Neighbours at = neighbours(wide, i, j, k);
    const Index c = g.index(i, j, k), w = at.here;
    const Vec3<T> advection = advection_in_shear(v, at, per_h, *rate),
                  viscous = laplacian_of(v, at, a_per_h2),
                  stress = extra_stress<varies>(v, excess, at, of_stress, h * *rate);
    const Vec3<T> of{f.x[c], f.y[c], f.z[c]};
    half.x[c] = plus<varies>(v.x[w] + half_per_density * of.x - tau * advection.x, stress.x);
    half.y[c] = plus<varies>(v.y[w] + half_per_density * of.y - tau * advection.y, stress.y);
    half.z[c] = plus<varies>(v.z[w] + half_per_density * of.z - tau * advection.z, stress.z);
    full.x[c] = v.x[w] + viscous.x + per_density * of.x;
    full.y[c] = v.y[w] + viscous.y + per_density * of.y;
    full.z[c] = v.z[w] + viscous.z + per_density * of.z;
  });
}

template <bool varies, class B, class T>
void minus_advection_of(const Stream<B>& stream, const LocalGrid<B>& local, real of_time, real density,
                        const T* rate, const T* excess, FaceView<const T> v, FaceView<T> r) {
  const Grid g = local.own();
  const Slab wide = with_rows_beyond(local.slab);
  const T h = static_cast<T>(g.h), per_h = static_cast<T>(1 / g.h), tau = static_cast<T>(of_time),
          of_stress = static_cast<T>(of_time / (density * g.h * g.h));
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Neighbours at = neighbours(wide, i, j, k);
    const Index c = g.index(i, j, k);
    const Vec3<T> advection = advection_in_shear(v, at, per_h, *rate),
                  stress = extra_stress<varies>(v, excess, at, of_stress, h * *rate);
    r.x[c] = plus<varies>(-tau * advection.x, stress.x);
    r.y[c] = plus<varies>(-tau * advection.y, stress.y);
    r.z[c] = plus<varies>(-tau * advection.z, stress.z);
  });
}

template <bool varies, class B, class T>
void right_hand_side_of_velocity_of(const Stream<B>& stream, const LocalGrid<B>& local, real of_velocity,
                                    real of_others, real nu, const T* rate, const T* excess,
                                    FaceView<const T> v, FaceView<T> r) {
  const Grid g = local.own();
  const Slab wide = with_rows_beyond(local.slab);
  const T h = static_cast<T>(g.h), per_h = static_cast<T>(1 / g.h),
          nu_per_h2 = static_cast<T>(nu / (g.h * g.h)), part = static_cast<T>(of_velocity),
          of_explicit = static_cast<T>(of_others);
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Neighbours at = neighbours(wide, i, j, k);
    const Index c = g.index(i, j, k), w = at.here;
    const Vec3<T> advection = advection_in_shear(v, at, per_h, *rate),
                  viscous = explicit_stress<varies>(v, excess, at, nu_per_h2, h * *rate);
    r.x[c] = part * v.x[w] + of_explicit * (advection.x - viscous.x);
    r.y[c] = part * v.y[w] + of_explicit * (advection.y - viscous.y);
    r.z[c] = part * v.z[w] + of_explicit * (advection.z - viscous.z);
  });
}

template <bool varies, class B, class T>
void forces_on_the_fluid_of(const Stream<B>& stream, const LocalGrid<B>& local, const FluidProperties& fluid,
                            const T* rate, const T* excess, FaceView<const T> v, FaceView<const T> f,
                            FaceView<T> r) {
  const Grid g = local.own();
  const Slab wide = with_rows_beyond(local.slab);
  const T h = static_cast<T>(g.h), per_h = static_cast<T>(1 / g.h), density = static_cast<T>(fluid.density),
          mu_per_h2 = static_cast<T>(fluid.viscosity / (g.h * g.h)), per_h2 = static_cast<T>(1 / (g.h * g.h));
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Neighbours at = neighbours(wide, i, j, k);
    const Index c = g.index(i, j, k);
    const Vec3<T> advection = advection_in_shear(v, at, per_h, *rate),
                  viscous = laplacian_of(v, at, mu_per_h2),
                  stress = extra_stress<varies>(v, excess, at, per_h2, h * *rate);
    r.x[c] = plus<varies>(f.x[c] - density * advection.x + viscous.x, stress.x);
    r.y[c] = plus<varies>(f.y[c] - density * advection.y + viscous.y, stress.y);
    r.z[c] = plus<varies>(f.z[c] - density * advection.z + viscous.z, stress.z);
  });
}

/// The height of a row of u_z over the middle of the box, um.
template <class T>
IBSIM_HD T height_of(T h, int rows, int j) {
  return h * (j + T{0.5} - T{0.5} * rows);
}

} // namespace

template <class B, class T>
void right_hand_sides_of_start(const Stream<B>& stream, const LocalGrid<B>& local, real k, real a,
                               real density, const T* rate, const T* excess, FaceView<const T> v,
                               FaceView<const T> f, FaceView<T> half, FaceView<T> full) {
  (excess ? right_hand_sides_of_start_of<true, B, T>
          : right_hand_sides_of_start_of<false, B, T>)(stream, local, k, a, density, rate, excess, v, f, half,
                                                       full);
}

template <class B, class T>
void minus_advection(const Stream<B>& stream, const LocalGrid<B>& local, real tau, real density,
                     const T* rate, const T* excess, FaceView<const T> v, FaceView<T> r) {
  (excess ? minus_advection_of<true, B, T> : minus_advection_of<false, B, T>)(stream, local, tau, density,
                                                                              rate, excess, v, r);
}

template <class B, class T>
void right_hand_side_of_velocity(const Stream<B>& stream, const LocalGrid<B>& local, real part,
                                 real of_explicit, real nu, const T* rate, const T* excess,
                                 FaceView<const T> v, FaceView<T> r) {
  (excess ? right_hand_side_of_velocity_of<true, B, T>
          : right_hand_side_of_velocity_of<false, B, T>)(stream, local, part, of_explicit, nu, rate, excess,
                                                         v, r);
}

template <class B, class T>
void forces_on_the_fluid(const Stream<B>& stream, const LocalGrid<B>& local, const FluidProperties& fluid,
                         const T* rate, const T* excess, FaceView<const T> v, FaceView<const T> f,
                         FaceView<T> r) {
  (excess ? forces_on_the_fluid_of<true, B, T> : forces_on_the_fluid_of<false, B, T>)(stream, local, fluid,
                                                                                      rate, excess, v, f, r);
}

template <class B, class T>
void take_mean_shear(const Stream<B>& stream, const Grid& grid, const T* rate, FaceView<const T> u,
                     FaceView<T> wide) {
  const Grid g = grid, w = with_rows_beyond(grid);
  const T h = static_cast<T>(g.h);
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index c = g.index(i, j, k), to = w.index(i, j, k);
    wide.x[to] = u.x[c], wide.y[to] = u.y[c], wide.z[to] = u.z[c] - *rate * height_of(h, g.n.y, j);
  });
}

template <class B, class T>
void add_mean_shear(const Stream<B>& stream, const Grid& grid, const T* rate, FaceView<const T> wide,
                    FaceView<T> u) {
  const Grid g = grid, w = with_rows_beyond(grid);
  const T h = static_cast<T>(g.h);
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index c = g.index(i, j, k), from = w.index(i, j, k);
    u.x[c] = wide.x[from], u.y[c] = wide.y[from], u.z[c] = wide.z[from] + *rate * height_of(h, g.n.y, j);
  });
}

template <class B, class T>
void scale(const Stream<B>& stream, const Grid& grid, real by, FaceView<const T> f, FaceView<T> r) {
  const T factor = static_cast<T>(by);
  for_each(stream, grid.cells(), [=] IBSIM_KERNEL(Size c) {
    r.x[c] = factor * f.x[c], r.y[c] = factor * f.y[c], r.z[c] = factor * f.z[c];
  });
}

#define IBSIM_INSTANTIATE(T)                                                                                 \
  template void right_hand_sides_of_start(const Stream<ThisBackend>&, const LocalGrid<ThisBackend>&, real,   \
                                          real, real, const T*, const T*, FaceView<const T>,                 \
                                          FaceView<const T>, FaceView<T>, FaceView<T>);                      \
  template void minus_advection(const Stream<ThisBackend>&, const LocalGrid<ThisBackend>&, real, real,       \
                                const T*, const T*, FaceView<const T>, FaceView<T>);                         \
  template void right_hand_side_of_velocity(const Stream<ThisBackend>&, const LocalGrid<ThisBackend>&, real, \
                                            real, real, const T*, const T*, FaceView<const T>, FaceView<T>); \
  template void forces_on_the_fluid(const Stream<ThisBackend>&, const LocalGrid<ThisBackend>&,               \
                                    const FluidProperties&, const T*, const T*, FaceView<const T>,           \
                                    FaceView<const T>, FaceView<T>);                                         \
  template void take_mean_shear(const Stream<ThisBackend>&, const Grid&, const T*, FaceView<const T>,        \
                                FaceView<T>);                                                                \
  template void add_mean_shear(const Stream<ThisBackend>&, const Grid&, const T*, FaceView<const T>,         \
                               FaceView<T>);                                                                 \
  template void scale(const Stream<ThisBackend>&, const Grid&, real, FaceView<const T>, FaceView<T>);
IBSIM_INSTANTIATE(double)
IBSIM_INSTANTIATE(float)

} // namespace ibsim
