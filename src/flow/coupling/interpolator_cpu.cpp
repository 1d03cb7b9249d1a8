// interpolator.hpp on the CPU, whose caches need no order.
#include "coupling/interpolator.hpp"
#include "coupling/spread_algorithms.hpp"

namespace ibsim {

template <>
struct Interpolator<Cpu>::Impl {
  DeltaKernel kernel;
  Grid grid;
  Index most_points;
};

template <>
Interpolator<Cpu>::Interpolator(const Stream<Cpu>&, DeltaKernel kernel, const Grid& grid, Index most_points)
    : impl_(new Impl{kernel, grid, most_points}) {}
template <>
Interpolator<Cpu>::~Interpolator() = default;
template <>
Interpolator<Cpu>::Interpolator(Interpolator&&) noexcept = default;

template <>
void Interpolator<Cpu>::place(const Stream<Cpu>&, VectorsView<const real> X) {
  require_room(X.n, impl_->most_points);
}

template <>
void Interpolator<Cpu>::interpolate(const Stream<Cpu>& stream, FaceView<const real> u,
                                    VectorsView<const real> X, VectorsView<real> U) {
  ibsim::interpolate<Cpu>(stream, impl_->kernel, impl_->grid, u, X, U);
}

} // namespace ibsim
