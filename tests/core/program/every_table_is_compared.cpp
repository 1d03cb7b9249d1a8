// `ibsim diff` compares every table of two runs, or names what it does not compare.
#include "base/error.hpp"
#include "files/describe_file.hpp"
#include "program/print_differences.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace ibsim {
namespace {

const std::vector<std::pair<std::string, std::string>> tables{
    {"run.csv", "step,time (us),kinetic energy (fJ)\n0,0,0\n1,5,0.25\n"},
    {"kinds.csv", "time (us),name,speed (um/us)\n0,red cell,0\n5,red cell,0.125\n"},
    {"contacts.csv", "time (us),first,second,gap (um)\n0,0,1,0.5\n5,0,1,0.25\n"},
    {"aggregates.csv", "time (us),size,aggregates,part of objects\n0,1,2,1\n5,2,1,0.5\n"},
    {"aggregated_pairs.csv",
     "time (us),first object,second object,contact area (um^2),order\n0,0,1,9,1\n5,0,1,12.5,1\n"},
    {"profiles.csv", "time (us),y (um),velocity (um/us)\n0,1,0\n0,2,0\n5,1,0.5\n5,2,1\n"},
    {"vessels.csv", "time (us),object,name,pressure (kPa)\n0,0,aorta,12\n5,0,aorta,13.5\n"},
    {"wall_shear_aorta.csv", "time (us),wall shear rate (1/us)\n0,0\n5,0.5\n"},
    {"averages.csv", "quantity,unit,kind,mean,error,from (us),to (us)\nkinetic energy,fJ,,0.125,nan,1,4\n"},
    {"mean_profiles.csv", "y (um),velocity (um/us),error of velocity (um/us)\n1,0.25,nan\n2,0.5,nan\n"},
    {"motion.csv", "object,name,motion,half turns from (us),half turns to (us)\n0,red cell,treads,1,4.5\n"}};

class EveryTable : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* run : {"a", "b"}) {
      std::filesystem::create_directory(folder.path / run);
      for (const auto& [name, text] : tables) write_text(folder.path / run / name, text);
    }
  }
  /// The exit code of `ibsim diff`, and what it prints.
  std::pair<int, std::string> diff(double tolerance = 0) {
    std::ostringstream out;
    RunComparison found(out, tolerance, [](double time) { return std::to_string(time); });
    found.add_tables(folder.path / "a", folder.path / "b");
    const int code = found.finish({}, nlohmann::ordered_json::array());
    return {code, out.str()};
  }
  TestFolder folder;
};

} // namespace

TEST_F(EveryTable, counts_for_the_same_bit_for_bit) {
  const auto [code, words] = diff();
  EXPECT_EQ(code, 0);
  EXPECT_NE(words.find("the same, bit for bit\n"), std::string::npos) << words;
  for (const auto& [name, text] : tables) {
    std::string other = text;
    other.replace(other.rfind('5'), 1, "7");
    write_text(folder.path / "b" / name, other);
    EXPECT_EQ(diff().first, 1) << name;
    write_text(folder.path / "b" / name, text);
  }
}

TEST_F(EveryTable, that_is_garbage_is_refused) {
  for (const auto& [name, text] : tables) {
    std::string zeros = text, letters = text;
    zeros.replace(text.size() - 6, 3, 3, '\0');
    letters.replace(letters.rfind('5'), 1, "x");
    std::vector<std::string> garbage{zeros, "this is no table\nnor is this\n", "", text.substr(0, 10)};
    if (name != "averages.csv" && name != "aggregates.csv") // whose last columns have no units
      garbage.push_back(letters);
    for (const std::string& damaged : garbage) {
      write_text(folder.path / "b" / name, damaged);
      EXPECT_THROW(diff(), InputError) << name << damaged;
      EXPECT_THROW(describe_file(folder.path / "b" / name), InputError) << name << damaged;
    }
    write_text(folder.path / "b" / name, text);
    EXPECT_NO_THROW(describe_file(folder.path / "b" / name)) << name;
  }
}

TEST_F(EveryTable, that_is_not_compared_is_named) {
  const auto ends_with = [&](const std::string& words, double tolerance) {
    const auto [code, said] = diff(tolerance);
    EXPECT_EQ(code, 0);
    EXPECT_TRUE(said.ends_with(words)) << said;
  };
  ends_with("the same within the tolerance; not compared: kinds.csv, contacts.csv, aggregates.csv, "
            "aggregated_pairs.csv, profiles.csv, averages.csv, mean_profiles.csv, motion.csv\n",
            1e-3);
  std::filesystem::remove(folder.path / "b" / "contacts.csv");
  ends_with("the same, bit for bit; not compared: contacts.csv\n", 0);
  write_text(folder.path / "b" / "run.csv", tables[0].second + "2,10,0.5\n");
  ends_with("the same, bit for bit, at the times that both have; not compared: contacts.csv, averages.csv, "
            "mean_profiles.csv, motion.csv\n",
            0);
}

// What is not compared, such as a checkpoint, is named where it is damaged.
TEST_F(EveryTable, stands_beside_files_that_are_damaged) {
  write_text(folder.path / "b" / "checkpoint.h5", "this is no checkpoint");
  const auto [code, words] = diff();
  EXPECT_EQ(code, 0);
  EXPECT_NE(words.find("; not compared: " + (folder.path / "b" / "checkpoint.h5").string()),
            std::string::npos)
      << words;
}

} // namespace ibsim
