#include "fluid/sheared_passes.hpp"

#include "fluid/extra_stress.hpp"
#include "grid/difference_operators.hpp"
#include "grid/rows_beyond.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {
namespace {

/// C_z(v) - N_z(v): what the mean shear gives to v where it flows across
IBSIM_HD real lift_at_face(const real* vy, const Neighbours& at, real rate) {
  const Index c = at.here;
  return rate / 4 *
         ((vy[c] + vy[c + at.next.y]) + (vy[c + at.previous.z] + vy[c + at.previous.z + at.next.y]));
}

/// C(v)
IBSIM_HD Real3 advection_in_shear(FaceView<const real> v, const Neighbours& at, real per_h, real rate) {
  return {advection_at_face<0>(v, at, per_h), advection_at_face<1>(v, at, per_h),
          advection_at_face<2>(v, at, per_h) + lift_at_face(v.y, at, rate)};
}

/// a L v
IBSIM_HD Real3 laplacian_of(FaceView<const real> v, const Neighbours& at, real a_per_h2) {
  return {laplacian(v.x, at, a_per_h2), laplacian(v.y, at, a_per_h2), laplacian(v.z, at, a_per_h2)};
}

/// Nothing is added where the viscosity does not vary, not even a zero, which would turn -0 into 0.
template <bool varies>
IBSIM_HD real plus(real value, real stress) {
  return varies ? value + stress : value;
}

/// factor h^2 E (v and the mean shear) of the excess x of a viscosity that varies; of one that does not, 0.
template <bool varies>
IBSIM_HD Real3 extra_stress(FaceView<const real> v, const real* x, const Neighbours& at, real factor,
                            real h_rate) {
  if constexpr (varies)
    return {extra_stress_in_shear_at_face<0>(v, x, at, factor, h_rate),
            extra_stress_in_shear_at_face<1>(v, x, at, factor, h_rate),
            extra_stress_in_shear_at_face<2>(v, x, at, factor, h_rate)};
  else
    return {};
}

/// Stress divergence as above; with a uniform viscosity it is factor h^2 L v.
template <bool varies>
IBSIM_HD Real3 explicit_stress(FaceView<const real> v, const real* x, const Neighbours& at, real factor,
                               real h_rate) {
  if constexpr (varies)
    return extra_stress<true>(v, x, at, factor, h_rate);
  else
    return laplacian_of(v, at, factor);
}

template <bool varies, class B>
void right_hand_sides_of_start_of(const Stream<B>& stream, const LocalGrid<B>& local, real k, real a,
                                  real density, const ShearNow* now, const real* excess,
                                  FaceView<const real> v, FaceView<const real> f, FaceView<real> half,
                                  FaceView<real> full) {
  const Grid g = local.own();
  const Slab wide = with_rows_beyond(local.slab);
  const real per_h = 1 / g.h, tau = k / 2, half_per_density = tau / density, per_density = k / density,
             a_per_h2 = a / (g.h * g.h), of_stress = half_per_density / (g.h * g.h);
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Neighbours at = neighbours(wide, i, j, k);
    const Index c = g.index(i, j, k), w = at.here;
    const Real3 advection = advection_in_shear(v, at, per_h, now->rate),
                viscous = laplacian_of(v, at, a_per_h2),
                stress = extra_stress<varies>(v, excess, at, of_stress, g.h * now->rate);
    const Real3 of{f.x[c], f.y[c], f.z[c]};
    half.x[c] = plus<varies>(v.x[w] + half_per_density * of.x - tau * advection.x, stress.x);
    half.y[c] = plus<varies>(v.y[w] + half_per_density * of.y - tau * advection.y, stress.y);
    half.z[c] = plus<varies>(v.z[w] + half_per_density * of.z - tau * advection.z, stress.z);
    full.x[c] = v.x[w] + viscous.x + per_density * of.x;
    full.y[c] = v.y[w] + viscous.y + per_density * of.y;
    full.z[c] = v.z[w] + viscous.z + per_density * of.z;
  });
}

