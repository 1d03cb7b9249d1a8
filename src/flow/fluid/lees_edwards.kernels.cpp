#include "fluid/lees_edwards.hpp"

#include "base/error.hpp"
#include "fluid/implicit_viscosity.hpp"
#include "fluid/shear_strain.hpp"
#include "fluid/sheared_passes.hpp"
#include "fluid/sheared_rows.hpp"
#include "fluid/sheared_stage.hpp"
#include "fluid/sheared_viscosity.hpp"
#include "fluid/spectral_operators.hpp"
#include "fluid/widen.hpp"
#include "linalg/channel_fft.hpp"
#include "parallel/for_each.hpp"

#include <cmath>
#include <optional>
#include <type_traits>
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
                     " grid points in y");
  return grid;
}

/// The shear at a time. The strain is rounded so that phases of rows are exact (sheared_modes.hpp): by at
/// most a part in 1e12 of Lz a row.
ShearNow shear_at(const WallFlow& shear, const Grid& grid, real time) {
  constexpr real fine = 2199023255552.0; // 2^41
  const real length = grid.lengths().z,
             slips = std::round((shear.strain_at_start + integral(shear.shear_rate, time)) * grid.h / length *
                                fine) /
                     fine,
             slip = slips - 2 * std::floor(slips / 2), past = grid.n.y * slip;
  return {shear.shear_rate.at(time), slips * length / grid.h, slip, (past - std::floor(past)) * length};
}

} // namespace

template <class B, class T>
struct LeesEdwardsFlow<B, T>::Impl {
  LocalGrid<B> local, wide_local; ///< of the box, and with the rows beyond it
  Grid grid;                      ///< of the own planes
  FluidProperties fluid;
  WallFlow shear;
  typename ChannelFft<B, T>::Room room = std::make_shared<ChannelRoom<B, T>>(); ///< of all transforms
  ChannelFft<B, T> wide_fft, both_fft, box_fft, scalar_fft;                     ///< the largest first
  Int3 shape;
  ShearedStage<B, T> stage;
  ShearedRows<B, T> rows;
  FaceField<B> wide, wide_at_end;
  /// three components each: of the half step, then of the full one; of the start, then of the step before
  Array<T, B> right_hand_sides;
  Array<ComplexOf<T>, B> symbol_x, symbol_z, e_y, phases, halves, seams;
  Array<ComplexOf<T>, B> spectra; ///< of right_hand_sides; with bdf2 then of the force
  Array<ComplexOf<T>, B> planes, potential;
  Array<T, B> rates; ///< of now
  Array<ShearNow, B> now;
  std::optional<ShearedViscosity<B, T>> viscosity; ///< where it varies

  ChannelFft<B, T> transform(const Stream<B>& stream, const LocalGrid<B>& of, int fields) const {
    return ChannelFft<B, T>(stream, of.grid.n, fields, of.ranks, of.first_planes(), room);
  }
  Impl(const Stream<B>& stream, const LocalGrid<B>& l, const FluidProperties& f, const WallFlow& of,
       const ViscosityBounds& bounds, TimeScheme scheme)
      : local(l), wide_local(with_rows_beyond(l)), grid(own_grid(checked_sheared(l.grid), l.slab)), fluid(f),
        shear(of), wide_fft(transform(stream, wide_local, 3)), both_fft(transform(stream, local, 6)),
        box_fft(transform(stream, local, 3)),
        scalar_fft(transform(stream, local, 1)), shape{box_fft.columns(), l.grid.n.z, l.grid.n.y},
        stage(stream, shape), rows(stream, local), wide(stream, wide_local.slab, storage_of<T>),
        wide_at_end(stream, wide_local.slab, storage_of<T>),
        right_hand_sides(6 * static_cast<std::size_t>(grid.cells())),
        symbol_x(stream, rounded<T>(symbols_x())),
        symbol_z(stream, rounded<T>(divergence_symbols(shape.y, grid.h))),
        e_y(stream, rounded<T>(roots_of_one(shape.z))),
        phases(6 * static_cast<std::size_t>(shape.z + rows_beyond) * shape.y),
        halves(3 * static_cast<std::size_t>(shape.y)), seams(3 * static_cast<std::size_t>(shape.y)),
        spectra(stream, (scheme == TimeScheme::bdf2 ? 9 : 6) * component()),
        planes(stream, 3 * component() / shape.z * (shape.z + rows_beyond)), potential(stream, component()),
        rates(3), now(3) {
    if (bounds.apart())
      viscosity.emplace(stream, local,
                        ViscosityOfPotential{f.viscosity, bounds, ibsim::implicit_viscosity(bounds, scheme)},
                        scheme == TimeScheme::bdf2 ? Instant::end : Instant::start, room);
  }

