#include "geometry/devices.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "geometry/primitives.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace ibsim {
namespace {

constexpr real pi = std::numbers::pi;

/// s of the nearest image.
real near_image(real s, real period) { return s - period * std::round(s / period); }

/// All of space but what is farther than half a depth from a point along an axis.
ImplicitShape slab(int axis, real middle, real depth) {
  Real3 low{-no_end, -no_end, -no_end}, high{no_end, no_end, no_end};
  low[axis] = middle - depth / 2, high[axis] = middle + depth / 2;
  return box_shape(low, high);
}

ImplicitShape limited_in_depth(ImplicitShape shape, int axis, real middle, real depth) {
  return std::isfinite(depth) ? intersection_of({std::move(shape), slab(axis, middle, depth)}) : shape;
}

} // namespace

ImplicitShape constriction_shape(const ConstrictionShape& c, const PeriodicBox& box) {
  const real period = box.size[c.axis];
  const real drop = c.radius - c.throat;
  const auto part = [c, period](real s) { // of a ramp, from the throat's end
    return (std::abs(near_image(s, period)) - c.length / 2) / c.ramp;
  };
  const auto radius = [=](real s) {
    const real t = part(s);
    return t <= 0 ? c.throat : t >= 1 ? c.radius : c.throat + drop * (1 - std::cos(pi * t)) / 2;
  };
  return repeated(revolved_shape(c.axis, c.at, {radius, period}), box);
}

ImplicitShape aneurysm_shape(const AneurysmShape& a, const PeriodicBox& box) {
  const Real3 sac = a.at + a.sac_distance * normalized(a.towards);
  return smooth_union_of(
      {repeated(cylinder_shape(a.axis, a.at, a.radius), box), repeated(sphere_shape(sac, a.sac_radius), box)},
      a.joint);
}

real BifurcationShape::first_radius() const {
  return radius * std::pow(1 + std::pow(ratio, murray), -1 / murray);
}

ImplicitShape bifurcation_shape(const BifurcationShape& b, const PeriodicBox& box) {
  const Real3 along = normalized(b.direction);
  const Real3 aside = normalized(b.plane - dot(b.plane, along) * along);
  const real first = b.first_radius(), second = b.ratio * first;
  const auto daughter = [&](real side, real radius) {
    const Real3 way = std::cos(b.angle / 2) * along + side * std::sin(b.angle / 2) * aside;
    return repeated(tube_shape({b.at, b.at + b.daughter_length * way}, {radius, radius}), box);
  };
  return smooth_union_of(
      {repeated(tube_shape({b.at - b.parent_length * along, b.at}, {b.radius, b.radius}), box),
       daughter(1, first), daughter(-1, second)},
      b.joint);
}

ImplicitShape cross_slot_shape(const CrossSlotShape& c, const PeriodicBox& box) {
  const int third = 3 - c.first - c.second;
  const auto channel = [&](int across) {
    Real3 low{-no_end, -no_end, -no_end}, high{no_end, no_end, no_end};
    low[across] = c.at[across] - c.width / 2, high[across] = c.at[across] + c.width / 2;
    if (std::isfinite(c.depth))
      low[third] = c.at[third] - c.depth / 2, high[third] = c.at[third] + c.depth / 2;
    return repeated(box_shape(low, high), box);
  };
  return union_of({channel(c.second), channel(c.first)});
}

ImplicitShape pillars_shape(const PillarsShape& p, const PeriodicBox& box) {
  const int side = 3 - p.axis - p.flow;
  const real pitch = p.pitch();
  const auto whole = [&](real number) {
    return std::abs(number - std::round(number)) < 1e-6 * std::max(number, real{1});
  };
  const real across = box.size[side] / pitch, rows = box.size[p.flow] / pitch;
  if (!whole(across) || !whole(rows) || across < 0.5 || rows < 0.5)
    throw InputError(
        text("the box has %.6g pillars across and %.6g rows of 2 radius + gap = %.6g um; both must "
             "be whole numbers",
             across, rows, pitch));
  const real total = p.row_shift * std::round(rows);
  if (!whole(std::abs(total)))
    throw InputError(
        text("%.6g rows shift by %.6g pillars in all, which is no whole number: the pattern does "
             "not repeat with the box; row_shift: %.6g does",
             std::round(rows), total, std::max(real{1}, std::round(total)) / std::round(rows)));
  std::vector<ImplicitShape> pillars;
  for (int row = 0; row < static_cast<int>(std::lround(rows)); ++row)
    for (int k = 0; k < static_cast<int>(std::lround(across)); ++k) {
      Real3 through = p.at;
      through[p.flow] += row * pitch, through[side] += (k + row * p.row_shift) * pitch;
      pillars.push_back(repeated(cylinder_shape(p.axis, box.wrapped(through), p.radius), box));
    }
  return union_of(std::move(pillars));
}

ImplicitShape hyperbolic_shape(const HyperbolicShape& s, const PeriodicBox& box) {
  const int third = 3 - s.axis - s.across;
  const real a = s.from / 2, b = s.to / 2; // half widths
  const real period = box.size[s.axis], rest = period - s.length;
  const auto half = [=](real x) { // it widens in the middle of the rest, where the wide part is
    const real from = x - period * std::floor((x + rest / 2) / period);
    return from < 0 ? a : 1 / (1 / a + (1 / b - 1 / a) * std::min(from / s.length, real{1}));
  };
  Real3 low{-no_end, -no_end, -no_end}, high{no_end, no_end, no_end};
  // a little longer than it narrows, so that no wall is where it meets the wide part
  const real overlap = std::min(a, rest / 4);
  low[s.axis] = s.at[s.axis] - overlap, high[s.axis] = s.at[s.axis] + s.length + overlap;
  const ImplicitShape narrow =
      intersection_of({profiled_slot(s.axis, s.across, s.at, {half, period}), box_shape(low, high)});
  Real3 wide_low{-no_end, -no_end, -no_end}, wide_high{no_end, no_end, no_end};
  wide_low[s.across] = s.at[s.across] - a, wide_high[s.across] = s.at[s.across] + a;
  wide_low[s.axis] = s.at[s.axis] + s.length, wide_high[s.axis] = s.at[s.axis] + box.size[s.axis];
  const ImplicitShape all = union_of({repeated(narrow, box), repeated(box_shape(wide_low, wide_high), box)});
  return limited_in_depth(all, third, s.at[third], s.depth);
}

} // namespace ibsim
