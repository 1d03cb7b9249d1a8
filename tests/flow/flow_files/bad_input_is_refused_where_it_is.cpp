// A promise to the user: every mistake in a scenario is one line that names the file, the line and the column
// of the mistake.
#include "base/error.hpp"
#include "flow_files/read_scenario.hpp"
#include "model/scenario.hpp"
#include "schema/scenario_file.hpp"
#include "test_folder.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace ibsim {
namespace {

const std::string good = "title: test\n"                                                             // line 1
                         "domain:\n"                                                                 // 2
                         "  size: [16 um, 8 um, 8 um]\n"                                             // 3
                         "  cell: 0.5 um\n"                                                          // 4
                         "fluid: {viscosity: 1 cP, background_shear: 100 1/s}\n"                     // 5
                         "time: {step: 0.1 us, end: 10 us}\n"                                        // 6
                         "objects:\n"                                                                // 7
                         "  - shape: sphere\n"                                                       // 8
                         "    radius: 2 um\n"                                                        // 9
                         "    membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}\n" // 10
                         "    placements:\n"                                                         // 11
                         "      - at: [4 um, 4 um, 4 um]\n"                                          // 12
                         "      - {at: [12 um, 4 um, 4 um], stretch: [1, 1, 1]}\n";                  // 13

std::string complaint(const std::string& text, const std::vector<std::string>& overrides = {}) {
  std::vector<std::string> warnings;
  try {
    read_scenario_text(text, "s.yaml", overrides, warnings);
  } catch (const InputError& e) {
    EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
    return e.what();
  }
  return "accepted";
}

/// `good` with the first `old` replaced.
std::string with(const std::string& old, const std::string& replacement) {
  std::string text = good;
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), replacement);
}

struct Mistake {
  std::string old, replacement, message;
};

void expect(const std::vector<Mistake>& mistakes) {
  for (const Mistake& m : mistakes)
    EXPECT_EQ(complaint(with(m.old, m.replacement)), "s.yaml:" + m.message) << m.replacement;
}

TEST(BadInput, starts_from_a_good_scenario) { EXPECT_EQ(complaint(good), "accepted"); }

// Two sites meet by their nearest images, which is right up to half of the box's shortest side, here 4 um;
// between walls the nearer one presses, up to half of the gap.
TEST(BadInput, of_contact) {
  const std::string contact = "contact: {pressure: 100 Pa, range: 4 um}\n";
  EXPECT_EQ(complaint(good + contact), "accepted");
  EXPECT_EQ(complaint(good + contact, {"contact.range=4.1 um"}),
            "--set contact.range=4.1 um: contact.range: is more than half of the box's shortest side, 8 um: "
            "objects "
            "would meet several images of each other");
}

TEST(BadInput, that_is_found_after_reading) {
  const Tree tree = scenario_tree("time: {step: 1 us}\nstimuli:\n  - {at: 3}\n", "time.yaml", {});
  EXPECT_EQ(with_place("time.step: is wrong", tree), "time.yaml:1:14: time.step: is wrong");
  EXPECT_EQ(with_place("stimuli.0 (apex): is far away", tree),
            "time.yaml:3:5: stimuli.0 (apex): is far away");
  EXPECT_EQ(with_place("stimuli.0.radius: is odd", tree), "time.yaml:3:5: stimuli.0.radius: is odd");
  for (const char* as_it_is : {"time.yaml:1:7: time.step: is wrong", "objects.0: is not there",
                               "the folder is full", "time", "--set time.step=2: time.step: is wrong"})
    EXPECT_EQ(with_place(as_it_is, tree), as_it_is);
}

