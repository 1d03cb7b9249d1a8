#include "diagnostics/cell_free_layer.hpp"

#include "simulation/flow_model.hpp"

namespace ibsim {

std::vector<Column<CellFreeLayer>> cell_free_columns(const FlowModel& model) {
  if (model.has_tubes()) return {{"cell-free layer", "um", &CellFreeLayer::tube}};
  return {{"lower cell-free layer", "um", &CellFreeLayer::lower},
          {"upper cell-free layer", "um", &CellFreeLayer::upper}};
}

} // namespace ibsim
