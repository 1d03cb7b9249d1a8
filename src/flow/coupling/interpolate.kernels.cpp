// Algorithm 3: U_j = sum_i delta_h(x_i - X_j) u_i h^3 = sum over s^3 support points of phi phi phi u.
//
// One work item a point, as in the paper; or, on a GPU whose threads are not limited, one a point and
// component, or, where so many would still leave it idle, one a point, component and row of the support.
#include "coupling/interpolate.hpp"

#include "coupling/stencil.hpp"
#include "parallel/for_each_sum.hpp"

#include <type_traits>

namespace ibsim {

// Of a slab's points, those of others get zeros: `planes` tells (PlanesOfSlab; PlanesOfBox has all).

template <class Kernel, class B, class Planes>
void interpolate_by_points(const Stream<B>& stream, const Grid& grid, const Planes& of,
                           FaceView<const real> u, VectorsView<const real> X, VectorsView<real> U) {
  const Planes planes = of;
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index j) {
    if (!planes.has_point(grid, X.z[j])) {
      U.set(j, Real3{});
      return;
    }
    const PointStencils<Kernel> at = point_stencils<Kernel>(grid, X.at(j));
    for (int d = 0; d < 3; ++d)
      U[d][j] = weighted_sum(grid, planes, at.at(d, 0), at.at(d, 1), at.at(d, 2), u[d]);
  });
}

template <class Kernel, class B, class Planes>
void interpolate_by_components(const Stream<B>& stream, const Grid& grid, const Planes& of,
                               FaceView<const real> u, VectorsView<const real> X, VectorsView<real> U) {
  const Planes planes = of;
  for_each(stream, Size{3} * X.n, [=] IBSIM_KERNEL(Size item) {
    const int d = static_cast<int>(item / X.n);
    const auto j = static_cast<Index>(item % X.n);
    if (!planes.has_point(grid, X.z[j])) {
      U[d][j] = 0;
      return;
    }
    Stencil<Kernel> at[3];
#pragma unroll
    for (int e = 0; e < 3; ++e) at[e] = stencil_of<Kernel>(grid, X[e][j], d, e);
    U[d][j] = weighted_sum(grid, planes, at[0], at[1], at[2], u[d]);
  });
}

constexpr int power_of_two_from(int n) { return n <= 1 ? 1 : 2 * power_of_two_from((n + 1) / 2); }

/// Terms are the rows (b, c) of the support: row = b + s c.
template <class Kernel, class B, class Planes>
void interpolate_by_rows(const Stream<B>& stream, const Grid& grid, const Planes& of, FaceView<const real> u,
                         VectorsView<const real> X, VectorsView<real> U) {
  constexpr int s = Kernel::support;
  const Planes planes = of;
  for_each_sum<power_of_two_from(s * s)>(
      stream, 3 * X.n,
      [=] IBSIM_KERNEL(Index item, int row) -> real {
        const Index j = item / 3;
        if (row >= s * s || !planes.has_point(grid, X.z[j])) return 0;
        const int d = item % 3;
        Stencil<Kernel> at[3];
#pragma unroll
        for (int e = 0; e < 3; ++e) at[e] = stencil_of<Kernel>(grid, X[e][j], d, e);
        const int b = row % s, c = row / s;
        real weight_y = 0, weight_z = 0; // chosen without indexing, so that the weights stay in registers
#pragma unroll
        for (int a = 0; a < s; ++a) {
          if (a == b) weight_y = at[1].weight[a];
          if (a == c) weight_z = at[2].weight[a];
        }
        const real* line =
            u[d] + grid.index(0, wrap_near(at[1].first + b, grid.n.y), planes(at[2].first + c));
        real sum = 0;
        for (int a = 0; a < s; ++a) sum += at[0].weight[a] * line[wrap_near(at[0].first + a, grid.n.x)];
        return weight_y * weight_z * sum;
      },
      [=] IBSIM_KERNEL(Index item, real sum) { U[item % 3][item / 3] = sum; });
}

template <class B, class Planes>
void interpolate_in(const Stream<B>& stream, DeltaKernel kernel, const Grid& grid, const Planes& planes,
                    FaceView<const real> u, VectorsView<const real> X, VectorsView<real> U, Index in_all) {
  with_kernel(kernel, [&](auto k) {
    using Kernel = decltype(k);
    static_assert(Kernel::support / 2 <= ghost_planes, "a kernel reaches beyond the ghosts");
    if constexpr (std::is_same_v<B, Cuda>) {
      constexpr Index few = 1 << 15; // three work items a point are then too few for a large GPU
      if (stream.max_work_items == 0)
        return in_all < few ? interpolate_by_rows<Kernel>(stream, grid, planes, u, X, U)
                            : interpolate_by_components<Kernel>(stream, grid, planes, u, X, U);
    }
    interpolate_by_points<Kernel>(stream, grid, planes, u, X, U);
  });
}

template <class B>
void interpolate(const Stream<B>& stream, DeltaKernel kernel, const Grid& grid, FaceView<const real> u,
                 VectorsView<const real> X, VectorsView<real> U) {
  interpolate_in(stream, kernel, grid, PlanesOfBox{grid.n.z}, u, X, U, X.n);
}

template <class B>
void interpolate(const Stream<B>& stream, DeltaKernel kernel, const Grid& grid, const Slab& slab,
                 FaceView<const real> u, VectorsView<const real> X, VectorsView<real> U, Index in_all) {
  interpolate_in(stream, kernel, grid, PlanesOfSlab(slab), u, X, U, in_all);
}

template void interpolate<ThisBackend>(const Stream<ThisBackend>&, DeltaKernel, const Grid&,
                                       FaceView<const real>, VectorsView<const real>, VectorsView<real>);

template void interpolate<ThisBackend>(const Stream<ThisBackend>&, DeltaKernel, const Grid&, const Slab&,
                                       FaceView<const real>, VectorsView<const real>, VectorsView<real>,
                                       Index);

} // namespace ibsim
