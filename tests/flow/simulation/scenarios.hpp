// Small scenarios for the tests of the whole step: the paper's elastic sphere (section 4.2.1) and relatives.
#pragma once

#include "model/scenario.hpp"
#include "simulation/run.hpp"
#include "simulation/simulation_on.hpp"

#include <cmath>

namespace ibsim::testing_scenarios {

/// The convergence case: 16 um periodic box, sphere of 3.91 um with E = 2.5e-3, K = 0.25 dyn/cm, 625 data
/// sites, fluid at rest.
inline Scenario sphere(int cells_per_side, int sample_sites, real time_step, real end) {
  Scenario s;
  s.grid = {{cells_per_side, cells_per_side, cells_per_side}, 16.0 / cells_per_side};
  s.fluid = {1, 1};
  ObjectKind kind;
  kind.name = "sphere";
  kind.closed().surface = {ReferenceShape::sphere, {3.91, 3.91, 3.91}};
  kind.closed().law = Skalak{2.5e-3, 0.25};
  kind.closed().data_sites = 625;
  kind.closed().sample_sites = sample_sites;
  Placement placement;
  placement.centre = {8, 8, 8};
  kind.placements = {placement};
  s.objects = {kind};
  s.time = {time_step, end, false};
  return s;
}

/// The same, stretched by 1.1 along z and 1/1.1 along y.
inline Scenario stretched_sphere(int cells_per_side, int sample_sites, real time_step, real end) {
  Scenario s = sphere(cells_per_side, sample_sites, time_step, end);
  s.objects[0].placements[0].stretch = {1, 1 / 1.1, 1.1};
  return s;
}

/// The paper's red cell in shear, on a grid as coarse as the test likes.
inline Scenario red_cell_in_shear(int cells_per_side, int data_sites, int sample_sites, real time_step,
                                  real end) {
  Scenario s = sphere(cells_per_side, sample_sites, time_step, end);
  s.drive.shear_rate.mean = 1e-3; // 1000 1/s
  s.initial_flow = InitialFlow::shear;
  s.objects[0].name = "red cell";
  s.objects[0].closed().surface = {ReferenceShape::red_cell, {3.91, 3.91, 3.91}};
  s.objects[0].closed().data_sites = data_sites;
  return s;
}

/// Bonds to the lower wall that form and break within few steps of a microsecond, from wherever in a box of
/// 16 um: springs of 10 um store about kT.
inline AdhesionProperties quick_bonds() {
  AdhesionProperties of;
  of.receptors = 50, of.ligands = 100, of.events = true;
  of.kinetics.off_rate = 0.2, of.kinetics.length = 1e-5, of.kinetics.on_rate = 3e-3;
  of.spring = {.stiffness = 1e-7, .length = 0.02, .reach = 20};
  return of;
}

template <class B>
std::vector<real> positions(SimulationOn<B>& simulation, std::size_t kind = 0) {
  return simulation.state().data_sites[kind].to_host(simulation.stream());
}

/// Root mean square over points of the 3-vector a - b; both hold all x, all y, all z.
inline real rms_distance(const std::vector<real>& a, const std::vector<real>& b) {
  real total = 0;
  for (std::size_t i = 0; i < a.size(); ++i) total += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(total / (a.size() / 3));
}

} // namespace ibsim::testing_scenarios
