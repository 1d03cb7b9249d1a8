#include "fluid/kolmogorov_force.hpp"

#include "parallel/for_each.hpp"

#include <cmath>
#include <numbers>

namespace ibsim {

template <class B>
void add_kolmogorov_flow(const Stream<B>& stream, const Grid& grid, const KolmogorovFlow& flow,
                         FaceView<real> u) {
  const Grid g = grid;
  const real k_h = 2 * std::numbers::pi_v<real> * flow.waves / g.n.y, speed = flow.speed;
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    u.z[g.index(i, j, k)] += speed * std::sin(k_h * (j + real{0.5}));
  });
}

template <class B>
void KolmogorovForce<B>::add(const Stream<B>& stream, FaceView<real> f) const {
  const real q_h = 2 * std::sin(std::numbers::pi_v<real> * flow_.waves / grid_.n.y);
  const real times = viscosity_ * q_h * q_h / (grid_.h * grid_.h);
  add_kolmogorov_flow<B>(stream, grid_, {times * flow_.speed, flow_.waves}, f);
}

template void add_kolmogorov_flow(const Stream<ThisBackend>&, const Grid&, const KolmogorovFlow&,
                                  FaceView<real>);
template class KolmogorovForce<ThisBackend>;

} // namespace ibsim