TEST(BadInput, of_keys) {
  expect({{"viscosity:", "viscocity:", "5:9: unknown key \"fluid.viscocity\"; did you mean \"viscosity\"?"},
          {"fluid:", "fluids:", "5:1: unknown key \"fluids\"; did you mean \"fluid\"?"},
          {"    radius", "    colour: [1 um, 1 um, 1 um]\n    radius",
           "9:5: unknown key \"objects.0.colour\"; known here: name, shape, temperature, preset, radius, "
           "half_axes, mesh, "
           "scale, relief, height, "
           "length, membrane, viscosity_ratio, density, tethers, pulls, tweezers, adhesion, held_by, "
           "data_sites, "
           "sample_sites, at, stretch, rotate, axis, rotation, enters, "
           "leaves, placements, capacity"},
          {"stretch: [1, 1, 1]", "scale: 2",
           "13:35: unknown key \"objects.0.placements.1.scale\"; known here: at, stretch, rotate, axis, "
           "rotation, enters, leaves"},
          {"step: 0.1 us, ", "", "6:7: missing key \"time.step\", such as step: auto"},
          {"time: {step: 0.1 us, end: 10 us}\n", "",
           "1:1: missing key \"time\", such as time: {step: auto, end: 1 ms}"},
          {"    radius: 2 um\n", "", "8:5: missing key \"objects.0.radius\", such as radius: 3.91 um"},
          {"end: 10 us", "step: 1 us", "6:22: the key \"step\" appears twice"},
          {"title: test", "title: test\ndomain: {}", "3:1: the key \"domain\" appears twice"}});
}

TEST(BadInput, of_values_and_units) {
  expect(
      {{"radius: 2 um", "radius: 2",
        "9:13: objects.0.radius: \"2\" has no unit; expected a length such as \"3.91 um\""},
       {"radius: 2 um", "radius: 2 us",
        "9:13: objects.0.radius: expected a length such as \"3.91 um\", got \"2 us\", which is a time"},
       {"radius: 2 um", "radius: 2 micron",
        "9:13: objects.0.radius: unknown unit \"micron\"; did you mean \"um\"?"},
       {"radius: 2 um", "radius: -2 um", "9:13: objects.0.radius: must be greater than zero, got \"-2 um\""},
       {"radius: 2 um", "radius: nan um", "9:13: objects.0.radius: \"nan um\" is not a finite number"},
       {"radius: 2 um", "radius: .inf",
        "9:13: objects.0.radius: expected a length such as \"3.91 um\", got \".inf\""},
       {"radius: 2 um", "radius: [2 um]",
        "9:13: objects.0.radius: expected a value with its unit, got a list"},
       {"radius: 2 um", "radius: 2 um\n    data_sites: 49",
        "10:17: objects.0.data_sites: expected a whole number from 50 to 20000, got \"49\""},
       {"radius: 2 um", "radius: 2 um\n    sample_sites: 1e3",
        "10:19: objects.0.sample_sites: expected a whole number from 50 to 200000, got \"1e3\""},
       {"radius: 2 um", "radius: 2 um\n    sample_sites: 99999999999999999999",
        "10:19: objects.0.sample_sites: expected a whole number from 50 to 200000, got "
        "\"99999999999999999999\""},
       {"shape: sphere", "shape: shpere",
        "8:12: objects.0.shape: expected one of sphere, ellipsoid, red cell, tube, sheet, tracer, mesh, rbc, "
        "capsule, "
        "platelet, "
        "got \"shpere\"; did you "
        "mean "
        "\"sphere\"?"},
       {"end: 10 us}", "end: 10 us, beyond_stability_limit: maybe}",
        "6:58: time.beyond_stability_limit: expected true or false, got \"maybe\""},
       {"size: [16 um, 8 um, 8 um]", "size: [16 um, 8 um]",
        "3:9: domain.size: expected a list of three, [x, y, z], got a list of 2"},
       {"size: [16 um, 8 um, 8 um]", "size: [16 um, 8 um, 0 um]",
        "3:23: domain.size: must be greater than zero"},
       {"fluid: {viscosity: 1 cP, background_shear: 100 1/s}", "fluid: water",
        "5:8: fluid: expected a map with the keys temperature, preset, density, viscosity, gravity, "
        "background_shear, "
        "initial, "
        "speed, got "
        "\"water\""},
       {"background_shear: 100 1/s", "initial: shear",
        "5:35: fluid.initial: shear needs a fluid.background_shear"},
       {"background_shear: 100 1/s", "speed: 1 m/s",
        "5:33: fluid.speed: is the amplitude of initial: taylor-green, and has no meaning here"},
       {"stretch: [1, 1, 1]", "rotate: {axis: [0, 0, 0], angle: 3 deg}",
        "13:50: objects.0.placements.1.rotate.axis: has no direction"},
       {"stretch: [1, 1, 1]", "rotate: {axis: x, angle: 3}",
        "13:60: objects.0.placements.1.rotate.angle: \"3\" has no unit; expected an angle such as \"30 "
        "deg\""},
       {"stretch: [1, 1, 1]", "rotation: [[1, 0, 0], [0, 1, 0], [0, 0, 2]]",
        "13:45: objects.0.placements.1.rotation: is not a rotation, its rows are not orthonormal"},
       {"stretch: [1, 1, 1]", "rotation: [[1, 0, 0], [0, 1, 0], [0, 0, -1]]",
        "13:45: objects.0.placements.1.rotation: is not a rotation but a reflection"},
       {"0.25 dyn/cm}", "0.25 dyn/cm, stress_free: {reduced_volume: 0.9}}",
        "10:103: objects.0.membrane.stress_free.reduced_volume: only a spheroid has one"},
       {"0.25 dyn/cm}", "0.25 dyn/cm, stress_free: {shape: spheroid, area_ratio: 5}}",
        "10:116: objects.0.membrane.stress_free.area_ratio: must be from 0.2 to 1.5, got \"5\""},
       {"time: {", "device: {threads: 4096}\ntime: {",
        "6:19: device.threads: expected a whole number from 0 to 1024, got \"4096\""},
       {"shape: sphere\n    radius: 2 um\n    membrane: {",
        "shape: ellipsoid\n    half_axes: [2 um, 1 um, 1 um]\n    membrane: {stress_free: {shape: "
        "spheroid}, ",
        "10:29: objects.0.membrane.stress_free: only an object that is round about its own z axis can have a "
        "spheroid as its stress-free shape"},
       {"stretch: [1, 1, 1]", "stretch: [1, 1, 0]",
        "13:44: objects.0.placements.1.stretch: factors must be greater than zero"}});
}

