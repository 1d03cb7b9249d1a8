#include "fluid/tube_force.hpp"

#include "parallel/for_each.hpp"

#include <utility>

namespace ibsim {
namespace {

template <class B, class T>
void add_by_parts(const Stream<B>& stream, const Grid& grid, const real* now, const real* parts, T* f) {
  const Grid g = grid;
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    f[g.index(i, j, k)] += static_cast<T>(*now * parts[i + g.n.x * j]);
  });
}

} // namespace

template <class B>
TubeForce<B>::TubeForce(const Grid& grid, const std::vector<TubeSection>& tubes, Signal density)
    : grid_(grid), density_(std::move(density)), inside_(parts_inside(grid, tubes)), now_(1) {}

template <class B>
void TubeForce<B>::prepare(const Stream<B>& stream, const StepInTime& when) {
  if (!uploaded_) parts_ = Array<real, B>(stream, inside_), uploaded_ = true; // before anything is recorded
  const real value = density_.at(when.of_forces());
  real* const now = now_.data();
  for_each(stream, 1, [=] IBSIM_KERNEL(Index) { *now = value; });
}

template <class B>
void TubeForce<B>::add(const Stream<B>& stream, AnyFaces f) const {
  with_faces(f, [&](auto faces) { add_by_parts<B>(stream, grid_, now_.data(), parts_.data(), faces.z); });
}

template class TubeForce<ThisBackend>;

} // namespace ibsim
