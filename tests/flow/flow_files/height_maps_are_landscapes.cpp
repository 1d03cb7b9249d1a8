// Maps of heights: the spline goes through them, with the error that is known of splines; they come from a
// file or a scenario to the bit, a run does not need the file, averages keep the volume, and a map of the
// cobblestones is the cobblestones.
#include "base/error.hpp"
#include "base/text.hpp"
#include "flow_files/read_scenario.hpp"
#include "flow_files/relief_key.hpp"
#include "flow_files/write_resolved.hpp"
#include "model/scenario.hpp"
#include "surface/sheet.hpp"
#include "test_folder.hpp"
#include "walls/sheets.hpp"

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <numeric>

namespace ibsim {
namespace {

constexpr real pi = 3.14159265358979323846;

/// f(x, z) over a period of one, at the places of a map.
template <class F>
std::vector<real> heights_of(F f, int n, int m) {
  std::vector<real> heights;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k) heights.push_back(f((i + 0.5) / n, (k + 0.5) / m));
  return heights;
}
real hill(real x, real z) { return std::cos(2 * pi * x) + std::sin(2 * pi * z); }

// A cubic spline's error is at most 5/384 of the fourth derivative times spacing^4, its slope's 1/24 of it
// times spacing^3 and its curvature's 3/8 of it times spacing^2 (Hall and Meyer 1976, J. Approx. Theory 16,
// 105).
TEST(HeightMaps, are_splines_through_their_heights) {
  const int n = 24, m = 32;
  const HeightMap map = make_height_map(n, m, heights_of(hill, n, m));
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k)
      // a few sums of numbers of 2
      EXPECT_NEAR(spline_at(map, i + 0.5, k + 0.5).y, map.heights[i * m + k], 1e-14 * 4);
  const real a = 2 * pi / n, b = 2 * pi / m; // in places of the map
  const auto bound = [&](real constant) { return constant * (std::pow(a, 4) + std::pow(b, 4)); };
  for (real x = -7.3; x < 60; x += 3.1)
    for (real z = -5.7; z < 70; z += 4.3) {
      const SplineAt at = spline_at(map, x, z);
      EXPECT_NEAR(at.y, std::cos(a * x) + std::sin(b * z), bound(5.0 / 384));
      EXPECT_NEAR(at.dx, -a * std::sin(a * x), bound(1.0 / 24));
      EXPECT_NEAR(at.dz, b * std::cos(b * z), bound(1.0 / 24));
      EXPECT_NEAR(at.dxx, -a * a * std::cos(a * x), bound(3.0 / 8));
      EXPECT_NEAR(at.dzz, -b * b * std::sin(b * z), bound(3.0 / 8));
      EXPECT_NEAR(at.dxz, 0, 1e-14);
      EXPECT_LE(at.y, map.highest);
      EXPECT_GE(at.y, map.lowest);
    }
}

// Every part of the plane counts once, whatever the two numbers of parts: the mean stays to round-off. Parts
// that are whole ones are plain means.
TEST(HeightMaps, keep_their_volume_when_they_are_averaged) {
  const HeightMap map =
      make_height_map(30, 21, heights_of([](real x, real z) { return hill(x, z) + 3 * x; }, 30, 21));
  const auto mean = [](const HeightMap& of) {
    return std::accumulate(of.heights.begin(), of.heights.end(), real{0}) /
           static_cast<real>(of.heights.size());
  };
  for (const auto& [n, m] : {std::pair{30, 21}, {10, 7}, {13, 8}, {4, 4}})
    EXPECT_NEAR(mean(averaged(map, n, m)), mean(map), 1e-14) << n;
  const HeightMap whole = averaged(map, 10, 7);
  real sum = 0;
  for (int i = 3; i < 6; ++i)
    for (int k = 6; k < 9; ++k) sum += map.heights[i * 21 + k] / 9;
  EXPECT_NEAR(whole.heights[1 * 7 + 2], sum, 1e-14);
}

std::string with_relief(const std::string& relief, const std::string& more = "") {
  return "domain: {size: [16 um, 12 um, 16 um], cell: 1/2 um}\nflow: {ends_in_y: walls, shear_rate: 200 "
         "1/s}\n"
         "fluid: {density: 1 g/cm^3, viscosity: 1 cP}\ntime: {step: auto, end: 1 ms}\n"
         "objects: [{shape: sheet, relief: " +
         relief + more + ", at: [8 um, 1 um, 8 um]}]\n";
}
Scenario read(const std::string& text, const std::filesystem::path& folder = {}) {
  std::vector<std::string> warnings;
  return read_scenario_text(text, (folder / "s.yaml").string(), {}, warnings);
}
const Sheet& sheet_of(const Scenario& s) { return std::get<Sheet>(s.objects[0].structure); }

