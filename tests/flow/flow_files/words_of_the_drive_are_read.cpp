// Keys in the words of users against closed forms: mean velocity, fall of the pressure and stress at the wall
// of a flow; the axis of a cell.
#include "flow_files/read_text.hpp"
#include "flow_files/write_resolved.hpp"
#include "walls/driven_flow.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

const std::string tube = "\nobjects: [{shape: tube, radius: 3 um, at: [5 um, 5 um, 4 um]}]";
std::string with(const std::string& flow, const std::string& objects = "") {
  return "domain: {size: [10 um, 10 um, 16 um], cell: 1/2 um}\nflow: " + flow +
         "\nfluid: {viscosity: 2 cP}\ntime: {step: 0.01 us, end: 1 us, scheme: imex-rk}" + objects + "\n";
}

// Plane Poiseuille flow: Q = U Lx Ly, tau = G H/2.
TEST(WordsOfTheDrive, say_what_drives_a_channel) {
  const Scenario mean = read(with("{ends_in_y: walls, mean_velocity: 1 mm/s}"));
  EXPECT_TRUE(mean.drive.flow_rate_is_given);
  EXPECT_DOUBLE_EQ(wall_flow(mean).mean_velocity->at(0), 1e-3);
  EXPECT_DOUBLE_EQ(driven_speed(mean), 1.5e-3);
  const Scenario drop = read(with("{ends_in_y: walls, pressure_drop: 1.6 Pa}"));
  EXPECT_DOUBLE_EQ(drop.drive.pressure_gradient.mean, 1.6e-3 / 16);
  const Scenario stress = read(with("{ends_in_y: walls, wall_shear_stress: 1 Pa}"));
  EXPECT_DOUBLE_EQ(stress.fluid.viscosity * driven_shear_rate(stress), 1e-3); // 1 Pa = 1e-3 pg/(um us^2)
  const Scenario swing = read(with("{ends_in_y: walls, pressure_drop: {amplitude: 1.6 Pa, period: 1 ms}}"));
  EXPECT_DOUBLE_EQ(swing.drive.pressure_gradient.at(250), 1e-4);
}

// Poiseuille flow in a tube: the axis moves with twice the mean, tau = mu 4 U/a.
TEST(WordsOfTheDrive, say_what_drives_a_tube) {
  const Scenario mean = read(with("{mean_velocity: 1 mm/s}", tube));
  EXPECT_DOUBLE_EQ(driven_speed(mean), 2e-3);
  EXPECT_DOUBLE_EQ(driven_shear_rate(mean), 4 * 1e-3 / 3);
  const Scenario stress = read(with("{wall_shear_stress: 1 Pa}", tube));
  EXPECT_DOUBLE_EQ(stress.fluid.viscosity * driven_shear_rate(stress), 1e-3);
  EXPECT_DOUBLE_EQ(read(with("{pressure_drop: 1.6 Pa}", tube)).drive.pressure_gradient.mean, 1e-4);
}

// A steady shear takes strain/rate; walls that slide past each other with 1 mm/s, 10 um apart, are 100 1/s; a
// rate that rises in proportion to the time, as 2 t, takes its square root.
TEST(WordsOfTheDrive, say_when_a_run_ends_by_its_strain) {
  const auto end = [](const std::string& flow, const std::string& strain) {
    std::string text = with(flow);
    text.replace(text.find("end: 1 us"), 9, "strain: " + strain);
    return read(text).time.end;
  };
  EXPECT_EQ(end("{ends_in_y: walls, shear_rate: 100 1/s}", "40"), 4e5);
  EXPECT_EQ(end("{ends_in_y: lees-edwards, shear_rate: -500 1/s}", "30"), 6e4);
  EXPECT_EQ(end("{ends_in_y: walls, lower_wall: {z: -0.2 mm/s}, upper_wall: {z: 0.8 mm/s}}", "1"), 1e4);
  EXPECT_EQ(end("{ends_in_y: lees-edwards, shear_rate: {times: [0 s, 10 s], values: [0 1/s, 20 1/s]}}", "25"),
            5e6);
  std::string both = with("{ends_in_y: walls, shear_rate: 100 1/s}");
  both.replace(both.find("end: 1 us"), 9, "end: 1 us, strain: 0.5");
  std::vector<std::string> warnings;
  const Scenario s = read_scenario_text(both, "s.yaml", {}, warnings);
  EXPECT_EQ(s.time.end, 5000);
  EXPECT_EQ(read(resolved_scenario(s)).time.end, 5000);
  ASSERT_FALSE(warnings.empty());
  EXPECT_NE(warnings[0].find("time.end: has no effect with time.strain"), std::string::npos);
  std::string none = with("{ends_in_y: walls, pressure_drop: 1.6 Pa}");
  none.replace(none.find("end: 1 us"), 9, "strain: 40");
  EXPECT_NE(error(none).find("time.strain: the flow has no shear"), std::string::npos);
}

