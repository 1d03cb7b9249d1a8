#include "objects/most_sites.hpp"

#include "base/error.hpp"
#include "model/flow_model.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace ibsim {

void require_room_for_sites(Index samples) {
  if (samples > most_sites_of_a_rank)
    throw ResourceError(std::to_string(samples) + " sample sites are too many for one GPU, which can have " +
                        std::to_string(most_sites_of_a_rank) + ": take more GPUs");
}

double sites_of_all(const FlowModel& model) {
  double all = 0;
  for (const ObjectKind& kind : model.objects)
    all += static_cast<double>(std::max(kind.sites().sample, kind.sites().data)) *
           static_cast<double>(kind.placements.size());
  return all;
}

double most_sites_of(int ranks) {
  constexpr double uneven = 1.5;
  return ranks > 1 ? std::floor(ranks / uneven * most_sites_of_a_rank) : most_sites_of_a_rank;
}

} // namespace ibsim
