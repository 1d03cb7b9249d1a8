// averages.csv and mean_profiles.csv hold the means of the rows from a time on, by kind and by layer.
#include "flow_run/averages.hpp"

#include "files/read_csv.hpp"
#include "files/run_folder.hpp"
#include "test_folder.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace ibsim {
namespace {

/// Of the row in which these columns have these texts.
double value(const CsvTable& table, const std::vector<std::pair<std::string, std::string>>& where,
             const std::string& column) {
  for (const std::vector<std::string>& row : table.rows) {
    bool here = true;
    for (const auto& [name, text] : where) here = here && row[table.column(name)] == text;
    if (here) return std::strtod(row[table.column(column)].c_str(), nullptr);
  }
  ADD_FAILURE() << "no such row";
  return 0;
}

// Before 50 us all is 1000; from then on 3 + (-1)^i, whose mean is 3 and whose deviation is 1; a kind's is 10
// times as much, and the layer at 1.5 um twice that at 0.5 um. Alternating values have a mean that is known
// far better than that of independent ones, of an error of 1/sqrt(100).
TEST(Averages, are_of_the_rows_from_a_time_on) {
  const TestFolder folder;
  std::string run = "step,time (us),relative viscosity,text,state_hash\n",
              kinds = "time (us),name,volume fraction\n", profiles = "time (us),y (um),velocity z (um/us)\n";
  for (int i = 0; i < 150; ++i) {
    const double value = i < 50 ? 1000 : 3 + (i % 2 ? -1 : 1);
    const std::string time = std::to_string(i), number = std::to_string(value);
    run += time + "," + time + "," + number + ",word,12\n";
    kinds += time + ",red cell," + std::to_string(10 * value) + "\n" + time + ",\"a, b\"," + number + "\n";
    profiles += time + ",0.5," + number + "\n" + time + ",1.5," + std::to_string(2 * value) + "\n";
  }
  const RunFiles files = run_files(folder.path);
  write_text(files.run_csv, run), write_text(files.kinds_csv, kinds),
      write_text(files.profiles_csv, profiles);
  const std::string words = write_averages(folder.path, 50);
  EXPECT_NE(words.find("relative viscosity 3 +- "), std::string::npos) << words;
  EXPECT_NE(words.find("from 50 us to 149 us"), std::string::npos) << words;

  const CsvTable averages = read_csv(files.averages_csv);
  EXPECT_EQ(averages.rows.size(), 3u);
  const std::vector<std::pair<std::string, std::string>> viscosity{{"quantity", "relative viscosity"}};
  EXPECT_NEAR(value(averages, viscosity, "mean"), 3, 1e-14);
  EXPECT_NEAR(value(averages, viscosity, "deviation"), 1, 1e-14);
  EXPECT_LT(value(averages, viscosity, "error"), 0.05);
  EXPECT_EQ(value(averages, viscosity, "values"), 100);
  EXPECT_NEAR(value(averages, {{"quantity", "volume fraction"}, {"kind", "red cell"}}, "mean"), 30, 1e-13);
  EXPECT_NEAR(value(averages, {{"quantity", "volume fraction"}, {"kind", "a, b"}}, "mean"), 3, 1e-14);

  const CsvTable layers = read_csv(files.mean_profiles_csv);
  ASSERT_EQ(layers.rows.size(), 2u);
  EXPECT_NEAR(value(layers, {{"y (um)", "0.5"}}, "velocity z (um/us)"), 3, 1e-14);
  EXPECT_NEAR(value(layers, {{"y (um)", "1.5"}}, "velocity z (um/us)"), 6, 1e-14);
  EXPECT_LT(value(layers, {{"y (um)", "1.5"}}, "error of velocity z (um/us)"), 0.1);
}

// Two objects of a kind, whose mean is 3 + (-1)^i as above, and an axis that swings by 1 degree about 90: its
// mean is 90 and not 0. Angles that grow with the turns have no mean.
TEST(Averages, have_the_columns_of_objects_by_kind) {
  const TestFolder folder;
  std::string cells = "time (us),object,name,elongation_index,inclination (rad),rotation_angle (rad)\n";
  for (int i = 0; i < 100; ++i)
    for (int object = 0; object < 2; ++object) {
      const double degrees = i % 2 ? -89 : 89;
      cells += std::to_string(i) + "," + std::to_string(object) + ",\"a, b\"," +
               std::to_string(3 + (i % 2 ? -1 : 1) + (object ? 7 : -7)) + "," +
               std::to_string(degrees * std::numbers::pi / 180) + ",5\n";
    }
  const RunFiles files = run_files(folder.path);
  write_text(files.cells_csv, cells);
  write_averages(folder.path, 50);
  const CsvTable averages = read_csv(files.averages_csv);
  ASSERT_EQ(averages.rows.size(), 2u);
  const std::vector<std::pair<std::string, std::string>> index{{"quantity", "elongation_index"},
                                                               {"kind", "a, b"}},
      angle{{"quantity", "inclination"}, {"kind", "a, b"}, {"unit", "rad"}};
  EXPECT_NEAR(value(averages, index, "mean"), 3, 1e-13);
  EXPECT_EQ(value(averages, index, "values"), 50);
  EXPECT_NEAR(std::abs(value(averages, angle, "mean")), std::numbers::pi / 2, 1e-6); // of 6 digits
  EXPECT_NEAR(value(averages, angle, "deviation"), std::numbers::pi / 180, 1e-6);
}

// A run that was stopped before the window begins has no averages yet.
TEST(Averages, of_no_rows_are_no_files) {
  const TestFolder folder;
  const RunFiles files = run_files(folder.path);
  write_text(files.run_csv, "step,time (us),relative viscosity\n0,0,1\n");
  EXPECT_EQ(write_averages(folder.path, 50), "");
  EXPECT_FALSE(is_file(files.averages_csv));
}

} // namespace
} // namespace ibsim
