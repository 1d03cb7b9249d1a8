#include "fluid/periodic_stage.hpp"

#include <algorithm>
#include <stdexcept>

namespace ibsim {
namespace {

const Grid& checked_and_periodic(const Grid& grid) {
  require_periodic(checked(grid), "the solver of the fluid");
  return grid;
}

/// The distance from one component to the next.
template <class T>
Size step_of(FaceView<T> u) {
  if (u.y - u.x != u.z - u.y) throw std::invalid_argument("components must be equally far apart in memory");
  return u.y - u.x;
}

} // namespace

template <class B, class T>
PeriodicStage<B, T>::PeriodicStage(const Stream<B>& stream, const LocalGrid<B>& local)
    : PeriodicStage(stream, local, LentMemory{}) {}

template <class B, class T>
PeriodicStage<B, T>::PeriodicStage(const Stream<B>& stream, const LocalGrid<B>& local, const LentMemory& lent)
    : local_((checked_and_periodic(local.grid), local)), own_(local.own()), along_z_(stream, local),
      planes_(stream, own_.n, Planes::xy, local.alone() ? 3 : 1), rows_{local.grid.n.y,
                                                                        local.alone() ? 1
                                                                                      : local.ranks->size()},
      operators_(stream, local.grid, rows_.first(local.rank()), rows_.number(local.rank())), memory_(lent) {
  if (memory_.modes) return;
  const auto row = static_cast<std::size_t>(own_.n.x / 2 + 1);
  std::size_t field =
      row * static_cast<std::size_t>(
                std::max(Size{own_.n.y} * own_.n.z, Size{rows_.number(local.rank())} * local.grid.n.z));
  if (!local.alone()) field += field % 2; // each begins on a multiple of 16 bytes
  modes_ = Array<ComplexOf<T>, B>(3 * field);
  right_hand_side_ = FaceField<B>(stream, own_, storage_of<T>);
  memory_ = {right_hand_side_.any().template as<T>().x, modes_.data(), field};
}

template <class B, class T>
std::unique_ptr<StokesStage<B, float>> PeriodicStage<B, T>::in_floats(const Stream<B>& stream) {
  if constexpr (std::is_same_v<T, float>) {
    return nullptr;
  } else {
    // Planes of an odd number of floats would not begin on multiples of 8 bytes.
    if (local_.slab.plane_cells() % 2 != 0) return nullptr;
    return std::make_unique<PeriodicStage<B, float>>(
        stream, local_,
        typename PeriodicStage<B, float>::LentMemory{reinterpret_cast<float*>(memory_.right_hand_side),
                                                     reinterpret_cast<ComplexOf<float>*>(memory_.modes),
                                                     memory_.field});
  }
}

template <class B, class T>
SlabFft<B, T>& PeriodicStage<B, T>::of_scalars(const Stream<B>& stream) {
  if (!of_scalars_) of_scalars_.emplace(stream, local_.grid.n, local_.ranks, local_.first_planes());
  return *of_scalars_;
}

template <class B, class T>
void PeriodicStage<B, T>::solve(const Stream<B>& stream, real a, const T* r, Size step, FaceView<T> u) {
  const Size step_of_u = step_of(u);
  if (local_.alone()) {
    require_one_block(own_.n, 3, step), require_one_block(own_.n, 3, step_of_u);
    planes_.forward(stream, r, component(0));
  } else
    for (int d = 0; d < 3; ++d) planes_.forward(stream, r + d * step, component(d));
  along_z_.solve(stream, a, component(0), component(1), component(2));
  if (local_.alone())
    planes_.inverse(stream, component(0), u.x);
  else
    for (int d = 0; d < 3; ++d) planes_.inverse(stream, component(d), u.x + d * step_of_u);
}

template <class B, class T>
void PeriodicStage<B, T>::solve(const Stream<B>& stream, real a, FaceView<T> u, PartOfStep, real*) {
  solve(stream, a, right_hand_side().x, own_.cells(), u);
}

template <class B, class T>
void PeriodicStage<B, T>::project(const Stream<B>& stream, FaceView<T> u) {
  solve(stream, 0, u.x, step_of(u), u);
}

template <class B, class T>
void PeriodicStage<B, T>::helmholtz(const Stream<B>& stream, real a, FaceView<T> u) {
  SlabFft<B, T>& scalars = of_scalars(stream);
  ComplexOf<T>* const modes = component(0);
  const FaceView<const T> r = right_hand_side();
  for (int d = 0; d < 3; ++d) {
    scalars.forward(stream, r[d], modes);
    operators_.solve_helmholtz(stream, a, modes);
    scalars.inverse(stream, modes, u[d]);
  }
}

template <class B, class T>
void PeriodicStage<B, T>::pressure(const Stream<B>& stream, T* p) {
  SlabFft<B, T>& scalars = of_scalars(stream);
  ComplexOf<T>*const modes = component(0), *const divergence = component(1);
  const FaceView<const T> r = right_hand_side();
  fill_zero(stream, divergence, sizeof(ComplexOf<T>) * memory_.field);
  for (int d = 0; d < 3; ++d) {
    scalars.forward(stream, r[d], modes);
    operators_.add_derivative(stream, d, modes, divergence);
  }
  operators_.solve_laplacian(stream, divergence);
  scalars.inverse(stream, divergence, p);
}

template <class B, class T>
void PeriodicStage<B, T>::solve_laplacian(const Stream<B>& stream, T* q) {
  SlabFft<B, T>& scalars = of_scalars(stream);
  ComplexOf<T>* const modes = component(0);
  scalars.forward(stream, q, modes);
  operators_.solve_laplacian(stream, modes);
  scalars.inverse(stream, modes, q);
}

template class PeriodicStage<ThisBackend, double>;
template class PeriodicStage<ThisBackend, float>;

} // namespace ibsim
