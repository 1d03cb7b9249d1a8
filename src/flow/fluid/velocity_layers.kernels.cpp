#include "fluid/velocity_layers.hpp"

#include "parallel/reduce.hpp"

namespace ibsim {
namespace {

template <class B, class T>
std::vector<Real3> sums(const Stream<B>& stream, const Slab& slab, const ColumnsOfLayers& of,
                        FaceView<const T> u) {
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

} // namespace

template <class B>
std::vector<Real3> sums_of_layers(const Stream<B>& stream, const Slab& slab, const ColumnsOfLayers& of,
                                  AnyConstFaces u) {
  return with_faces(u, [&](auto faces) { return sums<B>(stream, slab, of, faces); });
}

template std::vector<Real3> sums_of_layers(const Stream<ThisBackend>&, const Slab&, const ColumnsOfLayers&,
                                           AnyConstFaces);

} // namespace ibsim
