// Objects that passed stations (flow_run/passed.hpp): counts times volume are the volume of cells, and that
// over the volume of blood is the discharge haematocrit.
#include "files/csv.hpp"
#include "files/read_csv.hpp"
#include "files/run_folder.hpp"
#include "flow/flow_files/read_text.hpp"
#include "flow_run/passed.hpp"
#include "model/flow_model.hpp"
#include "objects/population.hpp"
#include "test_folder.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace ibsim {
namespace {

/// A box of 10 um with a plane; kinds of 90 and 4 um^3.
Scenario blood() {
  return read("domain: {size: [8 um, 8 um, 10 um], cell: 0.5 um}\n"
              "flow: {planes: [{name: here, at: 4 um}]}\ntime: {step: 1 us, end: 100 us}\n"
              "objects:\n  - {shape: sphere, name: cell, radius: 2 um, at: [2 um, 4 um, 3 um],\n"
              "     membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}}\n"
              "  - {shape: sphere, name: platelet, radius: 1 um, at: [6 um, 4 um, 3 um],\n"
              "     membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}}\n");
}

/// Tables of a run of 100 us: a cell goes along z by 0.2 um/us and a platelet against it by 0.1 um/us, in a
/// flow of 30 um^3/us.
void write_tables(const std::filesystem::path& folder) {
  std::vector<std::string> titles{"time (us)",     "object",        "name",
                                  "centre x (um)", "centre y (um)", "centre z (um)"};
  titles.insert(titles.end(), measure_titles.begin(), measure_titles.end());
  std::vector<std::vector<CsvValue>> cells, run;
  for (int i = 0; i <= 10; ++i) {
    const double t = 10 * i;
    cells.push_back(
        {t, 0.0, std::string("cell"), 2.0, 4.0, 3 + 0.2 * t, 130.0, 90.0, 8.0, 4.0, 0.3, 0.5, 4.0, 4.0});
    cells.push_back(
        {t, 1.0, std::string("platelet"), 6.0, 4.0, 3 - 0.1 * t, 15.0, 4.0, 2.0, 1.0, 0.3, 0.5, 1.0, 1.0});
    run.push_back({t, 30.0, 0.5});
  }
  replace_table(folder / "cells.csv", titles, cells);
  replace_table(folder / "run.csv", {"time (us)", "flow rate at here (um^3/us)", "pressure at here (kPa)"},
                run);
}

TEST(Passed, counts_times_volume_is_the_flux) {
  const TestFolder folder;
  const Scenario s = blood();
  write_tables(folder.path);
  write_passed(folder.path, s, find_passages(folder.path / "cells.csv", s, {}));
  const CsvTable table = read_run_csv(folder.path / "passed.csv");
  ASSERT_EQ(table.rows.size(), 11u);
  const auto number = [&](std::size_t row, const char* title) {
    return std::stod(table.rows[row][table.column(title)]);
  };
  for (std::size_t row = 0; row < 11; ++row) {
    const real t = 10 * static_cast<real>(row), cells = number(row, "cell passed"),
               platelets = number(row, "platelet passed");
    EXPECT_EQ(cells, std::floor((3 + 0.2 * t - 4) / 10 + 1 + 1e-9)); // from 3 um on it passes 4, 14 um ..
    EXPECT_EQ(platelets, std::ceil((3 - 0.1 * t - 4) / 10 - 1e-9));  // and -6 um the other way
    EXPECT_NEAR(number(row, "volume of cells (um^3)"), 90 * cells + 4 * platelets, 1e-9);
    EXPECT_NEAR(number(row, "volume of blood (um^3)"), 30 * t, 1e-9);
    if (row > 0) {
      EXPECT_NEAR(number(row, "discharge haematocrit"), (90 * cells + 4 * platelets) / (30 * t), 1e-12);
    }
  }
}

// An object is followed to where it left, after the last row that it has, and from where it came.
TEST(Passed, an_object_counts_until_it_leaves) {
  const TestFolder folder;
  const Scenario s = blood();
  std::vector<std::string> titles{"time (us)",     "object",        "name",
                                  "centre x (um)", "centre y (um)", "centre z (um)"};
  titles.insert(titles.end(), measure_titles.begin(), measure_titles.end());
  replace_table(folder.path / "cells.csv", titles,
                {{10.0, 7.0, std::string("cell"), 2.0, 4.0, 5.0, 130.0, 90.0, 8.0, 4.0, 0.3, 0.5, 4.0, 4.0}});
  Population population;
  population.kinds.resize(2);
  Departure& one = population.departures.emplace_back();
  one.id = 7, one.since = 4, one.until = 16, one.came_at = {2, 4, 2}, one.surface.centre = {2, 4, 15};
  one.surface.volume = 91;
  const std::vector<Passage> passages = find_passages(folder.path / "cells.csv", s, population);
  ASSERT_EQ(passages.size(), 2u);
  EXPECT_NEAR(passages[0].time, 8, 1e-12);            // at 4 um of 2 to 5 between 4 and 10 us
  EXPECT_NEAR(passages[1].time, 10 + 6 * 0.9, 1e-12); // at 14 um of 5 to 15 between 10 and 16 us
  EXPECT_EQ(passages[0].measures[volume_measure], 90);
  EXPECT_NEAR(passages[1].measures[volume_measure], 90.9, 1e-9);
  EXPECT_EQ(passages[1].from, "here");
}

/// A tube between two openings, through which flow 0.7 um^3/us.
Scenario fed_tube() {
  return read("domain: {size: [12 um, 12 um, 24 um], cell: 0.5 um}\n"
              "vessel:\n"
              "  shape: {tube: {points: [[6 um, 6 um, 3 um], [6 um, 6 um, 21 um]], radius: 4 um}}\n"
              "  openings:\n"
              "    in: {at: [6 um, 6 um, 3 um], side: -z, flow_rate: 0.05 nL/s}\n"
              "    out: {at: [6 um, 6 um, 21 um], side: +z, pressure: 0 Pa}\n"
              "time: {step: 0.5 us, end: 10 us}\n"
              "objects:\n  - {shape: sphere, radius: 1.5 um, at: [6 um, 6 um, 10 um],\n"
              "     membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}}\n");
}

/// Passages of an object that comes at 10 us, has a row at 20 us and leaves at 40 us.
std::vector<Passage> passages_of_one(const std::filesystem::path& folder, const Scenario& s, real left_at,
                                     int through) {
  std::vector<std::string> titles{"time (us)",     "object",        "name",
                                  "centre x (um)", "centre y (um)", "centre z (um)"};
  titles.insert(titles.end(), measure_titles.begin(), measure_titles.end());
  replace_table(
      folder / "cells.csv", titles,
      {{20.0, 5.0, std::string("sphere"), 6.0, 6.0, 13.0, 28.0, 14.0, 3.0, 3.0, 0.0, 0.0, 3.0, 3.0}});
  Population population;
  population.kinds.resize(1);
  Departure& one = population.departures.emplace_back();
  one.id = 5, one.from = 0, one.through = through, one.since = 10, one.until = 40;
  one.came_at = {6, 6, 9}, one.surface.centre = {6, 6, left_at}, one.surface.volume = 14;
  return find_passages(folder / "cells.csv", s, population);
}

// Who comes through an opening has passed its mouth, and who leaves passes the mouth outwards: flow is
// positive into the vessel there.
TEST(Passed, objects_of_openings_come_in_and_go_out) {
  const TestFolder folder;
  Scenario s = fed_tube();
  s.inlets = {{"in", {}, {}}}; // as a pilot makes it
  std::vector<std::vector<CsvValue>> run;
  for (const double t : {0.0, 20.0, 40.0}) run.push_back({t, 0.7, 0.0, -0.7, 0.0});
  replace_table(folder.path / "run.csv",
                {"time (us)", "flow rate of in (um^3/us)", "pressure of in (kPa)",
                 "flow rate of out (um^3/us)", "pressure of out (kPa)"},
                run);
  const std::vector<Passage> passages = passages_of_one(folder.path, s, 23, -1);
  ASSERT_EQ(passages.size(), 2u);
  EXPECT_EQ(passages[0].time, 10);
  EXPECT_NEAR(passages[1].time, 20 + 20 * 0.8, 1e-12); // at 21 um of 13 to 23
  EXPECT_EQ(passages[1].from, "in");
  write_passed(folder.path, s, passages);
  const CsvTable table = read_run_csv(folder.path / "passed.csv");
  ASSERT_EQ(table.rows.size(), 6u);
  const auto number = [&](std::size_t row, const char* title) {
    return std::stod(table.rows[row][table.column(title)]);
  };
  EXPECT_EQ(number(4, "sphere passed"), 1);
  EXPECT_EQ(number(5, "sphere passed"), -1);
  EXPECT_NEAR(number(4, "discharge haematocrit"), 14 / (0.7 * 40), 1e-12);
  EXPECT_NEAR(number(5, "discharge haematocrit"), 14 / (0.7 * 40), 1e-12); // out over out
}

// The outlet of an opening begins before its mouth, so an object may leave the run before its centre has
// passed the mouth. It counts once, whether it has or not.
TEST(Passed, who_leaves_by_an_opening_counts_there) {
  const TestFolder folder;
  Scenario s = fed_tube();
  s.inlets = {{"in", {}, {}}}, s.outlets = {{"out", {}}};
  const std::vector<Passage> before = passages_of_one(folder.path, s, 19, 0);
  ASSERT_EQ(before.size(), 2u);
  EXPECT_EQ(before[1].time, 40);
  EXPECT_EQ(before[1].way, 1); // along z
  EXPECT_NEAR(before[1].velocity, (19 - 13) / 20.0, 1e-12);
  EXPECT_EQ(before[1].from, "in");
  EXPECT_EQ(*before[1].transit, 30);
  EXPECT_EQ(before[1].measures[volume_measure], 14);
  EXPECT_EQ(passages_of_one(folder.path, s, 23, 0).size(), 2u);
}

} // namespace
} // namespace ibsim
