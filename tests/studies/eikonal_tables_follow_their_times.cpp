// The experiments of the eikonal paper on tiny hearts: the shape of their tables and what follows from other
// numbers in them; and the paper's own times pass each of its claims.
#include "paper/eikonal_hearts.hpp"
#include "paper/experiments.hpp"

#include "backends.hpp"
#include "test_folder.hpp"

#include <cmath>

namespace ibsim {
namespace {

ExperimentSettings tiny() {
  ExperimentSettings s;
  s.threads = 2;
  s.machine = "a test";
  s.sizes.heart_coarse = 4e3, s.sizes.heart_fine = 1.2e4;
  return s;
}

} // namespace

template <class B>
class eikonal_tables : public BackendTest<B> {
 protected:
  ExperimentSettings settings() const {
    ExperimentSettings s = tiny();
    s.cuda = std::is_same_v<B, Cuda>;
    return s;
  }
};
TYPED_TEST_SUITE(eikonal_tables, Backends, BackendNames);

// 6 numbers are 12 fewer than 18, of 4 bytes each: 48 bytes a tetrahedron, whatever else is stored; the
// solves of a schedule do not depend on what is stored but for rounding, and are the least that a front needs
// (each vertex but those of the start once: more than two of the six tetrahedra a vertex has).
TYPED_TEST(eikonal_tables, of_storage) {
  const ExperimentSettings s = this->settings();
  const ExperimentResult result = eikonal_table5(s);
  const Table& table = result.tables[0];
  ASSERT_EQ(table.rows.size(), s.cuda ? 16u : 8u); // hearts, storages, algorithms, devices
  int compared = 0;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    EXPECT_GT(table.number(row, "time (s)"), 0);
    EXPECT_GT(table.number(row, "solves a tetrahedron"), 0.4);
    const double size = table.word(row, "heart") == "fine" ? s.sizes.heart_fine : s.sizes.heart_coarse;
    EXPECT_NEAR(table.number(row, "tetrahedra"), size, 0.1 * size); // the surface counts on hearts so small
    if (table.number(row, "numbers") != 18) continue;
    const auto six = table.find({{"heart", table.word(row, "heart")},
                                 {"numbers", 6.0},
                                 {"device", table.word(row, "device")},
                                 {"algorithm", table.word(row, "algorithm")}});
    ASSERT_GE(six, 0);
    EXPECT_NEAR(table.number(row, "bytes a tetrahedron") - table.number(six, "bytes a tetrahedron"), 48, 0.5);
    EXPECT_NEAR(table.number(row, "solves a tetrahedron") / table.number(six, "solves a tetrahedron"), 1,
                0.05);
    ++compared;
  }
  EXPECT_EQ(compared, s.cuda ? 8 : 4);
  for (const Claim& claim : result.claims) {
    EXPECT_FALSE(claim.broken()) << "not an H200, yet " << claim.statement;
    const bool of_gpu = claim.name.find("GPU") != std::string::npos;
    EXPECT_EQ(claim.found.empty(), of_gpu && !s.cuda) << claim.name;
  }
}

// A row for each number of sub-domains of the paper, and one without them. Local convergence (the second)
// exchanges no more often than each sweep (the first), but for one exchange that finds nothing to do.
TYPED_TEST(eikonal_tables, of_domains) {
  const ExperimentSettings s = this->settings();
  for (const std::string name : {"eikonal_table6", "eikonal_table7"}) {
    const ExperimentResult result = name == "eikonal_table6" ? eikonal_table6(s) : eikonal_table7(s);
    const Table &table = result.tables[0], paper = paper_table(name);
    ASSERT_EQ(table.rows.size(), paper.rows.size() + 1);
    for (std::size_t row = 0; row < paper.rows.size(); ++row) {
      EXPECT_EQ(table.number(row, "sub-domains"), paper.number(row, "subdomains"));
      EXPECT_EQ(table.number(row, "paper's first (s)"), paper.number(row, "first (s)"));
      EXPECT_LE(table.number(row, "second, exchanges"), table.number(row, "first, exchanges") + 1);
    }
    EXPECT_EQ(table.number(table.rows.size() - 1, "sub-domains"), 0);
    for (const Claim& claim : result.claims) EXPECT_FALSE(claim.found.empty()) << claim.name;
  }
}

