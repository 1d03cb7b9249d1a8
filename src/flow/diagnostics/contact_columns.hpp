// How near objects come to each other, and to walls.
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "mechanics/pair_force.hpp"
#include "simulation/scenario.hpp"

namespace ibsim {

/// Of a scenario with contact.
inline std::vector<Column<LeastDistances>> contact_columns(const Scenario& scenario) {
  std::vector<Column<LeastDistances>> columns{{"least distance of objects", "um", &LeastDistances::objects}};
  if (scenario.has_walls()) columns.push_back({"least distance from walls", "um", &LeastDistances::walls});
  return columns;
}

} // namespace ibsim
