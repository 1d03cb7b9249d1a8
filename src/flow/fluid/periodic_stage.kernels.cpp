#include "fluid/periodic_stage.hpp"

#include <stdexcept>

namespace ibsim {
namespace {

const Grid& checked_and_periodic(const Grid& grid) {
  require_periodic(checked(grid), "the solver of the fluid");
  return grid;
}

/// The three components, which are transformed as one batch.
real* as_one_block(const Grid& grid, FaceView<real> u) {
  if (u.y != u.x + grid.cells() || u.z != u.y + grid.cells())
    throw std::invalid_argument("the components of the velocity must follow each other in memory");
  return u.x;
}

} // namespace

template <class B>
PeriodicStage<B>::PeriodicStage(const Stream<B>& stream, const Grid& grid)
    : grid_(checked_and_periodic(grid)), operators_(stream, grid), vector_fft_(stream, grid.n, 3),
      scalar_fft_(stream, grid.n, 1), right_hand_side_(stream, grid), spectrum_(3 * operators_.modes()) {}

template <class B>
void PeriodicStage<B>::solve(const Stream<B>& stream, real a, FaceView<real> u, PartOfStep, real*) {
  real* const velocity = as_one_block(grid_, u);
  vector_fft_.forward(stream, right_hand_side_.values().data(), spectrum_.data());
  operators_.solve_helmholtz_and_project(stream, a, spectrum_.data());
  vector_fft_.inverse(stream, spectrum_.data(), velocity);
}

template <class B>
void PeriodicStage<B>::helmholtz(const Stream<B>& stream, real a, FaceView<real> u) {
  real* const velocity = as_one_block(grid_, u);
  vector_fft_.forward(stream, right_hand_side_.values().data(), spectrum_.data());
  operators_.solve_helmholtz(stream, a, spectrum_.data());
  vector_fft_.inverse(stream, spectrum_.data(), velocity);
}

template <class B>
void PeriodicStage<B>::project(const Stream<B>& stream, FaceView<real> u) {
  real* const velocity = as_one_block(grid_, u);
  vector_fft_.forward(stream, velocity, spectrum_.data());
  operators_.solve_helmholtz_and_project(stream, 0, spectrum_.data());
  vector_fft_.inverse(stream, spectrum_.data(), velocity);
}

template <class B>
void PeriodicStage<B>::pressure(const Stream<B>& stream, real* p) {
  vector_fft_.forward(stream, right_hand_side_.values().data(), spectrum_.data());
  operators_.solve_laplacian_of_divergence(stream, spectrum_.data());
  scalar_fft_.inverse(stream, spectrum_.data(), p);
}

template <class B>
void PeriodicStage<B>::solve_laplacian(const Stream<B>& stream, real* q) {
  scalar_fft_.forward(stream, q, spectrum_.data());
  operators_.solve_laplacian(stream, spectrum_.data());
  scalar_fft_.inverse(stream, spectrum_.data(), q);
}

template class PeriodicStage<ThisBackend>;

} // namespace ibsim
