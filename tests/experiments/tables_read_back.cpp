// Tables lose nothing on the way through a file, and the paper's numbers in the program are those of the
// paper.
#include "experiments/table.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace ibsim {

TEST(tables, read_back_exactly) {
  Table table{"t", "", {"name, with comma", "x (um)", "note"}, {}};
  table.add({std::string("a \"quoted\" word"), 0.1 + 0.2, std::string()});
  table.add({std::string("b"), 1e-300, std::string("two, words")});
  const Table again = table_from_csv(to_csv(table), "t");
  EXPECT_EQ(again.columns, table.columns);
  EXPECT_EQ(again.rows, table.rows);
}

TEST(tables, refuse_what_does_not_fit) {
  Table table{"t", "", {"a", "b"}, {}};
  EXPECT_THROW(table.add({1.0}), std::invalid_argument);
  EXPECT_THROW(table.column("c"), std::invalid_argument);
  EXPECT_THROW(paper_table("table9"), std::invalid_argument);
}

TEST(tables, say_nothing_that_is_no_json) {
  Table table{"t", "a \"title\"", {"x"}, {}};
  table.add({std::nan("")});
  table.add({std::string("line\nbreak")});
  const std::string json = to_json(table);
  EXPECT_NE(json.find("null"), std::string::npos);
  EXPECT_NE(json.find("line\\nbreak"), std::string::npos);
  EXPECT_NE(json.find("a \\\"title\\\""), std::string::npos);
  EXPECT_EQ(json.find("nan"), std::string::npos);
}

// Tables 1, 2, 3 and 5 of the paper, a number each, read from its text.
TEST(tables, of_the_paper_are_built_in) {
  const Table one = paper_table("table1"), two = paper_table("table2"), three = paper_table("table3"),
              five = paper_table("table5");
  EXPECT_EQ(
      one.number(one.find({{"device", std::string("1xGPU")}, {"algorithm", 6.0}}), "refinement_128 (s)"),
      0.07288);
  EXPECT_EQ(two.number(two.find({{"threads", 1024.0}}), "spread (s)"), 0.43561);
  EXPECT_EQ(three.number(three.find({{"h (um)", 0.25}}), "l2 (cm/s)"), 1.4684e-4);
  EXPECT_EQ(five.number(five.find({{"cells", 8.0}}), "interpolate (s)"), 0.01199);
}

} // namespace ibsim
