// Objects in a vessel (walls/vessel.hpp): contact with its wall, packing inside it, passages through
// planes.
#include "backends.hpp"
#include "checks/check_vessel.hpp"
#include "files/csv.hpp"
#include "files/read_csv.hpp"
#include "flow/flow_files/read_text.hpp"
#include "flow_run/passages.hpp"
#include "flow_run/wall_stress.hpp"
#include "objects/structure_properties.hpp"
#include "packing/place_objects.hpp"
#include "simulation/run.hpp"
#include "simulation/simulation_on.hpp"
#include "state/make_structures.hpp"
#include "test_folder.hpp"
#include "walls/vessel.hpp"

#include <cmath>

namespace ibsim {
namespace {

template <class B>
class ObjectsInVessels : public BackendTest<B> {};
TYPED_TEST_SUITE(ObjectsInVessels, Backends, BackendNames);

// The wall of a vessel that is a gap between planes presses as the walls of a box do. Distances are floats of
// up to 3 um: they are off by 3e-7 um.
TYPED_TEST(ObjectsInVessels, meet_its_wall_as_they_meet_a_plane) {
  const auto sphere = [](const char* y) {
    return std::string("time: {step: 0.1 us, end: 1 us}\ncontact: {pressure: 100 Pa, range: 0.8 um}\n"
                       "objects:\n  - {shape: sphere, radius: 2 um, at: [4 um, ") +
           y +
           " um, 4 um], data_sites: 200, sample_sites: 400,\n"
           "     membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}}\n";
  };
  const auto looked_at = [&](const std::string& text) {
    const Scenario s = read(text);
    SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
    const LeastDistances least = simulation.least_distances();
    return std::pair{least.walls, simulation.pair_energy()};
  };
  for (const auto& [in_box, in_vessel] : {std::pair{"2.3", "3.3"}, std::pair{"3.8", "4.8"}}) {
    const auto plane = looked_at(
        "domain: {size: [8 um, 6 um, 8 um], cell: 0.5 um}\nflow: {ends_in_y: walls}\n" + sphere(in_box));
    const auto vessel = looked_at(
        "domain: {size: [8 um, 8 um, 8 um], cell: 0.5 um}\nvessel: {shape: {box: {from: [0 um, 1 um, 0 "
        "um], to: [8 um, 7 um, 8 um]}}}\n" +
        sphere(in_vessel));
    EXPECT_GT(plane.second, 0);
    EXPECT_NEAR(vessel.first, plane.first, 1e-6);
    EXPECT_NEAR(vessel.second / plane.second, 1, 1e-5);
  }
}

// 1 nN presses a capsule against the wall for 10 ms, without contact. Sites move with the fluid, which the
// points stop at the wall: it flows through at some 1e-3 h dp/mu (docs/notes/held_walls.md). 1 nN on a face
// of
// 3 um^2 and more is 0.3 kPa, so h dp/mu is 0.15 um/us and 10 ms make 1.5 um of 1e-3 of that if nothing gave
// way; pressures on both sides of the film meet long before. Half a cell is what the kernel resolves.
TYPED_TEST(ObjectsInVessels, stay_inside_where_1_nN_presses_them) {
  const Scenario s = read(
      "domain: {size: [8 um, 8 um, 8 um], cell: 0.5 um}\n"
      "vessel: {shape: {box: {from: [-1 um, 1 um, -1 um], to: [9 um, 7 um, 9 um]}}}\n"
      "time: {step: auto, end: 10 ms}\ncoupling: {keep_volume: true}\noutput: {cells_every: "
      "never, fluid_every: never}\n"
      "objects:\n  - {shape: sphere, radius: 2 um, at: [4 um, 3.4 um, 4 um], data_sites: 200, sample_sites: "
      "400,\n     membrane: {shear_modulus: 0.1 dyn/cm, area_modulus: 0.5 dyn/cm},\n"
      "     pulls: {at: -y, diameter: 100 um, force: [0 nN, -1 nN, 0 nN]}}\n");
  SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
  const real volume = simulation.integrals(0)[0].volume;
  run(simulation, {}, {});
  real lowest = 8;
  for (const Real3& x : vectors_at_samples(simulation, 0, SurfaceField::positions))
    lowest = std::min(lowest, x.y);
  EXPECT_GT(lowest, 1 - 0.25);
  EXPECT_LT(lowest, 1.5); // it was pressed
  EXPECT_NEAR(simulation.integrals(0)[0].volume / volume, 1, 1e-4);
}

// As many as the haematocrit of the fluid's volume makes, all of them in the fluid.
TEST(PackingInVessels, leaves_no_object_in_the_solid) {
  std::vector<std::string> warnings;
  Scenario s = read_scenario_text(
      "domain: {size: [14 um, 12 um, 14 um], cell: 0.5 um}\n"
      "vessel: {shape: {aneurysm: {at: [5 um, 6 um, 7 um], radius: 3.5 um, sac_radius: 3.5 um}}}\n"
      "flow: {mean_velocity: 1 mm/s}\ntime: {step: 1 us, end: 10 us}\n"
      "objects:\n  - {shape: sphere, radius: 1.2 um, placements: {haematocrit: 20 %, seed: 1},\n"
      "     membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}}\n",
      "s.yaml", {}, warnings, [](FlowModel& model) { place_objects(model, "", {}); }, {});
  const real number = 0.2 * s.vessel->region().volume / *volume_at_rest(s.objects[0]);
  EXPECT_NEAR(static_cast<real>(s.objects[0].placements.size()), number, 1.5);
  EXPECT_TRUE(objects_in_the_solid(s, s.vessel->shape()).empty());
}

// Straight lines through planes: times and velocities are exact, also across the ends of the box.
TEST(Passages, have_times_between_planes) {
  const TestFolder folder;
  std::vector<std::string> titles{"time (us)",     "object",        "name",
                                  "centre x (um)", "centre y (um)", "centre z (um)"};
  titles.insert(titles.end(), measure_titles.begin(), measure_titles.end());
  std::vector<std::vector<CsvValue>> rows;
  for (int i = 0; i <= 10; ++i)
    rows.push_back({10.0 * i, 0.0, std::string("cell"), 1.0, 1.0, 3.0 + 0.2 * 10 * i, 130.0, 90.0,
                    8.0 - 0.1 * i, 4.0, 0.3, 0.5, 4.0, 4.0});
  replace_table(folder.path / "cells.csv", titles, rows);
  FlowModel model;
  model.grid = {{8, 8, 20}, 0.5}; // 10 um long
  model.planes = {{"in", 2, 4}, {"out", 2, 9}};
  write_passages(folder.path, model, find_passages(folder.path / "cells.csv", model, {}));
  const CsvTable table = read_run_csv(folder.path / "passages.csv");
  ASSERT_EQ(table.rows.size(), 4u); // at 4, 9, 14 and 19 um of 3 to 23
  const std::size_t time = table.column("time (us)"), transit = table.column("transit time (us)"),
                    velocity = table.column("velocity (um/us)"), length = table.column("length (um)");
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(std::stod(table.rows[i][time]), 5 + 25 * static_cast<real>(i), 1e-9);
    EXPECT_NEAR(std::stod(table.rows[i][velocity]), 0.2, 1e-12);
    EXPECT_NEAR(std::stod(table.rows[i][length]), 8 - 0.01 * (5 + 25 * static_cast<real>(i)), 1e-9);
    EXPECT_EQ(table.rows[i][table.column("plane")], i % 2 == 0 ? "in" : "out");
    if (i > 0) {
      EXPECT_NEAR(std::stod(table.rows[i][transit]), 25, 1e-9);
    }
  }
}

} // namespace
} // namespace ibsim