// Words that other programs have, and that ibsim has not, are answered with what there is.
TEST(WordsOfTheDrive, say_what_there_is_not) {
  const auto says = [](const std::string& text, const std::string& part) {
    const std::string message = error(text);
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  says(with("{ends_in_x: walls}"), "flow.ends_in_x: the box has walls in y alone");
  says(with("{ends_in_y: walls, inlet: 1 nl/s}"), "flow.inlet: there are no inlets and outlets");
  says(with("{flow_rate: 1 nl/s}", tube),
       "flow.flow_rate: has no meaning without walls (flow.ends_in_y: walls) or a vessel; in "
       "a tube give flow.mean_velocity");
  says(with("{}", "\nobjects: [{shape: stl, file: device.stl}]"),
       "objects.0: a surface from a mesh file is shape: mesh");
  says(with("{}", "\nobjects: [{shape: sphre, at: [5 um, 5 um, 4 um]}]"), "did you mean \"sphere\"?");
}

// 80 ms are 26.7 times 3 ms: 27 intervals of 2.963 ms; 81 ms are 27 of 3. 50 us are no multiple of 20 us.
TEST(WordsOfTheDrive, say_what_becomes_of_intervals) {
  const auto warned = [](const std::string& end, const std::string& output) {
    std::vector<std::string> warnings;
    read_scenario_text("domain: {size: [4 um, 4 um, 4 um], cell: 1 um}\nfluid: {background_shear: 10 1/s}\n"
                       "time: {step: auto, end: " +
                           end + "}\noutput: {fluid_every: never, cells_every: never, " + output + "}\n",
                       "s.yaml", {}, warnings);
    std::string all;
    for (const std::string& warning : warnings) all += warning + "\n";
    return all;
  };
  const std::string said = warned("80 ms", "series_every: 3 ms");
  EXPECT_NE(
      said.find("3 ms becomes 2.963 ms: with time.step: auto all output comes after whole intervals of 2.963 "
                "ms, which divide the end, 80 ms; with time.end: 81 ms they are 3 ms"),
      std::string::npos)
      << said;
  EXPECT_EQ(warned("81 ms", "series_every: 3 ms").find("becomes"), std::string::npos);
  const std::string other = warned("1 ms", "series_every: 20 us, checkpoint_every: 50 us");
  EXPECT_NE(other.find("50 us becomes 60 us"), std::string::npos) << other;
  EXPECT_NE(other.find("the shortest interval given; a multiple of it stays as it is"), std::string::npos);
}

TEST(WordsOfTheDrive, are_written_down_as_what_is_simulated) {
  for (const Scenario& s : {read(with("{ends_in_y: walls, mean_velocity: 1 mm/s}")),
                            read(with("{wall_shear_stress: 1 Pa}", tube))}) {
    const Scenario again = read(resolved_scenario(s));
    EXPECT_EQ(again.drive.flow_rate, s.drive.flow_rate);
    EXPECT_EQ(again.drive.pressure_gradient, s.drive.pressure_gradient);
  }
}

TEST(WordsOfTheDrive, refuse_two_drives_and_a_box_without_a_channel) {
  EXPECT_NE(error(with("{ends_in_y: walls, mean_velocity: 1 mm/s, flow_rate: 1 nL/s}"))
                .find("flow.mean_velocity: excludes flow.flow_rate"),
            std::string::npos);
  EXPECT_NE(error(with("{ends_in_y: walls, mean_velocity: 1 mm/s, pressure_drop: 1 Pa}"))
                .find("flow.pressure_drop: excludes flow.mean_velocity"),
            std::string::npos);
  EXPECT_NE(error(with("{mean_velocity: 1 mm/s}")).find("has no meaning without walls"), std::string::npos);
  EXPECT_NE(error(with("{ends_in_y: lees-edwards, shear_rate: 1 1/s, pressure_drop: 1 Pa}"))
                .find("unbounded shear"),
            std::string::npos);
}

// The third column of a rotation is the image of z; a rotation keeps lengths and hands.
TEST(WordsOfTheDrive, turn_the_axis_of_a_cell_to_any_direction) {
  const auto cell = [](const std::string& axis) {
    return "\nobjects: [{shape: sphere, radius: 2 um, membrane: {shear_modulus: 1 uN/m, area_modulus: 1 "
           "uN/m}, at: "
           "[4 um, 4 um, 8 um], " +
           axis + "}]";
  };
  const struct {
    const char* axis;
    Real3 direction;
  } all[] = {{"x", {1, 0, 0}},
             {"[0, 0, 2]", {0, 0, 1}},
             {"[0, 0, -1]", {0, 0, -1}},
             {"[1, 2, 2]", {1. / 3, 2. / 3, 2. / 3}}};
  for (const auto& one : all) {
    const Scenario s = read(with("{}", cell(std::string("axis: ") + one.axis)));
    const Real3* rows = s.objects[0].placements[0].rotation;
    for (int d = 0; d < 3; ++d) {
      EXPECT_NEAR(rows[d].z, one.direction[d], 1e-15) << one.axis;
      for (int e = 0; e < 3; ++e) EXPECT_NEAR(dot(rows[d], rows[e]), d == e, 1e-15);
    }
    EXPECT_NEAR(dot(cross(rows[0], rows[1]), rows[2]), 1, 1e-15);
  }
  EXPECT_NE(error(with("{}", cell("axis: x, rotate: {axis: x, angle: 1 deg}"))).find("give one of"),
            std::string::npos);
}

} // namespace
} // namespace ibsim