TEST(BadInput, of_geometry_and_steps) {
  expect(
      {{"cell: 0.5 um", "cell: 0.3 um",
        "4:9: domain.cell: 0.3 um does not divide the side of the box in x, 16 um; the nearest that does "
        "is 8/27 um"},
       {"cell: 0.5 um", "cell: 16 um",
        "4:9: domain.cell: 16 um does not divide the side of the box in y, 8 um; the nearest that does is "
        "8 um"},
       {"cell: 0.5 um", "cell: 2 fm",
        "4:9: domain.cell: 2e-09 um makes too many grid points along the side of the box in x, 16 um"},
       {"cell: 0.5 um", "cell: 4 um",
        "4:9: the grid has only 2 points in y; the kernel cosine needs at least 4"},
       {"[12 um, 4 um", "[7.9 um, 4 um",
        "13:14: \"sphere\" (object 1) overlaps \"sphere\" (object 0) (the box is periodic); move them apart"},
       {"[12 um, 4 um", "[17 um, 4 um",
        "13:14: the centre of \"sphere\" (object 1) is outside the box: x = 17 um, the box extends from 0 to "
        "16 um"},
       {"stretch: [1, 1, 1]", "stretch: [1, 3, 1]",
        "13:14: \"sphere\" (object 1) does not fit into the box: it is 12 um wide in y, the box 8 um"},
       {"end: 10 us", "end: 0.01 us", "6:27: the end, 0.01 us, is before the first step of 0.1 us"}});
  EXPECT_EQ(complaint(with("[4 um, 4 um, 4 um]", "[0.1 um, 4 um, 4 um]")),
            "accepted"); // across the boundary, but clear of the other
  // Through the periodic boundary: centres 3.9 um apart around the box, radii of 2 um.
  std::string text = with("[4 um, 4 um, 4 um]", "[0.5 um, 4 um, 4 um]");
  text.replace(text.find("[12 um"), 6, "[12.6 um");
  EXPECT_EQ(complaint(text), "s.yaml:13:14: \"sphere\" (object 1) overlaps \"sphere\" (object 0) (the box is "
                             "periodic); move them apart");
  // One within the other, surfaces apart.
  EXPECT_EQ(
      complaint(
          with("[12 um, 4 um, 4 um], stretch: [1, 1, 1]", "[4 um, 4 um, 4 um], stretch: [0.2, 0.2, 0.2]")),
      "s.yaml:13:14: \"sphere\" (object 1) overlaps \"sphere\" (object 0) (the box is periodic); move them "
      "apart");
}

