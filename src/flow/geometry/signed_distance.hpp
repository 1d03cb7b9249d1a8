// Signed distance to a surface: negative on its inside, in um. A vessel's inside is the fluid.
//
// Unions of exact distances are exact on the outside, where wall points lie. Smooth joints, intersections and
// differences are exact on the surface itself, and no farther from it than the true distance.
#pragma once

#include "base/vec3.hpp"

#include <limits>
#include <memory>
#include <vector>

namespace ibsim {

/// A periodic box from the origin to its size, um.
struct PeriodicBox {
  Real3 size;
  Real3 wrapped(Real3 x) const;     ///< into [0, size)
  Real3 nearest(Real3 apart) const; ///< the shortest of its images
};

constexpr real no_end = std::numeric_limits<real>::infinity();

/// Box around a shape: nothing of its inside is beyond. `no_end` where it goes on.
struct ShapeBounds {
  Real3 low, high;
};

class SignedDistance {
 public:
  virtual ~SignedDistance() = default;
  virtual real distance(const Real3&) const = 0;
  virtual ShapeBounds bounds() const = 0;
};
using ImplicitShape = std::shared_ptr<const SignedDistance>;

/// The gradient by central differences of step `step`.
Real3 gradient_of(const SignedDistance&, const Real3&, real step);

ImplicitShape union_of(std::vector<ImplicitShape>);
/// A union whose concave edges are rounded: up to a distance of about `joint` from both surfaces (polynomial
/// minimum, Quilez). Shapes farther apart are as they were.
ImplicitShape smooth_union_of(std::vector<ImplicitShape>, real joint);
ImplicitShape intersection_of(std::vector<ImplicitShape>);
/// `from` without all of the others.
ImplicitShape difference_of(ImplicitShape from, const std::vector<ImplicitShape>& others);
/// Inside and outside exchanged.
ImplicitShape complement_of(ImplicitShape);
/// The union of all images of a shape in a periodic box; along a direction without end, the shape itself.
ImplicitShape repeated(ImplicitShape, const PeriodicBox&);

} // namespace ibsim