template <bool varies, class B>
void minus_advection_of(const Stream<B>& stream, const LocalGrid<B>& local, real tau, real density,
                        const ShearNow* now, const real* excess, FaceView<const real> v, FaceView<real> r) {
  const Grid g = local.own();
  const Slab wide = with_rows_beyond(local.slab);
  const real per_h = 1 / g.h, of_stress = tau / (density * g.h * g.h);
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Neighbours at = neighbours(wide, i, j, k);
    const Index c = g.index(i, j, k);
    const Real3 advection = advection_in_shear(v, at, per_h, now->rate),
                stress = extra_stress<varies>(v, excess, at, of_stress, g.h * now->rate);
    r.x[c] = plus<varies>(-tau * advection.x, stress.x);
    r.y[c] = plus<varies>(-tau * advection.y, stress.y);
    r.z[c] = plus<varies>(-tau * advection.z, stress.z);
  });
}

template <bool varies, class B>
void right_hand_side_of_velocity_of(const Stream<B>& stream, const LocalGrid<B>& local, real part,
                                    real of_explicit, real nu, const ShearNow* now, const real* excess,
                                    FaceView<const real> v, FaceView<real> r) {
  const Grid g = local.own();
  const Slab wide = with_rows_beyond(local.slab);
  const real per_h = 1 / g.h, nu_per_h2 = nu / (g.h * g.h);
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Neighbours at = neighbours(wide, i, j, k);
    const Index c = g.index(i, j, k), w = at.here;
    const Real3 advection = advection_in_shear(v, at, per_h, now->rate),
                viscous = explicit_stress<varies>(v, excess, at, nu_per_h2, g.h * now->rate);
    r.x[c] = part * v.x[w] + of_explicit * (advection.x - viscous.x);
    r.y[c] = part * v.y[w] + of_explicit * (advection.y - viscous.y);
    r.z[c] = part * v.z[w] + of_explicit * (advection.z - viscous.z);
  });
}

template <bool varies, class B>
void forces_on_the_fluid_of(const Stream<B>& stream, const LocalGrid<B>& local, const FluidProperties& fluid,
                            const ShearNow* now, const real* excess, FaceView<const real> v,
                            FaceView<const real> f, FaceView<real> r) {
  const Grid g = local.own();
  const Slab wide = with_rows_beyond(local.slab);
  const real per_h = 1 / g.h, density = fluid.density, mu_per_h2 = fluid.viscosity / (g.h * g.h),
             per_h2 = 1 / (g.h * g.h);
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Neighbours at = neighbours(wide, i, j, k);
    const Index c = g.index(i, j, k);
    const Real3 advection = advection_in_shear(v, at, per_h, now->rate),
                viscous = laplacian_of(v, at, mu_per_h2),
                stress = extra_stress<varies>(v, excess, at, per_h2, g.h * now->rate);
    r.x[c] = plus<varies>(f.x[c] - density * advection.x + viscous.x, stress.x);
    r.y[c] = plus<varies>(f.y[c] - density * advection.y + viscous.y, stress.y);
    r.z[c] = plus<varies>(f.z[c] - density * advection.z + viscous.z, stress.z);
  });
}

/// The height of a row of u_z over the middle of the box, um.
IBSIM_HD real height_of(const Grid& g, int j) { return g.h * (j + real{0.5} - real{0.5} * g.n.y); }

} // namespace

template <class B>
void right_hand_sides_of_start(const Stream<B>& stream, const LocalGrid<B>& local, real k, real a,
                               real density, const ShearNow* now, const real* excess, FaceView<const real> v,
                               FaceView<const real> f, FaceView<real> half, FaceView<real> full) {
  (excess
       ? right_hand_sides_of_start_of<true, B>
       : right_hand_sides_of_start_of<false, B>)(stream, local, k, a, density, now, excess, v, f, half, full);
}

