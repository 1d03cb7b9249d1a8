// Tables read back cell by cell as they were written. Tables that users bring say their units, and a mistake
// in one has its line.
#include "error_of.hpp"
#include "files/csv.hpp"
#include "files/user_table.hpp"
#include "test_folder.hpp"

#include <cstdlib>
#include <gtest/gtest.h>
#include <limits>

namespace ibsim {
namespace {

using Row = std::vector<std::string>;

TEST(Cells, of_any_letters_read_back) {
  const Row columns{"a", "#b", "c,d"}, words{"", "two\nlines", "\"quoted\", with a comma and an end \r\n"},
      plain{"#1", "µm", " "};
  const CsvTable table = parse_csv(csv_line(columns) + csv_line(words) + csv_line(plain), "t.csv");
  EXPECT_EQ(table.columns, columns);
  EXPECT_EQ(table.rows, (std::vector<Row>{words, plain}));
  EXPECT_EQ(table.column("c,d"), 2u);
  EXPECT_EQ(table.column("e"), 3u);       // of no column
  EXPECT_EQ(table.place(1), "t.csv:5: "); // after a cell of two lines and one with an end of a line
  EXPECT_EQ(csv_line(Row{""}), "\"\"\n"); // a blank line would be no row
  EXPECT_EQ(parse_csv("", "t.csv").columns, Row{});
}

TEST(Cells, hold_numbers_to_the_bit) {
  for (const double number : {0.1, -1.0 / 3, 5e-324, std::numeric_limits<double>::max(), 1e21})
    EXPECT_EQ(std::strtod(csv_line(std::vector<CsvValue>{number}).c_str(), nullptr), number);
  EXPECT_EQ(csv_line(std::vector<CsvValue>{std::numeric_limits<double>::quiet_NaN(), std::string("a")}),
            "nan,a\n");
}

TEST(Cells, say_their_line_where_they_are_wrong) {
  const auto error = [](const std::string& text) { return error_of([&] { parse_csv(text, "t.csv"); }); };
  EXPECT_EQ(error("a,b\n1,2\n1,2,3\n"),
            "t.csv:3: has 3 cells, not 2 as the first line; numbers have decimal points");
  EXPECT_EQ(error("# comment\na,b\n\n1\n"), "t.csv:4: has 1 cells, not 2 as the first line");
  EXPECT_EQ(error("a,b\n1,\"2\n3,4\n"), "t.csv:2: a quote that begins here has no end");
  EXPECT_EQ(error("a,a\n"), "t.csv:1: has two columns \"a\"");
  EXPECT_EQ(error("a;b\n"),
            "t.csv:1: cells are separated by semicolons, expected commas, and decimal points in numbers");
  EXPECT_EQ(parse_csv("# one\n#two\na\n1\n# three\n", "t.csv").comments, (Row{"one", "two", "three"}));
}

TEST(TableOfARun, passes_over_a_line_without_its_end) {
  const TestFolder folder;
  const auto file = folder.path / "run.csv";
  write_text(file, "time (us),a\n0,1\n1,2\n2,");
  EXPECT_EQ(read_run_csv(file).rows.size(), 2u);
  write_text(file, "time (us),a");
  EXPECT_EQ(error_of([&] { read_run_csv(file); }), file.string() + ": is empty");
  write_text(file, std::string("time (us),a\n0,\0\n", 16)); // zeros, as a power cut leaves them
  EXPECT_EQ(error_of([&] { read_run_csv(file); }),
            file.string() + ":2: is damaged: it holds bytes that are no text");
  write_text(file, "time (us),a (um)\n0,1x\n");
  EXPECT_EQ(error_of([&] { read_whole_run_csv(file); }),
            file.string() + ":2: a (um): is damaged: \"1x\" is no number");
  write_text(file, "time (us)\n0\n");
  EXPECT_EQ(error_of([&] { read_whole_run_csv(file); }),
            file.string() + ":1: names a single column, as no table of ibsim does");
}

// Parts of a megabyte end between rows, also where cells hold ends of lines.
TEST(TableOfARun, read_in_parts_is_the_whole) {
  const TestFolder folder;
  const auto file = folder.path / "run.csv";
  std::vector<std::vector<CsvValue>> rows;
  for (int i = 0; i < 40000; ++i)
    rows.push_back({1.0 / (i + 1), std::string(i % 7 == 0 ? "two\nlines, and \"quotes\"" : "one line")});
  replace_table(file, {"time (us)", "words"}, rows);
  ASSERT_GT(std::filesystem::file_size(file), std::size_t{1} << 20); // more than a part
  std::vector<Row> in_parts;
  int parts = 0;
  read_run_csv_in_parts(file, [&](const CsvTable& part) {
    EXPECT_EQ(part.columns, (Row{"time (us)", "words"}));
    in_parts.insert(in_parts.end(), part.rows.begin(), part.rows.end());
    ++parts;
  });
  EXPECT_GT(parts, 1);
  EXPECT_EQ(in_parts, read_run_csv(file).rows);
}

TEST(TablesOfNumbers, have_rows_of_any_length_and_separators) {
  const TestFolder folder;
  const auto file = folder.path / "t.txt";
  for (const std::string text : {"# x y\n1 2\n\n3\t4 5\n", "1,2\n3,4,5,\n", "1;2\r\n3;4;5\r\n"}) {
    write_text(file, text);
    const CsvTable table = read_number_rows(file);
    ASSERT_EQ(table.rows.size(), 2u) << text;
    EXPECT_EQ(table.rows[0], (Row{"1", "2"})) << text;
  }
}

const std::vector<KnownColumn> known{{"time", dimension::time, "ms"},
                                     {"end x", dimension::length, "um"},
                                     {"share", dimension::number, ""},
                                     {"name"}};

UserTable user_table(const std::string& text) { return UserTable(parse_user_csv(text, "t.csv"), known); }

TEST(UserTable, knows_columns_by_name_and_unit) {
  const UserTable table = user_table("Time [us];END_X (mm);share;Name\n5; 0.25 ;1/4;red cell\n");
  EXPECT_EQ(table.rows(), 1u);
  EXPECT_EQ(table.number(0, "time"), 5);
  EXPECT_EQ(table.number(0, "end x"), 250); // um
  EXPECT_EQ(table.number(0, "share"), 0.25);
  EXPECT_EQ(table.word(0, "name"), "red cell");
  EXPECT_EQ(table.line(0), 2);
  EXPECT_TRUE(table.has("share") && table.has_all({"time", "end x"}));
  EXPECT_NO_THROW(table.require({"time", "name"}));
}

TEST(UserTable, says_what_is_wrong_in_its_line) {
  const auto error = [](const std::string& text) { return error_of([&] { user_table(text); }); };
  const std::string columns = " known columns: time (ms), end x (um), share, name";
  EXPECT_EQ(error("tiem (ms)\n1\n"),
            "t.csv:1: unknown column \"tiem (ms)\"; did you mean \"time\"?" + columns);
  EXPECT_EQ(error("pressure (Pa)\n1\n"), "t.csv:1: unknown column \"pressure (Pa)\";" + columns);
  EXPECT_EQ(error("time\n1\n"), "t.csv:1: column \"time\" has no unit, as in \"time (ms)\"");
  EXPECT_EQ(error("time (ms),Time (us)\n1,2\n"), "t.csv:1: has two columns \"time\"");
  EXPECT_EQ(error("share (um)\n1\n"), "t.csv:1: column \"share (um)\" has numbers without a unit");
  EXPECT_EQ(error(""), "t.csv: is empty; its first line has time (ms), end x (um), share, name");
  EXPECT_TRUE(error("time (um)\n1\n").starts_with("t.csv:1: column \"time (um)\": "));
  const UserTable table = user_table("time (ms),name\n1,a\nsoon,b\n");
  EXPECT_TRUE(error_of([&] { table.number(1, "time"); }).starts_with("t.csv:3: time (ms): "));
  EXPECT_EQ(error_of([&] {
              table.has_all({"time", "end x"});
            }),
            "t.csv:1: has a column \"time\" but no \"end x\"");
  EXPECT_EQ(error_of([&] { table.require({"share"}); }), "t.csv:1: there is no column \"share\";" + columns);
  EXPECT_FALSE(table.has_all({"share", "end x"}));
}

TEST(UserTable, has_titles_of_a_name_and_a_unit) {
  const auto title = [](const std::string& column) {
    const ColumnTitle found = title_of(column);
    return found.name + "|" + found.unit;
  };
  EXPECT_EQ(title("x (um)"), "x|um");
  EXPECT_EQ(title("Angle X [deg]"), "angle x|deg");
  EXPECT_EQ(title("time(ms)"), "time|ms");
  EXPECT_EQ(title("flow_rate (pg/(um us))"), "flow rate|pg/(um us)");
  EXPECT_EQ(title("share"), "share|");
  EXPECT_EQ(title(""), "|");
}

} // namespace
} // namespace ibsim