TEST(BadInput, of_automatic_steps_is_refused) {
  const auto with_auto = [](const std::string& more) { return complaint(good, {"time.step=auto", more}); };
  EXPECT_EQ(with_auto("time.safety=2"),
            "--set time.safety=2: time.safety: must be more than zero, and at most 1, got \"2\"");
  EXPECT_NE(with_auto("time.safety=0 us").find("time.safety"), std::string::npos);
  EXPECT_NE(with_auto("time.largest_step=-1 us").find("must be greater than zero"), std::string::npos);
  EXPECT_NE(with_auto("time.largest_step=1e-30 us").find("more than 1e12 steps to the end"),
            std::string::npos);
  EXPECT_NE(with_auto("output.series_every=1e-30 us").find("more than 1e12 intervals"), std::string::npos);
  std::vector<std::string> warnings;
  const Scenario s = read_scenario_text(good, "s.yaml", {"time.safety=0.5"}, warnings);
  EXPECT_FALSE(s.time.automatic);
  EXPECT_NE(std::find(warnings.begin(), warnings.end(),
                      "--set time.safety=0.5: time.safety: has no effect without step: auto"),
            warnings.end());
}

TEST(BadInput, of_time_steps_says_which_limit_and_what_is_safe) {
  const std::string elastic = complaint(with("step: 0.1 us, end: 10 us", "step: 40 us, end: 200 us"));
  EXPECT_EQ(elastic.substr(0, 13), "s.yaml:6:14: ") << elastic;
  EXPECT_NE(elastic.find("elastic stability limit of \"sphere\""), std::string::npos) << elastic;
  // bdf2_steps.hpp: 55 mu h/M = 54.5 us, half of it for two objects, and a quarter of a microsecond of
  // inertia:
  // 27.5 us, of which 0.8 are safe (time.safety), as of the flow
  EXPECT_NE(elastic.find("the largest safe step is about 22 us"), std::string::npos) << elastic;
  const std::string advective = complaint(with("100 1/s", "1e6 1/s"));
  EXPECT_NE(advective.find("advective stability limit"), std::string::npos)
      << advective; // |u| = 4 um/us, h/(2 |u|) = 0.0625 us
  EXPECT_NE(advective.find("the largest safe step is about 0.05 us"), std::string::npos) << advective;
  std::vector<std::string> warnings;
  read_scenario_text(with("end: 10 us", "end: 200 us, beyond_stability_limit: true"), "s.yaml",
                     {"time.step=40 us"}, warnings);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(
      warnings[0].find("--set time.step=40 us: a time step of 40 us is beyond the elastic stability limit"),
      0u)
      << warnings[0];
}

