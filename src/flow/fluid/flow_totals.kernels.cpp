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

} // namespace

template <class B>
std::vector<FlowTotals> flow_totals(const Stream<B>& stream, const Slab& slab, real h, FaceView<const real> u,
                                    FaceView<const real> fluctuation) {
  const Slab stencil = fluctuation.x ? with_rows_beyond(slab) : slab;
  const FaceView<const real> w = fluctuation.x ? fluctuation : u;
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

template std::vector<FlowTotals> flow_totals(const Stream<ThisBackend>&, const Slab&, real,
                                             FaceView<const real>, FaceView<const real>);

} // namespace ibsim
