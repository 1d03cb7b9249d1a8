#include "fluid/part_force.hpp"

#include "parallel/for_each.hpp"

#include <utility>

namespace ibsim {
namespace {

template <class B, class T>
void add_by_parts(const Stream<B>& stream, Size faces, const real* now, const real* parts, T* f) {
  for_each(stream, faces, [=] IBSIM_KERNEL(Size i) { f[i] += static_cast<T>(*now * parts[i]); });
}

} // namespace

template <class B>
PartForce<B>::PartForce(int component, std::vector<real> parts, Signal density)
    : component_(component), density_(std::move(density)), inside_(std::move(parts)),
      faces_(static_cast<Size>(inside_.size())), now_(1) {}

template <class B>
void PartForce<B>::prepare(const Stream<B>& stream, const StepInTime& when) {
  if (parts_.empty()) { // before anything is recorded
    parts_ = Array<real, B>(stream, inside_);
    stream.synchronize();
    inside_ = {};
  }
  const real value = density_.at(when.of_forces());
  real* const now = now_.data();
  for_each(stream, 1, [=] IBSIM_KERNEL(Index) { *now = value; });
}

template <class B>
void PartForce<B>::add(const Stream<B>& stream, AnyFaces f) const {
  with_faces(
      f, [&](auto faces) { add_by_parts<B>(stream, faces_, now_.data(), parts_.data(), faces[component_]); });
}

template class PartForce<ThisBackend>;

} // namespace ibsim
