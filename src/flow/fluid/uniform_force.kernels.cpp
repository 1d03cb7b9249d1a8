#include "fluid/uniform_force.hpp"

#include "fluid/set_number.hpp"

#include <utility>

namespace ibsim {
namespace {

/// @param now on the device; null: steady
template <class B, class T>
void add_along_z(const Stream<B>& stream, Size cells, T steady, const T* now, T* f) {
  for_each(stream, cells, [=] IBSIM_KERNEL(Size c) { f[c] += now ? *now : steady; });
}

} // namespace

template <class B>
UniformForce<B>::UniformForce(const Grid& grid, Signal density)
    : grid_(grid), density_(std::move(density)), now_(1) {}

template <class B>
void UniformForce<B>::prepare(const Stream<B>& stream, const StepInTime& when) {
  const real value = density_.at(when.of_forces());
  if (!density_.constant()) set_number(stream, value, 0, now_);
}

template <class B>
void UniformForce<B>::add(const Stream<B>& stream, AnyFaces f) const {
  with_faces(f, [&]<class T>(FaceView<T> faces) {
    add_along_z<B, T>(stream, grid_.cells(), static_cast<T>(density_.mean),
                      density_.constant() ? nullptr : now_.template as<T>(), faces.z);
  });
}

template class UniformForce<ThisBackend>;

} // namespace ibsim
