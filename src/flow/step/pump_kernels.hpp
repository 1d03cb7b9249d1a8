// Sums, small solves and forces of pumps (held_flow_rates.hpp), on the device. For kernel files.
#pragma once

#include "base/two_floats.hpp"
#include "grid/stored_numbers.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

#include <type_traits>

namespace ibsim::pump_kernels {

/// Part of the missing level by which a level changes in a step: less than the pumps change in a jump.
constexpr real part_of_level = 0.25;

template <class B>
void set_number(const Stream<B>& stream, real value, real* to) {
  for_each(stream, 1, [=] IBSIM_KERNEL(Index) { *to = value; });
}

/// Type of sums over planes: of 64 bits, without doubles where the fluid has floats.
template <class T>
using SumOf = std::conditional_t<storage_of<T> == Storage::floats, TwoFloats, real>;
static_assert(sizeof(TwoFloats) == sizeof(real));

/// to += factor of
template <class B, class T>
void add_scaled(const Stream<B>& stream, Size n, const T* factor, const T* of, T* to) {
  for_each(stream, n, [=] IBSIM_KERNEL(Size i) { to[i] += *factor * of[i]; });
}

/// Sums over planes: sums[k] = sum of parts u.
template <class B, class T>
void sum_of_each_plane(const Stream<B>& stream, Index planes, Index plane, const T* parts, const T* u,
                       SumOf<T>* sums) {
  reduce_each(
      stream, planes, plane, SumOf<T>{},
      [=] IBSIM_KERNEL(Index k, Index c) {
        const Size i = Size{k} * plane + c;
        return SumOf<T>{parts[i] * u[i]};
      },
      Plus{}, sums);
}

/// found[j] = factor[j] sum over all planes of the sums of rate j, which lie rank by rank, of each rank rate
/// by rate, plane by plane. @param first plane of each rank, and of the rank after the last
template <class B, class Sum>
void add_planes(const Stream<B>& stream, Index rates, Index ranks, const Index* first, const real* factor,
                const Sum* sums, real* found) {
  for_each(stream, rates, [=] IBSIM_KERNEL(Index j) {
    real all = 0;
    for (Index r = 0; r < ranks; ++r) {
      const Index planes = first[r + 1] - first[r];
      const Sum* of_rank = sums + Size{rates} * first[r] + Size{planes} * j;
      for (Index k = 0; k < planes; ++k) all += static_cast<real>(of_rank[k]);
    }
    found[j] = factor[j] * all;
  });
}

/// Numbers of the pumps whose g is sought, on the device, each an array of them.
struct Sought {
  const Index* pump;  ///< number of it
  const real* wanted; ///< Q, or p
  const real* length; ///< 0 of a flow rate
  const real* resistance;
  const Index* vessel; ///< number of it, from 1
  const real* factors; ///< of the matrix as L U, row by row, with 1/0 as 0
  const Index* order;  ///< of its rows
};

/// dg, and g += dg. @param change room for one number each, becomes dg
template <class B>
void change_forces(const Stream<B>& stream, Index n, const Sought s, const real* levels, const real* found,
                   real* change, real* g) {
  for_each(stream, 1, [=] IBSIM_KERNEL(Index) {
    for (Index i = 0; i < n; ++i) { // L y = what is missing
      const Index row = s.order[i];
      real missing = s.length[row] > 0 ? s.wanted[row] + (s.vessel[row] > 0 ? levels[s.vessel[row] - 1] : 0) -
                                             s.resistance[row] * found[row] - s.length[row] * g[s.pump[row]]
                                       : s.wanted[row] - found[row];
      for (Index j = 0; j < i; ++j) missing -= s.factors[Size{i} * n + j] * change[j];
      change[i] = missing;
    }
    for (Index i = n - 1; i >= 0; --i) { // U dg = y
      for (Index j = i + 1; j < n; ++j) change[i] -= s.factors[Size{i} * n + j] * change[j];
      const real pivot = s.factors[Size{i} * n + i];
      change[i] = pivot != 0 ? change[i] / pivot : 0;
      g[s.pump[i]] += change[i];
    }
  });
}

/// All pumps, on the device, each an array of them.
struct OfPumps {
  const Index *vessel, *has_pressure;
  const real *length, *pressure;
};

/// s of each vessel, and g of the pumps with a pressure.
template <class B>
void set_levels(const Stream<B>& stream, Index pumps, Index vessels, const OfPumps of, real* g,
                real* levels) {
  for_each(stream, 1, [=] IBSIM_KERNEL(Index) {
    for (Index v = 0; v < vessels; ++v) {
      real low = 0, high = 0;
      bool any = false;
      for (Index i = 0; i < pumps; ++i) {
        if (of.vessel[i] != v + 1) continue;
        const real p = g[i] * of.length[i];
        low = any && low < p ? low : p, high = any && high > p ? high : p;
        any = true;
      }
      levels[v] -= part_of_level * (low + high) / 2;
    }
    for (Index i = 0; i < pumps; ++i)
      if (of.has_pressure[i])
        g[i] = (of.pressure[i] + (of.vessel[i] > 0 ? levels[of.vessel[i] - 1] : 0)) / of.length[i];
  });
}

} // namespace ibsim::pump_kernels
