// Where a point stands on a component's grid, and the weights of the grid points around it, direction by
// direction.
//
// Component d of a vector has its grid points at x = h (i + g), g = 0 in direction d and 1/2 in the others.
// In one direction, with xi = X/h - g, the cell of the point is named by the integer (paper, Figure 1; note,
// Figure 1)
//   [X] = ceil(xi)         s even: the grid point at or above X,  r = [X] - xi in [0, 1)
//   [X] = ceil(xi - 1/2)   s odd:  the nearest grid point,        r = [X] - xi in [-1/2, 1/2)
// so the support points are [X] + sigma, sigma = -floor(s/2) .. floor((s-1)/2) (Algorithm 1), with weights
// phi(r + sigma). The box is periodic: [X] is brought into 0 .. n-1, and [X] + sigma is wrapped, as often as
// a small grid needs it.
#pragma once

#include "coupling/delta_kernels.hpp"
#include "grid/grid.hpp"
#include "grid/points.hpp"
#include "grid/slab.hpp"

namespace ibsim {

/// X/h, brought into the box of n cells: 0 <= t <= n up to rounding. X in um, anywhere; NaN and infinity give
/// NaN.
IBSIM_HD real box_coordinate(real X, real h, int n) {
  const real t = X / h;
  return t - n * std::floor(t / n);
}

/// g of component `component` in direction `direction`.
IBSIM_HD real staggering(int component, int direction) { return component == direction ? 0 : 0.5; }

/// A cell, counted along a direction of n, one step beyond the box at most, brought into 0 .. n-1; what is
/// not a number is in the last one.
IBSIM_HD int cell_around(real cell, int n) {
  return cell >= n ? 0 : (cell >= 0 ? static_cast<int>(cell) : n - 1);
}

/// [X] in 0 .. n-1, and r, from t = box_coordinate. A t that is not finite gives some cell and r = NaN, hence
/// NaN weights.
template <class Kernel>
IBSIM_HD int cell_of(real t, real g, int n, real& r) {
  const real xi = t - g;
  const real cell = std::ceil(Kernel::support % 2 ? xi - 0.5 : xi);
  r = cell - xi;
  return cell_around(cell, n);
}

/// An index near the box, brought into it; a few steps even where the support is wider than the box.
IBSIM_HD int wrap_near(int i, int n) {
  while (i < 0) i += n;
  while (i >= n) i -= n;
  return i;
}

/// The support points first, first + 1, .. first + s-1 (before wrapping) of a point in one direction.
template <class Kernel>
struct Stencil {
  static constexpr int s = Kernel::support;
  int first; ///< in -floor(s/2) .. n-1
  real weight[s];
};

/// @param t box_coordinate of the point, g staggering.
template <class Kernel>
IBSIM_HD Stencil<Kernel> stencil(const Grid& grid, real t, real g, int direction) {
  Stencil<Kernel> result;
  real r;
  result.first = cell_of<Kernel>(t, g, grid.n[direction], r) - Kernel::support / 2;
  Kernel::weights(r, result.weight);
  return result;
}

/// The stencil of a point at X (um), for one component, in one direction.
template <class Kernel>
IBSIM_HD Stencil<Kernel> stencil_of(const Grid& grid, real X, int component, int direction) {
  return stencil<Kernel>(grid, box_coordinate(X, grid.h, grid.n[direction]), staggering(component, direction),
                         direction);
}

/// Everything that one point needs for all three components: a direction has but two staggerings.
template <class Kernel>
struct PointStencils {
  Stencil<Kernel> whole[3]; ///< g = 0, by direction
  Stencil<Kernel> half[3];  ///< g = 1/2
  IBSIM_HD const Stencil<Kernel>& at(int component, int direction) const {
    return component == direction ? whole[direction] : half[direction];
  }
};

template <class Kernel>
IBSIM_HD PointStencils<Kernel> point_stencils(const Grid& grid, const Real3& X) {
  PointStencils<Kernel> result;
#pragma unroll
  for (int d = 0; d < 3; ++d) {
    const real t = box_coordinate(X[d], grid.h, grid.n[d]);
    result.whole[d] = stencil<Kernel>(grid, t, 0, d);
    result.half[d] = stencil<Kernel>(grid, t, 0.5, d);
  }
  return result;
}

/// The planes of a field of the whole box: which of them is plane k of space, some steps beyond it at most.
struct PlanesOfBox {
  int n;
  static constexpr bool clips = false;
  IBSIM_HD int operator()(int k) const { return wrap_near(k, n); }
  IBSIM_HD bool owns(int) const { return true; }
  IBSIM_HD bool stores(int) const { return true; }
  IBSIM_HD bool has_point(const Grid&, real) const { return true; }
};

/// Those of a slab's field, whose pointer is that of the first own plane: the stored ones, -ghosts on.
struct PlanesOfSlab {
  int n, first, planes, ghosts;
  static constexpr bool clips = true;
  explicit PlanesOfSlab(const Slab& slab)
      : n(slab.whole.z), first(slab.first), planes(slab.planes), ghosts(slab.ghosts) {}
  IBSIM_HD int operator()(int k) const { return wrap_near(k - first + ghosts, n) - ghosts; }
  IBSIM_HD bool owns(int plane) const { return plane >= 0 && plane < planes; }
  IBSIM_HD bool stores(int plane) const { return plane >= -ghosts && plane < planes + ghosts; }
  /// Whether the cell of a point at this Z is in an own plane: its support is then stored.
  IBSIM_HD bool has_point(const Grid& grid, real Z) const {
    return owns(cell_around(std::floor(box_coordinate(Z, grid.h, n)), n) - first);
  }
};

/// Sum of u over the support, weighted: one component at one point. Runs along x, the order of the memory.
/// @param planes of u, which has all that the point reaches
template <class Kernel, class Planes>
IBSIM_HD real weighted_sum(const Grid& grid, const Planes& planes, const Stencil<Kernel>& x,
                           const Stencil<Kernel>& y, const Stencil<Kernel>& z, const real* u) {
  constexpr int s = Kernel::support;
  const Int3 n = grid.n;
  const bool in_one_piece = x.first >= 0 && x.first + s <= n.x;
  real column[s] = {};
  for (int c = 0; c < s; ++c) {
    const Index plane = n.y * planes(z.first + c);
#pragma unroll
    for (int b = 0; b < s; ++b) {
      const real* row = u + n.x * (wrap_near(y.first + b, n.y) + plane);
      const real weight = y.weight[b] * z.weight[c];
      if (in_one_piece)
        for (int a = 0; a < s; ++a) column[a] += weight * row[x.first + a];
      else
        for (int a = 0; a < s; ++a) column[a] += weight * row[wrap_near(x.first + a, n.x)];
    }
  }
  real sum = 0;
  for (int a = 0; a < s; ++a) sum += x.weight[a] * column[a];
  return sum;
}
/// The same of a field of the whole box.
template <class Kernel>
IBSIM_HD real weighted_sum(const Grid& grid, const Stencil<Kernel>& x, const Stencil<Kernel>& y,
                           const Stencil<Kernel>& z, const real* u) {
  return weighted_sum(grid, PlanesOfBox{grid.n.z}, x, y, z, u);
}

/// The transpose: add F times the weights to f, in the planes that are its own. For one work item at a time.
template <class Kernel, class Planes>
IBSIM_HD void add_weighted(const Grid& grid, const Planes& planes, const Stencil<Kernel>& x,
                           const Stencil<Kernel>& y, const Stencil<Kernel>& z, real F, real* f) {
  constexpr int s = Kernel::support;
  const Int3 n = grid.n;
  const bool in_one_piece = x.first >= 0 && x.first + s <= n.x;
  real along_x[s];
  for (int a = 0; a < s; ++a) along_x[a] = F * x.weight[a];
  for (int c = 0; c < s; ++c) {
    const int own = planes(z.first + c);
    if (Planes::clips && !planes.owns(own)) continue;
    const Index plane = n.y * own;
#pragma unroll
    for (int b = 0; b < s; ++b) {
      real* row = f + n.x * (wrap_near(y.first + b, n.y) + plane);
      const real weight = y.weight[b] * z.weight[c];
      if (in_one_piece)
        for (int a = 0; a < s; ++a) row[x.first + a] += weight * along_x[a];
      else
        for (int a = 0; a < s; ++a) row[wrap_near(x.first + a, n.x)] += weight * along_x[a];
    }
  }
}

template <class Kernel>
IBSIM_HD void add_weighted(const Grid& grid, const Stencil<Kernel>& x, const Stencil<Kernel>& y,
                           const Stencil<Kernel>& z, real F, real* f) {
  add_weighted(grid, PlanesOfBox{grid.n.z}, x, y, z, F, f);
}

} // namespace ibsim
