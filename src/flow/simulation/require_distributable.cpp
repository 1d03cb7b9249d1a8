#include "simulation/require_distributable.hpp"

#include "base/error.hpp"
#include "grid/slab.hpp"
#include "simulation/scenario.hpp"

#include <algorithm>

namespace ibsim {

void require_distributable(const Scenario& scenario, bool on_gpu) {
  const int ranks = scenario.device.ranks;
  if (ranks == 1) return;
  const auto refuse = [&](const std::string& what, const std::string& instead) {
    throw InputError("--ranks " + std::to_string(ranks) + ": " + what + "; " + instead);
  };
  if (on_gpu) refuse("several ranks work on the CPU as yet", "add --device cpu, or leave out --ranks");
  if (scenario.spread != SpreadAlgorithm::tiles)
    refuse("several ranks spread by tiles alone, not by " + to_string(scenario.spread), "leave out --ranks");
  const Int3 n = scenario.grid.n;
  const bool columns = !scenario.grid.topology.periodic(); // a rank then has some of the modes along x
  const int most = std::max(1, std::min(n.z / ghost_planes, columns ? n.x / 2 + 1 : n.z));
  if (ranks > most)
    refuse("a box of " + std::to_string(n.x) + " x " + std::to_string(n.y) + " x " + std::to_string(n.z) +
               " cells is too small for so many",
           "take at most " + std::to_string(most));
}

} // namespace ibsim
