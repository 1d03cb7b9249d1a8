#include "fluid/tube_force.hpp"

#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

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

template <class B>
real flow_rate_inside(const Stream<B>& stream, const Grid& grid, const std::vector<TubeSection>& tubes,
                      FaceView<const real> u) {
  const Array<real, B> inside(stream, parts_inside(grid, tubes));
  const real* const parts = inside.data();
  const real* const w = u.z;
  const Grid g = grid;
  const Index plane = g.n.x * g.n.y;
  const real all = sum<real>(stream, g.n.x * g.n.y * g.n.z, [=] IBSIM_KERNEL(Index c) {
    const Index in_plane = c % plane, i = in_plane % g.n.x, j = in_plane / g.n.x, k = c / plane;
    return parts[in_plane] * w[g.index(i, j, k)];
  });
  return all * g.h * g.h / g.n.z;
}

template class TubeForce<ThisBackend>;
template real flow_rate_inside(const Stream<ThisBackend>&, const Grid&, const std::vector<TubeSection>&,
                               FaceView<const real>);

} // namespace ibsim
