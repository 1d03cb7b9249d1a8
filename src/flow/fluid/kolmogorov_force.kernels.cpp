#include "fluid/kolmogorov_force.hpp"

#include "parallel/for_each.hpp"

#include <cmath>
#include <numbers>

namespace ibsim {

namespace {

template <class B, class T>
void add_sine(const Stream<B>& stream, const Grid& grid, const KolmogorovFlow& flow, T* u) {
  const Grid g = grid;
  const T half_turn = static_cast<T>(std::numbers::pi_v<real> / g.n.y), speed = static_cast<T>(flow.speed);
  const int waves = flow.waves;
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const int angle = static_cast<int>(Size{waves} * (2 * j + 1) % (2 * g.n.y)); // within one turn
    u[g.index(i, j, k)] += speed * std::sin(half_turn * static_cast<T>(angle));
  });
}

} // namespace

template <class B>
void add_kolmogorov_flow(const Stream<B>& stream, const Grid& grid, const KolmogorovFlow& flow, AnyFaces u) {
  with_faces(u, [&](auto faces) { add_sine<B>(stream, grid, flow, faces.z); });
}

template <class B>
void KolmogorovForce<B>::add(const Stream<B>& stream, AnyFaces f) const {
  const real q_h = 2 * std::sin(std::numbers::pi_v<real> * flow_.waves / grid_.n.y);
  const real times = viscosity_ * q_h * q_h / (grid_.h * grid_.h);
  add_kolmogorov_flow<B>(stream, grid_, {times * flow_.speed, flow_.waves}, f);
}

template void add_kolmogorov_flow(const Stream<ThisBackend>&, const Grid&, const KolmogorovFlow&, AnyFaces);
template class KolmogorovForce<ThisBackend>;

} // namespace ibsim