  std::size_t component() const { return static_cast<std::size_t>(shape.x) * shape.y * shape.z; }
  /// The symbols of the modes here.
  std::vector<Complex> symbols_x() const {
    const std::vector<Complex> all = divergence_symbols(local.grid.n.x, grid.h);
    return {all.begin() + box_fft.first(), all.begin() + box_fft.first() + shape.x};
  }
  ShearedModes<T> modes() {
    return {.shape = shape,
            .h = static_cast<T>(grid.h),
            .per_cell = static_cast<T>(1 / static_cast<real>(local.grid.cells())),
            .symbol_x = symbol_x.data(),
            .symbol_z = symbol_z.data(),
            .e_y = e_y.data(),
            .phases = phases.data(),
            .halves = halves.data(),
            .seams = seams.data(),
            .rates = rates.data()};
  }
  /// Three components of right_hand_sides, from the first on.
  FaceView<T> right_hand_side(int first) {
    const Size cells = grid.cells();
    T* const x = right_hand_sides.data() + first * cells;
    return {x, x + cells, x + 2 * cells};
  }
  const ComplexOf<T>* seams_of(Instant instant) const {
    return seams.data() + static_cast<Size>(instant) * shape.y;
  }
  const T* rate(Instant instant) const { return rates.data() + static_cast<int>(instant); }
  /// Null where it does not vary.
  const T* excess(Instant instant) const { return viscosity ? viscosity->excess_at(instant) : nullptr; }
  /// r, which has factor E of v at an instant, gets the stress of the seam where the viscosity varies.
  void share_at_seam(const Stream<B>& stream, Instant instant, real factor, FaceView<const T> v,
                     FaceView<T> r) {
    if (viscosity) viscosity->share_at_seam(stream, modes(), instant, factor, v, r);
  }
  /// wide = v of u at an instant, with the rows beyond the box
  void open(const Stream<B>& stream, Instant instant, FaceView<const T> u) {
    const FaceView<T> v = velocity();
    take_mean_shear(stream, grid, rate(instant), u, v);
    rows.fill(stream, seams_of(instant), v);
    fill_ghosts(stream, wide_local, v);
  }
  /// wide_at_end = the velocity of `planes`
  void back(const Stream<B>& stream) {
    const FaceView<T> v = velocity_at_end();
    wide_fft.inverse(stream, planes.data(), v.x, v.y - v.x);
    fill_ghosts(stream, wide_local, v);
  }
  /// u = that with the mean shear of the end
  void finish(const Stream<B>& stream, FaceView<T> u) {
    add_mean_shear<B, T>(stream, grid, rate(Instant::end), velocity_at_end(), u);
    fill_ghosts(stream, local, u);
  }
  FaceView<T> velocity() { return wide.any().template as<T>(); }
  FaceView<T> velocity_at_end() { return wide_at_end.any().template as<T>(); }
  ComplexOf<T>* spectrum(int first) { return spectra.data() + static_cast<std::size_t>(first) * component(); }
};

template <class B, class T>
LeesEdwardsFlow<B, T>::LeesEdwardsFlow(const Stream<B>& stream, const LocalGrid<B>& local,
                                       const FluidProperties& fluid, const WallFlow& shear,
                                       const ViscosityBounds& bounds, TimeScheme scheme)
    : impl_(std::make_unique<Impl>(stream, local, fluid, shear, bounds, scheme)) {}
template <class B, class T>
LeesEdwardsFlow<B, T>::~LeesEdwardsFlow() = default;

