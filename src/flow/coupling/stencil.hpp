// Stencils: the place of a point on a component's grid, and the weights of the grid points around it,
// direction by direction.
//
// Component d of a vector has its grid points at x = h (i + g), g = 0 in direction d and 1/2 in the others.
// In one direction, with xi = X/h - g, the cell of the point is named by the integer (paper, Figure 1; note,
// Figure 1)
//   [X] = ceil(xi)         s even: the grid point at or above X,  r = [X] - xi in [0, 1)
//   [X] = ceil(xi - 1/2)   s odd:  the nearest grid point,        r = [X] - xi in [-1/2, 1/2)
// so the support points are [X] + sigma, sigma = -floor(s/2) .. floor((s-1)/2) (Algorithm 1), with weights
// phi(r + sigma). A kernel with cell_above has [X] = floor(..) + 1 in place of ceil(..), so that all support
// points of a point in cell c, of both kernels of a composite pair, are c - 1 .. c + 2. The box is periodic:
// [X] is brought into 0 .. n-1, and [X] + sigma is wrapped, as often as a small grid needs it.
#pragma once

#include "coupling/delta_kernels.hpp"
#include "grid/grid.hpp"
#include "grid/points.hpp"
#include "grid/slab.hpp"

#include <type_traits>

namespace ibsim {

/// X/h, brought into the box of n cells: 0 <= t <= n. X in um, anywhere; NaN and infinity give NaN.
IBSIM_HD real box_coordinate(real X, real h, int n) {
  const real t = X / h, in_box = t - n * std::floor(t / n);
  return in_box < 0 ? 0 : in_box; // t/n was rounded up to a whole number
}

/// g of component `component` in direction `direction`.
template <class T = real>
IBSIM_HD T staggering(int component, int direction) {
  return component == direction ? T{0} : T{0.5};
}

/// A cell, counted along a direction of n, one step beyond the box at most, brought into 0 .. n-1; what is
/// not a number is in the last one.
IBSIM_HD int cell_around(real cell, int n) {
  return cell >= n ? 0 : (cell >= 0 ? static_cast<int>(cell) : n - 1);
}

template <class Kernel>
constexpr bool names_cell_above = requires {
  Kernel::cell_above;
};

/// Whole cells in the shift of t before it is rounded: those of g + 1/2 for odd supports, of g for even ones.
template <class Kernel, class T>
IBSIM_HD int whole_cells(T g) {
  return Kernel::support % 2 && g > 0 ? 1 : 0;
}

/// [X], not wrapped, in 0 .. n, and r, from t = box_coordinate. A t that is not finite gives r = NaN.
template <class Kernel>
IBSIM_HD real named_cell(real t, real g, int n, real& r) {
  const real xi = t - g, at = Kernel::support % 2 ? xi - 0.5 : xi;
  real cell;
  if constexpr (names_cell_above<Kernel>) // t may be n after rounding: still in cell n-1, for both kernels
    cell = std::fmin(std::floor(at), real(n - 1 - whole_cells<Kernel>(g))) + 1;
  else
    cell = std::ceil(at);
  r = cell - xi;
  return cell;
}

/// [X] in 0 .. n-1, and r, from t = box_coordinate. A t that is not finite gives some cell and r = NaN, hence
/// NaN weights.
template <class Kernel>
IBSIM_HD int cell_of(real t, real g, int n, real& r) {
  return cell_around(named_cell<Kernel>(t, g, n, r), n);
}

/// A coordinate in the box, in cells, for weights in float: a whole number and the rest, which alone is
/// rounded. So the stencils of a point take five operations in double a direction, and not fifty: GPUs for
/// pictures have few units for them.
struct SplitCoordinate {
  int cell;     ///< in 0 .. n-1
  float within; ///< in [0, 1]; NaN where X is not finite

