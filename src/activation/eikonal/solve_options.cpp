#include "eikonal/solve_options.hpp"

namespace ibsim {

const std::vector<std::string>& schedule_names() {
  static const std::vector<std::string> names{"window", "naive", "list",      "sweeping",
                                              "shared", "scan",  "domains 1", "domains 2"};
  return names;
}
const std::vector<std::string>& storage_names() {
  static const std::vector<std::string> names{"6 numbers", "18 numbers", "coordinates"};
  return names;
}
std::string to_string(SolveSchedule schedule) { return schedule_names()[static_cast<std::size_t>(schedule)]; }
std::string to_string(MeshStorage storage) { return storage_names()[static_cast<std::size_t>(storage)]; }

} // namespace ibsim
