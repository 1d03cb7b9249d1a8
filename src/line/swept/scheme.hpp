// The schemes: equal results, to the bit, at different speed.
//
//   launches  plain stepping, a kernel a tier (CPU: a loop that threads share, a tier)
//   graph     plain stepping, the kernels of some steps recorded and launched as a whole
//   barrier   plain stepping in one kernel that waits for the whole grid after each tier
//   swept     the swept rule, one kernel, flags between neighbours (CPU: threads that meet once a pass)
//   halo      overlapping tiles, one kernel, flags between neighbours
//
// Plain: time = tau + s N/p a step, tau the latency of whatever separates steps. Swept: s n + 2 tau/n with n
// = N/p.
#pragma once

#include "base/precision.hpp"

#include <string>
#include <vector>

namespace ibsim::line {

enum class Scheme { automatic, launches, graph, barrier, swept, halo };

struct Method {
  Scheme scheme = Scheme::automatic;
  Index node = 0;  ///< n of `swept`, width of a tile of `halo`; 0: as suits the device
  Index depth = 0; ///< of `halo`: steps a round; 0: as suits the device
};

inline const std::vector<std::string>& scheme_names() {
  static const std::vector<std::string> names{"auto", "classic", "graph", "barrier", "swept", "halo"};
  return names;
}
inline const std::string& to_string(Scheme s) { return scheme_names()[static_cast<std::size_t>(s)]; }

} // namespace ibsim::line
