#include "fluid/lees_edwards.hpp"

#include "base/error.hpp"
#include "fluid/shear_strain.hpp"
#include "fluid/spectral_operators.hpp"
#include "grid/difference_operators.hpp"
#include "linalg/line_fft.hpp"
#include "linalg/plane_fft.hpp"
#include "parallel/for_each.hpp"

#include <cmath>
#include <utility>

namespace ibsim {
namespace {

const Grid& checked_sheared(const Grid& grid) {
  checked(grid);
  if (grid.topology.x.ends != Ends::periodic || grid.topology.y.ends != Ends::lees_edwards ||
      grid.topology.z.ends != Ends::periodic)
    throw InputError("a box in unbounded shear is periodic in x and z, and slides past its images in y");
  if (grid.n.y < rows_beyond)
    throw InputError("a box in unbounded shear needs at least " + std::to_string(rows_beyond) +
                     " cells in y");
  return grid;
}

std::vector<Complex> roots_of_one(int n) {
  constexpr real pi = 3.14159265358979323846;
  std::vector<Complex> roots;
  for (int l = 0; l < n; ++l) roots.push_back({std::cos(2 * pi * l / n), std::sin(2 * pi * l / n)});
  return roots;
}

/// Of a time. The strain is rounded so that phases of rows are exact (sheared_modes.hpp): by at most a part
/// in 1e12 of Lz a row.
ShearNow shear_at(const Signal& rate, const Grid& grid, real time) {
  constexpr real fine = 2199023255552.0; // 2^41
  const real length = grid.lengths().z,
             slips = std::round(integral(rate, time) * grid.h / length * fine) / fine,
             slip = slips - 2 * std::floor(slips / 2), past = grid.n.y * slip;
  return {rate.at(time), slips * length / grid.h, slip, (past - std::floor(past)) * length};
}

template <class B>
void set_shear(const Stream<B>& stream, ShearNow start, ShearNow middle, ShearNow end, ShearNow* now) {
  for_each(stream, 1, [=] IBSIM_KERNEL(Index) { now[0] = start, now[1] = middle, now[2] = end; });
}

/// C_z(v) - N_z(v): what the mean shear gives to v where it flows across
IBSIM_HD real lift_at_face(const real* vy, const Neighbours& at, real rate) {
  const Index c = at.here;
  return rate / 4 *
         ((vy[c] + vy[c + at.next.y]) + (vy[c + at.previous.z] + vy[c + at.previous.z + at.next.y]));
}

/// r = v + tau (f/rho - C(v))
template <class B>
void half_step_right_hand_side(const Stream<B>& stream, const Grid& grid, real tau, real density,
                               const ShearNow* now, FaceView<const real> v, FaceView<const real> f,
                               FaceView<real> r) {
  const Grid g = grid, wide = with_rows_beyond(grid);
  const real per_h = 1 / grid.h, tau_per_density = tau / density;
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Neighbours at = neighbours(wide, i, j, k);
    const Index c = g.index(i, j, k), w = at.here;
    r.x[c] = v.x[w] + tau_per_density * f.x[c] - tau * advection_at_face<0>(v, at, per_h);
    r.y[c] = v.y[w] + tau_per_density * f.y[c] - tau * advection_at_face<1>(v, at, per_h);
    r.z[c] = v.z[w] + tau_per_density * f.z[c] -
             tau * (advection_at_face<2>(v, at, per_h) + lift_at_face(v.y, at, now->rate));
  });
}

/// r = v + a L v + tau f/rho
template <class B>
void full_step_of_start(const Stream<B>& stream, const Grid& grid, real tau, real a, real density,
                        FaceView<const real> v, FaceView<const real> f, FaceView<real> r) {
  const Grid g = grid, wide = with_rows_beyond(grid);
  const real a_per_h2 = a / (grid.h * grid.h), tau_per_density = tau / density;
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Neighbours at = neighbours(wide, i, j, k);
    const Index c = g.index(i, j, k), w = at.here;
    r.x[c] = v.x[w] + laplacian(v.x, at, a_per_h2) + tau_per_density * f.x[c];
    r.y[c] = v.y[w] + laplacian(v.y, at, a_per_h2) + tau_per_density * f.y[c];
    r.z[c] = v.z[w] + laplacian(v.z, at, a_per_h2) + tau_per_density * f.z[c];
  });
}

