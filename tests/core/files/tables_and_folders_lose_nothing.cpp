// Promises about the folder of a run: tables read back exactly and are cut where a resumed run continues; an
// existing folder is not overwritten unless asked.
#include "base/error.hpp"
#include "files/csv.hpp"
#include "files/read_csv.hpp"
#include "files/run_folder.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace ibsim {
namespace {

const std::vector<std::string> columns{"step", "time (us)", "name", "area (um^2)"};

TEST(Table, holds_exact_numbers_under_names_with_units) {
  TestFolder folder;
  CsvFile table(folder.path / "t.csv", columns);
  table.append({1.0, 0.1, std::string("red, \"cell\""), 1.0 / 3});
  EXPECT_EQ(content(folder.path / "t.csv"),
            "step,time (us),name,area (um^2)\n1,0.1,\"red, \"\"cell\"\"\",0.3333333333333333\n");
  EXPECT_THROW(table.append({1.0}), std::invalid_argument);
}

TEST(Table, of_a_resumed_run_has_each_time_once) {
  TestFolder folder;
  const auto file = folder.path / "t.csv";
  TablePosition at_checkpoint;
  {
    CsvFile table(file, columns);
    for (int i = 0; i < 5; ++i) {
      table.append({double(i), 0.1 * i, std::string("a"), 1.0});
      if (i == 3) at_checkpoint = table.position();
    }
  }
  const std::string whole = content(file);
  write_text(file, whole + std::string("5,0.5,a,\0\0", 10)); // what a power cut may leave
  {
    CsvFile table = CsvFile::reopen(file, columns, at_checkpoint);
    table.append({4.0, 0.1 * 4, std::string("a"), 1.0});
  }
  EXPECT_EQ(content(file), whole);
  EXPECT_THROW(CsvFile::reopen(file, {"step"}, at_checkpoint), InputError);
  EXPECT_THROW(CsvFile::reopen(folder.path / "missing.csv", columns, at_checkpoint), InputError);
}

// A row taken out, added, or changed by a digit before the checkpoint is seen; and nothing is touched then.
TEST(Table, that_was_changed_is_refused) {
  TestFolder folder;
  const auto file = folder.path / "t.csv";
  CsvFile table(file, columns);
  for (int i = 0; i < 5; ++i) table.append({double(i), 0.1 * i, std::string("a"), 1.0});
  const TablePosition all = table.position();
  const std::string whole = content(file);
  const std::size_t row = whole.find("2,0.2");
  std::string without = whole, digit = whole;
  without.erase(row, whole.find('\n', row) + 1 - row);
  digit[row] = '7';
  for (const std::string& changed :
       {without, digit, whole.substr(0, whole.size() - 1), whole.substr(0, row)}) {
    write_text(file, changed);
    EXPECT_THROW(CsvFile::reopen(file, columns, all), InputError);
    EXPECT_EQ(content(file), changed);
  }
}

// Columns are found by their names.
TEST(Table, of_two_columns_of_one_name_is_refused) {
  TestFolder folder;
  const auto file = folder.path / "t.csv";
  write_text(file, "time (us),a,a\n0,1,2\n");
  EXPECT_THROW(read_run_csv(file), InputError);
  write_text(file, "time (us),a,b\n0,1,2\n");
  EXPECT_EQ(read_run_csv(file).rows.size(), 1u);
}

TEST(RunFolder, that_holds_something_is_left_alone) {
  TestFolder folder;
  prepare_run_folder(folder.path / "new" / "deep", false);
  EXPECT_TRUE(std::filesystem::is_directory(folder.path / "new" / "deep"));
  prepare_run_folder(folder.path / "new" / "deep", false); // still empty
  write_text(folder.path / "thesis.txt", "years of work");
  write_text(run_files(folder.path).run_csv, "step\n");
  EXPECT_THROW(prepare_run_folder(folder.path, false), InputError);
  EXPECT_EQ(content(run_files(folder.path).run_csv), "step\n");
  prepare_run_folder(folder.path, true);
  EXPECT_FALSE(std::filesystem::exists(run_files(folder.path).run_csv));
  EXPECT_EQ(content(folder.path / "thesis.txt"), "years of work");
  EXPECT_THROW(prepare_run_folder(folder.path / "thesis.txt", true), InputError);
}

TEST(RunFolder, that_cannot_be_written_is_a_resource_error) {
  if (geteuid() == 0) {
    EXPECT_THROW(prepare_run_folder("/proc/ibsim", false), ResourceError); // where not even root may write
    return;
  }
  TestFolder folder;
  std::filesystem::permissions(folder.path,
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  EXPECT_THROW(prepare_run_folder(folder.path, false), ResourceError);
  std::filesystem::permissions(folder.path, std::filesystem::perms::owner_all);
}

} // namespace
} // namespace ibsim