TEST(BadInput, of_yaml) {
  expect(
      {{"title: test", "title: [test",
        "2:7: not valid YAML: end of sequence flow not found; the [ in line 1 has no ]"},
       {"title: test", "title: &t test",
        "1:8: anchors (&) and aliases (*) are not used in scenarios; write the values out"},
       {"title: test", "title: &t [*t]",
        "1:8: anchors (&) and aliases (*) are not used in scenarios; write the values out"},
       {"title: test", "title: te\xffst", "1:10: not text in UTF-8; save the file as UTF-8"},
       {"title: test", std::string("title: t\0", 9), "1:9: not text in UTF-8; save the file as UTF-8"},
       {"title: test", "title: \xc3\xa9\xed\xa0\x80", "1:9: not text in UTF-8; save the file as UTF-8"},
       {"title: test", "---\ntitle: a\n---\ntitle: test",
        "3:1: a second document starts here; a scenario is one document"},
       {"title: test", "[a]: b", "1:1: a key must be a word"},
       {"title: test", "title: " + std::string(40, '[') + std::string(40, ']'), "1:39: nested too deeply"}});
  EXPECT_EQ(complaint(""), "s.yaml:1:1: the scenario is empty");
  EXPECT_EQ(complaint("# nothing\n"), "s.yaml:1:1: the scenario is empty");
  EXPECT_EQ(
      complaint("just words"),
      "s.yaml:1:1: a scenario: expected a map with the keys kind, title, domain, vessel, flow, fluid, time, "
      "coupling, objects, contact, aggregation, traffic, start, output, device, got \"just words\"");
  EXPECT_NE(complaint(std::string(200000, '[')),
            "accepted"); // deep enough to overflow the stack of a careless reader
}

// The message names the line of the slip, not the one in which the parser gave up.
TEST(BadInput, of_yaml_by_a_slip_of_the_pen) {
  const std::string in_map = "not valid YAML: end of map flow not found; ";
  expect(
      {{"title: test", "title: \"test", "1:8: the quote that begins here is not closed"},
       {"title: test", "title: 'it''s", "1:8: the quote that begins here is not closed"},
       {"title: test", "title: \"a \\\" b", "1:8: the quote that begins here is not closed"},
       {"title: test", "title: \"a\nb: \"c\"",
        "2:5: not valid YAML: end of map not found; the quote that begins in line 1 ends in line 2"},
       {"{viscosity: 1 cP,", "{viscosity: \"1 cP,", "5:20: the quote that begins here is not closed"},
       {"100 1/s}", "100 1/s", "6:5: " + in_map + "the { in line 5 has no }"},
       {"step: 0.1 us, ", "step: 0.1 us ",
        "6:24: " + in_map + "what is between { and } has commas between, and each { its }"},
       {"100 1/s}", "100 1/s}}", "5:52: not valid YAML: illegal flow end; a } or ] has no { or [ before it"},
       {"shape: sphere", "shape:sphere",
        "9:11: not valid YAML: illegal map value; line 8: a colon needs a space after it"},
       {"- shape: sphere", "-shape: sphere",
        "9:11: not valid YAML: illegal map value; line 8: an item of a list begins with \"- \""},
       {"objects:", "objects",
        "8:10: not valid YAML: illegal map value; line 7: is \"objects\" a key? it needs a colon"},
       {"title: test", "// a test\ntitle: test",
        "2:6: not valid YAML: illegal map value; line 1: a comment begins with #"},
       {"    radius", "\tradius",
        "9:1: not valid YAML: illegal tab when looking for indentation; line 9: indent by spaces, not by "
        "tabs"},
       {"  size", "\tsize", "3:6: not valid YAML: illegal map value; line 3: indent by spaces, not by tabs"},
       {"    radius", "\u00a0   radius",
        "9:1: a non-breaking space (U+00A0), which YAML reads as a letter; indent by plain spaces"},
       {"step: 0.1 us", "step:0.1 us",
        "6:8: unknown key \"time.step:0.1 us\"; a colon needs a space after it"},
       {"end: 10 us", "end = 10 us",
        "6:22: unknown key \"time.end = 10 us\"; a value follows a colon and a space, not ="},
       {"step: 0.1 us", "step: 0,1 us",
        "6:16: unknown key \"time.1 us\"; a number has a decimal point and no commas, such as 1000.5"}});
}

