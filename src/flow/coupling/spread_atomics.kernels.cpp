// Plain atomic additions: one work item a point, component and plane of the support. Fast on a GPU of today,
// but additions happen in any order, so two runs differ in the last bits.
#include "coupling/spread_algorithms.hpp"
#include "coupling/stencil.hpp"
#include "parallel/atomic_add.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {

template <class Pair, class B>
class AtomicsSpreader : public Spreader<B> {
 public:
  AtomicsSpreader(const Grid& grid, Index most_points) : grid_(grid), most_points_(most_points) {}

  void spread(const Stream<B>& stream, VectorsView<const real> X, VectorsView<const real> F,
              FaceView<real> f) override {
    constexpr int s = Pair::support;
    require_room(X.n, most_points_);
    clear(stream, grid_, f);
    const Grid grid = grid_;
    const real per_volume = 1 / grid.cell_volume();
    for_each(stream, Size{3 * s} * X.n, [=] IBSIM_KERNEL(Size item) {
      const auto j = static_cast<Index>(item / (3 * s));
      const int of_point = static_cast<int>(item % (3 * s)), c = of_point % s, d = of_point / s;
      with_component(d, [&](auto component) {
        const auto at = component_stencils<Pair, component>(grid, X.at(j));
        constexpr Int3 of = supports_of<Pair>(component);
        if (c >= of.z) return;
        real weight_z = 0; // chosen without indexing, so that the weights stay in registers
#pragma unroll
        for (int a = 0; a < of.z; ++a)
          if (a == c) weight_z = at.z.weight[a];
        const real strength = per_volume * F[d][j] * weight_z;
        const int k = wrap_near(at.z.first + c, grid.n.z);
#pragma unroll
        for (int b = 0; b < of.y; ++b) {
          real* row = f[d] + grid.index(0, wrap_near(at.y.first + b, grid.n.y), k);
          const real weight = strength * at.y.weight[b];
          for (int a = 0; a < of.x; ++a)
            atomic_add(row + wrap_near(at.x.first + a, grid.n.x), weight * at.x.weight[a]);
        }
      });
    });
  }

 private:
  Grid grid_;
  Index most_points_;
};

template <class B>
std::unique_ptr<Spreader<B>> make_atomics_spreader(const Stream<B>&, DeltaKernel kernel, const Grid& grid,
                                                   Index most_points) {
  return with_compared_kernel<B>(kernel, [&](auto k) -> std::unique_ptr<Spreader<B>> {
    return std::make_unique<AtomicsSpreader<decltype(k), B>>(grid, most_points);
  });
}

template std::unique_ptr<Spreader<ThisBackend>> make_atomics_spreader(const Stream<ThisBackend>&, DeltaKernel,
                                                                      const Grid&, Index);

} // namespace ibsim
