// The region of the fluid in a periodic box: its parts that are not connected, and its throats.
//
// Nodes of the grid join in the order of their depth, from the deepest. Two parts meet in a throat, and so
// does a part with its own image through an end of the box. The depth there is the radius of the throat.
// Parts that are hardly deeper than where they meet are no parts: differences of less than a cell come from
// the grid.
#pragma once

#include "geometry/sampled_distance.hpp"

#include <array>
#include <optional>

namespace ibsim {

struct FluidPart {
  real volume = 0;                    ///< um^3
  Real3 deepest;                      ///< its node that is farthest from walls
  real depth = 0;                     ///< there, um
  std::array<bool, 3> goes_through{}; ///< the ends of the box along each direction
};

struct Throat {
  Real3 place;
  real radius = 0; ///< of the largest sphere that passes, um, to half a cell
};

struct FluidRegion {
  real volume = 0;              ///< with the parts of cells that the wall cuts, um^3
  std::vector<FluidPart> parts; ///< from the largest
  bool has_wall = false;        ///< some node is in the solid
  std::optional<Throat> narrowest;
};

FluidRegion look_at_fluid(const SampledDistance&, const SignedDistance&);

} // namespace ibsim
