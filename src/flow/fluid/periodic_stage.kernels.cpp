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
    : local_((checked_and_periodic(local.grid), local)), own_(local.own()), fft_(stream, local),
      along_z_(stream, local.grid, fft_.first_row(), fft_.rows()),
      operators_(stream, local.grid, fft_.first_row(), fft_.rows()), right_hand_side_(stream, own_) {}

template <class B>
SlabFft<B>& PeriodicStage<B>::of_scalars(const Stream<B>& stream) {
  if (!of_scalars_) of_scalars_.emplace(stream, local_.grid.n, local_.ranks, local_.first_planes());
  return *of_scalars_;
}

template <class B>
void PeriodicStage<B>::solve(const Stream<B>& stream, real a, const real* r, Size step, FaceView<real> u,
                             const std::function<void(int)>& make, const std::function<void()>& meanwhile) {
  fft_.forward(stream, r, step, make, meanwhile);
  along_z_.solve(stream, a, fft_.component(0), fft_.component(1), fft_.component(2));
  fft_.inverse(stream, u.x, step_of(u));
}

template <class B>
void PeriodicStage<B>::solve(const Stream<B>& stream, real a, FaceView<real> u, PartOfStep, real*) {
  solve_pieces(
      stream, a, u, [](int) {}, [] {}); // which are there
}

template <class B>
void PeriodicStage<B>::solve_pieces(const Stream<B>& stream, real a, FaceView<real> u,
                                    const std::function<void(int)>& make,
                                    const std::function<void()>& meanwhile) {
  solve(stream, a, right_hand_side_.values().data(), own_.cells(), u, make, meanwhile);
}

template <class B>
void PeriodicStage<B>::project(const Stream<B>& stream, FaceView<real> u) {
  solve(
      stream, 0, u.x, step_of(u), u, [](int) {}, [] {});
}

template <class B>
void PeriodicStage<B>::helmholtz(const Stream<B>& stream, real a, FaceView<real> u) {
  SlabFft<B>& scalars = of_scalars(stream);
  Complex* const modes = fft_.component(0);
  const FaceView<const real> r = right_hand_side_.view();
  for (int d = 0; d < 3; ++d) {
    scalars.forward(stream, r[d], modes);
    operators_.solve_helmholtz(stream, a, modes);
    scalars.inverse(stream, modes, u[d]);
  }
}

template <class B>
void PeriodicStage<B>::pressure(const Stream<B>& stream, real* p) {
  SlabFft<B>& scalars = of_scalars(stream);
  Complex *const modes = fft_.component(0), *const divergence = fft_.component(1);
  const FaceView<const real> r = right_hand_side_.view();
  fill_zero(stream, divergence, sizeof(Complex) * fft_.modes());
  for (int d = 0; d < 3; ++d) {
    scalars.forward(stream, r[d], modes);
    operators_.add_derivative(stream, d, modes, divergence);
  }
  operators_.solve_laplacian(stream, divergence);
  scalars.inverse(stream, divergence, p);
}

template <class B>
void PeriodicStage<B>::solve_laplacian(const Stream<B>& stream, real* q) {
  SlabFft<B>& scalars = of_scalars(stream);
  Complex* const modes = fft_.component(0);
  scalars.forward(stream, q, modes);
  operators_.solve_laplacian(stream, modes);
  scalars.inverse(stream, modes, q);
}

template class PeriodicStage<ThisBackend>;

} // namespace ibsim
