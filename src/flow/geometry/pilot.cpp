#include "geometry/pilot.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <utility>

namespace ibsim {
namespace {

class Pilot final : public SignedDistance {
 public:
  Pilot(ImplicitShape vessel, const MouthSection& section, const Real3& offset, const PeriodicBox& box)
      : vessel_(std::move(vessel)), box_(box), offset_(offset), margin_(section.margin),
        plane_(section.middle.z + section.behind), centre_(0.5 * (section.low + section.high)),
        half_(0.5 * (section.high - section.low) + Real3{margin_, margin_, 0}) {}

  /// Beyond the rectangle about the section it is at most the true distance.
  real distance(const Real3& x) const override {
    const Real3 r = box_.nearest(x + offset_ - centre_);
    const real dx = std::abs(r.x) - half_.x, dy = std::abs(r.y) - half_.y;
    if (dx > 0 || dy > 0) return margin_ + std::hypot(std::max(dx, real{0}), std::max(dy, real{0}));
    return vessel_->distance({centre_.x + r.x, centre_.y + r.y, plane_});
  }
  ShapeBounds bounds() const override { // it is periodic
    return {{-no_end, -no_end, -no_end}, {no_end, no_end, no_end}};
  }

 private:
  ImplicitShape vessel_;
  PeriodicBox box_;
  Real3 offset_;
  real margin_, plane_;
  Real3 centre_, half_;
};

/// A shape with all that is within a distance of it.
class Thickened final : public SignedDistance {
 public:
  Thickened(ImplicitShape shape, real by) : shape_(std::move(shape)), by_(by) {}
  real distance(const Real3& x) const override { return shape_->distance(x) - by_; }
  ShapeBounds bounds() const override {
    const ShapeBounds b = shape_->bounds();
    const Real3 by{by_, by_, by_};
    return {b.low - by, b.high + by};
  }

 private:
  ImplicitShape shape_;
  real by_;
};

} // namespace

real MouthSection::radius() const { return std::sqrt(area / std::numbers::pi_v<real>); }

MouthSection section_of_mouth(const SignedDistance& vessel, const Real3& middle, real behind, real margin,
                              real step, const PeriodicBox& box) {
  using Place = std::pair<int, int>;
  const auto at = [&](const Place& p) {
    return Real3{middle.x + p.first * step, middle.y + p.second * step, middle.z + behind};
  };
  if (!(vessel.distance(at({0, 0})) < 0))
    throw InputError(text("there is no fluid %.4g um behind the middle of its mouth", behind));
  MouthSection found{middle, behind, margin, middle, middle, 0};
  std::set<Place> seen{{0, 0}};
  std::vector<Place> next{{0, 0}};
  while (!next.empty()) {
    const Place p = next.back();
    next.pop_back();
    const Real3 x = at(p);
    if (x.x < step || x.y < step || x.x > box.size.x - step || x.y > box.size.y - step)
      throw InputError("its mouth reaches an end of the box");
    found.area += step * step;
    for (int d = 0; d < 2; ++d)
      found.low[d] = std::min(found.low[d], x[d]), found.high[d] = std::max(found.high[d], x[d]);
    for (const Place& way : {Place{1, 0}, Place{-1, 0}, Place{0, 1}, Place{0, -1}}) {
      const Place to{p.first + way.first, p.second + way.second};
      if (vessel.distance(at(to)) < 0 && seen.insert(to).second) next.push_back(to);
    }
  }
  const auto steps = [&](real from, real to) { return static_cast<int>(std::ceil((to - from) / step)); };
  const real room = margin + step;
  const auto is_in_box = [&](const Real3& x) { // beyond it there are images
    return x.x > 0 && x.y > 0 && x.x < box.size.x && x.y < box.size.y;
  };
  for (int j = -steps(found.low.y, middle.y + room); j <= steps(middle.y, found.high.y + room); ++j)
    for (int i = -steps(found.low.x, middle.x + room); i <= steps(middle.x, found.high.x + room); ++i)
      if (const Place p{i, j}; is_in_box(at(p)) && !seen.count(p) && vessel.distance(at(p)) < 0)
        throw InputError(text("another part of the vessel lies within %.4g um of its mouth", margin));
  return found;
}

ImplicitShape pilot_shape(ImplicitShape vessel, const MouthSection& section, const Real3& offset,
                          const PeriodicBox& box) {
  return std::make_shared<Pilot>(std::move(vessel), section, offset, box);
}

ImplicitShape with_pilot(ImplicitShape fluid, ImplicitShape pilot, real wall) {
  return union_of(
      {difference_of(std::move(fluid), {std::make_shared<Thickened>(pilot, wall)}), std::move(pilot)});
}

} // namespace ibsim
