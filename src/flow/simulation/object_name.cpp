#include "simulation/object_name.hpp"

namespace ibsim {

std::size_t object_number(const Scenario& scenario, std::size_t kind, std::size_t object) {
  for (std::size_t k = 0; k < kind; ++k) object += scenario.objects[k].placements.size();
  return object;
}

std::string object_name(const Scenario& scenario, std::size_t kind, std::size_t object) {
  std::string name = "\"" + scenario.objects[kind].name + "\"";
  if (object_number(scenario, scenario.objects.size(), 0) > 1)
    name += " (object " + std::to_string(object_number(scenario, kind, object)) + ")";
  return name;
}

} // namespace ibsim
