// The inside of WallStage: the modes of a rank, their matrices, and one stage for them.
#pragma once

#include "fluid/spectral_operators.hpp"
#include "fluid/wall_account.hpp"
#include "fluid/wall_extra_stress.hpp"
#include "fluid/wall_modes.hpp"
#include "fluid/wall_rows.hpp"
#include "fluid/wall_values.hpp"
#include "linalg/batched_tridiagonal.hpp"
#include "linalg/channel_fft.hpp"

#include <optional>
#include <stdexcept>

namespace ibsim {

/// @throws InputError unless x and z are periodic and there are walls in y, two rows apart or more
template <class B>
const LocalGrid<B>& checked_channel(const LocalGrid<B>& local);

template <class B, class T>
struct WallStage<B, T>::Impl {
  LocalGrid<B> local;
  Grid grid; ///< of the rank's own planes
  WallFlow flow;
  typename ChannelFft<B, T>::Room room = std::make_shared<ChannelRoom<B, T>>(); ///< of both transforms
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
  Array<WallsNow, B> at_rest;              ///< the same of walls that do not move
  Array<WallAccount, B> added;             ///< what an answer adds
  Array<T, B> flat;                        ///< psi of mode 0, of solve_laplacian
  std::optional<WallStresses<B>> stresses; ///< on both walls; where extra stress is expected
  real a = -1;                             ///< of the matrices
  bool walls_known = false;

  Impl(const Stream<B>& stream, const LocalGrid<B>& of_rank, const WallFlow& f)
      : local(checked_channel(of_rank)), grid(local.own()), flow(f),
        vector_fft(stream, local.grid.n, 3, local.ranks, local.first_planes(), room),
        scalar_fft(stream, local.grid.n, 1, local.ranks, local.first_planes(), room),
        shape{vector_fft.columns(), local.grid.n.z, grid.n.y}, modes(shape.x * shape.y),
        right_hand_side(stream, grid, storage_of<T>), symbol_x(stream, rounded<T>(symbols_x())),
        symbol_z(stream, rounded<T>(divergence_symbols(shape.y, grid.h))), shifts(modes), k2(modes),
        even(stream, modes), odd(stream, modes), spectrum(stream, 3 * size()), potential(stream, size()),
        response(stream, size()), wall(stream, 2 * modes), tangential(stream, shape.z, modes),
        normal(stream, shape.z - 1, modes), neumann(stream, shape.z, modes), mode_zero(stream, shape.z, 1),
        exact_column(stream, shape.z), column(stream, shape.z), walls(4), at_rest(4), added(1),
        flat(stream, shape.z) {
    const std::vector<Complex> dx = symbols_x(), dz = divergence_symbols(shape.y, grid.h);
    std::vector<real> shift;
    for (int q = 0; q < shape.y; ++q)
      for (int i = 0; i < shape.x; ++i) {
        const Complex x = dx[static_cast<std::size_t>(i)], z = dz[static_cast<std::size_t>(q)];
        squares.push_back(squared(x) + squared(z));
        // mode 0, whose matrix would be singular, has no potential: any other will do
        shift.push_back(squares.size() == 1 && has_mode_zero() ? -1 / (grid.h * grid.h) : -squares.back());
      }
    set_walls(stream, {}, {}, {}, {}, at_rest.data());
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

  /// Step 1 for the spectrum. @param of the walls at t
  void solve_helmholtz(const Stream<B>& stream, PartOfStep part, const WallsNow* of) {
    const WallModes<T> w = view();
    add_wall_data(stream, w, a, of + (part == PartOfStep::half ? 1 : 2));
    tangential.solve(stream, w.x);
    tangential.solve(stream, w.z);
    normal.solve(stream, w.y + modes);
  }
  /// The whole stage for the spectrum, normalised.
  void solve_modes(const Stream<B>& stream, PartOfStep part, const WallsNow* of) {
    const WallModes<T> w = view();
    solve_helmholtz(stream, part, of);
    divergence_of_modes(stream, w);
    neumann.solve(stream, w.psi);
    influence_of_walls(stream, w);
    subtract_gradient(stream, w, true);
  }
  /// Solves a stage with mode 0 closed. @param account of imex_rk, null: none
  void solve_stage(const Stream<B>& stream, PartOfStep part, WallAccount* account) {
    solve_stage(stream, part, account, walls.data());
  }
  /// @param before the walls at t
  void solve_stage(const Stream<B>& stream, PartOfStep part, WallAccount* account, const WallsNow* before) {
    const WallModes<T> w = view();
    const bool half = part == PartOfStep::half;
    const WallsNow* const after = before + (half ? 1 : 2);
    const T* const of_mean = flow.mean_velocity ? column.data() : nullptr;
#if defined(__CUDACC__)
    if (flow.solver == WallSolver::fastest && wall_modes_take(shape.z))
      return solve_wall_modes<T>(stream, w, a, after, {of_mean, before, account, half});
#endif
    if (half && account) account_for_forces(stream, w, account);
    solve_modes(stream, part, before);
    if (of_mean || (!half && account)) // no later step changes mode 0
      close_mode_zero(stream, w, a / (grid.h * grid.h), of_mean, before, after, half ? nullptr : account);
  }
};

} // namespace ibsim
