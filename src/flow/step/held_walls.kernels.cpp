#include "step/held_walls.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "parallel/reduce.hpp"
#include "step/wall_inverses.hpp"

#include <utility>

namespace ibsim {
using namespace wall_corrections;

namespace {

constexpr int corrections_of_first_step = 6;

/// The length of the longest vector.
template <class B>
real longest(const Stream<B>& stream, VectorsView<const real> all) {
  return max_of(stream, all.n, [=] IBSIM_KERNEL(Index i) { return norm(all.at(i)); });
}

} // namespace

template <class B>
struct HeldWalls<B>::Impl {
  HeldPoints<B> at;
  WallInverses<B> inverses;

  Impl(const Stream<B>& stream, const FlowModel& model, const LocalGrid<B>& local, NavierStokes<B>& fluid,
       WallPoints points)
      : at(stream, model, local, fluid, std::move(points)), inverses(stream, model, at) {}

  /// u = u* + A^-1 S dF beta/rho, F += part dF, so many times
  void hold(const Stream<B>& stream, const StepInTime& when, int corrections, real part, AnyFaces u,
            Array<real, B>& F, real* memory) {
    for (int c = 0; c < corrections; ++c) {
      at.find_slip(stream, u);
      inverses.correct(stream, when.difference().beta / at.density, part, F.data());
      at.answer(stream, when, memory);
      at.add_answer(stream, u);
    }
  }
};

template <class B>
HeldWalls<B>::HeldWalls(const Stream<B>& stream, const FlowModel& model, const LocalGrid<B>& local,
                        NavierStokes<B>& fluid, WallPoints points) {
  if (!model.is_bdf2()) throw InputError("walls of points need time.scheme: bdf2");
  if (model.is_sheared()) throw InputError("walls of points exclude unbounded shear");
  for (int d = 0; d < 3; ++d)
    if (model.grid.n[d] < least_cells_of_walls)
      throw InputError(
          text("walls of points need %d grid points or more in each direction", least_cells_of_walls));
  impl_ = std::make_unique<Impl>(stream, model, local, fluid, std::move(points));
}
template <class B>
HeldWalls<B>::~HeldWalls() = default;

template <class B>
const WallPoints& HeldWalls<B>::points() const {
  return impl_->at.points;
}
template <class B>
std::uint64_t HeldWalls<B>::number_of_inverse() const {
  const WallInverse<B>* const now = impl_->inverses.now();
  return now ? now->number : 0;
}

template <class B>
void HeldWalls<B>::prepare(const Stream<B>& stream, const StepInTime& when) {
  impl_->inverses.take(stream, when);
}

template <class B>
void HeldWalls<B>::add_forces(const Stream<B>& stream, const Array<real, B>& F, AnyFaces to) {
  impl_->at.add_forces(stream, F.data(), to);
}

template <class B>
void HeldWalls<B>::hold(const Stream<B>& stream, const StepInTime& when, AnyFaces u, Array<real, B>& F,
                        real* memory) {
  const CarriedPart& carried = impl_->inverses.now()->carried;
  if (when.before > 0)
    impl_->hold(stream, when, carried.corrections, carried.part, u, F, memory);
  else
    impl_->hold(stream, when, corrections_of_first_step, 1, u, F, memory);
}

template <class B>
void HeldWalls<B>::correct_answer(const Stream<B>& stream, const StepInTime& when, AnyFaces u,
                                  Array<real, B>& F) {
  impl_->hold(stream, when, 1, 1, u, F, nullptr);
}

template <class B>
real HeldWalls<B>::slip(const Stream<B>& stream, AnyConstFaces u) {
  HeldPoints<B>& at = impl_->at;
  at.find_slip(stream, u);
  return longest(stream, vectors_view<const real>(at.slip.data(), at.n));
}

template class HeldWalls<ThisBackend>;

} // namespace ibsim
