// Scenarios of config/: each file is read without an error, and those of the paper have the paper's numbers.
#include "activation_files/read_activation.hpp"
#include "flow_files/read_scenario.hpp"
#include "line_files/read_line_scenario.hpp"
#include "model/scenario.hpp"
#include "repository.hpp"
#include "schema/scenario_file.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

Scenario config(const std::string& name, const std::vector<std::string>& overrides = {},
                std::vector<std::string> expected_warnings = {}) {
  std::vector<std::string> warnings;
  Scenario scenario = read_scenario(repository() / "config" / name, overrides, warnings);
  EXPECT_EQ(warnings.size(), expected_warnings.size()) << (warnings.empty() ? "" : warnings.front());
  return scenario;
}

// Those of kind flow: resolved_scenario_reads_back.cpp.
TEST(CheckedInScenarios, of_other_kinds_are_valid_and_warn_of_nothing) {
  std::size_t found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(repository() / "config")) {
    SCOPED_TRACE(entry.path().string());
    const bool is_activation = entry.path().filename().string().starts_with("activation_");
    if (!is_activation && scenario_text(entry.path()).find("\nkind: line\n") == std::string::npos) continue;
    ++found;
    std::vector<std::string> warnings;
    if (is_activation)
      EXPECT_NO_THROW(read_activation(entry.path(), {}, warnings));
    else
      EXPECT_NO_THROW(read_line_scenario(entry.path(), {}, warnings));
    EXPECT_TRUE(warnings.empty());
  }
  EXPECT_GE(found, 5u);
}

TEST(CheckedInScenarios, hold_the_numbers_of_the_paper) { // section 4.2.2
  for (const std::string name : {"red_cell_in_shear.yaml", "four_red_cells.yaml"}) {
    const Scenario s = config(name);
    EXPECT_EQ(s.grid.n, (Int3{64, 64, 64}));
    EXPECT_EQ(s.grid.h, 0.25);
    EXPECT_EQ(s.drive.shear_rate.mean, 1e-3);
    EXPECT_EQ(s.time.step, 0.1);
    EXPECT_EQ(s.time.end, 1000);
    ASSERT_EQ(s.objects.size(), 1u);
    EXPECT_EQ(s.objects[0].placements.size(), name == "four_red_cells.yaml" ? 4u : 1u);
    EXPECT_EQ(s.objects[0].closed().surface,
              (ReferenceSurface{ReferenceShape::red_cell, {3.91, 3.91, 3.91}}));
    EXPECT_EQ(std::get<Skalak>(s.objects[0].closed().law).shear_modulus, 2.5e-3);
    EXPECT_EQ(std::get<Skalak>(s.objects[0].closed().law).area_modulus, 0.25);
    EXPECT_EQ(s.objects[0].closed().data_sites, 864);
    EXPECT_EQ(s.objects[0].closed().sample_sites, 8832);
  }
}

TEST(CheckedInScenarios,
     relax_the_sphere_on_all_four_grids) { // Tables 3 and 4; the coarsest has fewer sample than data sites
  const struct {
    const char* cell;
    const char* step;
    const char* sites;
    std::size_t warnings;
  } rows[] = {{"1 um", "1.6 us", "220", 1},
              {"1/2 um", "0.4 us", "880", 0},
              {"1/4 um", "0.1 us", "3520", 0},
              {"1/8 um", "0.025 us", "14080", 0}};
  for (const auto& row : rows)
    config("relaxing_sphere.yaml",
           {std::string("domain.cell=") + row.cell, std::string("time.step=") + row.step,
            std::string("objects.0.sample_sites=") + row.sites},
           std::vector<std::string>(row.warnings));
}

} // namespace
} // namespace ibsim
