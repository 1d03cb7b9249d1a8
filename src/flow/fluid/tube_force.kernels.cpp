#include "fluid/tube_force.hpp"

#include "parallel/for_each.hpp"

#include <utility>

namespace ibsim {

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
void TubeForce<B>::add(const Stream<B>& stream, FaceView<real> f) const {
  const real *const now = now_.data(), *const parts = parts_.data();
  const Grid g = grid_;
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    f.z[g.index(i, j, k)] += *now * parts[i + g.n.x * j];
  });
}

template class TubeForce<ThisBackend>;

} // namespace ibsim