template <class B>
void minus_advection(const Stream<B>& stream, const LocalGrid<B>& local, real tau, real density,
                     const ShearNow* now, const real* excess, FaceView<const real> v, FaceView<real> r) {
  (excess ? minus_advection_of<true, B> : minus_advection_of<false, B>)(stream, local, tau, density, now,
                                                                        excess, v, r);
}

template <class B>
void right_hand_side_of_velocity(const Stream<B>& stream, const LocalGrid<B>& local, real part,
                                 real of_explicit, real nu, const ShearNow* now, const real* excess,
                                 FaceView<const real> v, FaceView<real> r) {
  (excess
       ? right_hand_side_of_velocity_of<true, B>
       : right_hand_side_of_velocity_of<false, B>)(stream, local, part, of_explicit, nu, now, excess, v, r);
}

template <class B>
void forces_on_the_fluid(const Stream<B>& stream, const LocalGrid<B>& local, const FluidProperties& fluid,
                         const ShearNow* now, const real* excess, FaceView<const real> v,
                         FaceView<const real> f, FaceView<real> r) {
  (excess ? forces_on_the_fluid_of<true, B> : forces_on_the_fluid_of<false, B>)(stream, local, fluid, now,
                                                                                excess, v, f, r);
}

template <class B>
void take_mean_shear(const Stream<B>& stream, const Grid& grid, const ShearNow* now, FaceView<const real> u,
                     FaceView<real> wide) {
  const Grid g = grid, w = with_rows_beyond(grid);
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index c = g.index(i, j, k), to = w.index(i, j, k);
    wide.x[to] = u.x[c], wide.y[to] = u.y[c], wide.z[to] = u.z[c] - now->rate * height_of(g, j);
  });
}

template <class B>
void add_mean_shear(const Stream<B>& stream, const Grid& grid, const ShearNow* now, FaceView<const real> wide,
                    FaceView<real> u) {
  const Grid g = grid, w = with_rows_beyond(grid);
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index c = g.index(i, j, k), from = w.index(i, j, k);
    u.x[c] = wide.x[from], u.y[c] = wide.y[from], u.z[c] = wide.z[from] + now->rate * height_of(g, j);
  });
}

template <class B>
void scale(const Stream<B>& stream, const Grid& grid, real factor, FaceView<const real> f, FaceView<real> r) {
  for_each(stream, grid.cells(), [=] IBSIM_KERNEL(Size c) {
    r.x[c] = factor * f.x[c], r.y[c] = factor * f.y[c], r.z[c] = factor * f.z[c];
  });
}

template void right_hand_sides_of_start(const Stream<ThisBackend>&, const LocalGrid<ThisBackend>&, real, real,
                                        real, const ShearNow*, const real*, FaceView<const real>,
                                        FaceView<const real>, FaceView<real>, FaceView<real>);
template void minus_advection(const Stream<ThisBackend>&, const LocalGrid<ThisBackend>&, real, real,
                              const ShearNow*, const real*, FaceView<const real>, FaceView<real>);
template void right_hand_side_of_velocity(const Stream<ThisBackend>&, const LocalGrid<ThisBackend>&, real,
                                          real, real, const ShearNow*, const real*, FaceView<const real>,
                                          FaceView<real>);
template void forces_on_the_fluid(const Stream<ThisBackend>&, const LocalGrid<ThisBackend>&,
                                  const FluidProperties&, const ShearNow*, const real*, FaceView<const real>,
                                  FaceView<const real>, FaceView<real>);
template void take_mean_shear(const Stream<ThisBackend>&, const Grid&, const ShearNow*, FaceView<const real>,
                              FaceView<real>);
template void add_mean_shear(const Stream<ThisBackend>&, const Grid&, const ShearNow*, FaceView<const real>,
                             FaceView<real>);
template void scale(const Stream<ThisBackend>&, const Grid&, real, FaceView<const real>, FaceView<real>);

} // namespace ibsim
