#include "fluid/wall_stage.hpp"

#include "base/error.hpp"
#include "fluid/spectral_operators.hpp"
#include "fluid/wall_extra_stress.hpp"
#include "fluid/wall_modes.hpp"
#include "fluid/wall_passes.hpp"
#include "fluid/wall_rows.hpp"
#include "fluid/wall_values.hpp"
#include "linalg/batched_tridiagonal.hpp"
#include "linalg/channel_fft.hpp"

#include <optional>
#include <stdexcept>
#include <type_traits>

namespace ibsim {
namespace {

template <class B>
const LocalGrid<B>& checked_channel(const LocalGrid<B>& local) {
  const Grid& grid = checked(local.grid);
  for (const int d : {0, 2})
    if (grid.topology[d].ends != Ends::periodic)
      throw InputError(std::string("the box has walls in ") + "xyz"[d] +
                       ", and the solver of the fluid can do walls in y alone");
  if (grid.n.y < 3) throw InputError("between walls in y there must be three cells at least");
  return local;
}

} // namespace

template <class B, class T>
struct WallStage<B, T>::Impl {
  LocalGrid<B> local;
  Grid grid; ///< of the rank's own planes
  WallFlow flow;
  ChannelFft<B, T> vector_fft, scalar_fft;
  Int3 shape;
  Index modes;
  FaceField<B> right_hand_side;
  Array<ComplexOf<T>, B> symbol_x, symbol_z;
  Array<real, B> shifts;
  std::vector<real> squares; ///< |d_x|^2 + |d_z|^2 of the modes
  Array<T, B> k2, even, odd; ///< k2: the squares
  Array<ComplexOf<T>, B> spectrum, potential, response, wall;
  BatchedTridiagonal<B, ComplexOf<T>> tangential, normal, neumann;
  BatchedTridiagonal<B, real> mode_zero;   ///< for the prescribed mean velocity
  Array<real, B> exact_column;             ///< its response
  Array<T, B> column;                      ///< that in T
  Array<WallsNow, B> walls;                ///< at t, t + k/2, t + k, t - k_-
  Array<T, B> flat;                        ///< psi of mode 0, of solve_laplacian
  std::optional<WallStresses<B>> stresses; ///< on both walls; where extra stress is expected
  real a = -1;                             ///< of the matrices
  bool walls_known = false;

  Impl(const Stream<B>& stream, const LocalGrid<B>& of_rank, const WallFlow& f)
      : local(checked_channel(of_rank)), grid(local.own()), flow(f),
        vector_fft(stream, local.grid.n, 3, local.ranks, local.first_planes()),
        scalar_fft(stream, local.grid.n, 1, local.ranks, local.first_planes()), shape{vector_fft.columns(),
                                                                                      local.grid.n.z,
                                                                                      grid.n.y},
        modes(shape.x * shape.y), right_hand_side(stream, grid, storage_of<T>),
        symbol_x(stream, rounded<T>(symbols_x())),
        symbol_z(stream, rounded<T>(divergence_symbols(shape.y, grid.h))), shifts(modes), k2(modes),
        even(stream, modes), odd(stream, modes), spectrum(stream, 3 * size()), potential(stream, size()),
        response(stream, size()), wall(stream, 2 * modes), tangential(stream, shape.z, modes),
        normal(stream, shape.z - 1, modes), neumann(stream, shape.z, modes), mode_zero(stream, shape.z, 1),
        exact_column(stream, shape.z), column(stream, shape.z), walls(4), flat(stream, shape.z) {
    const std::vector<Complex> dx = symbols_x(), dz = divergence_symbols(shape.y, grid.h);
    std::vector<real> shift;
    for (int q = 0; q < shape.y; ++q)
      for (int i = 0; i < shape.x; ++i) {
        const Complex x = dx[static_cast<std::size_t>(i)], z = dz[static_cast<std::size_t>(q)];
        squares.push_back(squared(x) + squared(z));
        // mode 0, whose matrix would be singular, has no potential: any other will do
        shift.push_back(squares.size() == 1 && has_mode_zero() ? -1 / (grid.h * grid.h) : -squares.back());
      }
    k2.set(stream, std::vector<T>(squares.begin(), squares.end()));
    shifts.set(stream, shift);
    const Rows rows = neumann_rows(shape.z, grid.h);
    neumann.set(stream, rows.lower, rows.diagonal, rows.upper, shifts.data());
  }