// Columns are those that an editor counts: characters, not bytes.
TEST(BadInput, has_its_column_in_characters) {
  expect({{"fluid: {", "fluid: {\"\u00e9\u00b5\": 1, ",
           "5:9: unknown key \"fluid.\u00e9\u00b5\"; known here: temperature, "
           "preset, density, viscosity, gravity, background_shear, initial, speed"},
          {"time: {", "time: {\"\u00e9\": 1, step: 3, ", "6:25: the key \"step\" appears twice"}});
}

TEST(BadInput, by_words_of_other_programs_names_those_here) {
  expect(
      {{"time: {step: 0.1 us", "time: {dt: 0.1 us", "6:8: unknown key \"time.dt\"; did you mean \"step\"?"},
       {"end: 10 us", "duration: 10 us", "6:22: unknown key \"time.duration\"; did you mean \"end\"?"},
       {"    placements", "    position: [1 um, 1 um, 1 um]\n    placings",
        "8:5: missing key \"objects.0.at\" (for one object) or \"objects.0.placements\" (for several); is "
        "\"position\" meant to be \"at\"?"},
       {"    placements", "    hematocrit: 0.3\n    things",
        "8:5: missing key \"objects.0.at\" (for one object) or \"objects.0.placements\" (for several); "
        "\"hematocrit\" belongs there: placements: {haematocrit: ..}"},
       {"    placements", "    viscosity_contrast: 5\n    placements",
        "11:5: unknown key \"objects.0.viscosity_contrast\"; did you mean \"viscosity_ratio\"?"},
       {"background_shear", "lambda: 5, background_shear",
        "5:26: unknown key \"fluid.lambda\"; known here: temperature, preset, density, viscosity, "
        "gravity, background_shear, initial, speed"},
       {"step: 0.1 us", "step: automatic",
        "6:14: time.step: expected \"auto\" or a time such as \"0.1 us\", got \"automatic\""}});
}

// Every way in which a surface from a mesh file is asked for has the answer how it is read; a table of places
// is another file.
TEST(BadInput, of_mesh_files_says_how_they_are_read) {
  const auto explained = [](const std::string& old, const std::string& replacement,
                            const std::string& place) {
    EXPECT_EQ(complaint(with(old, replacement)),
              "s.yaml:" + place +
                  ": objects.0: a surface from a mesh file is shape: mesh, with mesh: {file: cell.stl, unit: "
                  "1 um}; STL, PLY and OFF files of a closed surface are read");
  };
  for (const char* word : {"stl", "STL", "cell.ply", "rbc_mesh.off", "cell.obj", "{file: cell.stl}"})
    explained("shape: sphere", std::string("shape: ") + word, "8:12");
  explained("radius: 2 um", "file: cell.STL", "9:11");
  explained("radius: 2 um", "stl: cell", "9:10");
  EXPECT_EQ(complaint(with("radius: 2 um", "radius: 2 um\n    file: places.csv")).find("mesh file"),
            std::string::npos);
}

// A part may be given in percent; a whole number that only percent can mean is asked about.
TEST(BadInput, of_parts_knows_percent) {
  const std::string packed =
      good.substr(0, good.find("    placements")) + "    placements: {haematocrit: 5 %, margin: 2%}\n";
  std::vector<std::string> warnings;
  const Scenario s = read_scenario_text(packed, "s.yaml", {}, warnings);
  EXPECT_EQ(s.objects[0].packing->haematocrit, 0.05);
  EXPECT_EQ(s.objects[0].packing->margin, 0.02);
  EXPECT_EQ(complaint(packed, {"objects.0.placements.haematocrit=45"}),
            "--set objects.0.placements.haematocrit=45: objects.0.placements.haematocrit: must be more than "
            "zero, and at "
            "most 0.9, got \"45\"; did you mean \"45 %\"?");
  EXPECT_EQ(complaint(packed, {"objects.0.placements.haematocrit=450"}),
            "--set objects.0.placements.haematocrit=450: objects.0.placements.haematocrit: must be more than "
            "zero, and at "
            "most 0.9, got \"450\"");
}

