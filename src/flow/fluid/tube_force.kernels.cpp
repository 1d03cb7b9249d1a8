#include "fluid/tube_force.hpp"

#include "fluid/set_number.hpp"

#include <utility>

namespace ibsim {
namespace {

template <class B, class T>
void add_by_parts(const Stream<B>& stream, const Grid& grid, const T* now, const T* parts, T* f) {
  const Grid g = grid;
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    f[g.index(i, j, k)] += *now * parts[i + g.n.x * j];
  });
}

} // namespace

template <class B>
TubeForce<B>::TubeForce(const Grid& grid, const std::vector<TubeSection>& tubes, Signal density,
                        Storage storage)
    : grid_(grid), density_(std::move(density)), inside_(parts_inside(grid, tubes)), now_(1),
      storage_(storage) {}

template <class B>
void TubeForce<B>::prepare(const Stream<B>& stream, const StepInTime& when) {
  if (parts_.empty()) parts_ = StoredNumbers<B>(stream, inside_, storage_); // before anything is recorded
  set_number(stream, density_.at(when.of_forces()), 0, now_);
}

template <class B>
void TubeForce<B>::add(const Stream<B>& stream, AnyFaces f) const {
  with_faces(f, [&]<class T>(FaceView<T> faces) {
    add_by_parts<B, T>(stream, grid_, now_.template as<T>(), parts_.template as<T>(), faces.z);
  });
}

template class TubeForce<ThisBackend>;

} // namespace ibsim
