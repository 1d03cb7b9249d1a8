// Corrections of the forces of walls of points (held_walls.hpp), on the device. For kernel files.
#pragma once

#include "linalg/block_rows.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"
#include "step/carried_part.hpp"
#include "walls/wall_inverse.hpp"

#include <algorithm>

namespace ibsim::wall_corrections {

/// P on the device.
template <class B>
struct PatchesOfWalls {
  Array<Index, B> first, points;
  Index number;

  PatchesOfWalls(const Stream<B>& stream, const WallPatches& P)
      : first(stream, P.first), points(stream, P.points), number(P.number()) {
    stream.synchronize();
  }
};

/// The inverse of wall_inverse.hpp, in floats: its rounding is 1e-7 of a correction.
template <class B>
struct WallInverse {
  BlockRows<B, float> local;
  Array<float, B> of_patches; ///< K, column by column
  CarriedPart carried;        ///< after the first step
  std::uint64_t number = 0, last_use = 0;

  WallInverse(const Stream<B>& stream, const BlockMatrix& G) : local(stream, G) {}
  /// (1 - part) upper + part lower
  WallInverse(const Stream<B>& stream, const WallInverse& upper, const WallInverse& lower, real part)
      : local(stream, upper.local, lower.local, part), of_patches(upper.of_patches.size()) {
    interpolate_patches(stream, upper, lower, part);
  }
  void interpolate(const Stream<B>& stream, const WallInverse& upper, const WallInverse& lower, real part) {
    local.interpolate(stream, upper.local, lower.local, part);
    interpolate_patches(stream, upper, lower, part);
  }

 private:
  void interpolate_patches(const Stream<B>& stream, const WallInverse& upper, const WallInverse& lower,
                           real part) {
    interpolate_numbers(stream, of_patches.size(), upper.of_patches.data(), lower.of_patches.data(), part,
                        of_patches.data());
    carried = {std::max(upper.carried.corrections, lower.carried.corrections),
               std::min(upper.carried.part, lower.carried.part)};
  }
};

/// Partial sums of a patch, so that a GPU has more threads than patches.
constexpr Index parts_of_patch = 32;

/// sums = P^T p @param room for parts_of_patch numbers of each patch
template <class B>
void sum_patches(const Stream<B>& stream, const PatchesOfWalls<B>& patches, Index n, const real* normals,
                 const real* p, real* room, real* sums) {
  const Index *first = patches.first.data(), *points = patches.points.data();
  for_each(stream, patches.number * parts_of_patch, [=] IBSIM_KERNEL(Index item) {
    const Index patch = item / parts_of_patch;
    real sum = 0;
    for (Index i = first[patch] + item % parts_of_patch; i < first[patch + 1]; i += parts_of_patch) {
      const Index point = points[i];
      sum += normals[point] * p[point] + normals[n + point] * p[n + point] +
             normals[2 * n + point] * p[2 * n + point];
    }
    room[item] = sum;
  });
  for_each(stream, patches.number, [=] IBSIM_KERNEL(Index patch) {
    real sum = 0;
    for (Index part = 0; part < parts_of_patch; ++part) sum += room[patch * parts_of_patch + part];
    sums[patch] = sum;
  });
}

/// column = P's of a patch, 3 n numbers
template <class B>
void set_patch(const Stream<B>& stream, const PatchesOfWalls<B>& patches, Index patch, const WallPatches& P,
               Index n, const real* normals, real* column) {
  fill_zero(stream, column, sizeof(real) * 3 * static_cast<std::size_t>(n));
  const auto at = static_cast<std::size_t>(patch);
  const Index members = P.first[at + 1] - P.first[at], *points = patches.points.data() + P.first[at];
  for_each(stream, 3 * members, [=] IBSIM_KERNEL(Index i) {
    const Size component = Size{i / members} * n + points[i % members];
    column[component] = normals[component];
  });
}

/// dF = -(Gp + K sums), F += carried dF; dF is left times `factor`. @param change Gp, becomes that
template <class B>
void correct(const Stream<B>& stream, const WallInverse<B>& inverse, Index numbers, Index patches,
             const real* sums, real factor, real carried, real* change, real* F) {
  const float* columns = inverse.of_patches.data();
  for_each(stream, numbers, [=] IBSIM_KERNEL(Index i) {
    real all = change[i];
    const float* column = columns + i;
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
/// to = from, rounded
template <class B>
void to_floats(const Stream<B>& stream, Size n, const real* from, float* to) {
  for_each(stream, n, [=] IBSIM_KERNEL(Size i) { to[i] = static_cast<float>(from[i]); });
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
template <class B>
void add_floats(const Stream<B>& stream, Size n, const float* from, double* to) {
  for_each(stream, n, [=] IBSIM_KERNEL(Size i) { to[i] += from[i]; });
}
/// The sum of a b.
template <class B>
real product(const Stream<B>& stream, Size n, const real* a, const real* b) {
  return sum<real>(stream, n, [=] IBSIM_KERNEL(Size i) { return a[i] * b[i]; });
}

} // namespace ibsim::wall_corrections
