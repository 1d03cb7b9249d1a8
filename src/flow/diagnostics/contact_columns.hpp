// Gaps between objects: how near they come to each other, to themselves, and to walls.
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "mechanics/pair_force.hpp"
#include "model/flow_model.hpp"

namespace ibsim {

/// The columns of a scenario with contact.
inline std::vector<Column<LeastDistances>> contact_columns(const FlowModel& model) {
  std::vector<Column<LeastDistances>> columns{
      {"least distance of objects", "um", &LeastDistances::objects},
      {"least distance within an object", "um", &LeastDistances::within}};
  if (model.has_walls() || model.has_vessel())
    columns.push_back({"least distance from walls", "um", &LeastDistances::walls});
  return columns;
}

} // namespace ibsim