/// r = -tau C(v)
template <class B>
void minus_advection(const Stream<B>& stream, const Grid& grid, real tau, const ShearNow* now,
                     FaceView<const real> v, FaceView<real> r) {
  const Grid g = grid, wide = with_rows_beyond(grid);
  const real per_h = 1 / grid.h;
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Neighbours at = neighbours(wide, i, j, k);
    const Index c = g.index(i, j, k);
    r.x[c] = -tau * advection_at_face<0>(v, at, per_h);
    r.y[c] = -tau * advection_at_face<1>(v, at, per_h);
    r.z[c] = -tau * (advection_at_face<2>(v, at, per_h) + lift_at_face(v.y, at, now->rate));
  });
}

/// r = f - rho C(v) + mu L v
template <class B>
void forces_on_the_fluid(const Stream<B>& stream, const Grid& grid, const FluidProperties& fluid,
                         const ShearNow* now, FaceView<const real> v, FaceView<const real> f,
                         FaceView<real> r) {
  const Grid g = grid, wide = with_rows_beyond(grid);
  const real per_h = 1 / grid.h, density = fluid.density, mu_per_h2 = fluid.viscosity / (grid.h * grid.h);
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Neighbours at = neighbours(wide, i, j, k);
    const Index c = g.index(i, j, k);
    r.x[c] = f.x[c] - density * advection_at_face<0>(v, at, per_h) + laplacian(v.x, at, mu_per_h2);
    r.y[c] = f.y[c] - density * advection_at_face<1>(v, at, per_h) + laplacian(v.y, at, mu_per_h2);
    r.z[c] = f.z[c] - density * (advection_at_face<2>(v, at, per_h) + lift_at_face(v.y, at, now->rate)) +
             laplacian(v.z, at, mu_per_h2);
  });
}

/// The height of a row of u_z over the middle of the box, um.
IBSIM_HD real height_of(const Grid& g, int j) { return g.h * (j + real{0.5} - real{0.5} * g.n.y); }

/// wide = u less the mean shear, in the rows of the box; and of its first and last two rows a copy.
template <class B>
void take_mean_shear(const Stream<B>& stream, const Grid& grid, const ShearNow* now, FaceView<const real> u,
                     FaceView<real> wide, real* four_rows) {
  const Grid g = grid, w = with_rows_beyond(grid);
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index c = g.index(i, j, k), to = w.index(i, j, k);
    const real x = u.x[c], y = u.y[c], z = u.z[c] - now->rate * height_of(g, j);
    wide.x[to] = x, wide.y[to] = y, wide.z[to] = z;
    const int slot = j < 2 ? j : j - (g.n.y - rows_beyond);
    if (j >= 2 && slot < 2) return;
    const Size component = Size{g.n.x} * rows_beyond * g.n.z;
    real* const copy = four_rows + i + Size{g.n.x} * (slot + rows_beyond * k);
    copy[0] = x, copy[component] = y, copy[2 * component] = z;
  });
}

/// u = v and the mean shear
template <class B>
void add_mean_shear(const Stream<B>& stream, const Grid& grid, const ShearNow* now, FaceView<const real> wide,
                    FaceView<real> u) {
  const Grid g = grid, w = with_rows_beyond(grid);
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index c = g.index(i, j, k), from = w.index(i, j, k);
    u.x[c] = wide.x[from], u.y[c] = wide.y[from], u.z[c] = wide.z[from] + now->rate * height_of(g, j);
  });
}

/// Four rows <-> the last four of a wide field, times a factor.
template <class B>
void put_rows_beyond(const Stream<B>& stream, const Grid& grid, real factor, const real* four_rows,
                     FaceView<real> wide) {
  const Grid g = grid, w = with_rows_beyond(grid);
  for_each_cell(stream, {g.n.x, 3 * rows_beyond, g.n.z}, [=] IBSIM_KERNEL(int i, int row, int k) {
    const int d = row / rows_beyond, slot = row % rows_beyond;
    const Size component = Size{g.n.x} * rows_beyond * g.n.z;
    wide[d][w.index(i, g.n.y + slot, k)] =
        factor * four_rows[d * component + i + Size{g.n.x} * (slot + rows_beyond * k)];
  });
}
template <class B>
void get_rows_beyond(const Stream<B>& stream, const Grid& grid, FaceView<const real> wide, real* four_rows) {
  const Grid g = grid, w = with_rows_beyond(grid);
  for_each_cell(stream, {g.n.x, 3 * rows_beyond, g.n.z}, [=] IBSIM_KERNEL(int i, int row, int k) {
    const int d = row / rows_beyond, slot = row % rows_beyond;
    const Size component = Size{g.n.x} * rows_beyond * g.n.z;
    four_rows[d * component + i + Size{g.n.x} * (slot + rows_beyond * k)] =
        wide[d][w.index(i, g.n.y + slot, k)];
  });
}