template <class B, class T>
void LeesEdwardsFlow<B, T>::prepare(const Stream<B>& stream, const StepInTime& when) {
  Impl& p = *impl_;
  const real between =
      when.scheme == TimeScheme::bdf2 ? when.start - when.before : when.start + when.length / 2;
  set_phases(stream, p.modes(),
             {shear_at(p.shear, p.local.grid, when.start), shear_at(p.shear, p.local.grid, between),
              shear_at(p.shear, p.local.grid, when.end())},
             p.now.data());
}

template <class B, class T>
const ShearNow* LeesEdwardsFlow<B, T>::now(Instant instant) const {
  return impl_->now.data() + static_cast<int>(instant);
}

template <class B, class T>
AnyConstFaces LeesEdwardsFlow<B, T>::open(const Stream<B>& stream, AnyConstFaces u) {
  impl_->open(stream, Instant::start, u.template as<T>());
  return impl_->wide.any();
}

template <class B, class T>
AnyConstFaces LeesEdwardsFlow<B, T>::at_end() const {
  return impl_->wide_at_end.any();
}

template <class B, class T>
VaryingViscosity<B>* LeesEdwardsFlow<B, T>::varying_viscosity() {
  return impl_->viscosity ? &*impl_->viscosity : nullptr;
}

template <class B, class T>
void LeesEdwardsFlow<B, T>::set_viscosity(const Stream<B>& stream, const real* mean) {
  Impl& p = *impl_;
  if (!p.viscosity) return;
  // all of it free until the step begins
  p.viscosity->set(stream, p.modes(), p.stage, p.rows,
                   {p.velocity_at_end(), p.right_hand_sides.data(), p.potential.data(), p.planes.data()},
                   mean);
}

template <class B, class T>
void LeesEdwardsFlow<B, T>::step(const Stream<B>& stream, const StepInTime& when, const FlowNow& flow,
                                 AnyConstFaces f) {
  if (when.scheme == TimeScheme::bdf2)
    bdf2(stream, when.difference(), flow, f.template as<T>());
  else
    imex_rk(stream, when.length, flow, f.template as<T>());
}

template <class B, class T>
void LeesEdwardsFlow<B, T>::imex_rk(const Stream<B>& stream, real k, const FlowNow& flow,
                                    FaceView<const T> f) {
  Impl& p = *impl_;
  const ShearedModes<T> w = p.modes();
  const real density = p.fluid.density, mu = p.viscosity ? p.viscosity->implicit() : p.fluid.viscosity,
             a = mu * k / (2 * density);
  const FaceView<T> r = p.right_hand_side(0), at_end = p.velocity_at_end();
  ComplexOf<T>*const of_half = p.spectrum(0), *const of_full = p.spectrum(3);

  right_hand_sides_of_start<B, T>(stream, p.local, k, a, density, p.rate(Instant::start),
                                  p.excess(Instant::start), p.velocity(), f, r, p.right_hand_side(3));
  p.share_at_seam(stream, Instant::start, k / (2 * density), p.velocity(), r);
  p.both_fft.forward(stream, r.x, p.grid.cells(), of_half);
  p.stage.half_step(stream, w, a, of_half, p.potential.data(), p.planes.data());
  p.back(stream);

  minus_advection<B, T>(stream, p.local, k, density, p.rate(Instant::middle), p.excess(Instant::middle),
                        at_end, r);
  p.share_at_seam(stream, Instant::middle, k / density, at_end, r);
  p.box_fft.forward(stream, r.x, p.grid.cells(), of_half);
  p.stage.full_step(stream, w, a, of_full, of_half, p.potential.data(), p.planes.data());
  p.back(stream);
  p.finish(stream, flow.u.template as<T>());
}

