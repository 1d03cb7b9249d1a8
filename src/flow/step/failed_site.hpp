// Which site of which object has failed, from what was noted on the device.
#pragma once

#include "objects/listed_objects.hpp"
#include "parallel/first_failure.hpp"
#include "state/failure.hpp"

#include <tuple>

namespace ibsim {

/// The sites of a kind of which a step notes failures.
struct NotedSites {
  Index samples, samples_per_object, data, data_per_object; ///< of the listed objects
  ListedKind listed;
};

/// A failure, and where in its step it is: the numbers of its sample sites come first, then those of the data
/// sites, each kind by kind and object by object.
struct NotedFailure {
  Failure failure;
  bool at_data_site = false;
  /// Whether it is earlier, or comes before it in the same step.
  bool is_before(const NotedFailure& other) const {
    const auto order = [](const NotedFailure& n) {
      return std::tuple(n.failure.step, n.at_data_site, n.failure.kind, n.failure.object, n.failure.site,
                        n.failure.what);
    };
    return order(*this) < order(other);
  }
};

/// @param found at the place-th of all sample sites of all kinds, then of all their data sites
template <class B>
NotedFailure failed_site(const typename FirstFailure<B>::Found& found, std::uint64_t last_step,
                         const std::vector<NotedSites>& kinds) {
  NotedFailure noted;
  Failure& failure = noted.failure;
  failure.what = static_cast<Failure::What>(found.what);
  failure.step = last_step - found.steps_ago;
  auto place = static_cast<Size>(found.place);
  for (const bool at_data : {false, true})
    for (failure.kind = 0; failure.kind < kinds.size(); ++failure.kind) {
      const NotedSites& kind = kinds[failure.kind];
      const Index sites = at_data ? kind.data : kind.samples;
      if (place < sites) {
        const Index per_object = at_data ? kind.data_per_object : kind.samples_per_object;
        failure.object = static_cast<std::size_t>(place / per_object);
        if (!kind.listed.is_all)
          failure.object = static_cast<std::size_t>(kind.listed.objects[failure.object]);
        failure.site = static_cast<Index>(place % per_object);
        noted.at_data_site = at_data;
        return noted;
      }
      place -= sites;
    }
  return noted;
}

} // namespace ibsim
