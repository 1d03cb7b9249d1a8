#include "fluid/part_force.hpp"

#include "fluid/set_number.hpp"

#include <utility>

namespace ibsim {
namespace {

template <class B, class T>
void add_by_parts(const Stream<B>& stream, Size faces, const T* now, const T* parts, T* f) {
  for_each(stream, faces, [=] IBSIM_KERNEL(Size i) { f[i] += *now * parts[i]; });
}

template <class B, class T>
void add_by_columns(const Stream<B>& stream, const Grid& grid, const T* now, const T* parts, T* f) {
  const Grid g = grid;
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    f[g.index(i, j, k)] += *now * parts[i + g.n.x * j];
  });
}

} // namespace

template <class B>
PartForce<B>::PartForce(const Grid& own, int component, std::vector<real> parts, Signal density,
                        Storage storage)
    : grid_(own), component_(component), density_(std::move(density)), inside_(std::move(parts)),
      by_columns_(static_cast<Size>(inside_.size()) < own.cells()), now_(1), storage_(storage) {}

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
    const T *const now = now_.template as<T>(), *const parts = parts_.template as<T>();
    if (by_columns_)
      add_by_columns<B, T>(stream, grid_, now, parts, faces[component_]);
    else
      add_by_parts<B, T>(stream, grid_.cells(), now, parts, faces[component_]);
  });
}

template class PartForce<ThisBackend>;

} // namespace ibsim
