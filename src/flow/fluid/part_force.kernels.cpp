#include "fluid/part_force.hpp"

#include "fluid/set_number.hpp"

#include <utility>

namespace ibsim {
namespace {

template <class B, class T>
void add_by_parts(const Stream<B>& stream, Size faces, const T* now, const T* parts, T* f) {
  for_each(stream, faces, [=] IBSIM_KERNEL(Size i) { f[i] += *now * parts[i]; });
}

} // namespace

template <class B>
PartForce<B>::PartForce(int component, std::vector<real> parts, Signal density, Storage storage)
    : component_(component), density_(std::move(density)), inside_(std::move(parts)),
      faces_(static_cast<Size>(inside_.size())), now_(1), storage_(storage) {}

template <class B>
void PartForce<B>::prepare(const Stream<B>& stream, const StepInTime& when) {
  if (parts_.empty()) { // before anything is recorded
    parts_ = StoredNumbers<B>(stream, inside_, storage_);
    inside_ = {};
  }
  set_number(stream, density_.at(when.of_forces()), 0, now_);
}

template <class B>
void PartForce<B>::add(const Stream<B>& stream, AnyFaces f) const {
  with_faces(f, [&]<class T>(FaceView<T> faces) {
    add_by_parts<B, T>(stream, faces_, now_.template as<T>(), parts_.template as<T>(), faces[component_]);
  });
}

template class PartForce<ThisBackend>;

} // namespace ibsim
