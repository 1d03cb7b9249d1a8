// Tables that users bring are UTF-8 with any ends of lines; what is not is refused with its line.
#include "base/error.hpp"
#include "files/read_csv.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

CsvTable read(const std::string& text) {
  const TestFolder folder;
  write_text(folder.path / "t.csv", text);
  return read_csv(folder.path / "t.csv");
}

TEST(TablesOfUsers, may_end_lines_as_any_system_does) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const CsvTable table = read("time (ms),flow (ul/s)" + end + "0,1" + end + "2,3" + end);
    EXPECT_EQ(table.columns, (std::vector<std::string>{"time (ms)", "flow (ul/s)"}));
    EXPECT_EQ(table.rows, (std::vector<std::vector<std::string>>{{"0", "1"}, {"2", "3"}}));
  }
}

TEST(TablesOfUsers, in_other_encodings_are_refused) {
  const std::string utf16("\xff\xfex\0 \0(\0u\0m\0)\0\n\0"
                          "1\0\n\0",
                          18),
      latin1 = "x (um)\n1\ny (\xb5m)\n";
  for (const auto& [text, line] : {std::pair{utf16, ":1: "}, {latin1, ":3: "}}) try {
      read(text);
      ADD_FAILURE() << "accepted";
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find(line + std::string("not text in UTF-8")), std::string::npos)
          << e.what();
    }
  EXPECT_EQ(read("\xef\xbb\xbfx (\xc2\xb5m)\n1\n").columns[0], "x (\xc2\xb5m)");
}

} // namespace
} // namespace ibsim
