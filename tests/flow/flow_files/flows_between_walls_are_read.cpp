// The keys of `flow`: what is read, what is refused and where, and that it is written back to the same bits.
#include "flow_files/compare_scenarios.hpp"
#include "flow_files/read_text.hpp"
#include "flow_files/write_resolved.hpp"
#include "limits/precision.hpp"
#include "test_folder.hpp"
#include "walls/driven_flow.hpp"

#include <fstream>
#include <gtest/gtest.h>

namespace ibsim {
namespace {

std::string with(const std::string& flow, const std::string& fluid = "{}") {
  return "domain: {size: [4 um, 16 um, 8 um], cell: 1/2 um}\nflow: " + flow + "\nfluid: " + fluid +
         "\ntime: {step: 0.1 us, end: 1 us}\n";
}

TEST(FlowKeys, say_how_walls_move_and_what_drives_the_flow) {
  const Scenario couette = read(with("{ends_in_y: walls, shear_rate: 1000 1/s}"));
  EXPECT_TRUE(couette.has_walls());
  EXPECT_EQ(couette.initial_flow, InitialFlow::developed);
  EXPECT_EQ(wall_velocities(couette, 0)[0].z, -1e-3 * 8);
  EXPECT_EQ(wall_velocities(couette, 5)[1].z, 1e-3 * 8);
  EXPECT_DOUBLE_EQ(driven_shear_rate(couette), 1e-3);

  // 100 kPa/m over a gap of 16 um: G H^2/(8 mu) = 1e-4 x 256/8 um/us
  const Scenario channel = read(with("{ends_in_y: walls, pressure_gradient: 100 kPa/m}"));
  EXPECT_DOUBLE_EQ(driven_speed(channel), 1e-4 * 256 / 8);
  EXPECT_DOUBLE_EQ(channel_reynolds(channel), 1e-4 * 256 / 8 * 16);

  // 0.64 nL/s = 0.64 um^3/us through 4 x 16 um^2
  const Scenario rate = read(with("{ends_in_y: walls, flow_rate: 0.64 nL/s}"));
  ASSERT_TRUE(wall_flow(rate).mean_velocity);
  EXPECT_DOUBLE_EQ(wall_flow(rate).mean_velocity->at(3), 0.01);

  const Scenario swing = read(with(
      "{ends_in_y: walls, lower_wall: {x: 1 mm/s, z: {mean: 1 mm/s, amplitude: 2 mm/s, period: 8 us}}}"));
  EXPECT_EQ(wall_velocities(swing, 0)[0].x, 1e-3);
  EXPECT_DOUBLE_EQ(wall_velocities(swing, 2)[0].z, 3e-3); // a quarter of a period
  EXPECT_NEAR(womersley(swing), 8 * std::sqrt(2 * 3.14159265358979 / 8), 1e-12);
}

TEST(FlowKeys, know_unbounded_shear) {
  const Scenario s = read(with("{ends_in_y: lees-edwards, shear_rate: 1000 1/s}"));
  EXPECT_TRUE(s.is_sheared());
  EXPECT_FALSE(s.has_walls());
  EXPECT_EQ(s.initial_flow, InitialFlow::developed);
  EXPECT_EQ(wall_flow(s).shear_rate.mean, 1e-3);
  EXPECT_DOUBLE_EQ(driven_speed(s), 1e-3 * 8); // half of 16 um
  EXPECT_DOUBLE_EQ(driven_shear_rate(s), 1e-3);
  const auto refused = [](const std::string& flow, const std::string& fluid, const std::string& because) {
    EXPECT_NE(error(with(flow, fluid)).find(because), std::string::npos) << error(with(flow, fluid));
  };
  refused("{ends_in_y: lees-edwards}", "{}", "missing key \"flow.shear_rate\"");
  refused("{ends_in_y: lees-edwards, shear_rate: 1 1/s, pressure_gradient: 1 kPa/m}", "{}",
          "has no meaning without walls");
  refused("{ends_in_y: lees-edwards, shear_rate: 1 1/s}", "{initial: rest}", "begins as its mean shear");
  refused("{ends_in_y: lees-edwards, shear_rate: 1 1/s}", "{background_shear: 1 1/s}", "flow.shear_rate");
  refused("{shear_rate: 1 1/s}", "{}", "lees-edwards");
}

TEST(FlowKeys, give_single_precision_to_boxes_of_all_ends) {
  const std::string periodic = "domain: {size: [4 um, 16 um, 8 um], cell: 1/2 um}\n"
                               "time: {step: 0.1 us, end: 1 us}\n",
                    odd = "domain: {size: [9 um, 7 um, 8 um], cell: 1 um}\ntime: {step: 0.1 us, end: 1 us}\n",
                    mixed = "device: {precision: mixed}\n";
  const Scenario exact = read(periodic), rounded = read(periodic + mixed);
  EXPECT_EQ(exact.fluid_storage(), Storage::doubles);
  EXPECT_EQ(rounded.fluid_storage(), Storage::floats);
  const std::vector<KeyDifference> differences = scenario_differences(exact, rounded);
  ASSERT_EQ(differences.size(), 1u);
  EXPECT_EQ(differences[0].effect, ChangeEffect::physics); // which a resume refuses
  const auto to_single = scenario_differences(rounded, read(periodic + "device: {precision: single}\n"));
  ASSERT_EQ(to_single.size(), 1u);
  EXPECT_EQ(to_single[0].effect, ChangeEffect::physics);
  for (const std::string& flow : {with("{ends_in_y: walls, shear_rate: 1000 1/s}"),
                                  with("{ends_in_y: lees-edwards, shear_rate: 1000 1/s}")})
    EXPECT_EQ(read(flow + mixed).fluid_storage(), Storage::floats);
  EXPECT_NE(error(odd + mixed).find("an even number of grid points"), std::string::npos);
  // nu k (2 pi/16 um)^2 = 0.154 k/us: 2e-7 is a hundredth of it at k = 1.3e-4 us
  EXPECT_EQ(doubt_of_mixed(rounded, 2e-4), "");
  EXPECT_NE(doubt_of_mixed(rounded, 1e-4), "");
  EXPECT_EQ(doubt_of_mixed(exact, 1e-4), "");
  // nu k (pi/16 um)^2 = 0.0386 k/us between walls; of rows come 1.2e-7 sqrt(k/us) 2 at h = 1/2 um
  Scenario walls = rounded;
  walls.grid.topology.y.ends = Ends::walls;
  EXPECT_EQ(doubt_of_mixed(walls, 6e-4), "");
  EXPECT_NE(doubt_of_mixed(walls, 4e-4), "");
  // a vessel of 3 um: nu k (pi/6 um)^2 = 0.274 k/us in a box of 64 um, by which it would be 0.0096 k/us
  const Scenario vessel =
      read("domain: {size: [64 um, 8 um, 8 um], cell: 1/2 um}\n"
           "vessel: {shape: {cylinder: {axis: x, at: [0 um, 4 um, 4 um], radius: 3 um}}}\n"
           "time: {step: 0.1 us, end: 1 us}\n" +
           mixed);
  EXPECT_EQ(doubt_of_mixed(vessel, 1e-4), "");
  EXPECT_NE(doubt_of_mixed(vessel, 5e-5), "");
}

TEST(FlowKeys, take_tables_from_files_beside_the_scenario) {
  TestFolder folder;
  std::ofstream(folder.path / "wall.csv") << "time (ms),velocity (mm/s)\n0,0\n0.001,1\n0.003,-1\n";
  const std::string text = with("{ends_in_y: walls, upper_wall: {z: {file: wall.csv}}}");
  const Scenario s = read(text, (folder.path / "s.yaml").string());
  EXPECT_EQ(s.drive.upper_z.times, (std::vector<real>{0, 1, 3}));
  EXPECT_DOUBLE_EQ(wall_velocities(s, 2)[1].z, 0);
  EXPECT_DOUBLE_EQ(wall_velocities(s, 9)[1].z, -1e-3); // as in the last row
  Signal again = s.drive.upper_z;
  again.repeats = true; // every 3 us
  EXPECT_DOUBLE_EQ(again.at(9.5), 0.5e-3);
  // what is written back holds the numbers, so the file may go
  std::filesystem::remove(folder.path / "wall.csv");
  EXPECT_EQ(read(resolved_scenario(s)).drive.upper_z, s.drive.upper_z);
  EXPECT_NE(error(text).find("flow.upper_wall.z.file"), std::string::npos) << error(text);
  std::ofstream(folder.path / "wall.csv") << "time (ms),velocity (Pa)\n0,0\n0.001,1\n";
  EXPECT_THROW(read(text, (folder.path / "s.yaml").string()), InputError);
}

TEST(FlowKeys, read_back_what_they_write) {
  for (const char* flow :
       {"{ends_in_y: walls, shear_rate: {mean: 100 1/s, amplitude: 1/3 1/ms, period: 7 us, phase: 20 deg}}",
        "{ends_in_y: walls, flow_rate: {times: [0 us, 3 us], values: [1 nL/s, 2 nL/s], repeats: true}}",
        "{ends_in_y: walls, lower_wall: {x: 1/3 mm/s}, pressure_gradient: 1/7 kPa/m}",
        "{ends_in_y: periodic}"}) {
    const Scenario s = read(with(flow));
    const Scenario again = read(resolved_scenario(s));
    for (const auto signal : {&Drive::shear_rate, &Drive::lower_x, &Drive::lower_z, &Drive::upper_x,
                              &Drive::upper_z, &Drive::pressure_gradient, &Drive::flow_rate})
      EXPECT_EQ(s.drive.*signal, again.drive.*signal) << flow;
    EXPECT_EQ(s.drive.flow_rate_is_given, again.drive.flow_rate_is_given);
    EXPECT_EQ(s.has_walls(), again.has_walls());
  }
}

// A tube takes the pressure gradient of a periodic box, stands in the scenario that is written, and has no
// membrane, no sites of its own number, and no way to turn.
TEST(FlowKeys, know_tubes) {
  const auto tube = [](const std::string& more, const std::string& flow = "{pressure_gradient: 100 kPa/m}") {
    return "domain: {size: [16 um, 16 um, 8 um], cell: 1/2 um}\nflow: " + flow +
           "\nfluid: {}\ntime: {scheme: imex-rk, step: 0.1 us, end: 1 us}\nobjects: [{shape: tube, at: [8 "
           "um, 8 um, 4 um], " +
           more + "}]\n";
  };
  const Scenario s = read(tube("radius: 4 um"));
  ASSERT_TRUE(s.has_tubes());
  EXPECT_EQ(s.objects[0].name, "tube");
  EXPECT_DOUBLE_EQ(driven_speed(s), 1e-4 * 16 / 4);
  EXPECT_DOUBLE_EQ(driven_shear_rate(s), 1e-4 * 4 / 2);
  EXPECT_EQ(s.objects[0].sites().data, 40 * 13); // 8 pi/0.625 around and 8/0.625 along
  ASSERT_EQ(s.objects[0].tethers.size(), 1u);
  const Scenario again = read(resolved_scenario(s));
  ASSERT_TRUE(std::holds_alternative<Tube>(again.objects[0].structure));
  EXPECT_EQ(std::get<Tube>(again.objects[0].structure).radius, std::get<Tube>(s.objects[0].structure).radius);
  EXPECT_EQ(again.objects[0].sites().data, s.objects[0].sites().data);
  EXPECT_EQ(again.drive.pressure_gradient, s.drive.pressure_gradient);
  EXPECT_EQ(resolved_scenario(again), resolved_scenario(s));
  const auto refused = [&](const std::string& more, const std::string& because) {
    EXPECT_NE(error(tube(more)).find(because), std::string::npos) << error(tube(more));
  };
  refused("name: b", "objects.0.radius");
  refused("radius: 4 um, rotate: {axis: x, angle: 30 deg}", "objects.0.rotate: a tube lies along z");
  refused("radius: 4 um, membrane: {shear_modulus: 1 dyn/cm, area_modulus: 1 dyn/cm}", "without a membrane");
  refused("radius: 4 um, sample_sites: 500", "1.25 h apart");
  refused("radius: 4 um, tethers: {stiffness: 1 dyn/cm/um^2, at: x, diameter: 1 um}", "held everywhere");
}

// By default points with bdf2, springs with tethers and with imex-rk.
TEST(FlowKeys, say_what_holds_a_tube) {
  const auto tube = [](const std::string& more, const std::string& scheme = "bdf2") {
    return "domain: {size: [16 um, 16 um, 8 um], cell: 1/2 um}\nflow: {pressure_gradient: 100 kPa/m}\nfluid: "
           "{}\ntime: {scheme: " +
           scheme +
           ", step: 0.1 us, end: 1 us}\nobjects: [{shape: tube, at: [8 um, 8 um, 4 um], radius: 4 um" + more +
           "}]\n";
  };
  const auto held_by = [](const Scenario& s) { return std::get<Tube>(s.objects[0].structure).held_by; };
  const Scenario points = read(tube(""));
  EXPECT_EQ(held_by(points), HeldBy::points);
  EXPECT_TRUE(points.objects[0].tethers.empty());
  EXPECT_EQ(points.objects[0].sites().data, 34 * 12); // 8 pi/0.75 around and 2 times 8/(0.75 sqrt(3)) along
  EXPECT_EQ(resolved_scenario(read(resolved_scenario(points))), resolved_scenario(points));
  EXPECT_EQ(held_by(read(tube(", held_by: springs"))), HeldBy::springs);
  EXPECT_EQ(held_by(read(tube(", tethers: {stiffness: 1 dyn/cm/um^2}"))), HeldBy::springs);
  EXPECT_EQ(held_by(read(tube("", "imex-rk"))), HeldBy::springs);
  const auto refused = [&](const std::string& text, const std::string& because) {
    EXPECT_NE(error(text).find(because), std::string::npos) << error(text);
  };
  refused(tube(", held_by: points", "imex-rk"), "points need time.scheme: bdf2");
  refused(tube(", held_by: points, tethers: {stiffness: 1 dyn/cm/um^2}"), "tethers are springs");
}

TEST(FlowKeys, are_refused_where_they_make_no_sense) {
  const auto expect = [](const std::string& text, const std::string& part) {
    EXPECT_NE(error(text).find(part), std::string::npos) << error(text);
  };
  expect(with("{pressure_gradient: 1 kPa/m}"),
         "s.yaml:2:27: flow.pressure_gradient: has no meaning without walls");
  expect(with("{lower_wall: {z: 1 mm/s}}"), "flow.lower_wall: has no meaning without walls");
  expect(with("{ends_in_y: walls, shear_rate: 1 1/s, upper_wall: {z: 1 mm/s}}"),
         "velocities of the walls along z");
  expect(with("{ends_in_y: walls, pressure_gradient: 1 kPa/m, flow_rate: 1 nL/s}"), "excludes");
  expect(with("{ends_in_y: walls, pressure_gradient: 1 kPa}"), "flow.pressure_gradient");
  expect(with("{ends_in_y: walls, lower_wall: {z: {amplitude: 1 mm/s}}}"), "flow.lower_wall.z.period");
  expect(with("{ends_in_y: walls, lower_wall: {z: {mean: 1 mm/s, period: 1 us}}}"),
         "no meaning without an amplitude");
  expect(with("{ends_in_y: walls, flow_rate: {times: [1 us, 1 us], values: [1 nL/s, 2 nL/s]}}"),
         "times must grow");
  expect(with("{ends_in_y: walls}", "{background_shear: 1 1/s}"), "flow.shear_rate");
  expect(with("{ends_in_y: walls}", "{initial: taylor-green, speed: 1 mm/s}"), "periodic in y");
  expect(with("{}", "{initial: developed}"), "needs walls");
}

TEST(FlowKeys, objects_keep_off_walls) {
  const auto at = [](const std::string& y) {
    return "domain: {size: [16 um, 16 um, 16 um], cell: 1/2 um}\nflow: {ends_in_y: walls, shear_rate: 100 "
           "1/s}\n"
           "time: {step: 0.1 us, end: 1 us}\nobjects: [{shape: sphere, radius: 3 um, membrane: "
           "{shear_modulus: "
           "1e-2 dyn/cm, area_modulus: 0.1 dyn/cm}, at: [8 um, " +
           y + ", 8 um]}]\n";
  };
  EXPECT_EQ(error(at("8 um")), "none");
  EXPECT_NE(error(at("2.9 um")).find("crosses the wall at y = 0"), std::string::npos) << error(at("2.9 um"));
  EXPECT_NE(error(at("13.5 um")).find("crosses the wall at y = 16 um"), std::string::npos);
  std::vector<std::string> warnings;
  read_scenario_text(at("3.5 um"), "s.yaml", {}, warnings);
  ASSERT_FALSE(warnings.empty());
  EXPECT_NE(warnings[0].find("nearer than its kernel reaches"), std::string::npos) << warnings[0];
}

} // namespace
} // namespace ibsim
