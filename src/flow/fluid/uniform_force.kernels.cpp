#include "fluid/uniform_force.hpp"

#include "parallel/for_each.hpp"

#include <utility>

namespace ibsim {

template <class B>
UniformForce<B>::UniformForce(const Grid& grid, Signal density)
    : grid_(grid), density_(std::move(density)), now_(1) {}

template <class B>
void UniformForce<B>::prepare(const Stream<B>& stream, const StepInTime& when) {
  const real value = density_.at(when.of_forces());
  real* const now = now_.data();
  if (!density_.constant()) for_each(stream, 1, [=] IBSIM_KERNEL(Index) { *now = value; });
}

template <class B>
void UniformForce<B>::add(const Stream<B>& stream, FaceView<real> f) const {
  const real steady = density_.mean;
  const real* const now = density_.constant() ? nullptr : now_.data();
  for_each(stream, grid_.cells(), [=] IBSIM_KERNEL(Size c) { f.z[c] += now ? *now : steady; });
}

template class UniformForce<ThisBackend>;

} // namespace ibsim