/// Lines of a map, parted by `comma`.
std::string lines_of(const HeightMap& map, const std::string& comma) {
  std::string text = "# heights in nm\n\n";
  for (int i = 0; i < map.along_x; ++i)
    for (int k = 0; k < map.along_z; ++k)
      text += ibsim::text("%.17g", map.heights[i * map.along_z + k]) + (k + 1 < map.along_z ? comma : "\r\n");
  return text;
}

TEST(HeightMaps, come_from_a_file_and_are_written_back_to_the_bit) {
  const TestFolder folder;
  const HeightMap map =
      make_height_map(12, 8, heights_of([](real x, real z) { return 300 * hill(x, z); }, 12, 8));
  for (const std::string comma : {",", " ", "; ", "\t"}) {
    std::ofstream(folder.path / "heights.csv") << lines_of(map, comma);
    const Scenario s = read(with_relief("{file: heights.csv, unit: 1 nm}"), folder.path);
    const Relief& relief = sheet_of(s).relief;
    ASSERT_TRUE(relief.map);
    EXPECT_EQ(relief.map->along_x, 12);
    EXPECT_EQ(relief.map->along_z, 8);
    EXPECT_NEAR(relief.map->heights[9 * 8 + 5], 1e-3 * map.heights[9 * 8 + 5], 1e-16);
    EXPECT_EQ(relief.length_x, 16);
    std::filesystem::remove(folder.path / "heights.csv");
    const Scenario again = read(resolved_scenario(s)); // the file is not needed
    EXPECT_EQ(sheet_of(again).relief.map->heights, relief.map->heights);
    EXPECT_EQ(resolved_scenario(again), resolved_scenario(s));
  }
}

TEST(HeightMaps, that_are_wrong_are_refused_where_they_are) {
  const TestFolder folder;
  const auto refused = [&](const std::string& lines, const std::string& relief, const std::string& with) {
    std::ofstream(folder.path / "h.csv") << lines;
    try {
      read(with_relief(relief), folder.path);
      FAIL() << with;
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find(with), std::string::npos) << e.what();
    }
  };
  const std::string file = "{file: h.csv, unit: 1 nm}";
  refused("1 2 3 4\n1 2 3\n", file, "h.csv:2: has 3 heights, and the rows before it 4");
  refused("1 2 3 4\n\n1 2 x 4\n", file, "h.csv:3: ");
  refused("1 2 3 4\n1 2 nan 4\n", file, "h.csv:2: ");
  refused("1 2 3 4\n1 2 3 4\n", file, "at least 4 lines of 4, not 2 of 4");
  refused("", file, "at least 4 lines of 4");
  refused("0,2;0,2;0,3;0,1\n", file, "h.csv:1: a number has a decimal point and no commas");
  refused("0,2 0,2 0,3 0,1\n", file, "h.csv:1: a number has a decimal point and no commas");
  refused("0 0 0 0\n0,2 0 0 0\n", file, "h.csv:2: a number has a decimal point and no commas");
  refused("1;2;3;4\n1;2,5;3;4\n", file, "h.csv:2: a number has a decimal point and no commas");
  refused("1,2,,4\n", file, "h.csv:1: expected a number");
  refused("height map (um)\n1,2,3,4\n", file, "h.csv:1: expected a number, got \"height\"");
  refused("0 0 0 0\n0 500 500 0\n0 500 500 0\n0 0 0 0\n", "{file: h.csv, unit: 1 um}",
          "is relief.unit right?");
  refused("", "{file: no.csv, unit: 1 nm}", "no.csv");
  refused("", "{file: h.csv}", "unit");
  refused("", "{rows: [[1, 2]], file: h.csv, unit: 1 um}", "not both");
  refused("", "{rows: [[1, 2, 3, 4], 2], unit: 1 um}", "expected a row of heights");
  refused("", "cobblestones", "did you mean \"cobblestone\"");
}

