#include "ranks/require_distributable.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "grid/slab.hpp"
#include "model/flow_model.hpp"
#include "objects/most_sites.hpp"
#include "parallel/device_plan.hpp"
#include "parallel/launched_ranks.hpp"

#include <algorithm>

namespace ibsim {

void require_distributable(const FlowModel& model, const DevicePlan& device, bool on_gpu) {
  const int ranks = device.ranks;
  if (const double all = sites_of_all(model), most = most_sites_of(ranks); all > most)
    throw InputError("objects: too many sites in all: " + shortest_decimals(all) + ", at most " +
                     shortest_decimals(most) + " by " + std::to_string(std::max(1, ranks)) +
                     (ranks > 1 ? " ranks" : " rank") + "; more GPUs, or ranks, take more (--gpus, --ranks)");
  if (ranks <= 1) return;
  const bool by_gpus = on_gpu && device.gpus_wanted() == ranks;
  const std::string asked = by_gpus ? "--gpus" : "--ranks";
  const auto refuse = [&](const std::string& what, const std::string& instead) {
    if (device.launched) throw InputError(std::to_string(ranks) + " processes: " + what + "; " + instead);
    throw InputError(asked + " " + std::to_string(ranks) + ": " + what + "; " + instead);
  };
  if (model.spread != SpreadAlgorithm::tiles)
    refuse("several ranks spread by tiles alone, not by " + to_string(model.spread),
           device.launched ? "start one" : "leave out " + asked);
  const Int3 n = model.grid.n;
  const bool columns = !model.grid.topology.periodic(); // a rank then has some of the modes along x
  const int parts = sections_of(on_gpu ? layers_of<Cuda>(model.grid) : layers_of<Cpu>(model.grid));
  const int most = std::max(1, std::min(parts, columns ? n.x / 2 + 1 : n.z));
  if (ranks > most)
    refuse("a grid of " + std::to_string(n.x) + " x " + std::to_string(n.y) + " x " + std::to_string(n.z) +
               " is too small for them",
           most > 1          ? "take at most " + std::to_string(most)
           : device.launched ? "start one"
                             : "leave it out");
}

std::vector<std::string> parts_of_ranks(const Grid& grid, const DevicePlan& device, bool on_gpu) {
  std::vector<std::string> lines;
  const int ranks = device.ranks;
  for (int rank = 0; ranks > 1 && rank < ranks; ++rank) {
    const Slab slab = slab_of(grid, rank, ranks, on_gpu ? layers_of<Cuda>(grid) : layers_of<Cpu>(grid));
    lines.push_back((device.launched ? device.launched->name_of(rank) + ":"
                                     : "rank " + std::to_string(rank) + ": GPU " +
                                           std::to_string(device.gpu_of(rank)) + ",") +
                    " planes " + std::to_string(slab.first) + " to " +
                    std::to_string(slab.first + slab.planes - 1) + " of z");
  }
  return lines;
}

} // namespace ibsim
