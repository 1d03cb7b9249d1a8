// The words of `ibsim reproduce`.
#include "commands/command_line.hpp"

#include "base/error.hpp"
#include "paper/experiment.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

CommandLine read(std::vector<const char*> words) {
  words.insert(words.begin(), "ibsim");
  return read_command_line(static_cast<int>(words.size()), words.data());
}

} // namespace

TEST(command_line, reproduce_takes_an_experiment_and_its_options) {
  const CommandLine line = read({"reproduce", "table4", "--coarse", "--steps", "7", "--out", "there",
                                 "--kernel", "hat", "--force", "--device", "cpu"});
  EXPECT_EQ(line.command, CommandLine::Command::reproduce);
  EXPECT_EQ(line.experiments, (std::vector<std::string>{"table4"}));
  EXPECT_TRUE(line.coarse && line.force && line.device_given);
  EXPECT_EQ(line.steps, 7u);
  EXPECT_EQ(line.output, "there");
  EXPECT_EQ(line.kernel, DeltaKernel::hat);
}

TEST(command_line, reproduce_takes_several_experiments) {
  const CommandLine line = read({"reproduce", "table4", "swept/heat", "--steps", "7", "figure3"});
  EXPECT_EQ(line.experiments, (std::vector<std::string>{"table4", "swept/heat", "figure3"}));
  EXPECT_EQ(line.steps, 7u);
  EXPECT_THROW(read({"reproduce", "table4", "nothing"}), InputError);
}

TEST(command_line, reproduce_takes_names_with_and_without_their_paper) {
  const std::vector<Experiment> with = experiments_called("paper/table4"),
                                without = experiments_called("table4");
  ASSERT_EQ(with.size(), 1u);
  ASSERT_EQ(without.size(), 1u);
  EXPECT_EQ(with[0].name, without[0].name);
  EXPECT_TRUE(experiments_called("other/table4").empty());
  EXPECT_EQ(experiments_called("all").size(), experiments_called("paper/all").size());
}

TEST(command_line, reproduce_proposes_the_near_experiment) {
  try {
    read({"reproduce", "tabel3"});
    FAIL() << "accepted";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("table3"), std::string::npos) << e.what();
  }
  EXPECT_THROW(read({"reproduce"}), InputError);
  EXPECT_THROW(read({"reproduce", "table3", "--kernel", "square"}), InputError);
}

} // namespace ibsim
