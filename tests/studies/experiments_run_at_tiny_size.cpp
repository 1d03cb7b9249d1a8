// Experiments from end to end at a tiny size: the shape of the results, numbers that follow from others or
// from the physics, and measurements that a second run finds again, but only of the same program.
#include "coupling/spread_algorithm.hpp"
#include "paper/experiments.hpp"
#include "paper/relaxing_sphere.hpp"
#include "parallel/with_cuda.hpp"
#include "results/result_files.hpp"

#include "backends.hpp"
#include "base/error.hpp"
#include "test_folder.hpp"

#include <cmath>
#include <fstream>
#include <set>

namespace ibsim {
namespace {

ExperimentSettings tiny() {
  ExperimentSettings s;
  s.threads = 2;
  s.steps = 2;
  s.machine = "a test";
  s.sizes.points = 100;
  s.sizes.refinements = {8, 12};
  s.sizes.levels = 2;
  s.sizes.cells = 2;
  s.sizes.data_sites = 100;
  s.sizes.sample_sites = 400;
  s.sizes.cell_h = 1;
  s.sizes.gpu_threads = {64, 0};
  return s;
}

} // namespace

template <class B>
class experiments_of_the_paper : public BackendTest<B> {
 protected:
  ExperimentSettings settings() const {
    ExperimentSettings s = tiny();
    s.cuda = std::is_same_v<B, Cuda>;
    return s;
  }
};
TYPED_TEST_SUITE(experiments_of_the_paper, Backends, BackendNames);

TYPED_TEST(experiments_of_the_paper, give_tables_claims_and_files) {
  const TestFolder folder;
  MeasurementStore store(folder.path, "a test", "today", false);
  ExperimentSettings s = this->settings();
  s.store = &store;
  int measurements = 0;
  s.say = [&](const std::string&) { ++measurements; };
  const std::set<std::string> wanted{"table1",  "table2",  "table3",  "table4", "table5",
                                     "figure3", "figure4", "figure5", "laplace"};
  std::set<std::string> seen;
  for (const Experiment& experiment : experiments_called("all")) {
    SCOPED_TRACE(experiment.name);
    seen.insert(experiment.name);
    const ExperimentResult result = experiment.run(s);
    ASSERT_FALSE(result.tables.empty());
    EXPECT_EQ(result.tables[0].name, experiment.name);
    EXPECT_FALSE(result.tables[0].rows.empty());
    EXPECT_FALSE(result.claims.empty());
    for (const Claim& claim : result.claims) {
      EXPECT_EQ(claim.verdict == Claim::Verdict::not_measured, claim.found.empty()) << claim.statement;
      EXPECT_FALSE(claim.broken()) << "not the paper's settings, yet " << claim.statement;
    }
    write_results(folder.path, experiment, s, result, {{"date", "today"}});
    for (const char* extension : {".csv", ".json", ".md"})
      EXPECT_TRUE(std::filesystem::exists(folder.path / (experiment.name + extension)));
    // again: the same numbers, which nobody measures
    const int before = measurements;
    const ExperimentResult again = experiment.run(s);
    EXPECT_EQ(measurements, before);
    ASSERT_EQ(again.tables.size(), result.tables.size());
    for (std::size_t t = 0; t < again.tables.size(); ++t)
      EXPECT_EQ(to_csv(again.tables[t]), to_csv(result.tables[t]));
    const Table read = table_from_csv(content(folder.path / (experiment.name + ".csv")), experiment.name);
    EXPECT_EQ(to_csv(read), to_csv(result.tables[0]));
  }
  EXPECT_EQ(seen, wanted);
}

// What the tables derive from their times is so: Figure 3 is Table 1 over the serial loops, speedups are
// ratios, and work doubles with the threads where scaling is weak.
TYPED_TEST(experiments_of_the_paper, derive_their_figures_from_their_times) {
  const TestFolder folder;
  MeasurementStore store(folder.path, "a test", "today", false);
  ExperimentSettings s = this->settings();
  s.store = &store;
  const Table times = table1_grid_dependence(s).tables[0], speedups = figure3_speedup(s).tables[0];
  const std::ptrdiff_t serial = times.find({{"algorithm", std::string("serial")}});
  ASSERT_GE(serial, 0);
  int compared = 0;
  for (std::size_t row = 0; row < speedups.rows.size(); ++row) {
    const std::string device = speedups.word(row, "device"), algorithm = speedups.word(row, "algorithm"),
                      column = speedups.word(row, "refinement") + " (s)";
    if (algorithm == "interpolate") continue;
    const double here = times.number(times.find({{"device", device}, {"algorithm", algorithm}}), column);
    EXPECT_DOUBLE_EQ(speedups.number(row, "speedup"), times.number(serial, column) / here);
    ++compared;
  }
  EXPECT_GE(compared, 8 * 2); // algorithms and grids

  const Table strong = figure4_strong_scaling(s).tables[0];
  for (std::size_t row = 0; row < strong.rows.size(); ++row)
    EXPECT_DOUBLE_EQ(strong.number(row, "spread speedup") * strong.number(row, "spread (s)"),
                     strong.number(0, "spread (s)"));
  for (const auto& [table, work] : {std::pair(table2_weak_scaling(s).tables[0], "points"),
                                    std::pair(table5_weak_scaling(s).tables[0], "cells")}) {
    ASSERT_GE(table.rows.size(), 2u);
    for (std::size_t row = 1; row < table.rows.size(); ++row) {
      EXPECT_EQ(table.number(row, "threads"), 2 * table.number(row - 1, "threads"));
      EXPECT_EQ(table.number(row, work), 2 * table.number(row - 1, work));
    }
  }
}

// The relaxing sphere after two steps of the coarsest grid, 3.2 us: it encloses the volume of its rest shape,
// 4/3 pi 3.91^3 (the stretches multiply to one), as the quadrature of 220 sites knows it (1e-3), and keeps it
// as fluid crosses no membrane: the change is below the 2.1e-4 that the coarsest grid has lost by 160 us
// (data/results). The order is the base-two logarithm of the ratio of differences.
TYPED_TEST(experiments_of_the_paper, relaxing_sphere_keeps_its_volume) {
  ExperimentSettings s = this->settings();
  s.sizes.levels = 3;
  const ExperimentResult result = table4_sites_convergence(s);
  const Table &sites = result.tables[0], &volume = result.tables.back();
  const double exact = 4.0 / 3 * 3.14159265358979 * std::pow(3.91, 3);
  ASSERT_EQ(volume.rows.size(), 3u);
  for (std::size_t row = 0; row < 3; ++row) {
    EXPECT_NEAR(volume.number(row, "volume (um^3)"), exact, 1e-3 * exact);
    EXPECT_LT(std::abs(volume.number(row, "volume change")), 2.1e-4);
  }
  ASSERT_EQ(sites.rows.size(), 2u);
  EXPECT_NEAR(sites.number(1, "l2 order"),
              std::log2(sites.number(0, "l2 (10 um)") / sites.number(1, "l2 (10 um)")), 1e-12);
  EXPECT_GE(sites.number(0, "max (10 um)"),
            sites.number(0, "l2 (10 um)")); // a maximum is no less than a mean
  for (const Claim& claim : result.claims) EXPECT_EQ(claim.verdict, Claim::Verdict::not_measured);
}

TEST(experiments, time_every_spreading_algorithm_on_every_grid) {
  const ExperimentSettings s = tiny();
  const Table table = table1_grid_dependence(s).tables[0];
  for (const std::string& name : spread_algorithm_names()) {
    const std::ptrdiff_t row = table.find({{"algorithm", name}});
    ASSERT_GE(row, 0) << name;
    for (const char* column : {"8 (s)", "12 (s)"}) EXPECT_GT(table.number(row, column), 0) << name;
  }
}

namespace {

Table one_number() {
  Table table{"m", "", {"x"}, {}};
  table.add({0.1});
  return table;
}

} // namespace

TEST(experiments, measure_once_what_two_need) {
  const TestFolder folder;
  int measurements = 0;
  const auto measure = [&] { return ++measurements, one_number(); };
  MeasurementStore first(folder.path, "me", "Monday", false);
  first.get("m", "settings", measure);
  EXPECT_EQ(first.get("m", "settings", measure).number(0, "x"), 0.1);
  EXPECT_EQ(measurements, 1);
  MeasurementStore later(folder.path, "me", "Tuesday", false); // another process
  later.get("m", "settings", measure);
  EXPECT_EQ(measurements, 1);
  const auto used = later.take_used();
  ASSERT_EQ(used.size(), 1u);
  EXPECT_EQ(used[0].first, "measured_m.csv");
  EXPECT_EQ(used[0].second, "Monday"); // when it was measured, not when it was read
  EXPECT_TRUE(later.take_used().empty());
  later.get("m", "other settings", measure);
  EXPECT_EQ(measurements, 2);
  MeasurementStore forced(folder.path, "me", "Wednesday", true);
  forced.get("m", "other settings", measure);
  forced.get("m", "other settings", measure);
  EXPECT_EQ(measurements, 3);
}

TEST(experiments, never_mix_results_of_two_programs) {
  const TestFolder folder;
  const ExperimentSettings s = tiny();
  MeasurementStore old(folder.path, "commit A, on a GPU", "Monday", false);
  old.get("m", "settings", one_number);
  write_results(folder.path, experiments()[0], s, {{one_number()}, {}, {}},
                {{"made by", "commit A, on a GPU"}});
  std::ofstream(folder.path / "notes.csv") << "mine\n";
  EXPECT_NO_THROW(old.refuse_to_mix());

  const MeasurementStore other(folder.path, "commit B, on a GPU", "Tuesday", false);
  try {
    other.refuse_to_mix();
    FAIL() << "mixed";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("commit A, on a GPU"), std::string::npos) << e.what();
  }
  int measurements = 0;
  MeasurementStore(folder.path, "commit B, on a GPU", "Tuesday", false).get("m", "settings", [&] {
    return ++measurements, one_number();
  });
  EXPECT_EQ(measurements, 1); // and the numbers themselves are never taken

