// Sums and maxima over 0 .. n-1, brought to the host. For kernel files only.
//
// Bit for bit the same whatever the number of threads: the terms are split into a fixed number of partial results,
// which the host adds in order. They wait for the queue, so they belong in diagnostics, not in the time step.
#pragma once

#include "parallel/array.hpp"
#include "parallel/for_each.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

namespace detail {

constexpr Index partial_results = 8192;

template <class B, class F, class Combine>
std::vector<real> partials(const Queue<B>& queue, Index n, real start, F f, Combine combine) {
  const Index parts = std::min(n, partial_results);
  if (parts <= 0) return {};
  Array<real, B> results(parts);
  real* out = results.data();
  const Index share = (n - 1) / parts + 1;
  for_each(queue, parts, [=] IBSIM_KERNEL(Index p) {
    real value = start;
    const std::int64_t first = std::int64_t{p} * share;
    const std::int64_t last = first + share < n ? first + share : n;
    for (std::int64_t i = first; i < last; ++i) value = combine(value, f(static_cast<Index>(i)));
    out[p] = value;
  });
  return results.to_host(queue);
}

struct Plus {
  IBSIM_HD real operator()(real a, real b) const { return a + b; }
};
struct Larger { // keeps a NaN once it has met one
  IBSIM_HD real operator()(real a, real b) const { return (a != a || a > b) ? a : b; }
};

} // namespace detail

template <class B, class F>
real sum(const Queue<B>& queue, Index n, F f) {
  real total = 0;
  for (real part : detail::partials(queue, n, real{0}, f, detail::Plus{})) total += part;
  return total;
}

/// The largest f(i), not less than 0; NaN if any f(i) is NaN.
template <class B, class F>
real max_of(const Queue<B>& queue, Index n, F f) {
  real largest = 0;
  for (real part : detail::partials(queue, n, real{0}, f, detail::Larger{})) largest = detail::Larger{}(largest, part);
  return largest;
}

} // namespace ibsim
