// Volume of a body with a triangulated surface that lies between two planes, and in columns across them. By
// the divergence theorem, without cutting any triangle:
//
//   V = sum over triangles of N_d (mean over the triangle of clamp(x_d, low, high) - low)
//
// N_d is the triangle's area across the axis d, with its sign. The mean over a triangle of the positive part
// of a linear function is exact, so volumes of adjacent pieces add up to the whole to rounding.
#pragma once

#include "base/vec3.hpp"

#include <span>
#include <vector>

namespace ibsim {

/// A closed surface: its points, um, and triangles of them, counter-clockwise from outside.
struct TriangulatedBody {
  std::span<const Real3> points;
  std::span<const Vec3<int>> triangles;
};

/// Volume of the body between two places along an axis, um^3. Infinite places stand for all of it.
real volume_between(const TriangulatedBody&, int axis, real low, real high);

/// A place where the axis through the middle of a column meets the surface. Column (a, b) has its middle at
/// ((a + 1/2) width, (b + 1/2) width) along the two directions that follow the axis cyclically.
struct Crossing {
  int a = 0, b = 0;
  real place = 0; ///< along the axis, um
  int sign = 1;   ///< 1 where it leaves the body, -1 where it enters
};

/// All crossings of columns of some width, um, with the surface. The length of a column within the body
/// between two places is the sum of sign (clamp(place, low, high) - low) over its crossings.
std::vector<Crossing> crossings_of_columns(const TriangulatedBody&, int axis, real width);

} // namespace ibsim