  MeasurementStore(folder.path, "commit C", "Wednesday", true).refuse_to_mix(); // --force: they go
  EXPECT_FALSE(std::filesystem::exists(folder.path / "measured_m.csv"));
  for (const char* extension : {".csv", ".json", ".md"})
    EXPECT_FALSE(std::filesystem::exists(folder.path / (experiments()[0].name + extension)));
  EXPECT_TRUE(std::filesystem::exists(folder.path / "notes.csv"));
}

TEST(experiments, stop_when_asked) {
  ExperimentSettings s = tiny();
  s.control.stop_requested = [] { return true; };
  EXPECT_THROW(figure4_strong_scaling(s), Interrupted);
}

// The paper's own figures (Table 4): needs the grid of h = 1/4 um, so it runs where there is a GPU.
TEST(experiments, data_sites_at_half_a_micrometre_are_the_papers) {
#if defined(IBSIM_WITH_CUDA)
  if (!why_no_cuda_device().empty()) GTEST_SKIP() << why_no_cuda_device();
  const Stream<Cuda> stream;
  const RelaxedSphere coarse = relax_sphere(stream, 1, {160}, {}).at(0),
                      fine = relax_sphere(stream, 2, {160}, {}).at(0);
  const double paper = 7.2997e-4;
  EXPECT_NEAR(difference(coarse, fine).sites_l2, paper, 0.05 * paper); // the agreement that issue 3 asks for
#else
  GTEST_SKIP() << "built without CUDA";
#endif
}

// Laplace's law, p_in - p_out = 2 T/R, to the curvature that a delta function of width h does not see: about
// 2 (h/R)^2. T by Skalak's law at l = 1.05: E (l^2 - 1) + K l^2 (l^4 - 1) = 0.0596551 kPa um.
TEST(experiments, tense_sphere_has_the_pressure_of_laplace) {
  ExperimentSettings s = tiny();
  s.steps = 10;
  const Table table = laplace_pressure(s).tables[0];
  ASSERT_EQ(table.rows.size(), 2u);
  const double h_over_R = 0.5 / 3.675;
  EXPECT_NEAR(table.number(1, "2 T/R (kPa)"), 2 * 0.0596551 / 3.675, 1e-7);
  EXPECT_LT(std::abs(table.number(1, "relative error")), 2 * h_over_R * h_over_R);
}

} // namespace ibsim