  /// Counts the coordinate from `other`, which rounding may have taken for its cell.
  IBSIM_HD SplitCoordinate from(int other, int n) const {
    int steps = cell - other;
    if (steps > 1) steps -= n; // around the box
    if (steps < -1) steps += n;
    const float rest = within + static_cast<float>(steps);
    return {other, rest < 0 ? 0.0f : (rest > 1 ? 1.0f : rest)};
  }
};

/// @param X um, anywhere up to 2^31 cells from the box
IBSIM_HD SplitCoordinate split_coordinate(real X, real h, int n) {
#ifdef __CUDA_ARCH__
  // 1/h by a step of Newton's method: a division would take most of the operations.
  const real guess = real{1 / static_cast<float>(h)}, per_h = guess * (2 - h * guess), t = X * per_h;
#else
  const real t = box_coordinate(X, h, n); // which the sweeps of a CPU sort by
#endif
  const real below = std::floor(t);
  const float within = static_cast<float>(t - below);
  int cell = within >= 0 ? static_cast<int>(below) % n : 0;
  if (cell < 0) cell += n;
  return {cell, within};
}

/// [X], not wrapped, in -1 .. n, and r. A coordinate that is not finite gives some cell and r = NaN.
template <class Kernel>
IBSIM_HD int named_cell(SplitCoordinate t, float g, float& r) {
  const float xi = t.within - g, at = Kernel::support % 2 ? xi - 0.5f : xi;
  int step; // floor(at) + 1 or ceil(at); 0 <= within <= 1
  // within may be one after rounding: still in this cell, for both kernels
  if constexpr (names_cell_above<Kernel>)
    step = at >= 0 && whole_cells<Kernel>(g) == 0 ? 1 : 0;
  else
    step = at > 0 ? 1 : (at > -1 ? 0 : -1);
  r = static_cast<float>(step) - xi;
  return t.cell + step;
}

/// [X] in 0 .. n-1, and r, for a component of a pair's delta kernel in one direction.
template <class Pair>
IBSIM_HD int cell_in(int component, int direction, real t, int n, real& r) {
  if (component == direction) return cell_of<typename Pair::Along>(t, 0, n, r);
  return cell_of<typename Pair::Across>(t, 0.5, n, r);
}

/// An index near the box, brought into it; a few steps even where the support is wider than the box.
IBSIM_HD int wrap_near(int i, int n) {
  while (i < 0) i += n;
  while (i >= n) i -= n;
  return i;
}

/// The support points first, first + 1, .. first + s-1 (before wrapping) of a point in one direction. T is
/// the number type of the weights.
template <class Kernel, class T = real>
struct Stencil {
  static constexpr int s = Kernel::support;
  int first; ///< in -floor(s/2) .. n-1
  T weight[s];
};

/// A coordinate in the box as weights of type T take it.
template <class T>
IBSIM_HD auto coordinate_for(real X, real h, int n) {
  if constexpr (std::is_same_v<T, float>)
    return split_coordinate(X, h, n);
  else
    return box_coordinate(X, h, n);
}

/// Positions are in double everywhere. Only r, which is below one, is rounded to T.
/// @param t coordinate_for<T> of the point @param g staggering
template <class Kernel, class T = real, class Coordinate>
IBSIM_HD Stencil<Kernel, T> stencil_at(const Coordinate& t, T g, int n) {
  Stencil<Kernel, T> result;
  T r;
  if constexpr (std::is_same_v<T, float>)
    result.first = wrap_near(named_cell<Kernel>(t, g, r), n) - Kernel::support / 2;
  else
    result.first = cell_of<Kernel>(t, g, n, r) - Kernel::support / 2;
  Kernel::weights(r, result.weight);
  return result;
}

/// @param X of the point (um), anywhere @param g staggering
template <class Kernel, class T = real>
IBSIM_HD Stencil<Kernel, T> stencil(const Grid& grid, real X, T g, int direction) {
  const int n = grid.n[direction];
  return stencil_at<Kernel, T>(coordinate_for<T>(X, grid.h, n), g, n);
}

/// The stencils of a point for component `d` of a pair's delta kernel, one a direction.
template <class Pair, int d, class T = real>
struct ComponentStencils {
  Stencil<KernelIn<Pair, d, 0>, T> x;
  Stencil<KernelIn<Pair, d, 1>, T> y;
  Stencil<KernelIn<Pair, d, 2>, T> z;
};

/// @param X of the point (um), anywhere
template <class Pair, int d, class T = real>
IBSIM_HD ComponentStencils<Pair, d, T> component_stencils(const Grid& grid, const Real3& X) {
  return {stencil<KernelIn<Pair, d, 0>, T>(grid, X.x, staggering<T>(d, 0), 0),
          stencil<KernelIn<Pair, d, 1>, T>(grid, X.y, staggering<T>(d, 1), 1),
          stencil<KernelIn<Pair, d, 2>, T>(grid, X.z, staggering<T>(d, 2), 2)};
}

/// Calls f with the stencils of a point for component `d`, known at run time: f(x, y, z). Where both kernels
/// of a pair are the same, the component is a number alone, and the threads of a warp do not take turns.
/// @param X of the point (um), anywhere
template <class Pair, class T = real, class F>
IBSIM_HD auto with_component_stencils(const Grid& grid, const Real3& X, int d, F&& f) {
  if constexpr (Pair::is_composite) {
    return with_component(d, [&](auto component) {
      const auto at = component_stencils<Pair, component, T>(grid, X);
      return f(at.x, at.y, at.z);
    });
  } else {
    using Kernel = typename Pair::Across;
    return f(stencil<Kernel, T>(grid, X.x, staggering<T>(d, 0), 0),
             stencil<Kernel, T>(grid, X.y, staggering<T>(d, 1), 1),
             stencil<Kernel, T>(grid, X.z, staggering<T>(d, 2), 2));
  }
}

/// Everything that one point needs for all three components: a direction has but two staggerings.
template <class Pair, class T = real>
struct PointStencils {
  Stencil<typename Pair::Along, T> whole[3]; ///< g = 0, by direction
  Stencil<typename Pair::Across, T> half[3]; ///< g = 1/2
  template <int component, int direction>
  IBSIM_HD const Stencil<KernelIn<Pair, component, direction>, T>& at() const {
    if constexpr (component == direction)
      return whole[direction];
    else
      return half[direction];
  }
};

template <class Pair, class T = real>
IBSIM_HD PointStencils<Pair, T> point_stencils(const Grid& grid, const Real3& X) {
  PointStencils<Pair, T> result;
#pragma unroll
  for (int d = 0; d < 3; ++d) {
    const auto t = coordinate_for<T>(X[d], grid.h, grid.n[d]);
    result.whole[d] = stencil_at<typename Pair::Along, T>(t, T{0}, grid.n[d]);
    result.half[d] = stencil_at<typename Pair::Across, T>(t, T{0.5}, grid.n[d]);
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
  template <class T>
  IBSIM_HD bool has_point(const Grid&, real) const {
    return true;
  }
};

/// Planes of a slab's field, whose pointer is at the first own plane. Stored planes begin at -ghosts.
struct PlanesOfSlab {
  int n, first, planes, ghosts;
  static constexpr bool clips = true;
  explicit PlanesOfSlab(const Slab& slab)
      : n(slab.whole.z), first(slab.first), planes(slab.planes), ghosts(slab.ghosts) {}
  IBSIM_HD int operator()(int k) const { return wrap_near(k - first + ghosts, n) - ghosts; }
  IBSIM_HD bool owns(int plane) const { return plane >= 0 && plane < planes; }
  IBSIM_HD bool stores(int plane) const { return plane >= -ghosts && plane < planes + ghosts; }
  /// True if the cell of a point at this Z is in an own plane: its support is then stored. For weights of
  /// type T.
  template <class T>
  IBSIM_HD bool has_point(const Grid& grid, real Z) const {
    const auto t = coordinate_for<T>(Z, grid.h, n);
    if constexpr (std::is_same_v<T, float>)
      return owns(t.cell - first);
    else
      return owns(cell_around(std::floor(t), n) - first);
  }
};

/// Sum of u (doubles or floats) over the support, weighted: one component at one point, in the number type
/// W of the weights. Runs along x, the
/// order of the memory.
/// @param planes of u, which has all that the point reaches
template <class Planes, class X, class Y, class Z, class W, class T>
IBSIM_HD W weighted_sum(const Grid& grid, const Planes& planes, const Stencil<X, W>& x,
                        const Stencil<Y, W>& y, const Stencil<Z, W>& z, const T* u) {
  const Int3 n = grid.n;
  const bool in_one_piece = x.first >= 0 && x.first + X::support <= n.x;
  W column[X::support] = {};
  for (int c = 0; c < Z::support; ++c) {
    const Index plane = n.y * planes(z.first + c);
#pragma unroll
    for (int b = 0; b < Y::support; ++b) {
      const T* row = u + n.x * (wrap_near(y.first + b, n.y) + plane);
      const W weight = y.weight[b] * z.weight[c];
      if (in_one_piece)
        for (int a = 0; a < X::support; ++a) column[a] += weight * row[x.first + a];
      else
        for (int a = 0; a < X::support; ++a) column[a] += weight * row[wrap_near(x.first + a, n.x)];
    }
  }
  W sum = 0;
  for (int a = 0; a < X::support; ++a) sum += x.weight[a] * column[a];
  return sum;
}
/// Interpolates a field of the whole box.
template <class X, class Y, class Z, class W, class T>
IBSIM_HD W weighted_sum(const Grid& grid, const Stencil<X, W>& x, const Stencil<Y, W>& y,
                        const Stencil<Z, W>& z, const T* u) {
  return weighted_sum(grid, PlanesOfBox{grid.n.z}, x, y, z, u);
}

/// The transpose: add F times the weights to f, in the planes that are its own. For one work item at a time.
template <class Planes, class X, class Y, class Z, class W, class T>
IBSIM_HD void add_weighted(const Grid& grid, const Planes& planes, const Stencil<X, W>& x,
                           const Stencil<Y, W>& y, const Stencil<Z, W>& z, std::type_identity_t<W> F, T* f) {
  const Int3 n = grid.n;
  const bool in_one_piece = x.first >= 0 && x.first + X::support <= n.x;
  W along_x[X::support];
  for (int a = 0; a < X::support; ++a) along_x[a] = F * x.weight[a];
  for (int c = 0; c < Z::support; ++c) {
    const int own = planes(z.first + c);
    if (Planes::clips && !planes.owns(own)) continue;
    const Index plane = n.y * own;
#pragma unroll
    for (int b = 0; b < Y::support; ++b) {
      T* row = f + n.x * (wrap_near(y.first + b, n.y) + plane);
      const W weight = y.weight[b] * z.weight[c];
      if (in_one_piece)
        for (int a = 0; a < X::support; ++a) row[x.first + a] += weight * along_x[a];
      else
        for (int a = 0; a < X::support; ++a) row[wrap_near(x.first + a, n.x)] += weight * along_x[a];
    }
  }
}

template <class X, class Y, class Z, class W, class T>
IBSIM_HD void add_weighted(const Grid& grid, const Stencil<X, W>& x, const Stencil<Y, W>& y,
                           const Stencil<Z, W>& z, std::type_identity_t<W> F, T* f) {
  add_weighted(grid, PlanesOfBox{grid.n.z}, x, y, z, F, f);
}

} // namespace ibsim
