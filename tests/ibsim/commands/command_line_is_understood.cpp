// Words on the command line -> what is to be done, or one line that helps.
#include "commands/command_line.hpp"

#include "base/error.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

CommandLine read(std::vector<const char*> words) {
  words.insert(words.begin(), "ibsim");
  return read_command_line(static_cast<int>(words.size()), words.data());
}

std::string complaint(std::vector<const char*> words) {
  try {
    read(std::move(words));
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

using Command = CommandLine::Command;

} // namespace

TEST(command_line, scenario_alone_is_run) {
  for (const CommandLine& line :
       {read({"a.yaml", "--quiet"}), read({"run", "a.yaml", "--quiet"}), read({"--quiet", "a.yaml"})}) {
    EXPECT_EQ(line.command, Command::run);
    EXPECT_EQ(line.file, "a.yaml");
    EXPECT_TRUE(line.quiet);
  }
}

TEST(command_line, set_is_repeatable_and_keeps_its_order) {
  const CommandLine line =
      read({"--set", "time.end=2 ms", "a.yaml", "--set=domain.cell=1/2 um", "--set", "time.end=3 ms"});
  EXPECT_EQ(line.overrides,
            (std::vector<std::string>{"time.end=2 ms", "domain.cell=1/2 um", "time.end=3 ms"}));
  EXPECT_EQ(line.file, "a.yaml");
}

TEST(command_line, set_takes_lists_and_signs_as_they_are) {
  const CommandLine line = read({"a.yaml", "--set", "objects.0.at=[1 um, -2 um, 3 um]"});
  EXPECT_EQ(line.overrides, std::vector<std::string>{"objects.0.at=[1 um, -2 um, 3 um]"});
}

TEST(command_line, device_is_only_overridden_when_given) {
  EXPECT_FALSE(read({"a.yaml"}).device_given);
  EXPECT_EQ(read({"a.yaml", "--device", "cuda"}).device, DeviceKind::cuda);
  EXPECT_TRUE(read({"a.yaml", "--device", "auto"}).device_given);
}

TEST(command_line, nothing_or_help_gives_help) {
  EXPECT_EQ(read({}).command, Command::help);
  EXPECT_NE(read({"run", "--help"}).help.find("--threads"), std::string::npos);
  EXPECT_EQ(read({"--version"}).command, Command::version);
}

TEST(command_line, near_word_is_suggested) {
  EXPECT_NE(complaint({"chekc", "a.yaml"}).find("did you mean \"check\""), std::string::npos);
  EXPECT_NE(complaint({"a.yaml", "--ouptut", "x"}).find("did you mean \"--output\""), std::string::npos);
  EXPECT_NE(complaint({"check", "a.yaml", "--tread=3"}).find("did you mean \"--threads\""),
            std::string::npos);
}

TEST(command_line, every_complaint_is_one_line) {
  const std::vector<std::vector<const char*>> wrong{{"run"},
                                                    {"info"},
                                                    {"a.yaml", "b.yaml"},
                                                    {"a.yaml", "--threads", "x"},
                                                    {"a.yaml", "--threads", "-1"},
                                                    {"a.yaml", "--device", "gpu"},
                                                    {"a.yaml", "--set", "x"},
                                                    {"a.yaml", "--set", "=x"},
                                                    {"a.yaml", "--output"},
                                                    {"--", "-"},
                                                    {"x", "-h"}};
  for (const auto& words : wrong) {
    const std::string text = complaint(words);
    if (words[0] == std::string("x")) continue;
    EXPECT_FALSE(text.empty());
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
  }
}

} // namespace ibsim
