// Runs by several ranks, and what they are made of, for tests that compare their files with those of one.
#pragma once

#include "backends.hpp"
#include "flow/flow_run/same_files.hpp"
#include "flow_run/run_scenario.hpp"
#include "simulation/scenarios.hpp"

#include <limits>
#include <vector>

namespace ibsim::testing_runs {
using namespace testing_scenarios;

/// 10 steps of two red cells and platelets in a sheared periodic box, with all that can act on them, and
/// with output of every kind. Cells cross the planes between ranks, and one the end of the box.
inline Scenario all_at_once() {
  Scenario s = red_cell_in_shear(16, 200, 800, 0.5, 5);
  s.scheme = TimeScheme::imex_rk;
  s.keep_volume = true;
  s.contact = {.pressure = 0.1, .range = 3}; // so far that they feel each other: gaps are 2.0, 2.6 and 2.9 um
  ObjectKind& cell = s.objects[0];
  cell.placements[0].centre = {8, 6, 15};
  cell.placements.push_back(cell.placements[0]);
  cell.placements[1].centre = {8, 10, 6};
  cell.placements[1].rotation[1] = {0, 0.8, -0.6}, cell.placements[1].rotation[2] = {0, 0.6, 0.8};
  cell.closed().law = Lim{2.5e-3, 0.25};
  cell.closed().bending = {.modulus = 2e-4, .about_reference = true};
  cell.closed().global_area_modulus = 0.1;
  cell.closed().viscosity = {.viscosity = 100, .model = ViscosityModel::maxwell, .modulus = 0.1};
  cell.tethers = {{1e-4, {{0, 0, -1}, 2}}};
  cell.tweezers = {{{1, 0, 0}, 0.05, 2, {1, 3.5}}};
  cell.pulls = {{{{0, 1, 0}, 3}, {0, 0.01, 0}, {0, 3}}};
  ObjectKind platelet = sphere(16, 120, 0.5, 10).objects[0];
  platelet.name = "platelet";
  platelet.closed().surface = {ReferenceShape::ellipsoid, {0.6, 1.2, 1.2}};
  platelet.closed().data_sites = 60;
  platelet.placements.resize(2);
  platelet.placements[0].centre = {2, 8, 4}, platelet.placements[1].centre = {14, 4, 12};
  s.objects.push_back(platelet);
  s.output.series_every = 0.5, s.output.cells_every = s.output.fluid_every = 1,
  s.output.checkpoint_every = 1.5, s.output.profiles_every = 2, s.output.averages_from = 1;
  return s;
}

/// Output of every kind: rows at these intervals, the rest at those, us.
inline void write_everything(Scenario& s, real rows, real rest) {
  s.output.fluid = true;
  s.output.series_every = rows;
  s.output.cells_every = s.output.fluid_every = s.output.checkpoint_every = rest;
  s.output.profiles_every = s.output.averages_from = rest;
}

/// On GPUs a rank has whole layers of tiles: as many ranks ask for a longer box.
template <class B>
Scenario all_at_once_on() {
  Scenario s = all_at_once();
  if (std::is_same_v<B, Cuda>) s.grid.n.z = 32;
  return s;
}

/// 12 steps of a row of cells and platelets in a long channel, through which they are carried by 0.3 cells of
/// the grid a step: ranks make the forces of those near them, which in the course of it are others. In the
/// middle of the box some of what acts on them remembers its past, or knows its object. Volumes are kept.
inline Scenario a_long_channel(bool with_contact) {
  Scenario s = all_at_once();
  s.time.end = 6;
  s.output.fluid_every = 2.5, s.output.checkpoint_every = 3;
  s.grid.n.z = with_contact ? 192 : 96;
  s.grid.topology.y.ends = Ends::walls;
  s.scheme = TimeScheme::bdf2;
  s.objects[0].closed().viscosity_ratio = 5; // their volumes are asked for of all together
  s.drive.shear_rate.mean = 0, s.initial_flow = InitialFlow::developed;
  s.drive.flow_rate_is_given = true, s.drive.flow_rate.mean = 0.6 * 16 * 16;
  s.contact.range = 1;
  if (!with_contact) s.contact = {};
  const int n = s.grid.n.z / 16;
  for (ObjectKind& kind : s.objects) {
    const Placement first = kind.placements[0];
    kind.placements.assign(static_cast<std::size_t>(n), first);
    for (int i = 0; i < n; ++i) // in no order along the channel
      kind.placements[static_cast<std::size_t>(i)].centre = {8, &kind == &s.objects[0] ? 6.0 : 12.0,
                                                             16.0 * (5 * i % n) + 7.3};
  }
  return s;
}

/// On the one GPU that there is, if there is one: several ranks share it.
template <class B>
class RunsByRanks : public BackendTest<B> {
 protected:
  std::filesystem::path run(Scenario s, int ranks, const std::string& name,
                            real until = std::numeric_limits<real>::infinity()) {
    s.output.folder = folder.path / name;
    s.device.ranks = ranks;
    RunOptions options;
    options.cache_folder = s.cache_folder;
    options.control.until = until;
    run_scenario(Stream<B>(), s, options);
    return s.output.folder;
  }
  void go_on(Scenario s, int ranks, const std::string& name,
             real until = std::numeric_limits<real>::infinity()) {
    s.output.folder = folder.path / name;
    s.device.ranks = ranks;
    RunOptions options;
    options.cache_folder = s.cache_folder;
    std::string warning;
    options.control.until = until;
    options.lock.emplace(s.output.folder);
    options.checkpoint = read_newest_checkpoint(s.output.folder, warning);
    run_scenario(Stream<B>(), s, options);
  }
  /// By one rank and by these numbers of ranks. Three cut 16 and 32 planes unevenly, and each has two
  /// neighbours.
  void expect_the_same(const Scenario& s, const std::vector<int>& numbers = {3}) {
    const auto one = run(s, 1, "1");
    for (const int ranks : numbers) {
      SCOPED_TRACE(std::to_string(ranks) + " ranks");
      expect_same_files(one, run(s, ranks, std::to_string(ranks)));
    }
  }
  TestFolder folder;
};

} // namespace ibsim::testing_runs
