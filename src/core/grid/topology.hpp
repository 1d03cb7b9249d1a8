// Topology of the box: the ends of each direction are its other side, walls, or in y an image of the box that
// slides past it along z (fluid/lees_edwards.hpp).
//
// Walls stand at 0 and at the length of the box in their direction, and slide along themselves at most
// (fluid/wall_flow.hpp). Those in y can be solved for; require_periodic says to a user what cannot do other
// ends.
#pragma once

#include "base/vec3.hpp"

namespace ibsim {

enum class Ends : int { periodic, walls, lees_edwards };

struct Direction {
  Ends ends = Ends::periodic;
};

/// One Direction for each of x, y and z.
struct Topology {
  Direction x{}, y{}, z{};
  IBSIM_HD const Direction& operator[](int d) const { return d == 0 ? x : (d == 1 ? y : z); }
  IBSIM_HD bool periodic() const {
    return x.ends == Ends::periodic && y.ends == Ends::periodic && z.ends == Ends::periodic;
  }
};

struct Grid;
/// Refuses other ends, for whatever cannot do them. @throws InputError if the box has any, naming their
/// direction and `who`.
void require_periodic(const Grid&, const char* who);

/// The grid itself. @throws InputError if it has no cells, cells of no size, or more than an Index can count.
const Grid& checked(const Grid&);

} // namespace ibsim
