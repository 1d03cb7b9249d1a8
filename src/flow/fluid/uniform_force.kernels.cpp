#include "fluid/uniform_force.hpp"

#include "parallel/for_each.hpp"

#include <utility>

namespace ibsim {
namespace {

/// @param now on the device; null: steady
template <class B, class T>
void add_along_z(const Stream<B>& stream, Size cells, real steady, const real* now, T* f) {
  for_each(stream, cells, [=] IBSIM_KERNEL(Size c) { f[c] += static_cast<T>(now ? *now : steady); });
}

} // namespace

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
void UniformForce<B>::add(const Stream<B>& stream, AnyFaces f) const {
  const real* const now = density_.constant() ? nullptr : now_.data();
  with_faces(f, [&](auto faces) { add_along_z<B>(stream, grid_.cells(), density_.mean, now, faces.z); });
}

template class UniformForce<ThisBackend>;

} // namespace ibsim
