#include "fluid/background_shear.hpp"

#include "fluid/set_number.hpp"

#include <utility>

namespace ibsim {

template <class B>
void set_background_shear(const Stream<B>& stream, const Grid& grid, real rate, FaceView<real> u) {
  const Grid g = grid;
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index c = g.index(i, j, k);
    u.x[c] = 0;
    u.y[c] = 0;
    // faces of z lie at the height of the cell centres
    u.z[c] = rate * g.h * (j + real{0.5} - real{0.5} * g.n.y);
  });
}

namespace {

template <class B, class T>
void add_jump(const Stream<B>& stream, const Grid& grid, real of_layer, T* f) {
  const Grid g = grid;
  const T jump = static_cast<T>(of_layer);
  for_each_cell(stream, {g.n.x, 1, g.n.z}, [=] IBSIM_KERNEL(int i, int, int k) {
    f[g.index(i, 0, k)] -= jump;
    f[g.index(i, g.n.y - 1, k)] += jump;
  });
}

/// @param now the jump, and the acceleration a height, on the device
template <class B, class T>
void add_jump_and_acceleration(const Stream<B>& stream, const Grid& grid, const T* now, T* f) {
  const Grid g = grid;
  const T h = static_cast<T>(g.h), middle = static_cast<T>(g.n.y) / 2;
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const T sign = static_cast<T>(j == g.n.y - 1) - static_cast<T>(j == 0),
            height = h * (static_cast<T>(j) + T{0.5} - middle);
    f[g.index(i, j, k)] += sign * now[0] + now[1] * height;
  });
}

} // namespace

template <class B>
void add_background_force(const Stream<B>& stream, const Grid& grid, real viscosity, real rate, AnyFaces f) {
  const real jump = viscosity * rate * grid.n.y / grid.h; // mu rate Ly / h^2
  with_faces(f, [&](auto faces) { add_jump<B>(stream, grid, jump, faces.z); });
}

template <class B>
VaryingShearForce<B>::VaryingShearForce(const Grid& grid, real density, real viscosity, Signal rate)
    : grid_(grid), density_(density), viscosity_(viscosity), rate_(std::move(rate)), now_(2) {}

template <class B>
void VaryingShearForce<B>::prepare(const Stream<B>& stream, const StepInTime& when) {
  const real before = rate_.at(when.start), after = rate_.at(when.end());
  real rate = (before + after) / 2;
  real acceleration = when.length > 0 ? density_ * (after - before) / when.length : 0;
  if (when.scheme == TimeScheme::bdf2 && when.length > 0) { // what the same difference of the flow takes
    const BackwardDifference b = when.difference();
    rate = after;
    acceleration =
        density_ * (after - b.now * before + b.before * rate_.at(when.start - when.before)) / b.beta;
  }
  const real jump = viscosity_ * rate * grid_.n.y / grid_.h;
  set_number(stream, jump, 0, now_);
  set_number(stream, acceleration, 1, now_);
}

template <class B>
void VaryingShearForce<B>::add(const Stream<B>& stream, AnyFaces f) const {
  with_faces(f, [&]<class T>(FaceView<T> faces) {
    add_jump_and_acceleration<B, T>(stream, grid_, now_.template as<T>(), faces.z);
  });
}

template class VaryingShearForce<ThisBackend>;
template void set_background_shear(const Stream<ThisBackend>&, const Grid&, real, FaceView<real>);
template void add_background_force(const Stream<ThisBackend>&, const Grid&, real, real, AnyFaces);

} // namespace ibsim
