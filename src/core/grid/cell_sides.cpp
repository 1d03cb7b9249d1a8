#include "grid/cell_sides.hpp"

#include "base/text.hpp"
#include "base/units.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ibsim {
namespace {

constexpr real rounding = 1e-9;

bool is_whole(real x) { return std::abs(x - std::round(x)) < rounding * std::max(real{1}, std::abs(x)); }

/// Side of n cells along a length.
CellSide side_of(real length, long n) {
  const real side = length / static_cast<real>(n);
  if (is_whole(side * 1e6)) {
    const real exact = std::round(side * 1e6) / 1e6;
    return {exact, format_quantity(exact, dimension::length)};
  }
  const long shared = is_whole(length) ? std::gcd(std::lround(length), n) : 1;
  return {side,
          shortest_decimals(length / static_cast<real>(shared)) + "/" + std::to_string(n / shared) + " um"};
}

/// The side with the least badness(side), infinite for what is out of the question.
template <class F>
std::optional<CellSide> best_side(const Real3& lengths, real h, F badness) {
  constexpr long around = 2000;
  constexpr real infinite = std::numeric_limits<real>::infinity();
  const long start = std::lround(lengths.x / h);
  struct {
    real badness = infinite;
    long n = 0;
  } any, smooth;
  for (long n = std::max(1L, start - around); n <= start + around; ++n) {
    const real side = lengths.x / static_cast<real>(n), along_y = lengths.y / side,
               along_z = lengths.z / side, bad = badness(side);
    if (!is_whole(along_y) || !is_whole(along_z)) continue;
    if (bad < any.badness) any = {bad, n};
    if (bad < smooth.badness && has_small_factors(n) && has_small_factors(std::lround(along_y)) &&
        has_small_factors(std::lround(along_z)))
      smooth = {bad, n};
  }
  const long n = smooth.n > 0 ? smooth.n : any.n;
  return n > 0 ? std::optional(side_of(lengths.x, n)) : std::nullopt;
}

} // namespace

bool has_small_factors(long n) {
  if (n < 1) return false;
  for (const long factor : {2L, 3L, 5L})
    while (n % factor == 0) n /= factor;
  return n == 1;
}

std::optional<CellSide> nearest_cell_side(const Real3& lengths, real h) {
  return best_side(lengths, h, [h](real side) { return std::abs(side - h); });
}

std::optional<CellSide> cell_side_up_to(const Real3& lengths, real h) {
  return best_side(lengths, h, [h](real side) {
    return side <= h * (1 + rounding) ? h - side : std::numeric_limits<real>::infinity();
  });
}

std::string text_of_cell_up_to(const Real3& lengths, real h) {
  const std::optional<CellSide> side = cell_side_up_to(lengths, h);
  return side ? side->text : text("%.3g um", h);
}

} // namespace ibsim