// Editors of other systems end lines by \r\n and begin a file with a mark.
TEST(BadInput, is_not_what_windows_writes) {
  std::string windows = "\xef\xbb\xbf";
  for (const char c : good) windows += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(complaint(windows), "accepted");
  const std::size_t at = windows.find("viscosity");
  EXPECT_EQ(complaint(windows.replace(at, 9, "viscocity")),
            "s.yaml:5:9: unknown key \"fluid.viscocity\"; did you mean \"viscosity\"?");
}

TEST(BadInput, of_options_names_the_option) {
  EXPECT_EQ(complaint(good, {"time.stop=3 us"}),
            "--set time.stop=3 us: unknown key \"time.stop\"; did you mean \"end\"?");
  EXPECT_EQ(complaint(good, {"time.step=3"}),
            "--set time.step=3: time.step: \"3\" has no unit; expected a time such as \"0.1 us\"");
  EXPECT_EQ(complaint(good, {"time.step"}),
            "--set time.step: expected path.to.key=value, such as time.end=\"2 ms\"");
  EXPECT_EQ(complaint(good, {"=3"}), "--set =3: expected path.to.key=value, such as time.end=\"2 ms\"");
  EXPECT_EQ(complaint(good, {"time..step=3 us"}), "--set time..step=3 us: a part of the path is empty");
  EXPECT_EQ(complaint(good, {"objects.1.radius=3 um"}),
            "--set objects.1.radius=3 um: the list has 1 entries, numbered from 0");
  EXPECT_EQ(
      complaint(good, {"objects.first.radius=3 um"}),
      "--set objects.first.radius=3 um: \"first\" stands for an entry of a list, which is numbered from 0");
  EXPECT_EQ(complaint(good, {"title.x=3"}), "--set title.x=3: there is no \"x\" within a plain value");
  EXPECT_EQ(complaint(good, {"domain.size=[16 um, 8 um"}).substr(0, 31), "--set domain.size=[16 um, 8 um:");
}

TEST(BadInput, of_files) {
  std::vector<std::string> warnings;
  TestFolder folder;
  EXPECT_THROW(read_scenario(folder.path / "missing.yaml", {}, warnings), InputError);
  EXPECT_THROW(read_scenario(folder.path, {}, warnings), InputError);
  const auto says = [&](const std::filesystem::path& file) {
    try {
      read_scenario(file, {}, warnings);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  write_text(folder.path / "quickstart.yaml", good);
  EXPECT_EQ(says(folder.path / "quikstart.yml"), (folder.path / "quikstart.yml").string() +
                                                     ": no such file; did you mean \"" +
                                                     (folder.path / "quickstart.yaml").string() + "\"?");
  write_text(folder.path / "scenario.yaml", good);
  EXPECT_EQ(says(folder.path), folder.path.string() + ": is the folder of a run; ibsim resume continues it");
  write_text(folder.path / "empty.yaml", "");
  EXPECT_THROW(read_scenario(folder.path / "empty.yaml", {}, warnings), InputError);
}

TEST(DoubtfulInput, is_accepted_with_a_warning_at_its_place) {
  std::vector<std::string> warnings;
  read_scenario_text(with("radius: 2 um", "radius: 2 um\n    data_sites: 400\n    sample_sites: 300"),
                     "s.yaml", {"time.end=10.05 us", "output.cells_every=0.01 us"}, warnings);
  ASSERT_EQ(warnings.size(), 3u);
  EXPECT_EQ(warnings[0], "--set output.cells_every=0.01 us: output.cells_every: is shorter than the time "
                         "step; output comes once a step");
  EXPECT_EQ(warnings[1], "s.yaml:11:19: 300 sample sites are fewer than 400 data sites: forces are then "
                         "not balanced");
  EXPECT_EQ(warnings[2].find("--set time.end=10.05 us: the end is not a whole number of steps"), 0u)
      << warnings[2];
}

} // namespace
} // namespace ibsim
