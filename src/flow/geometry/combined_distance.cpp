#include "geometry/signed_distance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

/// True if a shape beyond a gap is no nearer than `distance`. @param squared the gap's square, or a part of
/// it
bool is_no_nearer(real squared, real distance) {
  return squared > 0 && (distance <= 0 || squared >= distance * distance);
}

/// Square of the gap between a place and bounds, along axis d.
real squared_gap(real at, const ShapeBounds& b, int d) {
  const real out = std::max({b.low[d] - at, real{0}, at - b.high[d]});
  return out * out;
}

real squared_gap(const Real3& x, const ShapeBounds& b) {
  return squared_gap(x.x, b, 0) + squared_gap(x.y, b, 1) + squared_gap(x.z, b, 2);
}

struct Union : SignedDistance {
  std::vector<ImplicitShape> parts;
  std::vector<ShapeBounds> bounds_of_parts;
  real joint;
  Union(std::vector<ImplicitShape> of, real rounded) : parts(std::move(of)), joint(rounded) {
    for (const ImplicitShape& part : parts) bounds_of_parts.push_back(part->bounds());
  }
  real distance(const Real3& x) const override {
    real least = std::numeric_limits<real>::max();
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (is_no_nearer(squared_gap(x, bounds_of_parts[k]), least + joint)) continue;
      const real d = parts[k]->distance(x);
      const real near = std::max(joint - std::abs(least - d), real{0});
      least = std::min(least, d) - (joint > 0 ? near * near / (4 * joint) : 0);
    }
    return least;
  }
  ShapeBounds bounds() const override {
    ShapeBounds all{{no_end, no_end, no_end}, {-no_end, -no_end, -no_end}};
    for (const ShapeBounds& b : bounds_of_parts)
      for (int d = 0; d < 3; ++d)
        all.low[d] = std::min(all.low[d], b.low[d] - joint / 4),
        all.high[d] = std::max(all.high[d], b.high[d] + joint / 4);
    return all;
  }
};

struct Intersection : SignedDistance {
  std::vector<ImplicitShape> parts;
  explicit Intersection(std::vector<ImplicitShape> of) : parts(std::move(of)) {}
  real distance(const Real3& x) const override {
    real most = -std::numeric_limits<real>::max();
    for (const ImplicitShape& part : parts) most = std::max(most, part->distance(x));
    return most;
  }
  ShapeBounds bounds() const override {
    ShapeBounds all{{-no_end, -no_end, -no_end}, {no_end, no_end, no_end}};
    for (const ImplicitShape& part : parts) {
      const ShapeBounds b = part->bounds();
      for (int d = 0; d < 3; ++d)
        all.low[d] = std::max(all.low[d], b.low[d]), all.high[d] = std::min(all.high[d], b.high[d]);
    }
    return all;
  }
};

struct Complement : SignedDistance {
  ImplicitShape of;
  explicit Complement(ImplicitShape shape) : of(std::move(shape)) {}
  real distance(const Real3& x) const override { return -of->distance(x); }
  ShapeBounds bounds() const override { return {{-no_end, -no_end, -no_end}, {no_end, no_end, no_end}}; }
};

struct Repeated : SignedDistance {
  ImplicitShape of;
  PeriodicBox box;
  ShapeBounds bounds_;
  std::array<std::vector<real>, 3> shifts; ///< along each axis, the shortest first
  Repeated(ImplicitShape shape, const PeriodicBox& in)
      : of(std::move(shape)), box(in), bounds_(of->bounds()) {
    for (int d = 0; d < 3; ++d) {
      int first = 0, last = 0; // the images that reach to within half a period of the box
      if (std::isfinite(bounds_.low[d]) && std::isfinite(bounds_.high[d])) {
        constexpr real most = 50; // of what is longer, farther images change nothing within the box
        first = static_cast<int>(std::ceil(std::max(bounds_.low[d] / box.size[d], -most) - 1.5));
        last = static_cast<int>(std::floor(std::min(bounds_.high[d] / box.size[d], most) + 0.5));
      }
      for (int i = first; i <= last; ++i) shifts[d].push_back(i * box.size[d]);
      std::stable_sort(shifts[d].begin(), shifts[d].end(),
                       [](real a, real b) { return std::abs(a) < std::abs(b); });
    }
  }
  real distance(const Real3& at) const override {
    const Real3 x = box.wrapped(at);
    real least = std::numeric_limits<real>::max();
    for (const real k : shifts[2]) {
      const real z = squared_gap(x.z + k, bounds_, 2);
      if (is_no_nearer(z, least)) continue;
      for (const real j : shifts[1]) {
        const real yz = z + squared_gap(x.y + j, bounds_, 1);
        if (is_no_nearer(yz, least)) continue;
        for (const real i : shifts[0])
          if (!is_no_nearer(yz + squared_gap(x.x + i, bounds_, 0), least))
            least = std::min(least, of->distance({x.x + i, x.y + j, x.z + k}));
      }
    }
    return least;
  }
  ShapeBounds bounds() const override { return {{-no_end, -no_end, -no_end}, {no_end, no_end, no_end}}; }
};

} // namespace

Real3 PeriodicBox::wrapped(Real3 x) const {
  for (int d = 0; d < 3; ++d) {
    if (x[d] >= 0 && x[d] < size[d]) continue;
    x[d] -= size[d] * std::floor(x[d] / size[d]);
    if (!(x[d] < size[d])) x[d] = 0;
  }
  return x;
}

Real3 PeriodicBox::nearest(Real3 apart) const {
  for (int d = 0; d < 3; ++d)
    if (std::abs(apart[d]) >= size[d] / 2) apart[d] -= size[d] * std::round(apart[d] / size[d]);
  return apart;
}

Real3 gradient_of(const SignedDistance& shape, const Real3& x, real step) {
  Real3 gradient;
  for (int d = 0; d < 3; ++d) {
    Real3 forward = x, backward = x;
    forward[d] += step, backward[d] -= step;
    gradient[d] = (shape.distance(forward) - shape.distance(backward)) / (2 * step);
  }
  return gradient;
}

ImplicitShape union_of(std::vector<ImplicitShape> parts) { return smooth_union_of(std::move(parts), 0); }
ImplicitShape smooth_union_of(std::vector<ImplicitShape> parts, real joint) {
  if (parts.size() == 1) return parts.front();
  return std::make_shared<Union>(std::move(parts), joint);
}
ImplicitShape intersection_of(std::vector<ImplicitShape> parts) {
  if (parts.size() == 1) return parts.front();
  return std::make_shared<Intersection>(std::move(parts));
}
ImplicitShape difference_of(ImplicitShape from, const std::vector<ImplicitShape>& others) {
  std::vector<ImplicitShape> parts{std::move(from)};
  for (const ImplicitShape& other : others) parts.push_back(complement_of(other));
  return intersection_of(std::move(parts));
}
ImplicitShape complement_of(ImplicitShape shape) { return std::make_shared<Complement>(std::move(shape)); }
ImplicitShape repeated(ImplicitShape shape, const PeriodicBox& box) {
  return std::make_shared<Repeated>(std::move(shape), box);
}

} // namespace ibsim