/// f = the rows of the box, and four rows times a factor on its first and last two
template <class B>
void fold_rows(const Stream<B>& stream, const Grid& grid, real factor, const real* four_rows,
               FaceView<const real> wide, FaceView<real> f) {
  const Grid g = grid, w = with_rows_beyond(grid);
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index c = g.index(i, j, k), from = w.index(i, j, k);
    const int slot = j < 2 ? j : j - (g.n.y - rows_beyond);
    const bool near = j < 2 || slot >= 2;
    const Size component = Size{g.n.x} * rows_beyond * g.n.z;
    for (int d = 0; d < 3; ++d)
      f[d][c] =
          wide[d][from] +
          (near ? factor * four_rows[d * component + i + Size{g.n.x} * (slot + rows_beyond * k)] : real{0});
  });
}

} // namespace

template <class B>
struct LeesEdwardsFlow<B>::Parts {
  Grid grid, wide_grid;
  FluidProperties fluid;
  Signal rate;
  Int3 shape;
  PlaneFft<B> box_fft, wide_fft, rows_fft, scalar_fft;
  LineFft<B> y_fft, scalar_y_fft;
  FaceField<B> wide, wide_at_end, right_hand_side;
  Array<Complex, B> symbol_x, symbol_z, e_y, phases, halves, seams;
  Array<Complex, B> spectrum, planes, potential, rows_spectrum;
  Array<real, B> four_rows;
  Array<ShearNow, B> now;

  Parts(const Stream<B>& stream, const Grid& g, const FluidProperties& f, Signal r)
      : grid(checked_sheared(g)), wide_grid(with_rows_beyond(g)), fluid(f),
        rate(std::move(r)), shape{g.n.x / 2 + 1, g.n.z, g.n.y}, box_fft(stream, g.n, Planes::zx, 3),
        wide_fft(stream, wide_grid.n, Planes::zx, 3),
        rows_fft(stream, {g.n.x, rows_beyond, g.n.z}, Planes::zx, 3), scalar_fft(stream, g.n, Planes::zx, 1),
        y_fft(stream, g.n.y, shape.x * shape.y, 3), scalar_y_fft(stream, g.n.y, shape.x * shape.y, 1),
        wide(stream, wide_grid), wide_at_end(stream, wide_grid), right_hand_side(stream, g),
        symbol_x(stream, divergence_symbols(g.n.x, g.h)), symbol_z(stream, divergence_symbols(g.n.z, g.h)),
        e_y(stream, roots_of_one(g.n.y)), phases(6 * static_cast<std::size_t>(g.n.y + rows_beyond) * g.n.z),
        halves(3 * static_cast<std::size_t>(g.n.z)), seams(static_cast<std::size_t>(g.n.z)),
        spectrum(stream, 3 * PlaneFft<B>::complex_size(g.n)),
        planes(stream, 3 * PlaneFft<B>::complex_size(wide_grid.n)),
        potential(stream, PlaneFft<B>::complex_size(g.n)),
        rows_spectrum(stream, 3 * PlaneFft<B>::complex_size({g.n.x, rows_beyond, g.n.z})),
        four_rows(stream, 3 * static_cast<std::size_t>(g.n.x) * rows_beyond * g.n.z), now(3) {}

  ShearedModes modes() {
    return {shape,           grid.h,          1 / static_cast<real>(grid.cells()),
            symbol_x.data(), symbol_z.data(), e_y.data(),
            phases.data(),   halves.data(),   seams.data()};
  }
  real per_plane() const { return 1 / (static_cast<real>(grid.n.x) * grid.n.z); }
  /// The rows of four_rows, moved over the seam; unnormalised.
  void move_rows(const Stream<B>& stream, bool back) {
    rows_fft.forward(stream, four_rows.data(), rows_spectrum.data());
    move_over_seam(stream, modes(), back, rows_spectrum.data());
    rows_fft.inverse(stream, rows_spectrum.data(), four_rows.data());
  }
  /// to = the velocity of `spectrum` at an instant
  void bring_back(const Stream<B>& stream, Instant instant, FaceField<B>& to) {
    y_fft.inverse(stream, spectrum.data());
    out_of_frame(stream, modes(), instant, spectrum.data(), planes.data());
    wide_fft.inverse(stream, planes.data(), to.values().data());
  }
};

template <class B>
LeesEdwardsFlow<B>::LeesEdwardsFlow(const Stream<B>& stream, const Grid& grid, const FluidProperties& fluid,
                                    Signal rate)
    : parts_(std::make_unique<Parts>(stream, grid, fluid, std::move(rate))) {}
template <class B>
LeesEdwardsFlow<B>::~LeesEdwardsFlow() = default;

