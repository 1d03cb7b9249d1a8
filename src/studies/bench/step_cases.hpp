// Common part of the cases of whole steps (bench_step, bench_gpus): their cells, surfaces that are made once
// for cases in a row, and what stays of a case for which the memory does not suffice.
#pragma once

#include "base/error.hpp"
#include "base/text.hpp"
#include "bench/bench.hpp"
#include "model/placements.hpp"
#include "model/scenario.hpp"
#include "state/make_structures.hpp"
#include "surface/surface_kind.hpp"

#include <tuple>

namespace ibsim {

/// The paper's red cells (section 4.2.2), in a lattice.
inline ObjectKind red_cells(const Grid& grid, int cells, int data_sites = 864, int sample_sites = 8832) {
  ObjectKind cell;
  cell.name = "red cell";
  cell.closed().surface = {ReferenceShape::red_cell, {3.91, 3.91, 3.91}};
  cell.closed().law = Skalak{2.5e-3, 0.25};
  cell.closed().data_sites = data_sites, cell.closed().sample_sites = sample_sites;
  cell.placements = red_cell_lattice(cells, grid.lengths());
  return cell;
}

/// The surfaces of scenarios of such cells, one after the other.
class SurfacesInTurn {
 public:
  explicit SurfacesInTurn(std::string cache_folder) : cache_folder_(std::move(cache_folder)) {}

  /// Valid until the next call; made anew where they are others than those of the scenario before.
  const std::vector<SurfaceKind>& of(const FlowModel& model) {
    if (model.objects.empty()) return kinds_ = {};
    const ClosedSurface& cell = model.objects[0].closed();
    const auto asked = std::make_tuple(cell.data_sites, cell.sample_sites, model.membrane,
                                       cell.bending.modulus > 0 || cell.viscosity.viscosity > 0);
    if (kinds_.empty() || asked != made_) kinds_ = make_surface_kinds(model, cache_folder_), made_ = asked;
    return kinds_;
  }

 private:
  std::string cache_folder_;
  std::vector<SurfaceKind> kinds_;
  std::tuple<int, int, MembraneForm, bool> made_{};
};

/// A case of steps of so many cells on n^3 cells of the grid, before it is measured.
inline BenchCase case_of_steps(std::string name, int n, int cells, int sample_sites) {
  BenchCase one;
  one.kind = "step", one.name = std::move(name);
  one.grid = {n, n, n}, one.objects = cells;
  one.points = static_cast<double>(cells) * sample_sites;
  return one;
}

/// Tells of a case, measures it by measure(case), which gives a line to tell, and keeps what was measured in
/// the report, also if the memory did not suffice for all.
template <class F>
BenchCase measured_case(const BenchSettings& settings, BenchReport& report, BenchCase result, F measure) {
  settings.report(result.name +
                  text(" on a grid of %d x %d x %d", result.grid.x, result.grid.y, result.grid.z));
  try {
    settings.report(measure(result));
  } catch (const ResourceError& e) {
    result.skipped = e.what();
  }
  report.cases.push_back(result);
  return result;
}

} // namespace ibsim
