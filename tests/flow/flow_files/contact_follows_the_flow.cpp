// contact.pressure: auto is as strong as the flow of the scenario asks for, is written down as such, shortens
// the steps as it must, and weaker numbers are warned of.
#include "checks/advice.hpp"
#include "flow_files/read_scenario.hpp"
#include "flow_files/write_resolved.hpp"
#include "limits/stability.hpp"
#include "model/scenario.hpp"
#include "objects/area_strength.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <numbers>

namespace ibsim {
namespace {

/// A red cell in plasma between walls.
std::string with(const std::string& flow, const std::string& pressure) {
  return "domain: {size: [12 um, 12 um, 12 um], cell: 1/3 um}\nflow: {ends_in_y: walls" + flow +
         "}\nfluid: {density: 1 g/cm^3, viscosity: 1.2 cP}\ntime: {step: auto, end: 1 ms}\n"
         "contact: {pressure: " +
         pressure +
         "}\nobjects: [{shape: red cell, membrane: {shear_modulus: 5 uN/m, area_modulus: 0.25 dyn/cm}, "
         "at: [6 um, 6 um, 6 um]}]\n";
}
Scenario read(const std::string& text) {
  std::vector<std::string> warnings;
  const Scenario s = read_scenario_text(text, "s.yaml", {}, warnings);
  for (const std::string& warning : warnings)
    EXPECT_EQ(warning.find("no effect"), std::string::npos) << warning;
  return s;
}
real automatic(const std::string& flow) { return read(with(flow, "auto")).contact.pressure; }

/// By the formula of docs/contact.md in SI, in kPa: a = 3.91 um, R that of the rim of an ellipsoid of 0.545
/// a.
real by_hand(real rate) {
  const real a = 3.91e-6, R = 0.545 * 0.545 * a, range = 2.0 / 3 * 1e-6;
  return 1e-3 * 12 * std::numbers::pi * 1.2e-3 * rate * a * a / (R * range);
}

TEST(ContactOfTheFlow, is_that_which_holds_rims_a_quarter_of_the_range_apart) {
  EXPECT_NEAR(automatic(", shear_rate: 1000 1/s"), by_hand(1000), 1e-12);
  EXPECT_NEAR(by_hand(1000), 0.9, 0.01);                                      // as docs/contact.md says
  EXPECT_NEAR(automatic(", wall_shear_stress: 0.6 Pa"), by_hand(500), 1e-12); // 0.6 Pa/1.2 mPa s
  EXPECT_NEAR(automatic(", upper_wall: {z: {amplitude: 2.4 mm/s, period: 5 ms}}"), by_hand(200), 1e-12);
  EXPECT_NEAR(automatic(", upper_wall: {x: 7.2 mm/s, z: 9.6 mm/s}"), by_hand(1000), 1e-12); // 12 mm/s in all
  EXPECT_EQ(automatic(", shear_rate: 50 1/s"), 0.1);
  EXPECT_EQ(automatic(""), 0.1);
}

TEST(ContactOfTheFlow, is_written_down_as_such) {
  const Scenario s = read(with(", shear_rate: 700 1/s", "auto"));
  const std::string text = resolved_scenario(s);
  EXPECT_NE(text.find("auto"), std::string::npos);
  const Scenario again = read(text);
  EXPECT_TRUE(again.contact.automatic);
  EXPECT_EQ(again.contact.pressure, s.contact.pressure);
  EXPECT_FALSE(read(with(", shear_rate: 700 1/s", "20 Pa")).contact.automatic);
}

TEST(ContactOfTheFlow, is_known_to_the_limit_of_the_step) {
  const Scenario slow = read(with(", shear_rate: 200 1/s", "auto")),
                 fast = read(with(", shear_rate: 1000 1/s", "auto"));
  EXPECT_LT(elastic_step_limit(fast.objects[0], fast), 0.7 * elastic_step_limit(slow.objects[0], slow));
}

TEST(ContactOfTheFlow, that_is_weaker_is_warned_of_with_the_number_that_holds) {
  const auto warned = [](const std::string& pressure) {
    const std::vector<Finding> findings = advice(read(with(", shear_rate: 1000 1/s", pressure)));
    return std::any_of(findings.begin(), findings.end(), [](const Finding& f) {
      return f.key == "contact.pressure" && f.message.find("893 Pa") != std::string::npos;
    });
  };
  EXPECT_TRUE(warned("100 Pa"));
  EXPECT_TRUE(warned("590 Pa"));
  EXPECT_FALSE(warned("610 Pa"));
  EXPECT_FALSE(warned("auto"));
}

// What presses must not squeeze the membrane together beside it: 893 Pa x 2/3 um = 0.6 dyn/cm beside 0.25.
TEST(ContactOfTheFlow, asks_for_a_modulus_of_area) {
  const auto warned = [](const std::string& rate, const std::string& set) {
    std::vector<std::string> warnings;
    const std::vector<Finding> findings =
        advice(read_scenario_text(with(", shear_rate: " + rate, "auto"), "s.yaml", {set}, warnings));
    return std::any_of(findings.begin(), findings.end(), [](const Finding& f) {
      return f.key == "objects.0.membrane.area_modulus" &&
             f.message.find("0.6 dyn/cm or more") != std::string::npos;
    });
  };
  EXPECT_TRUE(warned("1000 1/s", "time.safety=0.8"));
  EXPECT_FALSE(warned("1000 1/s", "objects.0.membrane.area_modulus=0.6 dyn/cm"));
  EXPECT_FALSE(warned("200 1/s", "time.safety=0.8"));
}

// Nothing presses the only object of a box without walls: its modulus is that of the flow, with contact and
// without. A wall or another object does.
TEST(ContactOfTheFlow, changes_no_preset_where_nothing_can_meet) {
  const auto modulus = [](const std::string& ends, const std::string& contact, const std::string& more) {
    std::vector<std::string> warnings;
    const Scenario s = read_scenario_text(
        "domain: {size: [16 um, 16 um, 24 um], cell: 1/2 um}\nflow: {ends_in_y: " + ends +
            ", shear_rate: 200 1/s}\nfluid: {viscosity: 30 mPa s}\ntime: {step: auto, end: 10 ms}\n" +
            contact + "objects: [{shape: red cell, preset: healthy, placements: [{at: [8 um, 8 um, 6 um]}" +
            more + "]}]\n",
        "s.yaml", {}, warnings);
    return area_modulus_of(s.objects[0].closed().law);
  };
  const std::string with_contact = "contact: {pressure: auto}\n", another = ", {at: [8 um, 9 um, 18 um]}";
  const real alone = modulus("lees-edwards", "", "");
  EXPECT_EQ(modulus("lees-edwards", with_contact, ""), alone);
  EXPECT_GT(modulus("lees-edwards", with_contact, another), 10 * alone);
  EXPECT_GT(modulus("walls", with_contact, ""), 10 * alone);
}

// A preset's modulus of area is 5.5 pressure x range: said with its reason where that is more than twice what
// the flow asks for, 25 mu gamma R = 25 x 30 mPa s x 200 1/s x 3.91 um = 0.587 dyn/cm, rounded up.
// What contact asks of a preset acts only while objects can meet: apart, modulus and steps are those of the
// scenario without contact.
TEST(ContactOfTheFlow, raises_the_modulus_of_a_preset_only_near_others) {
  const auto scenario = [](const std::string& contact, const std::string& more_cells = "") {
    std::vector<std::string> warnings;
    return read_scenario_text(
        "domain: {size: [16 um, 16 um, 24 um], cell: 1/2 um}\nflow: {ends_in_y: walls, shear_rate: 200 1/s}\n"
        "fluid: {viscosity: 30 mPa s}\ntime: {step: auto, end: 10 ms}\n" +
            contact +
            "objects: [{shape: red cell, preset: healthy, placements: [{at: [8 um, 8 um, 6 um]}, "
            "{at: [8 um, 8 um, 18 um]}" +
            more_cells + "]}]\n",
        "s.yaml", {}, warnings);
  };
  const Scenario with = scenario("contact: {pressure: auto}\n"), without = scenario(""),
                 near = scenario("contact: {pressure: auto}\n", ", {at: [8 um, 8 um, 10 um]}");
  const auto& cell = with.objects[0].closed();
  // 5.5 times pressure times range, 12 pi 0.03 Pa s 200 1/s 3.91 um/(0.545^2 1 um) = 2980 Pa within 1 um
  EXPECT_NEAR(area_modulus_of(cell.law), 16.4, 0.05);
  EXPECT_EQ(cell.apart.area, area_modulus_of(without.objects[0].closed().law));
  EXPECT_EQ(with.time.step, without.time.step);
  EXPECT_LT(near.time.step, with.time.step / 10);
}

} // namespace
} // namespace ibsim
