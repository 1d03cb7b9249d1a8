// Every experiment from end to end at a tiny size: the shape of what it gives, files that a second run finds
// again, and the claims that do not depend on speed.
#include "experiments/experiments.hpp"
#include "experiments/relaxing_sphere.hpp"
#include "experiments/result_files.hpp"

#include "backends.hpp"
#include "base/error.hpp"
#include "io/test_folder.hpp"

#include <cmath>

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
  MeasurementStore store(folder.path, false);
  ExperimentSettings s = this->settings();
  s.store = &store;
  const std::set<std::string> wanted{"table1",  "table2",  "table3",  "table4", "table5",
                                     "figure3", "figure4", "figure5", "laplace"};
  std::set<std::string> seen;
  for (const Experiment& experiment : experiments()) {
    SCOPED_TRACE(experiment.name);
    seen.insert(experiment.name);
    EXPECT_FALSE(has_results(folder.path, experiment, s));
    const ExperimentResult result = experiment.run(s);
    ASSERT_FALSE(result.tables.empty());
    EXPECT_EQ(result.tables[0].name, experiment.name);
    EXPECT_FALSE(result.tables[0].rows.empty());
    for (const Claim& claim : result.claims) {
      EXPECT_FALSE(claim.statement.empty());
      EXPECT_TRUE(claim.verdict == Claim::Verdict::not_measured || !claim.found.empty()) << claim.statement;
    }
    write_results(folder.path, experiment, s, result, {{"date", "today"}});
    for (const char* extension : {".csv", ".json", ".md"})
      EXPECT_TRUE(std::filesystem::exists(folder.path / (experiment.name + extension)));
    EXPECT_TRUE(has_results(folder.path, experiment, s));
    ExperimentSettings other = s;
    other.steps = 3;
    EXPECT_FALSE(has_results(folder.path, experiment, other));
    const Table again = table_from_csv(content(folder.path / (experiment.name + ".csv")), experiment.name);
    EXPECT_EQ(again.rows.size(), result.tables[0].rows.size());
  }
  EXPECT_EQ(seen, wanted);
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

TEST(experiments, measure_once_what_two_need) {
  const TestFolder folder;
  int measurements = 0;
  const auto measure = [&] {
    ++measurements;
    Table table{"m", "", {"x"}, {}};
    table.add({0.1});
    return table;
  };
  MeasurementStore first(folder.path, false);
  first.get("m", "settings", measure);
  EXPECT_EQ(first.get("m", "settings", measure).number(0, "x"), 0.1);
  EXPECT_EQ(measurements, 1);
  MeasurementStore(folder.path, false).get("m", "settings", measure); // of an earlier process
  EXPECT_EQ(measurements, 1);
  MeasurementStore(folder.path, false).get("m", "other settings", measure);
  EXPECT_EQ(measurements, 2);
  MeasurementStore forced(folder.path, true);
  forced.get("m", "other settings", measure);
  forced.get("m", "other settings", measure);
  EXPECT_EQ(measurements, 3);
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
// 2 (h/R)^2.
TEST(experiments, tense_sphere_has_the_pressure_of_laplace) {
  ExperimentSettings s = tiny();
  s.steps = 10;
  const Table table = laplace_pressure(s).tables[0];
  ASSERT_EQ(table.rows.size(), 2u);
  const double h_over_R = 0.5 / 3.675;
  EXPECT_LT(std::abs(table.number(1, "relative error")), 2 * h_over_R * h_over_R);
}

} // namespace ibsim
