#include "fluid/velocity_layers.hpp"

#include "parallel/reduce.hpp"

namespace ibsim {

template <class B>
std::vector<Real3> sums_of_layers(const Stream<B>& stream, const Slab& slab, const ColumnsOfLayers& of,
                                  FaceView<const real> u) {
  const Array<Index, B> table(stream, of.cells);
  const Index* const columns = table.data();
  const Index most = of.most, plane = slab.plane_cells(), layers = static_cast<Index>(of.counts.size());
  return reduce(
      stream, slab.planes * layers, most, Real3{},
      [=] IBSIM_KERNEL(Index group, Index i) {
        const Index column = columns[group % layers * most + i];
        if (column < 0) return Real3{};
        const Index c = column + plane * (group / layers);
        return Real3{u.x[c], u.y[c], u.z[c]};
      },
      Plus{}, slab.whole.z * layers);
}

template std::vector<Real3> sums_of_layers(const Stream<ThisBackend>&, const Slab&, const ColumnsOfLayers&,
                                           FaceView<const real>);

} // namespace ibsim