  std::size_t size() const { return static_cast<std::size_t>(modes) * shape.z; } ///< of a spectrum
  bool has_mode_zero() const { return vector_fft.first() == 0; }
  /// The symbols of the modes here.
  std::vector<Complex> symbols_x() const {
    const std::vector<Complex> all = divergence_symbols(local.grid.n.x, grid.h);
    return {all.begin() + vector_fft.first(), all.begin() + vector_fft.first() + vector_fft.columns()};
  }
  WallModes<T> view() {
    ComplexOf<T>* const x = spectrum.data();
    return {shape,           modes,           grid.h,           static_cast<real>(grid.n.x) * local.grid.n.z,
            symbol_x.data(), symbol_z.data(), k2.data(),        x,
            x + size(),      x + 2 * size(),  potential.data(), response.data(),
            even.data(),     odd.data(),      wall.data(),      has_mode_zero() ? 0 : -1};
  }
  void forward(const Stream<B>& stream) {
    vector_fft.forward(stream, right_hand_side.any().template as<T>().x, grid.cells(), spectrum.data());
  }
  void inverse(const Stream<B>& stream, FaceView<T> u) {
    vector_fft.inverse(stream, spectrum.data(), u.x, u.y - u.x);
  }
  void tell(const Stream<B>& stream, WallAccount* account) const {
    if (account && !local.alone()) broadcast(stream, *local.ranks, account, sizeof(WallAccount));
  }

  WallsNow walls_at(real t) const {
    return {{flow.lower_x.at(t), flow.lower_z.at(t)},
            {flow.upper_x.at(t), flow.upper_z.at(t)},
            flow.mean_velocity ? flow.mean_velocity->at(t) : 0};
  }
  bool changing() const {
    const bool walls = !(flow.lower_x.constant() && flow.lower_z.constant() && flow.upper_x.constant() &&
                         flow.upper_z.constant());
    return walls || (flow.mean_velocity && !flow.mean_velocity->constant());
  }

  void set_matrices(const Stream<B>& stream, real new_a) {
    a = new_a;
    const real b = a / (grid.h * grid.h);
    std::vector<real> shift = squares;
    for (real& s : shift) s *= a;
    shifts.set(stream, shift);
    const Rows along = tangential_rows(shape.z, b), across(shape.z - 1, -b, 1 + 2 * b);
    tangential.set(stream, along.lower, along.diagonal, along.upper, shifts.data());
    normal.set(stream, across.lower, across.diagonal, across.upper, shifts.data());
    if (flow.mean_velocity) {
      // shift 0 is that of mode 0
      mode_zero.set(stream, along.lower, along.diagonal, along.upper, shifts.data());
      exact_column.set(stream, std::vector<real>(static_cast<std::size_t>(shape.z), 1));
      mode_zero.solve(stream, exact_column.data());
      const std::vector<real> exact = exact_column.to_host(stream);
      column.set(stream, std::vector<T>(exact.begin(), exact.end()));
    }
    const WallModes<T> w = view();
    unit_wall_data(stream, w, b);
    tangential.solve(stream, w.psi);
    keep_velocity_response(stream, w, response.data());
    neumann.solve(stream, w.psi);
    keep_potential_response(stream, w, response.data(), even.data(), odd.data());
  }
  void require(real wanted) const {
    if (wanted != a) throw std::logic_error("a stage between walls was prepared for another step");
  }

