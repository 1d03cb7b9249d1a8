#include "fluid/flow_totals.hpp"

#include "grid/difference_operators.hpp"
#include "grid/rows_beyond.hpp"
#include "parallel/reduce.hpp"

namespace ibsim {
namespace {

struct Combined {
  IBSIM_HD FlowTotals operator()(const FlowTotals& a, const FlowTotals& b) const {
    const Larger larger;
    return {a.squares + b.squares, a.sums + b.sums, larger(a.max_speed, b.max_speed),
            larger(a.max_divergence, b.max_divergence)};
  }
};

/// @param w whose divergence it is, with these neighbours
template <class B, class T>
std::vector<FlowTotals> totals(const Stream<B>& stream, const Slab& slab, real h, FaceView<const T> u,
                               const Slab& neighbours_of, FaceView<const T> w) {
  const Slab stencil = neighbours_of;
  const Index row = slab.whole.x, plane = slab.plane_cells();
  return reduce(
      stream, slab.planes, plane, FlowTotals{},
      [=] IBSIM_KERNEL(Index k, Index c) {
        const Larger larger;
        const Index i = k * plane + c;
        const Real3 v{u.x[i], u.y[i], u.z[i]};
        const Neighbours at = neighbours(stencil, c % row, c / row, k);
        return FlowTotals{dot(v, v), v, larger(larger(std::abs(v.x), std::abs(v.y)), std::abs(v.z)),
                          std::abs(divergence_at_cell(w, at, 1 / h))};
      },
      Combined{}, slab.whole.z);
}

} // namespace

template <class B>
std::vector<FlowTotals> flow_totals(const Stream<B>& stream, const Slab& slab, real h, AnyConstFaces u,
                                    AnyConstFaces fluctuation) {
  return with_faces(u, [&]<class T>(FaceView<T> faces) {
    if (fluctuation.has_data())
      return totals<B>(stream, slab, h, faces, with_rows_beyond(slab), fluctuation.as<T>());
    return totals<B>(stream, slab, h, faces, slab, faces);
  });
}

template std::vector<FlowTotals> flow_totals(const Stream<ThisBackend>&, const Slab&, real, AnyConstFaces,
                                             AnyConstFaces);

} // namespace ibsim
