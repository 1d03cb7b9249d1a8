#include "fluid/columns.cuh"
#include "fluid/periodic_columns.hpp"
#include "fluid/spectral_operators.hpp"

namespace ibsim {
namespace {

template <int side_by_side>
struct Stage {
  static constexpr int lanes = side_by_side, components = 2;
  static constexpr bool loads_all = true;

  int rows;
  Index modes;
  Radices radices;
  const Complex* roots;
  LinesOfModes lines;
  real a, per_h;
  const real* dz2_at;
  const Complex* x;
  Complex *y, *z;

  struct Place {
    Index mode;
    bool mine; ///< else there is no such mode: one that is there stands in
    InPlane d;
    __device__ Place(const Stage& s, Index wanted)
        : mode(wanted < s.modes ? wanted : s.modes - 1), mine(wanted < s.modes),
          d(s.lines.dx[mode % s.lines.shape.x], s.lines.dy[mode / s.lines.shape.x]) {}
  };

  __device__ void load(const Place& p, int k, Complex* scalars) const {
    const Index here = p.mode + modes * k, below = p.mode + modes * (k > 0 ? k - 1 : rows - 1);
    const Complex u = x[here], v = y[here];
    scalars[0] = across(p.d, u, v);
    scalars[1] =
        vertical_source(p.d, z[here], divergence(p.d, u, v), divergence(p.d, x[below], y[below]), per_h);
  }
  __device__ void solve(const Place& p, int place, Complex* scalars) const {
    const FactorsOfScalars f = factors_of_scalars(p.d.kappa2, dz2_at[place], a, lines.per_cell);
    scalars[0] = {f.of_t * scalars[0].re, f.of_t * scalars[0].im};
    scalars[1] = {f.of_w * scalars[1].re, f.of_w * scalars[1].im};
  }
  __device__ void store(const Place& p, int component, int k, Complex value) const {
    if (p.mine) (component == 0 ? y : z)[p.mode + modes * k] = value;
  }
};

/// work(std::integral_constant<int, modes side by side>)
template <class Work>
void with_lanes(int lanes, const Work& work) {
  lanes == 8   ? work(std::integral_constant<int, 8>())
  : lanes == 4 ? work(std::integral_constant<int, 4>())
               : work(std::integral_constant<int, 2>());
}

} // namespace

std::optional<PeriodicColumns> PeriodicColumns::of(const Stream<Cuda>& stream, const Grid& grid) {
  // eight where two blocks fit beside each other, of which one reads or writes while the other computes; else
  // fewer (H200, 256 x 256 cells: 256 planes 0.30 ms with 8, 0.40 with 4; 512 0.42, 0.38; 1024 0.48 with 4)
  for (const int lanes : {8, 4, 2})
    if (lanes < 8 || 2 * columns::shared_bytes(grid.n.z, lanes, 2) <= most_team_memory(stream))
      if (const auto radices = radices_of(stream, grid.n.z, lanes, 2))
        return PeriodicColumns(stream, grid, *radices, lanes);
  return {};
}

PeriodicColumns::PeriodicColumns(const Stream<Cuda>& stream, const Grid& grid, const Radices& radices,
                                 int lanes)
    : radices_(radices), lanes_(lanes), roots_(stream, roots_of_one(grid.n.z)) {
  const std::vector<real> dz2 = squares_of_symbols(grid.n.z, grid.h);
  std::vector<real> at;
  for (const int q : frequencies_at(grid.n.z, radices)) at.push_back(dz2[static_cast<std::size_t>(q)]);
  dz2_ = Array<real, Cuda>(stream, at);
  with_lanes(lanes, [&](auto side_by_side) { columns::allow_shared_memory<Stage<side_by_side()>>(stream); });
}

void PeriodicColumns::solve(const Stream<Cuda>& stream, const LinesOfModes& lines, real a, const Complex* x,
                            Complex* y, Complex* z) const {
  with_lanes(lanes_, [&](auto side_by_side) {
    columns::launch(
        stream, Stage<side_by_side()>{lines.shape.z, static_cast<Index>(lines.shape.x) * lines.shape.y,
                                      radices_, roots_.data(), lines, a, 1 / lines.h, dz2_.data(), x, y, z});
  });
}

} // namespace ibsim
