#include "flow_run/set_up.hpp"

#include "program/heartbeat.hpp"

namespace ibsim {

std::vector<SurfaceKind> set_up_membranes(const Scenario& scenario,
                                          const std::filesystem::path& cache_folder) {
  long sites = 0;
  for (const ObjectKind& kind : scenario.objects) sites += kind.sample_sites;
  if (sites == 0) return {};
  const Heartbeat heartbeat("setting up membranes of " + std::to_string(sites) + " sample sites" +
                            (cache_folder.empty() ? "" : ", once: they go into the cache"));
  return make_surface_kinds(scenario, cache_folder);
}

} // namespace ibsim