template <class B>
void LeesEdwardsFlow<B>::prepare(const Stream<B>& stream, real time, real time_step) {
  Parts& p = *parts_;
  set_shear(stream, shear_at(p.rate, p.grid, time), shear_at(p.rate, p.grid, time + time_step / 2),
            shear_at(p.rate, p.grid, time + time_step), p.now.data());
  set_phases(stream, p.modes(), p.now.data());
}

template <class B>
const ShearNow* LeesEdwardsFlow<B>::now(Instant instant) const {
  return parts_->now.data() + static_cast<int>(instant);
}

template <class B>
FaceView<const real> LeesEdwardsFlow<B>::open(const Stream<B>& stream, FaceView<const real> u) {
  Parts& p = *parts_;
  take_mean_shear(stream, p.grid, p.now.data(), u, p.wide.view(), p.four_rows.data());
  p.move_rows(stream, false);
  put_rows_beyond<B>(stream, p.grid, p.per_plane(), p.four_rows.data(), p.wide.view());
  return p.wide.view();
}

template <class B>
FaceView<const real> LeesEdwardsFlow<B>::at_end() const {
  return parts_->wide_at_end.view();
}

template <class B>
void LeesEdwardsFlow<B>::step(const Stream<B>& stream, real time_step, FaceView<real> u,
                              FaceView<const real> f) {
  Parts& p = *parts_;
  const ShearedModes w = p.modes();
  const real k = time_step, density = p.fluid.density, a = p.fluid.viscosity * k / (2 * density);
  const FaceView<real> r = p.right_hand_side.view(), at_end = p.wide_at_end.view();
  const real* const values = p.right_hand_side.values().data();
  Complex* const spectrum = p.spectrum.data();

  half_step_right_hand_side<B>(stream, p.grid, k / 2, density, now(Instant::start), p.wide.view(), f, r);
  p.box_fft.forward(stream, values, spectrum);
  into_frame(stream, w, Instant::start, spectrum);
  p.y_fft.forward(stream, spectrum);
  solve_half_step(stream, w, a, spectrum, p.potential.data());
  p.bring_back(stream, Instant::middle, p.wide_at_end);

  full_step_of_start<B>(stream, p.grid, k, a, density, p.wide.view(), f, r);
  p.box_fft.forward(stream, values, spectrum);
  minus_advection<B>(stream, p.grid, k, now(Instant::middle), at_end, r);
  p.box_fft.forward(stream, values, p.planes.data());
  into_frame(stream, w, spectrum, p.planes.data());
  p.y_fft.forward(stream, spectrum);
  solve_full_step(stream, w, a, spectrum, p.potential.data());
  p.bring_back(stream, Instant::end, p.wide_at_end);
  add_mean_shear<B>(stream, p.grid, now(Instant::end), at_end, u);
}

template <class B>
void LeesEdwardsFlow<B>::pressure(const Stream<B>& stream, FaceView<const real> f, real* pressure) {
  Parts& p = *parts_;
  const ShearedModes w = p.modes();
  const FaceView<real> r = p.right_hand_side.view();
  const FaceView<const real> v = p.wide.view();
  Complex *const forces = p.spectrum.data(), *const velocity = p.planes.data();
  add_mean_shear<B>(stream, p.grid, now(), v, r); // whose u_y is v_y, which alone is asked for
  p.box_fft.forward(stream, p.right_hand_side.values().data(), velocity);
  into_frame(stream, w, Instant::start, velocity);
  p.y_fft.forward(stream, velocity);
  forces_on_the_fluid<B>(stream, p.grid, p.fluid, now(), v, f, r);
  p.box_fft.forward(stream, p.right_hand_side.values().data(), forces);
  into_frame(stream, w, Instant::start, forces);
  p.y_fft.forward(stream, forces);
  solve_pressure(stream, w, p.fluid.density, p.grid.lengths().z, p.now.data(), forces, velocity,
                 p.potential.data());
  p.scalar_y_fft.inverse(stream, p.potential.data());
  scalar_out_of_frame(stream, w, p.potential.data());
  p.scalar_fft.inverse(stream, p.potential.data(), pressure);
}

template <class B>
void LeesEdwardsFlow<B>::fold(const Stream<B>& stream, FaceView<const real> wide, FaceView<real> f) {
  Parts& p = *parts_;
  get_rows_beyond(stream, p.grid, wide, p.four_rows.data());
  p.move_rows(stream, true);
  fold_rows<B>(stream, p.grid, p.per_plane(), p.four_rows.data(), wide, f);
}

template class LeesEdwardsFlow<ThisBackend>;

} // namespace ibsim
