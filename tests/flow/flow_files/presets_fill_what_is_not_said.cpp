// A preset stands for published constants where nothing is said, and for nothing where a membrane is said
// without one.
#include "flow_files/read_text.hpp"
#include "flow_files/write_resolved.hpp"
#include "flow_run/preset_lines.hpp"
#include "mechanics/laws.hpp"
#include "objects/area_strength.hpp"
#include "objects/presets.hpp"

#include <gtest/gtest.h>
#include <numbers>

namespace ibsim {
namespace {

std::string with(const std::string& object, const std::string& fluid = "{}", const std::string& flow = "{}") {
  return "domain: {size: [16 um, 16 um, 16 um], cell: 1/2 um}\nflow: " + flow + "\nfluid: " + fluid +
         "\ntime: {step: 0.01 us, end: 1 us}\nobjects:\n  - {at: [8 um, 8 um, 8 um], " + object + "}\n";
}
ClosedSurface cell(const std::string& object, const std::string& fluid = "{}") {
  return read(with(object, fluid)).objects[0].closed();
}

// At 25 degC the constants of docs/red_cell.md: 5 uN/m, 2.87e-7 N s/m, a spheroid of reduced volume 0.99 and
// a curvature of 2 1/um; inside 6 mPa s at 37 degC. 1 uN/m = 1e-3 pg/us^2, 1e-7 N s/m = 100 pg/us.
TEST(Presets, a_red_cell_by_itself_is_a_healthy_one) {
  const ClosedSurface c = cell("shape: red cell", "{preset: plasma, temperature: 25 degC}");
  EXPECT_DOUBLE_EQ(shear_modulus_at_rest(c.law), 5e-3);
  EXPECT_DOUBLE_EQ(std::get<Skalak>(c.law).area_modulus, 0.25);
  EXPECT_DOUBLE_EQ(c.viscosity.viscosity, 287);
  EXPECT_DOUBLE_EQ(c.bending.modulus, 4e-4);
  EXPECT_DOUBLE_EQ(c.bending.curvature, 2);
  EXPECT_FALSE(c.bending.about_reference);
  EXPECT_EQ(c.stress_free.shape, StressFreeShape::Shape::spheroid);
  EXPECT_DOUBLE_EQ(c.stress_free.reduced_volume, 0.99);
  const Scenario warm = read(with("shape: rbc", "{preset: plasma}"));
  EXPECT_DOUBLE_EQ(warm.fluid.viscosity, 1.2); // Chien 1970
  EXPECT_DOUBLE_EQ(warm.objects[0].closed().viscosity_ratio, 5);
  EXPECT_EQ(warm.objects[0].name, "red cell");
}

TEST(Presets, are_named_where_a_membrane_is_missing) {
  try {
    cell("shape: capsule, radius: 3 um");
    FAIL() << "a capsule has no membrane of its own";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("or a preset of the object, such as capsule"), std::string::npos)
        << e.what();
  }
  EXPECT_DOUBLE_EQ(shear_modulus_at_rest(cell("shape: capsule, radius: 3 um, preset: capsule").law), 70);
}

// The modulus falls by 0.9 % a degree, and the recovery time from 0.27 s at 6 degC to 0.06 s at 37 degC.
TEST(Presets, follow_the_temperature) {
  const ClosedSurface cold = cell("shape: red cell", "{temperature: 6 degC}"),
                      warm = cell("shape: red cell", "{temperature: 310.15 K}");
  const real G6 = shear_modulus_at_rest(cold.law), G37 = shear_modulus_at_rest(warm.law);
  constexpr real rounding = 5e-3; // constants have three digits
  EXPECT_NEAR(G37 / G6, (1 - 0.009 * 12) / (1 + 0.009 * 19), rounding);
  EXPECT_NEAR((cold.viscosity.viscosity / G6) / (warm.viscosity.viscosity / G37), 0.27 / 0.06,
              2 * rounding * 4.5);
}

TEST(Presets, of_a_fluid_may_name_a_temperature_or_a_viscosity) {
  const auto values = [](const std::string& fluid) {
    return resolved_scenario(read(with("shape: red cell", fluid)));
  };
  EXPECT_EQ(values("{preset: plasma 25 degC}"), values("{preset: plasma, temperature: 25 degC}"));
  EXPECT_EQ(values("{preset: plasma 298.15 K}"), values("{preset: plasma, temperature: 298.15 K}"));
  EXPECT_EQ(values("{preset: PBS 25 °C}"), values("{preset: PBS, temperature: 25 degC}"));
  EXPECT_EQ(values("{preset: plasma 37 degC}"), values("{preset: plasma}"));
  EXPECT_EQ(values("{preset: dextran 31 mPa s}"), values("{preset: dextran}"));
  EXPECT_EQ(values("{preset: dextran 20 cP}"), values("{preset: dextran, viscosity: 20 mPa.s}"));
  EXPECT_EQ(values("{preset: dextran 20 mPa s, temperature: 25 degC}"),
            values("{preset: dextran, viscosity: 20 mPa s, temperature: 25 degC}"));

  const auto refused = [](const std::string& fluid, const std::string& because) {
    const std::string said = error(with("shape: red cell", fluid));
    EXPECT_EQ(said.find("s.yaml:3:"), 0u) << said;
    EXPECT_NE(said.find(because), std::string::npos) << said;
  };
  refused("{preset: plasm 37 degC}", "plasma");
  refused("{preset: plasma 37}", "as in \"plasma 37 degC\"");
  refused("{preset: dextran 31 mPa}", "\"dextran 31 mPa s\"");
  refused("{preset: dextran 0 mPa s}", "\"dextran 31 mPa s\"");
  refused("{preset: plasma 370 degC}", "from 0 degC to 45 degC");
  refused("{preset: plasma 37 degC, temperature: 25 degC}", "give it in one of them");
  refused("{preset: dextran 31 mPa s, viscosity: 20 mPa s}",
          "fluid.viscosity: fluid.preset names a viscosity too");
}

// Of a fluid whose numbers were measured only the cells follow a temperature.
TEST(Presets, of_a_cell_may_name_a_temperature) {
  const std::string measured = "{density: 1.03 g/cm^3, viscosity: 1.5 mPa s";
  EXPECT_EQ(resolved_scenario(read(with("shape: red cell, temperature: 25 degC", measured + "}"))),
            resolved_scenario(read(with("shape: red cell", measured + ", temperature: 25 degC}"))));
  EXPECT_EQ(error(with("shape: red cell, preset: healthy, temperature: 25 degC", "{preset: plasma 25 degC}")),
            "none");
  EXPECT_NE(
      error(with("shape: red cell, temperature: 25 degC", "{preset: plasma}")).find("give fluid.temperature"),
      std::string::npos);
  EXPECT_NE(
      error(with("shape: red cell, preset: none, temperature: 25 degC, membrane: {shear_modulus: 1 uN/m, "
                 "area_modulus: 1 uN/m}"))
          .find("objects.0.temperature: has no meaning"),
      std::string::npos);
}

// Kestin, Sokolov and Wakeham (1978), table: 1.7916 at 0, 1.0020 at 20, 0.8903 at 25, 0.6531 at 40 degC, mPa
// s.
TEST(Presets, know_the_viscosity_of_water) {
  EXPECT_NEAR(viscosity_of_water(0), 1.7916, 0.01 * 1.7916);
  EXPECT_NEAR(viscosity_of_water(20), 1.0020, 1e-4);
  EXPECT_NEAR(viscosity_of_water(25), 0.8903, 1e-3 * 0.8903);
  EXPECT_NEAR(viscosity_of_water(40), 0.6531, 1e-3 * 0.6531);
}

TEST(Presets, leave_a_membrane_that_is_said_as_it_stands) {
  const ClosedSurface c =
      cell("shape: red cell, membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}");
  EXPECT_EQ(shear_modulus_at_rest(c.law), 2.5e-3);
  EXPECT_EQ(c.bending.modulus, 0);
  EXPECT_EQ(c.viscosity.viscosity, 0);
  EXPECT_EQ(c.viscosity_ratio, 1);
  EXPECT_TRUE(c.stress_free.is_initial());
  EXPECT_NE(error(with("shape: red cell, membrane: {}")).find("shear_modulus"), std::string::npos);
}

TEST(Presets, are_overridden_by_what_is_said) {
  const ClosedSurface c =
      cell("shape: red cell, preset: healthy, viscosity_ratio: 1, membrane: {shear_modulus: 7 uN/m}");
  EXPECT_DOUBLE_EQ(shear_modulus_at_rest(c.law), 7e-3);
  EXPECT_DOUBLE_EQ(std::get<Skalak>(c.law).area_modulus, 0.25);
  EXPECT_EQ(c.viscosity_ratio, 1);
  EXPECT_GT(c.viscosity.viscosity, 0);
  const ClosedSurface lim = cell("shape: red cell, preset: healthy, membrane: {law: lim}");
  EXPECT_DOUBLE_EQ(std::get<Lim>(lim.law).shear_modulus, shear_modulus_at_rest(cell("shape: red cell").law));
}

TEST(Presets, know_other_states_of_a_cell) {
  const real healthy = shear_modulus_at_rest(cell("shape: red cell").law);
  EXPECT_NEAR(shear_modulus_at_rest(cell("shape: red cell, preset: stiffened").law), 10 * healthy,
              5e-3 * 10 * healthy);
  const ClosedSurface round = cell("shape: red cell, preset: spherocyte");
  const AreaAndVolume is = area_and_volume(round.surface);
  EXPECT_NEAR(is.volume, 94.4, 1e-9 * 94.4); // that of a healthy cell
  EXPECT_NEAR(6 * std::sqrt(std::numbers::pi) * is.volume / std::pow(is.area, 1.5), 0.9, 1e-9);
  EXPECT_EQ(read(with("shape: red cell, preset: spherocyte")).objects[0].name, "spherocyte");
  const ClosedSurface cup = cell("shape: red cell, preset: stomatocyte");
  EXPECT_EQ(shear_modulus_at_rest(cup.law), healthy);
  EXPECT_FALSE(cup.bending.about_reference);
  EXPECT_EQ(cup.bending.curvature, 0);
  EXPECT_EQ(cup.stress_free.dent, 1.5);
  EXPECT_EQ(read(with("shape: red cell, preset: stomatocyte")).objects[0].name, "stomatocyte");
  const Scenario platelet = read(with("shape: platelet"));
  EXPECT_EQ(platelet.objects[0].name, "platelet");
  EXPECT_EQ(platelet.objects[0].closed().surface,
            (ReferenceSurface{ReferenceShape::ellipsoid, {1.55, 1.55, 0.5}}));
  EXPECT_DOUBLE_EQ(platelet.objects[0].closed().viscosity_ratio, 6); // water's 1 mPa s outside
  EXPECT_EQ(std::get<EvansSkalak>(platelet.objects[0].closed().law), (EvansSkalak{0.1, 0.25}));
  EXPECT_EQ(cell("shape: platelet, half_axes: [1 um, 1 um, 0.4 um]").surface.half_axes.z, 0.4);
  const ClosedSurface capsule = cell("shape: capsule, radius: 4 um, preset: capsule");
  EXPECT_DOUBLE_EQ(std::get<NeoHookean>(capsule.law).shear_modulus, 70); // 0.07 N/m
}

// What a contact of 893 Pa presses within 2/3 um, 0.595 dyn/cm (docs/membranes.md), sets the area modulus,
// 5.5 times it, and a third of that sets what keeps a platelet in shape, where 0.1 dyn/cm let red cells
// crush it.
TEST(Presets, make_platelets_as_stiff_as_contact_asks_for) {
  const auto law = [](const std::string& contact) {
    const std::string text =
        "domain: {size: [16 um, 16 um, 16 um], cell: 1/3 um}\nfluid: {preset: plasma}\n"
        "flow: {ends_in_y: walls, shear_rate: 1000 1/s}\ntime: {step: auto, end: 1 ms}\n" +
        contact + "objects: [{shape: platelet, at: [8 um, 8 um, 8 um]}]\n";
    return std::get<EvansSkalak>(read(text).objects[0].closed().law);
  };
  const EvansSkalak pressed = law("contact: {pressure: 893 Pa, range: 2/3 um}\n"), alone = law("");
  EXPECT_NEAR(pressed.area_modulus, 5.5 * 0.5953, 5e-3 * pressed.area_modulus); // to three digits
  EXPECT_NEAR(pressed.shear_modulus, pressed.area_modulus / 3, 5e-3 * pressed.shear_modulus);
  EXPECT_EQ(alone.shear_modulus, 0.1);
}

// A Maxwell element with the time eta_m/k' is viscous to 1 % where rate x time <= 0.1.
TEST(Presets, make_membranes_viscous_at_the_rate_of_the_flow) {
  const auto viscosity = [](const std::string& object) {
    return read(with(object, "{preset: plasma}", "{ends_in_y: walls, shear_rate: 5000 1/s}"))
        .objects[0]
        .closed()
        .viscosity;
  };
  const ViscosityProperties v = viscosity("shape: red cell");
  EXPECT_NEAR(v.viscosity / v.modulus * 5000e-6, 0.1, 1e-12);
  EXPECT_EQ(viscosity("shape: red cell, preset: healthy, membrane: {viscous_modulus: 0.4 dyn/cm}").modulus,
            0.4);
  EXPECT_TRUE(cell("shape: red cell, preset: healthy, membrane: {spontaneous_curvature: reference}")
                  .bending.about_reference);
}

// A tension T = mu gamma R dilates a membrane by T/(G + 2 K) in all directions: 2 % for K = 25 T.
TEST(Presets, keep_the_area_in_strong_flow) {
  const auto area_modulus = [](const std::string& stress, const std::string& object) {
    const Scenario s = read(with(object, "{density: 1 g/cm^3, viscosity: 30 mPa s}",
                                 "{ends_in_y: walls, shear_rate: " + stress + "}"));
    return std::get<Skalak>(s.objects[0].closed().law).area_modulus;
  };
  EXPECT_EQ(area_modulus("10 1/s", "shape: red cell"), 0.25);
  EXPECT_NEAR(area_modulus("1000 1/s", "shape: red cell"), 25 * 30 * 1e-3 * 3.91,
              5e-3 * 2.93); // three digits
  EXPECT_EQ(
      area_modulus("1000 1/s", "shape: red cell, preset: healthy, membrane: {area_modulus: 0.3 dyn/cm}"),
      0.3);
}

// Suspensions at 40 % between 50 and 1000 1/s changed areas by up to 0.106 of contact.pressure times range
// over G + 2 K (docs/membranes.md): 0.96 % for K = 5.5 times that.
TEST(Presets, keep_the_area_among_cells_that_press) {
  const auto area_modulus = [](const std::string& contact, const std::string& object) {
    const Scenario s = read(with(object, "{preset: plasma}", "{ends_in_y: walls, shear_rate: 1000 1/s}") +
                            "contact: " + contact + "\n");
    return area_modulus_of(s.objects[0].closed().law);
  };
  EXPECT_EQ(area_modulus("{pressure: 0 Pa}", "shape: red cell"), 0.25);
  EXPECT_DOUBLE_EQ(area_modulus("{pressure: 1 kPa, range: 0.5 um}", "shape: red cell"), 2.75);
  EXPECT_DOUBLE_EQ(area_modulus("{pressure: 1 kPa, range: 0.5 um}", "shape: platelet"), 2.75);
  // 12 pi mu gamma a^2/R, whatever the range, R = 0.545^2 a of the rim (contact_follows_the_flow)
  const real tension = 12 * std::numbers::pi * 1.2e-3 * 3.91 / (0.545 * 0.545);
  EXPECT_NEAR(area_modulus("{pressure: auto}", "shape: red cell"), 5.5 * tension, 5e-3); // three digits
  EXPECT_EQ(area_modulus("{pressure: auto}",
                         "shape: red cell, preset: healthy, membrane: {area_modulus: 0.3 dyn/cm}"),
            0.3);
}

TEST(Presets, are_written_down_as_values) {
  const Scenario s =
      read(with("shape: red cell, preset: spherocyte", "{preset: plasma, temperature: 22 degC}"));
  const std::string written = resolved_scenario(s);
  EXPECT_EQ(written.find("preset"), std::string::npos);
  const Scenario again = read(written);
  EXPECT_EQ(resolved_scenario(again), written);
  EXPECT_EQ(again.objects[0].closed().surface, s.objects[0].closed().surface);
  EXPECT_EQ(again.objects[0].closed().viscosity, s.objects[0].closed().viscosity);
  EXPECT_EQ(again.fluid.viscosity, s.fluid.viscosity);
}

TEST(Presets, say_where_their_values_are_from) {
  const auto presets = std::make_shared<Presets>();
  const Scenario s =
      read(with("shape: red cell, preset: healthy, membrane: {shear_modulus: 7 uN/m}"), "s.yaml", presets);
  const std::string lines = preset_lines(s, *presets, 0, s.objects[0].closed());
  EXPECT_NE(lines.find("preset healthy at 37 degC"), std::string::npos) << lines;
  EXPECT_NE(lines.find("as the scenario says"), std::string::npos) << lines;
  EXPECT_NE(lines.find("Evans and Waugh 1977"), std::string::npos) << lines;
}

TEST(Presets, refuse_what_they_do_not_mean) {
  EXPECT_NE(error(with("shape: sphere, radius: 4 um, preset: healthy")).find("the preset of a red cell"),
            std::string::npos);
  EXPECT_NE(error(with("shape: sphere, radius: 4 um")).find("membrane"), std::string::npos);
  const std::string plain =
      "shape: sphere, radius: 4 um, membrane: {shear_modulus: 1 uN/m, area_modulus: 1 uN/m}";
  EXPECT_NE(
      error(with(plain, "{temperature: 25 degC}")).find("s.yaml:3:22: fluid.temperature: has no meaning"),
      std::string::npos)
      << error(with(plain, "{temperature: 25 degC}"));
  EXPECT_EQ(error(with(plain, "{temperature: 25 degC, preset: water}")), "none");
  EXPECT_NE(error(with("shape: red cell", "{temperature: 37}")).find("37 degC"), std::string::npos);
  EXPECT_NE(error(with("shape: red cell", "{temperature: 370 degC}")).find("from 0 degC to 45 degC"),
            std::string::npos);
}

} // namespace
} // namespace ibsim
