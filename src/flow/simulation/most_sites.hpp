// How many sample sites one rank can have, of all kinds together: their coordinates and derivatives are
// counted too.
#pragma once

#include "base/precision.hpp"

namespace ibsim {

constexpr Index most_sites_of_a_rank = 2147483647 / 8;

} // namespace ibsim
