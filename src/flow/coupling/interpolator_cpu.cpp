// interpolator.hpp on the CPU, whose caches need no order.
#include "coupling/interpolator.hpp"
#include "coupling/spread_algorithms.hpp"

namespace ibsim {

template <>
struct Interpolator<Cpu>::Parts {
  DeltaKernel kernel;
  Grid grid;
  Index most_points;
};

template <>
Interpolator<Cpu>::Interpolator(const Stream<Cpu>&, DeltaKernel kernel, const Grid& grid, Index most_points)
    : parts_(new Parts{kernel, grid, most_points}) {}
template <>
Interpolator<Cpu>::~Interpolator() = default;
template <>
Interpolator<Cpu>::Interpolator(Interpolator&&) noexcept = default;

template <>
void Interpolator<Cpu>::place(const Stream<Cpu>&, VectorsView<const real> X) {
  require_room(X.n, parts_->most_points);
}

template <>
void Interpolator<Cpu>::interpolate(const Stream<Cpu>& stream, FaceView<const real> u,
                                    VectorsView<const real> X, VectorsView<real> U) {
  ibsim::interpolate<Cpu>(stream, parts_->kernel, parts_->grid, u, X, U);
}

} // namespace ibsim
