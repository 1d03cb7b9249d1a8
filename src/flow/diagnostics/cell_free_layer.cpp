#include "diagnostics/cell_free_layer.hpp"

#include "model/flow_model.hpp"
#include "objects/structure_properties.hpp"
#include "walls/gaps_to_walls.hpp"

#include <cmath>

namespace ibsim {
namespace {

/// gaps_to_walls() of the sample sites of a kind.
const Measured<real> gaps_of_sites =
    measured("gaps to walls", Joined::least, Needs::evaluation,
             []<class B>(const PartOfState<B>& part, std::size_t kind) {
               return gaps_to_walls<B>(part.stream, part.model.grid, wall_of(part.model)->faces(),
                                       part.step.sample_positions(kind));
             });

bool is_round(const std::vector<WallFace>& faces) { return faces.front().form == WallFace::Form::round; }

/// Over the strips that have cells; NaN where none has.
real mean_of(const std::vector<real>& distances, std::size_t first, std::size_t last) {
  real sum = 0, n = 0;
  for (std::size_t i = first; i < last; ++i)
    if (std::isfinite(distances[i])) sum += distances[i], ++n;
  return sum / n;
}

} // namespace

std::size_t kind_of_cells(Simulation& simulation) {
  const FlowModel& model = simulation.model();
  std::size_t found = 0;
  real largest = -1;
  for (std::size_t kind = 0; kind < model.objects.size(); ++kind) {
    if (!has_inside(model.objects[kind])) continue;
    real volume = 0;
    for (const StructureIntegrals& object : simulation.integrals(kind)) volume += object.volume;
    if (volume > largest) largest = volume, found = kind;
  }
  return found;
}

std::vector<Column<CellFreeLayer>> cell_free_columns(const FlowModel& model) {
  const std::vector<WallFace> faces = wall_of(model)->faces();
  if (faces.empty()) return {};
  if (is_round(faces)) return {{"cell-free layer", "um", &CellFreeLayer::tube}};
  return {{"lower cell-free layer", "um", &CellFreeLayer::lower},
          {"upper cell-free layer", "um", &CellFreeLayer::upper}};
}

CellFreeLayer cell_free_layer(Simulation& simulation) {
  const std::vector<real> gaps = simulation.values().measure(gaps_of_sites, kind_of_cells(simulation));
  if (is_round(wall_of(simulation.model())->faces())) return {0, 0, mean_of(gaps, 0, gaps.size())};
  return {mean_of(gaps, 0, gaps.size() / 2), mean_of(gaps, gaps.size() / 2, gaps.size()), 0};
}

} // namespace ibsim
