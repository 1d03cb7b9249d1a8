// Measured heights as a smooth landscape: a grid of them that repeats along x and z, and the bicubic spline
// through them.
//
//   y(x, z) = sum_ij c_ij B3(x n/Lx - i - 1/2) B3(z m/Lz - j - 1/2),   y(x_i, z_j) = heights
//   x_i = (i + 1/2) Lx/n, z_j = (j + 1/2) Lz/m, i and j around the box
//
// B3 the cubic B-spline: slopes and curvatures are continuous, at the ends of the box too. Unser, Aldroubi
// and Eden 1993, doi:10.1109/78.193220.
//
// A spline through a step rings: a post of 12 um would become 15.4. So each coefficient stays within the
// heights at its node and the eight about it, to 5 % of the map's range; weights are positive and add up to
// one, so the surface does too. A bump of ten heights a period and more keeps its coefficients: at its top
// they are higher than the height by f'' dx^2/6, (2 pi/10)^2/12 = 3.3 % of the range. A step becomes a slope
// over a node more on each side.
#pragma once

#include "base/precision.hpp"

#include <vector>

namespace ibsim {

struct HeightMap {
  int along_x = 0, along_z = 0; ///< n and m
  std::vector<real> heights;    ///< um, z fastest
  std::vector<real> coefficients;
  real lowest = 0, highest = 0; ///< no point of the spline is lower, or higher
  real rounded = 0;             ///< um, how far the spline passes a height by, where the map is steep
};

/// @param heights n m of them @throws InputError if there are fewer than 4 along a side
HeightMap make_height_map(int along_x, int along_z, std::vector<real> heights);

/// Means over fewer, larger rectangles, which keep the volume under the map. @param along_x at most
/// map.along_x
HeightMap averaged(const HeightMap& map, int along_x, int along_z);

/// y and its derivatives by x n/Lx and z m/Lz.
struct SplineAt {
  real y = 0, dx = 0, dz = 0, dxx = 0, dxz = 0, dzz = 0;
};
SplineAt spline_at(const HeightMap&, real x, real z);

/// The largest step of height between neighbours: within the grid, and across its ends, along x and along z.
struct LargestSteps {
  real inside[2]{}, across_ends[2]{};
};
LargestSteps largest_steps(const HeightMap&);

} // namespace ibsim
