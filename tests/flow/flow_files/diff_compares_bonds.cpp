// `ibsim diff` of frames of bonds: bonds are known by their receptors, whatever their order and number.
#include "base/error.hpp"
#include "flow_files/bond_frames.hpp"
#include "flow_files/compare_frames.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

const std::vector<BondLine> three{{{1, 2, 3}, {1, 1.9, 3}, 20, 0, 0, 4, -1},
                                  {{4, 2, 3}, {4, 1.9, 3}, 30, 0, 0, 9, 2},
                                  {{4, 5, 3}, {4, 4.9, 3}, 40, 1, 0, 4, 2}};

SeriesComparison with(const TestFolder& folder, const std::vector<BondLine>& other, double tolerance) {
  std::filesystem::remove_all(folder.path);
  for (const auto& [name, lines] : {std::pair{"a", three}, std::pair{"b", other}}) {
    std::filesystem::create_directories(folder.path / name);
    BondFrames frames(folder.path / name, {}, 0);
    frames.append(1, lines, 0);
    frames.settle();
  }
  return compare_frames(folder.path / "a", folder.path / "b", "bonds", tolerance);
}

TEST(DiffOfBonds, sees_the_same) {
  const TestFolder folder;
  EXPECT_TRUE(with(folder, three, 0).same);
  EXPECT_TRUE(with(folder, {three[2], three[0], three[1]}, 0).same);
}

TEST(DiffOfBonds, names_bonds_of_one_run_alone) {
  const TestFolder folder;
  std::vector<BondLine> other = three;
  other[1].number = 8;
  const SeriesComparison found = with(folder, other, 0);
  ASSERT_EQ(found.lines.size(), 2u);
  EXPECT_EQ(found.lines[0], "1 bonds of the first run alone, first: object 0, adhesion 0, receptor 9");
  EXPECT_EQ(found.lines[1], "1 bonds of the second run alone, first: object 0, adhesion 0, receptor 8");
  other.pop_back();
  EXPECT_EQ(with(folder, other, 0).lines.size(), 2u);
  EXPECT_FALSE(with(folder, {}, 1).same);
}

// A force of 40 that differs by 0.001 is within 1e-4 of the largest, which is 40.
TEST(DiffOfBonds, measures_places_and_forces_by_the_tolerance) {
  const TestFolder folder;
  std::vector<BondLine> other = three;
  other[0].force += 0.001, other[2].receptor.x += 1e-6;
  const SeriesComparison found = with(folder, other, 0);
  ASSERT_EQ(found.lines.size(), 2u);
  EXPECT_NE(found.lines[0].find("object 1, adhesion 0, receptor 4: place is 4 and 4.000001"),
            std::string::npos)
      << found.lines[0];
  EXPECT_NE(found.lines[1].find("receptor 4: force is 20 and 20.001"), std::string::npos) << found.lines[1];
  EXPECT_TRUE(with(folder, other, 1e-4).same);
  EXPECT_FALSE(with(folder, other, 1e-5).same);
  other = three;
  other[1].partner = 0;
  EXPECT_EQ(with(folder, other, 1).lines, (std::vector<std::string>{"1 bonds have another partner"}));
}

} // namespace
} // namespace ibsim