TEST(eikonal_experiments, scale_from_one_thread_to_all) {
  ExperimentSettings s = tiny();
  s.threads = 3;
  const ExperimentResult result = eikonal_figure8(s);
  const Table& table = result.tables[0];
  ASSERT_EQ(table.rows.size(), 3u); // 1, 2 and 3 threads
  for (std::size_t row = 0; row < 3; ++row) {
    EXPECT_EQ(table.number(row, "threads"), double(row + 1));
    EXPECT_DOUBLE_EQ(table.number(row, "speedup") * table.number(row, "shared (s)"),
                     table.number(0, "shared (s)"));
    EXPECT_DOUBLE_EQ(table.number(row, "window's speedup") * table.number(row, "window (s)"),
                     table.number(0, "window (s)"));
  }
}

TEST(eikonal_experiments, are_smaller_where_they_are_coarse) {
  ExperimentSettings s = tiny();
  s.sizes.heart_coarse = s.sizes.heart_fine = 4e4;
  const double whole = heart_of(s, true).mesh.cells();
  s.coarse = true;
  const double part = heart_of(s, true).mesh.cells();
  EXPECT_NEAR(whole / part, 8, 1.5); // of 5000 tetrahedra one in ten lies at the surface
  s.machine = "an H200";             // then nothing is expected of the claims
  for (const Claim& claim : eikonal_figure8(s).claims) EXPECT_EQ(claim.expected, Claim::Expected::either);
}

// The paper's own times, as if they had been measured, pass every claim that is the paper's, and give the
// numbers that claims.csv quotes.
TEST(eikonal_experiments, claims_hold_of_the_papers_own_numbers) {
  const TestFolder folder;
  MeasurementStore store(folder.path, "the paper", "2018", false);
  ExperimentSettings s;
  s.cuda = true, s.threads = 8, s.store = &store, s.machine = "the paper's GTX 1080";
  const auto keep = [&](const char* name, const Table& table) {
    store.get(name, s.line(), [&] { return table; });
  };
  const Table of_storage = paper_table("eikonal_table5");
  for (const bool fine : {false, true})
    for (const bool gpu : {false, true}) {
      const std::string name =
          std::string("eikonal_table5_") + (fine ? "fine" : "coarse") + (gpu ? "_gpu" : "_cpu");
      Table part{name,
                 "",
                 {"heart", "tetrahedra", "numbers", "device", "algorithm", "time (s)", "paper's time (s)",
                  "solves a tetrahedron", "rounds", "bytes a tetrahedron", "set-up (s)"},
                 {}};
      for (const int row : {fine ? 2 : 0, fine ? 3 : 1}) {
        const double time = of_storage.number(row, gpu ? "CUDA (s)" : "OpenMP (s)");
        part.add({std::string(fine ? "fine" : "coarse"), of_storage.number(row, "tetrahedra"),
                  of_storage.number(row, "numbers"), std::string(gpu ? "GPU" : "CPU"),
                  std::string(gpu ? "scan" : "shared"), time, time, 1.0, 1.0, 1.0, 1.0});
      }
      keep(name.c_str(), part);
    }
  for (const std::string name : {"eikonal_table6", "eikonal_table7"}) {
    const Table paper = paper_table(name);
    Table table{name, "", {"sub-domains", "first (s)", "second (s)"}, {}};
    for (std::size_t row = 0; row < paper.rows.size(); ++row)
      table.add(
          {paper.number(row, "subdomains"), paper.number(row, "first (s)"), paper.number(row, "second (s)")});
    const double without = of_storage.number(name == "eikonal_table6" ? 1 : 3, "CUDA (s)");
    table.add({0.0, without, without});
    keep(name.c_str(), table);
  }
  Table eight{
      "eikonal_figure8", "", {"threads", "shared (s)", "speedup", "window (s)", "window's speedup"}, {}};
  eight.add({1.0, 64.0, 1.0, 64.0, 1.0});
  eight.add({64.0, 1.0, 64.0, 1.0, 64.0});
  keep("eikonal_figure8", eight);

  int seen = 0;
  for (const Experiment& experiment : experiments_called("eikonal/all"))
    for (const Claim& claim : experiment.run(s).claims) {
      if (claim.paper == "-") continue; // ibsim's own
      SCOPED_TRACE(experiment.name + " " + claim.name + ": " + claim.statement);
      EXPECT_EQ(claim.verdict, Claim::Verdict::holds) << claim.found;
      if (claim.paper[0] == 'x') {
        EXPECT_EQ(claim.found, claim.paper);
      }
      ++seen;
    }
  EXPECT_EQ(seen, 15);
}

} // namespace ibsim
