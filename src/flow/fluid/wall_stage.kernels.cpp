#include "fluid/wall_stage.hpp"

#include "base/error.hpp"
#include "fluid/wall_stage_impl.hpp"

#include <type_traits>

namespace ibsim {

template <class B>
const LocalGrid<B>& checked_channel(const LocalGrid<B>& local) {
  const Grid& grid = checked(local.grid);
  for (const int d : {0, 2})
    if (grid.topology[d].ends != Ends::periodic)
      throw InputError(std::string("the box has walls in ") + "xyz"[d] +
                       ", and the solver of the fluid can do walls in y alone");
  if (grid.n.y < 3) throw InputError("between walls in y there must be three grid points at least");
  return local;
}

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
void WallStage<B, T>::answer(const Stream<B>& stream, const BackwardDifference& difference, real a,
                             FaceView<T> du, real* memory) {
  Impl& p = *impl_;
  p.require(a);
  const WallModes<T> w = p.view();
  auto* const account = reinterpret_cast<WallAccount*>(memory);
  p.forward(stream);
  if (account) {
    fill_zero(stream, p.added.data(), sizeof(WallAccount));
    account_for_right_hand_side(stream, w, p.added.data());
  }
  p.solve_stage(stream, PartOfStep::whole, nullptr, p.at_rest.data());
  if (account) {
    close_account(stream, w, difference, a / (p.grid.h * p.grid.h), p.flow.mean_velocity.has_value(),
                  p.at_rest.data() + 2, p.added.data());
    add_to_account(stream, p.added.data(), account);
    p.tell(stream, account);
  }
  p.inverse(stream, du);
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
  p.solve_helmholtz(stream, PartOfStep::full, p.walls.data());
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
