// interpolator.hpp on the CPU, whose caches need no order.
#include "coupling/interpolator.hpp"
#include "coupling/spread_algorithms.hpp"

namespace ibsim {

template <>
struct Interpolator<Cpu>::Impl {
  DeltaKernel kernel;
  Grid grid;
  Slab slab;
  Index most_points;
};

template <>
Interpolator<Cpu>::Interpolator(const Stream<Cpu>&, DeltaKernel kernel, const Grid& grid, const Slab& slab,
                                Index most_points, Index)
    : impl_(new Impl{kernel, grid, slab, most_points}) {}
template <>
Interpolator<Cpu>::~Interpolator() = default;
template <>
Interpolator<Cpu>::Interpolator(Interpolator&&) noexcept = default;

template <>
void Interpolator<Cpu>::place(const Stream<Cpu>&, VectorsView<const real> X) {
  require_room(X.n, impl_->most_points);
}

template <>
void Interpolator<Cpu>::interpolate(const Stream<Cpu>& stream, AnyConstFaces u, VectorsView<const real> X,
                                    VectorsView<real> U) {
  const Impl& p = *impl_;
  if (p.slab.has_all())
    ibsim::interpolate<Cpu>(stream, p.kernel, p.grid, u, X, U);
  else
    ibsim::interpolate<Cpu>(stream, p.kernel, p.grid, p.slab, u, X, U);
}

} // namespace ibsim
