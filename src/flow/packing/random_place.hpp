// Places at random in a room, the same on every machine.
#pragma once

#include "packing/packing_room.hpp"

#include <random>

namespace ibsim {

struct Random {
  std::mt19937_64 bits;
  real uniform() { return static_cast<real>(bits() >> 11) * 0x1p-53; }
};

/// Uniform in the room, of which some part must have a volume.
Real3 any_place(const PackingRoom&, Random&);

} // namespace ibsim
