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
      operators_(stream, local.grid, vector_fft_.first_row(), vector_fft_.rows()),
      right_hand_side_(stream, own_), spectrum_(3 * operators_.modes()) {}

template <class B>
SlabFft<B>& PeriodicStage<B>::of_scalars(const Stream<B>& stream) {
  if (!scalar_fft_) scalar_fft_.emplace(stream, local_.grid.n, 1, local_.ranks, local_.first_planes());
  return *scalar_fft_;
}

template <class B>
void PeriodicStage<B>::solve(const Stream<B>& stream, real a, FaceView<real> u, PartOfStep, real*) {
  solve_halves(
      stream, a, u, [](int) {}, [] {}); // which are there
}

template <class B>
void PeriodicStage<B>::solve_halves(const Stream<B>& stream, real a, FaceView<real> u,
                                    const std::function<void(int)>& make,
                                    const std::function<void()>& meanwhile) {
  vector_fft_.forward(stream, right_hand_side_.values().data(), own_.cells(), spectrum_.data(), make,
                      meanwhile);
  operators_.solve_helmholtz_and_project(stream, a, spectrum_.data());
  vector_fft_.inverse(stream, spectrum_.data(), u.x, step_of(u));
}

template <class B>
void PeriodicStage<B>::helmholtz(const Stream<B>& stream, real a, FaceView<real> u) {
  vector_fft_.forward(stream, right_hand_side_.values().data(), own_.cells(), spectrum_.data());
  operators_.solve_helmholtz(stream, a, spectrum_.data());
  vector_fft_.inverse(stream, spectrum_.data(), u.x, step_of(u));
}

template <class B>
void PeriodicStage<B>::project(const Stream<B>& stream, FaceView<real> u) {
  vector_fft_.forward(stream, u.x, step_of(u), spectrum_.data());
  operators_.solve_helmholtz_and_project(stream, 0, spectrum_.data());
  vector_fft_.inverse(stream, spectrum_.data(), u.x, step_of(u));
}

template <class B>
void PeriodicStage<B>::pressure(const Stream<B>& stream, real* p) {
  vector_fft_.forward(stream, right_hand_side_.values().data(), own_.cells(), spectrum_.data());
  operators_.solve_laplacian_of_divergence(stream, spectrum_.data());
  of_scalars(stream).inverse(stream, spectrum_.data(), p, own_.cells());
}

template <class B>
void PeriodicStage<B>::solve_laplacian(const Stream<B>& stream, real* q) {
  of_scalars(stream).forward(stream, q, own_.cells(), spectrum_.data());
  operators_.solve_laplacian(stream, spectrum_.data());
  of_scalars(stream).inverse(stream, spectrum_.data(), q, own_.cells());
}

template class PeriodicStage<ThisBackend>;

} // namespace ibsim
