// Which site of which object has failed, from what was noted on the device.
#pragma once

#include "simulation/failure.hpp"

namespace ibsim {

/// @param found at the place-th of all sample sites of all structures, then of all their data sites
template <class B>
Failure failed_site(const typename FirstFailure<B>::Found& found, std::uint64_t last_step,
                    const std::vector<Structure<B>>& structures) {
  Failure failure;
  failure.what = static_cast<Failure::What>(found.what);
  failure.step = last_step - found.steps_ago;
  auto place = static_cast<Size>(found.place);
  for (const bool at_sample : {true, false})
    for (failure.kind = 0; failure.kind < structures.size(); ++failure.kind) {
      const Surface<B>& surface = structures[failure.kind].surface();
      const Index sites = at_sample ? surface.sample_sites() : surface.data_sites();
      if (place < sites) {
        const Index per_object = at_sample ? surface.samples_per_object() : surface.data_per_object();
        failure.object = static_cast<std::size_t>(place / per_object);
        failure.site = static_cast<Index>(place % per_object);
        return failure;
      }
      place -= sites;
    }
  return failure;
}

} // namespace ibsim
