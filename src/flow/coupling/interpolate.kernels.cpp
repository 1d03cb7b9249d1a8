// Algorithm 3: U_j = sum_i delta_h(x_i - X_j) u_i h^3 = sum over the support points of phi phi phi u.
//
// One work item a point, as in the paper; or, on a GPU whose threads are not limited, one a point and
// component, or, where so many would still leave it idle, one a point, component and row of the support.
#include "coupling/interpolate.hpp"

#include "coupling/stencil.hpp"
#include "parallel/for_each_sum.hpp"

#include <type_traits>

namespace ibsim {

// Of a slab's points, those of others get zeros: `planes` tells (PlanesOfSlab; PlanesOfBox has all).

template <class Pair, class B, class Planes, class T>
void interpolate_by_points(const Stream<B>& stream, const Grid& grid, const Planes& of, FaceView<const T> u,
                           VectorsView<const real> X, VectorsView<real> U) {
  const Planes planes = of;
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index j) {
    if (!planes.template has_point<T>(grid, X.z[j])) {
      U.set(j, Real3{});
      return;
    }
    const PointStencils<Pair, T> at = point_stencils<Pair, T>(grid, X.at(j));
    for_each_component([&](auto component) {
      constexpr int d = component;
      U[d][j] = weighted_sum(grid, planes, at.template at<d, 0>(), at.template at<d, 1>(),
                             at.template at<d, 2>(), u[d]);
    });
  });
}

template <class Pair, class B, class Planes, class T>
void interpolate_by_components(const Stream<B>& stream, const Grid& grid, const Planes& of,
                               FaceView<const T> u, VectorsView<const real> X, VectorsView<real> U) {
  const Planes planes = of;
  for_each(stream, Size{3} * X.n, [=] IBSIM_KERNEL(Size item) {
    const int d = static_cast<int>(item / X.n);
    const auto j = static_cast<Index>(item % X.n);
    if (!planes.template has_point<T>(grid, X.z[j])) {
      U[d][j] = 0;
      return;
    }
    U[d][j] =
        with_component_stencils<Pair, T>(grid, X.at(j), d, [&](const auto& x, const auto& y, const auto& z) {
          return real{weighted_sum(grid, planes, x, y, z, u[d])};
        });
  });
}

constexpr int power_of_two_from(int n) { return n <= 1 ? 1 : 2 * power_of_two_from((n + 1) / 2); }

/// The sum over row number `row` of a point's support, b + s_y c, of one component.
template <class Planes, class X, class Y, class Z, class T>
IBSIM_HD T weighted_row(const Grid& grid, const Planes& planes, const Stencil<X, T>& x,
                        const Stencil<Y, T>& y, const Stencil<Z, T>& z, int row, const T* u) {
  if (row >= Y::support * Z::support) return 0;
  const int b = row % Y::support, c = row / Y::support;
  T weight_y = 0, weight_z = 0; // chosen without indexing, so that the weights stay in registers
#pragma unroll
  for (int a = 0; a < Y::support; ++a)
    if (a == b) weight_y = y.weight[a];
#pragma unroll
  for (int a = 0; a < Z::support; ++a)
    if (a == c) weight_z = z.weight[a];
  const T* line = u + grid.index(0, wrap_near(y.first + b, grid.n.y), planes(z.first + c));
  T sum = 0;
  for (int a = 0; a < X::support; ++a) sum += x.weight[a] * line[wrap_near(x.first + a, grid.n.x)];
  return weight_y * weight_z * sum;
}

/// Terms are the rows of the support.
template <class Pair, class B, class Planes, class T>
void interpolate_by_rows(const Stream<B>& stream, const Grid& grid, const Planes& of, FaceView<const T> u,
                         VectorsView<const real> X, VectorsView<real> U) {
  const Planes planes = of;
  for_each_sum<power_of_two_from(Pair::Along::support * Pair::Across::support)>(
      stream, 3 * X.n,
      [=] IBSIM_KERNEL(Index item, int row) -> real {
        const Index j = item / 3;
        if (!planes.template has_point<T>(grid, X.z[j])) return 0;
        const int d = static_cast<int>(item % 3);
        return with_component_stencils<Pair, T>(grid, X.at(j), d,
                                                [&](const auto& x, const auto& y, const auto& z) {
                                                  return real{weighted_row(grid, planes, x, y, z, row, u[d])};
                                                });
      },
      [=] IBSIM_KERNEL(Index item, real sum) { U[item % 3][item / 3] = sum; });
}

template <class B, class Planes, class T>
void interpolate_in(const Stream<B>& stream, DeltaKernel kernel, const Grid& grid, const Planes& planes,
                    FaceView<const T> u, VectorsView<const real> X, VectorsView<real> U, Index in_all) {
  with_kernel(kernel, [&](auto k) {
    using Pair = decltype(k);
    static_assert(Pair::support / 2 <= ghost_planes, "a kernel reaches beyond the ghosts");
    if constexpr (std::is_same_v<B, Cuda>) {
      constexpr Index few = 1 << 15; // three work items a point are then too few for a large GPU
      // limited threads are the paper's experiment, of one box in double precision
      constexpr bool may_be_limited = std::is_same_v<Planes, PlanesOfBox> && std::is_same_v<T, real>;
      if (!may_be_limited || stream.max_work_items == 0)
        return in_all < few ? interpolate_by_rows<Pair>(stream, grid, planes, u, X, U)
                            : interpolate_by_components<Pair>(stream, grid, planes, u, X, U);
      if constexpr (may_be_limited) interpolate_by_points<Pair>(stream, grid, planes, u, X, U);
    } else {
      interpolate_by_points<Pair>(stream, grid, planes, u, X, U);
    }
  });
}

template <class B>
void interpolate(const Stream<B>& stream, DeltaKernel kernel, const Grid& grid, AnyConstFaces u,
                 VectorsView<const real> X, VectorsView<real> U, Index in_all) {
  with_faces(u, [&](auto faces) {
    interpolate_in(stream, kernel, grid, PlanesOfBox{grid.n.z}, faces, X, U, in_all);
  });
}

template <class B>
void interpolate(const Stream<B>& stream, DeltaKernel kernel, const Grid& grid, const Slab& slab,
                 AnyConstFaces u, VectorsView<const real> X, VectorsView<real> U, Index in_all) {
  with_faces(
      u, [&](auto faces) { interpolate_in(stream, kernel, grid, PlanesOfSlab(slab), faces, X, U, in_all); });
}

template void interpolate<ThisBackend>(const Stream<ThisBackend>&, DeltaKernel, const Grid&, AnyConstFaces,
                                       VectorsView<const real>, VectorsView<real>, Index);

template void interpolate<ThisBackend>(const Stream<ThisBackend>&, DeltaKernel, const Grid&, const Slab&,
                                       AnyConstFaces, VectorsView<const real>, VectorsView<real>, Index);

} // namespace ibsim
