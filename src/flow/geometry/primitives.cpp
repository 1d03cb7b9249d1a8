#include "geometry/primitives.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

/// Length of a vector in a plane. Squares of lengths of a vessel do not overflow, so std::hypot is not
/// needed.
real length_of(real a, real b) { return std::sqrt(a * a + b * b); }

struct Box : SignedDistance {
  Real3 low, high;
  Box(const Real3& from, const Real3& to) : low(from), high(to) {}
  real distance(const Real3& x) const override {
    real inside = -std::numeric_limits<real>::max(), out = 0;
    for (int d = 0; d < 3; ++d) {
      const real beyond = std::max(low[d] - x[d], x[d] - high[d]); // negative within, -infinity of no end
      inside = std::max(inside, beyond);
      if (beyond > 0) out += beyond * beyond;
    }
    return out > 0 ? std::sqrt(out) : inside;
  }
  ShapeBounds bounds() const override { return {low, high}; }
};

/// The union of spheres between two: Quilez' round cone.
struct RoundCone {
  Real3 a, along;
  real length, ra, rb;
  real distance(const Real3& x) const {
    const Real3 from = x - a;
    const real y = dot(from, along), q = norm(from - y * along);
    if (length <= std::abs(ra - rb)) // one sphere holds the other
      return ra >= rb ? norm(from) - ra : norm(from - length * along) - rb;
    const real b = (ra - rb) / length, c = std::sqrt(1 - b * b), k = c * y - b * q;
    if (k < 0) return length_of(q, y) - ra;
    if (k > c * length) return length_of(q, y - length) - rb;
    return q * c + y * b - ra;
  }
};

struct TubeOfCones : SignedDistance {
  std::vector<RoundCone> cones;
  ShapeBounds box{{no_end, no_end, no_end}, {-no_end, -no_end, -no_end}};
  TubeOfCones(const std::vector<Real3>& points, const std::vector<real>& radii) {
    for (std::size_t i = 0; i < points.size(); ++i)
      for (int d = 0; d < 3; ++d)
        box.low[d] = std::min(box.low[d], points[i][d] - radii[i]),
        box.high[d] = std::max(box.high[d], points[i][d] + radii[i]);
    for (std::size_t i = 1; i < points.size(); ++i) {
      const Real3 apart = points[i] - points[i - 1];
      const real length = norm(apart);
      cones.push_back(
          {points[i - 1], length > 0 ? apart / length : Real3{1, 0, 0}, length, radii[i - 1], radii[i]});
    }
    if (points.size() == 1) cones.push_back({points[0], {1, 0, 0}, 0, radii[0], radii[0]});
  }
  real distance(const Real3& x) const override {
    real least = std::numeric_limits<real>::max();
    for (const RoundCone& cone : cones) least = std::min(least, cone.distance(x));
    return least;
  }
  ShapeBounds bounds() const override { return box; }
};

struct Cylinder : SignedDistance {
  int axis;
  Real3 through;
  real radius;
  Cylinder(int along, const Real3& point, real r) : axis(along), through(point), radius(r) {}
  real distance(const Real3& x) const override {
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    return length_of(x[a] - through[a], x[b] - through[b]) - radius;
  }
  ShapeBounds bounds() const override {
    ShapeBounds box{through - Real3{radius, radius, radius}, through + Real3{radius, radius, radius}};
    box.low[axis] = -no_end, box.high[axis] = no_end;
    return box;
  }
};

/// The distance from the profile's polygon in the plane of s and of the distance from the axis. The side is
/// that of the profile at s itself.
struct Profiled : SignedDistance {
  static constexpr int sides = 1024;
  int axis, across; ///< across: -1 of a body of revolution
  Real3 centre;
  Profile profile;
  real step, largest = 0;
  std::vector<real> nodes; ///< R at multiples of the step
  Profiled(int along, int over, const Real3& at, const Profile& of)
      : axis(along), across(over), centre(at), profile(of), step(of.period / sides) {
    for (int i = 0; i < sides; ++i) nodes.push_back(profile.at(i * step));
    largest = *std::max_element(nodes.begin(), nodes.end());
  }
  real node(long i) const { return nodes[static_cast<std::size_t>(((i % sides) + sides) % sides)]; }

  real distance(const Real3& x) const override {
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    const real from =
        across < 0 ? length_of(x[a] - centre[a], x[b] - centre[b]) : std::abs(x[across] - centre[across]);
    const real s = x[axis] - centre[axis], beyond = from - profile.at(s);
    real least = std::abs(beyond);      // the polygon is no farther
    const auto try_side = [&](long i) { // from node i to the next
      const real ds = step, dr = node(i + 1) - node(i), to_s = s - i * step, to_r = from - node(i);
      const real part = std::clamp((to_s * ds + to_r * dr) / (ds * ds + dr * dr), real{0}, real{1});
      least = std::min(least, length_of(to_s - part * ds, to_r - part * dr));
    };
    const long here = static_cast<long>(std::floor(s / step));
    for (long k = 0; (k - 1) * step < least && k < sides; ++k) try_side(here - k), try_side(here + k);
    return beyond < 0 ? -least : least;
  }
  ShapeBounds bounds() const override {
    ShapeBounds box{{-no_end, -no_end, -no_end}, {no_end, no_end, no_end}};
    for (int d = 0; d < 3; ++d)
      if (d != axis && (across < 0 || d == across))
        box.low[d] = centre[d] - largest, box.high[d] = centre[d] + largest;
    return box;
  }
};

} // namespace

ImplicitShape box_shape(const Real3& low, const Real3& high) { return std::make_shared<Box>(low, high); }
ImplicitShape sphere_shape(const Real3& centre, real radius) { return tube_shape({centre}, {radius}); }
ImplicitShape cylinder_shape(int axis, const Real3& through, real radius) {
  return std::make_shared<Cylinder>(axis, through, radius);
}
ImplicitShape tube_shape(const std::vector<Real3>& points, const std::vector<real>& radii) {
  return std::make_shared<TubeOfCones>(points, radii);
}
ImplicitShape revolved_shape(int axis, const Real3& centre, const Profile& radius) {
  return std::make_shared<Profiled>(axis, -1, centre, radius);
}
ImplicitShape profiled_slot(int axis, int across, const Real3& centre, const Profile& half_width) {
  return std::make_shared<Profiled>(axis, across, centre, half_width);
}

} // namespace ibsim