  /// Step 1 for the spectrum.
  void solve_helmholtz(const Stream<B>& stream, PartOfStep part) {
    const WallModes<T> w = view();
    add_wall_data(stream, w, a, walls.data() + (part == PartOfStep::half ? 1 : 2));
    tangential.solve(stream, w.x);
    tangential.solve(stream, w.z);
    normal.solve(stream, w.y + modes);
  }
  /// The whole stage for the spectrum, normalised.
  void solve_modes(const Stream<B>& stream, PartOfStep part) {
    const WallModes<T> w = view();
    solve_helmholtz(stream, part);
    divergence_of_modes(stream, w);
    neumann.solve(stream, w.psi);
    influence_of_walls(stream, w);
    subtract_gradient(stream, w, true);
  }
  /// Solves a stage with mode 0 closed. @param account of imex_rk, null: none
  void solve_stage(const Stream<B>& stream, PartOfStep part, WallAccount* account) {
    const WallModes<T> w = view();
    const bool half = part == PartOfStep::half;
    const WallsNow *const before = walls.data(), *const after = before + (half ? 1 : 2);
    const T* const of_mean = flow.mean_velocity ? column.data() : nullptr;
#if defined(__CUDACC__)
    if (flow.solver == WallSolver::fastest && wall_modes_take(shape.z))
      return solve_wall_modes<T>(stream, w, a, after, {of_mean, before, account, half});
#endif
    if (half && account) account_for_forces(stream, w, account);
    solve_modes(stream, part);
    if (of_mean || (!half && account)) // no later step changes mode 0
      close_mode_zero(stream, w, a / (grid.h * grid.h), of_mean, before, after, half ? nullptr : account);
  }
};

template <class B, class T>
WallStage<B, T>::WallStage(const Stream<B>& stream, const LocalGrid<B>& local, const WallFlow& flow)
    : impl_(std::make_unique<Impl>(stream, local, flow)) {}
template <class B, class T>
WallStage<B, T>::~WallStage() = default;

template <class B, class T>
FaceView<T> WallStage<B, T>::right_hand_side() {
  return impl_->right_hand_side.any().template as<T>();
}

template <class B, class T>
void WallStage<B, T>::prepare(const Stream<B>& stream, real time, real time_step, real a, real step_before) {
  Impl& p = *impl_;
  if (p.changing() || !p.walls_known)
    set_walls(stream, p.walls_at(time), p.walls_at(time + time_step / 2), p.walls_at(time + time_step),
              p.walls_at(time - step_before), p.walls.data());
  p.walls_known = true;
  if (time_step > 0 && a != p.a) p.set_matrices(stream, a);
}

template <class B, class T>
void WallStage<B, T>::add_ends_to_laplacian(const Stream<B>& stream, real factor, FaceView<const T> u,
                                            FaceView<T> r) {
  Impl& p = *impl_;
  add_walls(stream, p.grid, factor / (p.grid.h * p.grid.h), p.walls.data(), u, r);
}

template <class B, class T>
void WallStage<B, T>::add_ends_to_extrapolated(const Stream<B>& stream, const BackwardDifference& difference,
                                               real factor, FaceView<const T> u, FaceView<const T> v,
                                               FaceView<T> r, real* memory) {
  Impl& p = *impl_;
  const real b = factor / (p.grid.h * p.grid.h);
  const WallsNow *const now = p.walls.data(), *const before = now + 3;
  add_walls(stream, p.grid, b * (1 + difference.ahead_of_flow), now, u, r);
  add_walls(stream, p.grid, -b * difference.ahead_of_flow, before, v, r);
  if (memory)
    account_for_extrapolated(stream, p.grid.n.y, b, difference.ahead_of_flow, now, before,
                             reinterpret_cast<WallAccount*>(memory));
}

template <class B, class T>
void WallStage<B, T>::expect_extra_stress(const Stream<B>& stream) {
  impl_->stresses.emplace(stream, impl_->local);
}

template <class B, class T>
void WallStage<B, T>::add_ends_to_extra_stress(const Stream<B>& stream, real factor, const T* excess,
                                               FaceView<const T> u, PartOfStep part, FaceView<T> r,
                                               real* memory) {
  Impl& p = *impl_;
  if (!p.stresses) throw std::logic_error("a stage between walls was not told to expect extra stress");
  add_wall_extra_stress(stream, p.local, factor, excess, p.walls.data() + static_cast<int>(part), u, r,
                        *p.stresses);
  if (memory)
    account_for_extra_stress(stream, p.local.grid, factor, part, p.stresses->sums,
                             reinterpret_cast<WallAccount*>(memory));
}

template <class B, class T>
std::size_t WallStage<B, T>::remembered(TimeScheme scheme) const {
  return (scheme == TimeScheme::bdf2 ? 2 : 1) * sizeof(WallAccount) / sizeof(real);
}

template <class B, class T>
void WallStage<B, T>::remember_start(const Stream<B>& stream, TimeScheme scheme, FaceView<const T> u,
                                     real* memory) {
  fill_zero(stream, memory, remembered(scheme) * sizeof(real));
  open_account(stream, impl_->local, u, reinterpret_cast<WallAccount*>(memory));
}

template <class B, class T>
void WallStage<B, T>::solve(const Stream<B>& stream, real a, FaceView<T> u, PartOfStep part, real* memory) {
  Impl& p = *impl_;
  p.require(a);
  p.forward(stream);
  auto* const account = reinterpret_cast<WallAccount*>(memory);
  p.solve_stage(stream, part, account);
  if (part == PartOfStep::full) p.tell(stream, account);
  p.inverse(stream, u);
}

template <class B, class T>
void WallStage<B, T>::begin_bdf2(const Stream<B>& stream, const BackwardDifference& difference,
                                 real* memory) {
  if (memory) begin_account(stream, difference, reinterpret_cast<WallAccount*>(memory));
}

template <class B, class T>
void WallStage<B, T>::solve_bdf2(const Stream<B>& stream, const BackwardDifference& difference, real a,
                                 FaceView<T> u, real* memory) {
  Impl& p = *impl_;
  p.require(a);
  const WallModes<T> w = p.view();
  auto* const account = reinterpret_cast<WallAccount*>(memory);
  p.forward(stream);
  if (account) account_for_right_hand_side(stream, w, account);
  p.solve_stage(stream, PartOfStep::whole, nullptr);
  if (account)
    close_account(stream, w, difference, a / (p.grid.h * p.grid.h), p.flow.mean_velocity.has_value(),
                  p.walls.data() + 2, account);
  p.tell(stream, account);
  p.inverse(stream, u);
}

template <class B, class T>
const WallsNow* WallStage<B, T>::walls(bool at_end) const {
  return impl_->walls.data() + (at_end ? 2 : 0);
}

template <class B, class T>
void WallStage<B, T>::helmholtz(const Stream<B>& stream, real a, FaceView<T> u) {
  Impl& p = *impl_;
  p.require(a);
  const WallModes<T> w = p.view();
  p.forward(stream);
  p.solve_helmholtz(stream, PartOfStep::full);
  normalise(stream, w, w.x), normalise(stream, w, w.y), normalise(stream, w, w.z);
  p.inverse(stream, u);
}

template <class B, class T>
void WallStage<B, T>::project(const Stream<B>& stream, FaceView<T> u) {
  Impl& p = *impl_;
  const WallModes<T> w = p.view();
  p.vector_fft.forward(stream, u.x, u.y - u.x, p.spectrum.data());
  fill_zero(stream, w.y, sizeof(ComplexOf<T>) * static_cast<std::size_t>(p.modes));
  divergence_of_modes(stream, w);
  p.neumann.solve(stream, w.psi);
  subtract_gradient(stream, w, false);
  p.inverse(stream, u);
}

template <class B, class T>
void WallStage<B, T>::pressure(const Stream<B>& stream, T* pressure) {
  Impl& p = *impl_;
  const WallModes<T> w = p.view();
  p.forward(stream);
  fill_zero(stream, w.y, sizeof(ComplexOf<T>) * static_cast<std::size_t>(p.modes));
  divergence_of_modes(stream, w);
  p.neumann.solve(stream, w.psi);
  finish_pressure(stream, w);
  p.scalar_fft.inverse(stream, p.potential.data(), pressure, p.grid.cells());
}

template <class B, class T>
void WallStage<B, T>::solve_laplacian(const Stream<B>& stream, T* q) {
  Impl& p = *impl_;
  const WallModes<T> w = p.view();
  p.scalar_fft.forward(stream, q, p.grid.cells(), p.potential.data());
#if defined(__CUDACC__)
  if (p.flow.solver == WallSolver::fastest && wall_modes_take(p.shape.z)) {
    solve_wall_laplacian(stream, w);
    p.scalar_fft.inverse(stream, p.potential.data(), q, p.grid.cells());
    return;
  }
#endif
  solve_mode_zero(stream, w, p.flat.data());
  p.neumann.solve(stream, w.psi);
  finish_laplacian(stream, w, p.flat.data());
  p.scalar_fft.inverse(stream, p.potential.data(), q, p.grid.cells());
}

template class WallStage<ThisBackend, double>;
template class WallStage<ThisBackend, float>;

} // namespace ibsim