template <class B, class T>
void LeesEdwardsFlow<B, T>::bdf2(const Stream<B>& stream, const BackwardDifference& b, const FlowNow& flow,
                                 FaceView<const T> f) {
  Impl& p = *impl_;
  const real density = p.fluid.density, nu = p.fluid.viscosity / density,
             implicit_nu = p.viscosity ? p.viscosity->implicit() / density : implicit_part_of_viscosity * nu,
             explicit_nu = p.viscosity ? 1 / density : nu - implicit_nu,
             of_start_flow = b.beta * (1 + b.ahead_of_flow), of_flow_before = b.beta * b.ahead_of_flow;
  const FaceView<const T> v = p.velocity();
  ComplexOf<T>*const of_start = p.spectrum(0), *const of_before = p.spectrum(3),
                     *const of_force = p.spectrum(6);

  // in T the two weights differ by exactly one, else a steady flow would grow (staged_flow.kernels.cpp)
  const real now = static_cast<T>(b.now), before = std::is_same_v<T, real> ? b.before : now - 1;
  p.open(stream, Instant::start, flow.u.template as<T>());
  right_hand_side_of_velocity<B, T>(stream, p.local, now, -of_start_flow, explicit_nu, p.rate(Instant::start),
                                    p.excess(Instant::start), v, p.right_hand_side(0));
  p.share_at_seam(stream, Instant::start, of_start_flow * explicit_nu, v, p.right_hand_side(0));
  p.open(stream, Instant::before, flow.u_before.template as<T>());
  right_hand_side_of_velocity<B, T>(stream, p.local, -before, of_flow_before, explicit_nu,
                                    p.rate(Instant::before), p.excess(Instant::before), v,
                                    p.right_hand_side(3));
  p.share_at_seam(stream, Instant::before, -of_flow_before * explicit_nu, v, p.right_hand_side(3));
  p.both_fft.forward(stream, p.right_hand_sides.data(), p.grid.cells(), of_start);
  scale<B, T>(stream, p.grid, b.beta / density, f, p.right_hand_side(0));
  p.box_fft.forward(stream, p.right_hand_sides.data(), p.grid.cells(), of_force);
  const Size ghosts = p.local.slab.ghost_cells();
  const FaceView<T> u = flow.u.template as<T>();
  copy_within_device(stream, flow.u_before.template as<T>().x - ghosts, u.x - ghosts,
                     sizeof(T) * 3 * static_cast<std::size_t>(p.local.slab.stored_cells()));

  p.stage.whole_step(stream, p.modes(), implicit_nu * b.beta, of_force, of_start, of_before, p.planes.data());
  p.back(stream);
  p.finish(stream, flow.u.template as<T>());
}

template <class B, class T>
void LeesEdwardsFlow<B, T>::pressure(const Stream<B>& stream, AnyConstFaces, AnyConstFaces any_f,
                                     real* pressure) {
  Impl& p = *impl_;
  const FaceView<const T> v = p.velocity(), f = any_f.template as<T>();
  const FaceView<T> forces = p.right_hand_side(0), velocity = p.right_hand_side(3);
  const real mu = p.viscosity ? p.viscosity->implicit() : p.fluid.viscosity;
  forces_on_the_fluid<B, T>(stream, p.local, {p.fluid.density, mu}, p.rate(Instant::start),
                            p.excess(Instant::start), v, f, forces);
  p.share_at_seam(stream, Instant::start, 1, v, forces);
  // whose u_y is v_y, which alone is asked for
  add_mean_shear<B, T>(stream, p.grid, p.rate(Instant::start), v, velocity);
  p.both_fft.forward(stream, forces.x, p.grid.cells(), p.spectra.data());
  p.stage.pressure(stream, p.modes(), p.fluid.density, p.local.grid.lengths().z, p.now.data(), p.spectrum(0),
                   p.spectrum(3), p.potential.data());
  if constexpr (std::is_same_v<T, real>) {
    p.scalar_fft.inverse(stream, p.potential.data(), pressure, p.grid.cells());
  } else { // into what is needed no more by then
    p.scalar_fft.inverse(stream, p.potential.data(), forces.x, p.grid.cells());
    widen<B, T>(stream, p.grid.cells(), forces.x, pressure);
  }
}

template <class B, class T>
void LeesEdwardsFlow<B, T>::fold(const Stream<B>& stream, AnyConstFaces wide, AnyFaces f, Instant instant) {
  impl_->rows.fold(stream, impl_->seams_of(instant), wide.template as<T>(), f.template as<T>());
}

template class LeesEdwardsFlow<ThisBackend, double>;
template class LeesEdwardsFlow<ThisBackend, float>;

} // namespace ibsim