// The same landscape by its formula and by its map: sites lie within the spline's error, 5/384 (2 pi/32)^4 of
// waves of at most twice the wave number and heights of 1/2 um, four of them, and their normals' part of what
// lies below.
TEST(HeightMaps, of_cobblestones_are_the_cobblestones) {
  const Scenario known = read(with_relief("cobblestone"));
  const Relief& formula = sheet_of(known).relief;
  std::string rows;
  for (int i = 0; i < 32; ++i) {
    rows += i == 0 ? "[" : ", [";
    for (int k = 0; k < 32; ++k)
      rows += (k == 0 ? "" : ", ") + text("%.17g", relief_at(formula, (i + 0.5) / 2, (k + 0.5) / 2).y);
    rows += "]";
  }
  const Scenario mapped = read(with_relief("{rows: [" + rows + "], unit: 1 um}"));
  const SurfaceKind a = sheet_surface(known, sheet_of(known)), b = sheet_surface(mapped, sheet_of(mapped));
  ASSERT_EQ(a.data_at_rest.size(), b.data_at_rest.size());
  for (std::size_t i = 0; i < a.data_at_rest.size(); ++i)
    EXPECT_NEAR(norm(a.data_at_rest[i] - b.data_at_rest[i]), 0,
                4 * 0.5 * 5 / 384.0 * std::pow(4 * pi / 32, 4) * 2);
  EXPECT_NEAR(area_of(sheet_of(known)) / area_of(sheet_of(mapped)), 1, 1e-3);
}

// A map that is finer than the grid, or than the data sites of an elastic sheet, is averaged to them.
TEST(HeightMaps, are_no_finer_than_what_meets_them) {
  const TestFolder folder;
  std::ofstream(folder.path / "h.csv") << lines_of(make_height_map(100, 80, heights_of(hill, 100, 80)), ",");
  const std::string relief = "{file: h.csv, unit: 0.1 um}";
  const Scenario rigid = read(with_relief(relief), folder.path);
  EXPECT_EQ(sheet_of(rigid).relief.map->along_x, 32);
  EXPECT_EQ(sheet_of(rigid).relief.map->along_z, 32);
  const Scenario elastic = read(
      with_relief(relief, ", membrane: {shear_modulus: 10 uN/m, area_modulus: 0.3 dyn/cm}"), folder.path);
  EXPECT_EQ(sheet_of(elastic).relief.map->along_x, 21); // 16 um in 1.6 cells of 1/2 um, to an odd number
}

// A map need not repeat; where its ends do not meet, the reader is told. Its mirror image behind it mends
// that.
TEST(HeightMaps, whose_ends_do_not_meet_are_warned_of) {
  const auto warned = [](auto f) {
    Scenario s = read(with_relief("flat"));
    Relief& relief = std::get<Sheet>(s.objects[0].structure).relief;
    relief.form = Relief::Form::map;
    relief.map = std::make_shared<HeightMap>(make_height_map(16, 16, heights_of(f, 16, 16)));
    std::vector<Finding> findings;
    check_sheets(s, findings);
    return !findings.empty() && findings[0].message.find("mirror") != std::string::npos;
  };
  EXPECT_FALSE(warned(hill));
  EXPECT_TRUE(warned([](real x, real) { return x; }));
  EXPECT_FALSE(warned([](real x, real) { return 1 - std::abs(2 * x - 1); }));
}

// Steps are told of, and heights that are in another unit; waves that a surface follows to a part of a
// thousand are not.
TEST(HeightMaps, are_warned_of_where_the_surface_is_another) {
  const auto warning = [](auto f) {
    Scenario s = read(with_relief("flat"));
    Relief& relief = std::get<Sheet>(s.objects[0].structure).relief;
    relief.form = Relief::Form::map;
    relief.map = std::make_shared<HeightMap>(make_height_map(24, 24, heights_of(f, 24, 24)));
    std::vector<Finding> findings;
    check_sheets(s, findings);
    return findings.empty() ? std::string() : findings[0].message;
  };
  EXPECT_EQ(warning([](real x, real z) { return 0.3 * hill(x, z); }), "");
  EXPECT_NE(warning([](real x, real) { return std::abs(x - 0.5) < 0.25 ? 0.5 : 0; }).find("have steps"),
            std::string::npos);
  EXPECT_NE(warning([](real x, real z) { return 1e-6 * hill(x, z); }).find("relief.unit"), std::string::npos);
}

// On slopes sites on springs are closer, so that they are nowhere farther apart than 1.28 cells, as on a
// slope of 0.8; the spacing follows whole numbers of sites, one more or less of 30.
TEST(HeightMaps, have_closer_sites_where_they_are_steep) {
  for (const real height : {1.0, 5.0, 10.0}) {
    const Scenario s = read(with_relief("cobblestone", text(", held_by: springs, height: %g um", height)));
    const Sheet& sheet = sheet_of(s);
    const real slope = steepest_slope(sheet.relief),
               spacing = std::sqrt(16 * 16 / static_cast<real>(sheet.sites));
    EXPECT_LT(spacing * std::sqrt(1 + slope * slope), 1.04 * 1.2807 * s.grid.h) << height;
    if (height == 1) {
      EXPECT_EQ(sheet.sites, 1024);
    }
  }
}

} // namespace
} // namespace ibsim
