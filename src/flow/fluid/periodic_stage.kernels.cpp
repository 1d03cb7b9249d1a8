#include "fluid/periodic_stage.hpp"

#include <stdexcept>

namespace ibsim {
namespace {

const Grid& checked_and_periodic(const Grid& grid) {
  require_periodic(checked(grid), "the solver of the fluid");
  return grid;
}

/// The distance from one component to the next: they are transformed as one batch.
Size step_of(FaceView<const real> u) {
  if (u.y - u.x != u.z - u.y) throw std::invalid_argument("components must be equally far apart in memory");
  return u.y - u.x;
}

} // namespace

template <class B>
PeriodicStage<B>::PeriodicStage(const Stream<B>& stream, const LocalGrid<B>& local)
    : local_(local), own_(local.own()),
      vector_fft_(stream, checked_and_periodic(local.grid).n, 3, local.ranks, local.first_planes()),
      right_hand_side_(stream, own_), spectrum_(3 * vector_fft_.modes()) {
  for (int g = 0; g < vector_fft_.groups(); ++g) {
    const auto group = vector_fft_.group(g);
    operators_.emplace_back(stream, local.grid, group.first_row, group.rows, vector_fft_.modes());
  }
}

template <class B>
SlabFft<B>& PeriodicStage<B>::of_scalars(const Stream<B>& stream) {
  if (!scalar_fft_) scalar_fft_.emplace(stream, local_.grid.n, 1, local_.ranks, local_.first_planes());
  return *scalar_fft_;
}

template <class B>
void PeriodicStage<B>::solve(const Stream<B>& stream, real a, FaceView<real> u, PartOfStep, real*) {
  solve_halves(stream, a, u, {}, {});
}

template <class B>
void PeriodicStage<B>::solve_halves(const Stream<B>& stream, real a, FaceView<real> u,
                                    const std::function<void(int)>& make,
                                    const std::function<void()>& before_u) {
  const auto solve = [&](int g) { operators(g).solve_helmholtz_and_project(stream, a, modes(g)); };
  vector_fft_.through(stream, right_hand_side_.values().data(), own_.cells(), spectrum_.data(),
                      {make, solve, before_u}, u.x, step_of(u));
}

template <class B>
void PeriodicStage<B>::helmholtz(const Stream<B>& stream, real a, FaceView<real> u) {
  const auto solve = [&](int g) { operators(g).solve_helmholtz(stream, a, modes(g)); };
  vector_fft_.through(stream, right_hand_side_.values().data(), own_.cells(), spectrum_.data(),
                      {.solve = solve}, u.x, step_of(u));
}

template <class B>
void PeriodicStage<B>::project(const Stream<B>& stream, FaceView<real> u) {
  const auto solve = [&](int g) { operators(g).solve_helmholtz_and_project(stream, 0, modes(g)); };
  vector_fft_.through(stream, u.x, step_of(u), spectrum_.data(), {.solve = solve}, u.x, step_of(u));
}

template <class B>
void PeriodicStage<B>::pressure(const Stream<B>& stream, real* p) {
  vector_fft_.forward(stream, right_hand_side_.values().data(), own_.cells(), spectrum_.data());
  for (int g = 0; g < vector_fft_.groups(); ++g) operators(g).solve_laplacian_of_divergence(stream, modes(g));
  of_scalars(stream).inverse(stream, spectrum_.data(), p, own_.cells());
}

template <class B>
void PeriodicStage<B>::solve_laplacian(const Stream<B>& stream, real* q) {
  const auto solve = [&](int g) { operators(g).solve_laplacian(stream, modes(g)); };
  of_scalars(stream).through(stream, q, own_.cells(), spectrum_.data(), {.solve = solve}, q, own_.cells());
}

template class PeriodicStage<ThisBackend>;

} // namespace ibsim
