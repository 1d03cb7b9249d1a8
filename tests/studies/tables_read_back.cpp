// Tables lose nothing on the way through a file, and the paper's numbers in the program are those of the
// paper.
#include "base/error.hpp"
#include "files/json_report.hpp"
#include "files/read_csv.hpp"
#include "results/table.hpp"
#include "test_folder.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace ibsim {

TEST(tables, read_back_exactly) {
  Table table{"t", "", {"name, with comma", "x (um)", "note"}, {}};
  table.add({std::string("a \"quoted\" word"), 0.1 + 0.2, std::string()});
  table.add({std::string("b"), 1e-300, std::string("two, words")});
  table.add({std::string("# no comment"), -1.0 / 3, std::string("two\nlines")});
  table.add({std::string(" c "), std::string(), std::string("\r")});
  const Table again = table_from_csv(to_csv(table), "t");
  EXPECT_EQ(again.columns, table.columns);
  EXPECT_EQ(again.rows, table.rows);
}

TEST(tables, of_one_column_keep_empty_cells) {
  Table table{"t", "", {"x"}, {}};
  table.add({std::string()});
  table.add({1.0});
  EXPECT_EQ(table_from_csv(to_csv(table), "t").rows, table.rows);
}

// What people write: comments, blank lines, ends of lines of other systems, no end of the last line.
TEST(tables, of_people_are_read) {
  const CsvTable table =
      parse_csv("# a table\r\n\r\ntime (ms),\"a, b\"\r\n# and on\n0,1\r\n\n2,\"3\n4\"\n5,6", "t.csv");
  EXPECT_EQ(table.comments, (std::vector<std::string>{"a table", "and on"}));
  EXPECT_EQ(table.columns, (std::vector<std::string>{"time (ms)", "a, b"}));
  const std::vector<std::vector<std::string>> rows{{"0", "1"}, {"2", "3\n4"}, {"5", "6"}};
  EXPECT_EQ(table.rows, rows);
  EXPECT_EQ(table.lines, (std::vector<long>{3, 5, 7, 9}));
  EXPECT_TRUE(parse_csv("\n# nothing\n", "t.csv").columns.empty());
  EXPECT_EQ(parse_csv("\xef\xbb\xbfx (um),y (um)\r\n1,2\r\n", "t.csv").columns,
            (std::vector<std::string>{"x (um)", "y (um)"})); // as spreadsheets save it
}

TEST(tables, are_refused_where_they_are_wrong) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      parse_csv(text, "t.csv");
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(refusal("a,b\n1,2\n3\n"), "t.csv:3: has 1 cells, not 2 as the first line");
  EXPECT_EQ(refusal("# c\na,b,a\n"), "t.csv:2: has two columns \"a\"");
  EXPECT_EQ(refusal("a\n1\n\"2\n3\n"), "t.csv:3: a quote that begins here has no end");
  EXPECT_EQ(refusal("# c\ntime (ms);rate (1/s)\n0;1,5\n"),
            "t.csv:2: cells are separated by semicolons, expected commas, and decimal points in numbers");
  EXPECT_EQ(refusal("a\tb\n1\t2\n"),
            "t.csv:1: cells are separated by tabs, expected commas, and decimal points in numbers");
  EXPECT_EQ(refusal("0,0\n0.01,100\n"),
            "t.csv:1: expected the names of the columns, such as \"time (ms)\", but this "
            "first line holds numbers: \"0\"");
}

// 20 MB, which are many parts, with cells that go on on the next line; the last row has no end yet.
TEST(tables, that_are_large_are_read_in_parts) {
  const TestFolder folder;
  std::string text = "number,word\n";
  constexpr int rows = 20000;
  for (int i = 0; i < rows; ++i) text += std::to_string(i) + ",\"a\n" + std::string(1000, 'b') + "\"\n";
  write_text(folder.path / "t.csv", text + "20000,\"a");
  int parts = 0, next = 0;
  read_run_csv_in_parts(folder.path / "t.csv", [&](const CsvTable& part) {
    ++parts;
    for (const std::vector<std::string>& row : part.rows) {
      ASSERT_EQ(row[0], std::to_string(next++));
      ASSERT_EQ(row[1].size(), 1002u);
    }
  });
  EXPECT_EQ(next, rows);
  EXPECT_GT(parts, 1);
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
  const std::string json = json_text(to_json(table));
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
