#include "flow_run/set_up.hpp"

#include "model/flow_model.hpp"
#include "program/heartbeat.hpp"
#include "state/make_structures.hpp"

namespace ibsim {

std::vector<SurfaceKind> set_up_membranes(const FlowModel& model, const std::string& cache_folder) {
  long sites = 0;
  for (const ObjectKind& kind : model.objects) sites += kind.sites().sample;
  if (sites == 0) return {};
  const Heartbeat heartbeat("setting up membranes of " + std::to_string(sites) + " sample sites" +
                            (cache_folder.empty() ? "" : ", once; the cache keeps them"));
  return make_surface_kinds(model, cache_folder);
}

} // namespace ibsim
