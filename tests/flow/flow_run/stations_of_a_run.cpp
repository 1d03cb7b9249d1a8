// Tables of stations of a run in a vessel with openings: on any number of ranks and after a resume they are
// the same, and the blood that passed an opening is its flow rate times the time.
#include "files/read_csv.hpp"
#include "flow/flow_files/read_text.hpp"
#include "flow/flow_run/runs_by_ranks.hpp"
#include "kept_walls.hpp"

namespace ibsim {
using namespace testing_runs;

namespace {

/// A tube between two openings with a sphere that comes after 4 us.
Scenario fed_tube() {
  Scenario s =
      read("domain: {size: [12 um, 12 um, 24 um], cell: 0.5 um}\n"
           "vessel:\n"
           "  tight: false\n"
           "  shape: {tube: {points: [[6 um, 6 um, 3 um], [6 um, 6 um, 21 um]], radius: 4 um}}\n"
           "  openings:\n"
           "    in: {at: [6 um, 6 um, 3 um], side: -z, flow_rate: 0.05 nL/s}\n"
           "    out: {at: [6 um, 6 um, 21 um], side: +z, pressure: 0 Pa}\n"
           "flow: {planes: [{name: middle, at: 10 um, branch: [6 um, 6 um, 10 um]}]}\n"
           "time: {step: 0.5 us, end: 10 us}\n"
           "objects:\n  - {shape: sphere, radius: 1.5 um, data_sites: 100, sample_sites: 200,\n"
           "     placements: [{at: [6 um, 6 um, 9.99 um]}, {at: [6 um, 7 um, 15 um], enters: 4 us}],\n"
           "     membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}}\n"
           "output: {series_every: 1 us, profiles_every: 2 us, cells_every: 5 us, fluid_every: 10 us}\n");
  s.cache_folder = kept_walls();
  return s;
}

template <class B>
class StationsOfARun : public RunsByRanks<B> {};
TYPED_TEST_SUITE(StationsOfARun, Backends, BackendNames);

TYPED_TEST(StationsOfARun, are_the_same_on_ranks_and_after_a_resume) {
  const Scenario s = fed_tube();
  const auto whole = this->run(s, 1, "1");
  expect_same_files(whole, this->run(s, 3, "3"));
  this->run(s, 2, "parts", 3.5);
  this->go_on(s, 1, "parts");
  expect_same_files(whole, this->folder.path / "parts");

  const CsvTable passed = read_run_csv(run_files(whole).passed_csv),
                 stations = read_run_csv(run_files(whole).stations_csv);
  ASSERT_EQ(passed.rows.size(), 3u * 11);
  ASSERT_EQ(stations.rows.size(), 3u * 11);
  const auto number = [&](const CsvTable& table, std::size_t row, const char* title) {
    return std::stod(table.rows[row][table.column(title)]);
  };
  const real Q = 0.05; // um^3/us, which is nL/s
  for (std::size_t time = 1; time <= 10; ++time) {
    const std::size_t middle = 3 * time, in = middle + 1, out = middle + 2;
    ASSERT_EQ(passed.rows[in][passed.column("station")], "in");
    // The flow rate is 0 at the start and held from the first step on, exactly.
    EXPECT_NEAR(number(passed, in, "volume of blood (um^3)"), Q * (static_cast<real>(time) - real{0.5}),
                1e-9);
    EXPECT_LT(number(passed, out, "volume of blood (um^3)"), 0); // it leaves
    EXPECT_EQ(number(passed, middle, "tube haematocrit"), number(stations, middle, "tube haematocrit"));
  }
  // 0.01 um at up to 2 Q/(16 pi um^2) = 2e-3 um/us on the axis: within 10 us
  EXPECT_EQ(number(passed, 3 * 10, "sphere passed"), 1);
  EXPECT_EQ(number(passed, 3 * 10 + 1, "sphere passed"), 0);
  // Half of the first sphere is on either side of its plane: all of it is in the segment of 8 um.
  const real section = number(stations, 0, "volume (um^3)") / 8,
             sphere = 4.0 / 3 * 3.14159265 * 1.5 * 1.5 * 1.5;
  EXPECT_NEAR(number(stations, 0, "tube haematocrit"), sphere / (8 * section), 1e-3 * sphere / (8 * section));
  EXPECT_NEAR(section / (3.14159265 * 16), 1, 5e-3); // 8 cells radius
}

} // namespace
} // namespace ibsim
