// Corrections of the forces of walls of points (held_walls.hpp), on the device. For kernel files.
#pragma once

#include "linalg/block_rows.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"
#include "step/carried_part.hpp"
#include "walls/wall_inverse.hpp"

namespace ibsim::wall_corrections {

/// The inverse of wall_inverse.hpp.
template <class B>
struct WallInverse {
  BlockRows<B> local;
  Array<Index, B> first_of_patch, points_of_patch;
  Array<real, B> of_patches; ///< K, column by column
  Index patches;
  CarriedPart carried; ///< after the first step
  std::uint64_t number = 0, last_use = 0;

  WallInverse(const Stream<B>& stream, const BlockMatrix& G, const WallPatches& P)
      : local(stream, G), first_of_patch(stream, P.first), points_of_patch(stream, P.points),
        patches(P.number()) {
    stream.synchronize();
  }
};

/// sums = P^T p
template <class B>
void sum_patches(const Stream<B>& stream, const WallInverse<B>& inverse, Index n, const real* normals,
                 const real* p, real* sums) {
  const Index *first = inverse.first_of_patch.data(), *points = inverse.points_of_patch.data();
  for_each_piece(stream, inverse.patches, [=] IBSIM_KERNEL(Index patch) {
    real sum = 0;
    for (Index i = first[patch]; i < first[patch + 1]; ++i) {
      const Index point = points[i];
      sum += normals[point] * p[point] + normals[n + point] * p[n + point] +
             normals[2 * n + point] * p[2 * n + point];
    }
    sums[patch] = sum;
  });
}

/// column = P's of a patch, 3 n numbers
template <class B>
void set_patch(const Stream<B>& stream, const WallInverse<B>& inverse, Index patch, Index n,
               const real* normals, real* column) {
  fill_zero(stream, column, sizeof(real) * 3 * static_cast<std::size_t>(n));
  const Index *first = inverse.first_of_patch.data() + patch, *points = inverse.points_of_patch.data();
  for_each(stream, Index{3}, [=] IBSIM_KERNEL(Index d) {
    for (Index i = first[0]; i < first[1]; ++i)
      column[Size{d} * n + points[i]] = normals[Size{d} * n + points[i]];
  });
}

/// dF = -(Gp + K sums), F += carried dF; dF is left times `factor`. @param change Gp, becomes that
template <class B>
void correct(const Stream<B>& stream, const WallInverse<B>& inverse, Index numbers, const real* sums,
             real factor, real carried, real* change, real* F) {
  const Index patches = inverse.patches;
  const real* columns = inverse.of_patches.data();
  for_each(stream, numbers, [=] IBSIM_KERNEL(Index i) {
    real all = change[i];
    const real* column = columns + i;
    for (Index patch = 0; patch < patches; ++patch, column += numbers) all += *column * sums[patch];
    F[i] -= carried * all;
    change[i] = -factor * all;
  });
}

/// to = factor from
template <class B>
void scale(const Stream<B>& stream, Size n, real factor, const real* from, real* to) {
  for_each(stream, n, [=] IBSIM_KERNEL(Size i) { to[i] = factor * from[i]; });
}
/// to -= from
template <class B>
void subtract(const Stream<B>& stream, Size n, const real* from, real* to) {
  for_each(stream, n, [=] IBSIM_KERNEL(Size i) { to[i] -= from[i]; });
}
/// to = a from + b other, which may be the same
template <class B>
void combine(const Stream<B>& stream, Size n, real a, const real* from, real b, const real* other, real* to) {
  for_each(stream, n, [=] IBSIM_KERNEL(Size i) { to[i] = a * from[i] + b * other[i]; });
}
/// to += from
template <class B, class T>
void add(const Stream<B>& stream, Size n, const T* from, T* to) {
  for_each(stream, n, [=] IBSIM_KERNEL(Size i) { to[i] += from[i]; });
}
/// The sum of a b.
template <class B>
real product(const Stream<B>& stream, Size n, const real* a, const real* b) {
  return sum<real>(stream, n, [=] IBSIM_KERNEL(Size i) { return a[i] * b[i]; });
}

} // namespace ibsim::wall_corrections
