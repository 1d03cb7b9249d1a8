// Messages about hostile or broken scenarios: their text never reaches the terminal at length or raw. The
// reader refuses what no computer could simulate.
#include "base/error.hpp"
#include "base/text.hpp"
#include "flow_files/read_scenario.hpp"
#include "model/scenario.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

const std::string good = "domain: {size: [16 um, 8 um, 8 um], cell: 0.5 um}\n"
                         "fluid: {viscosity: 1 cP}\n"
                         "time: {step: 0.1 us, end: 10 us}\n";

std::string complaint(const std::string& text, const std::vector<std::string>& overrides = {}) {
  std::vector<std::string> warnings;
  try {
    read_scenario_text(text, "s.yaml", overrides, warnings);
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

Scenario read(const std::vector<std::string>& overrides, std::vector<std::string>& warnings) {
  return read_scenario_text(good, "s.yaml", overrides, warnings);
}

} // namespace

TEST(HostileInput, is_quoted_in_part) {
  const std::string long_text(90000, 'x'), long_number(90000, '7');
  for (const std::string& value : {long_text, long_number, "1 " + long_text, "1e-3" + long_text + " um"})
    for (const std::string& key : std::vector<std::string>{
             "domain.cell", "fluid.viscosity", "time.step", "coupling.kernel", "output.compression",
             "device.threads", "coupling.remove_net_force", "output.cells_every", "domain.size", "objects",
             "time.safety", "kind", value.substr(2)}) {
      const std::string said = complaint(good, {key + "=" + value});
      EXPECT_NE(said, "accepted") << key;
      EXPECT_LT(said.size(), 700u) << key << ": "
                                   << said.substr(0, 200); // a sentence, a place and two quotations
    }
  EXPECT_LT(complaint(good + long_text + ": 1\n").size(), 700u);
  EXPECT_LT(complaint(good + long_text + ": 1\n" + long_text + ": 2\n").size(), 700u);
}

TEST(HostileInput, is_cut_between_letters) {
  const std::string letter = "\xc3\xa9"; // two bytes
  std::string text = "x";
  for (int i = 0; i < 100; ++i) text += letter;
  const std::string cut = shortened(text);
  EXPECT_EQ(cut.size(), 79u + 3); // 80 bytes would end within a letter
  EXPECT_EQ(cut.substr(77, 2), letter);
  EXPECT_EQ(shortened("as it is"), "as it is");
  EXPECT_EQ(in_quotes("a"), "\"a\"");
}

TEST(HostileInput, does_not_command_the_terminal) {
  EXPECT_EQ(one_line("a\x1b[2Jb\nc\x07\x7f"), "a [2Jb c  ");
  EXPECT_EQ(one_line("\xc2\x9b"
                     "2J \xc3\xa9"),
            "  2J \xc3\xa9"); // U+009B starts a command too; a letter stays
  EXPECT_EQ(printable("a\nb\x1b"), "a\nb ");
  const std::string said = complaint("title: \"\\e[2J\"\nfliud: {}\n");
  EXPECT_EQ(said.find('\x1b'), std::string::npos);
}

TEST(HostileInput, of_a_folder_with_a_zero_byte_is_refused) {
  EXPECT_EQ(complaint(good + "output: {folder: \"a\\0b\"}\n"),
            "s.yaml:4:18: output.folder: contains a zero byte, which no path may");
}

TEST(HostileInput, of_sizes_that_cannot_be_computed_is_refused) {
  EXPECT_EQ(complaint(good, {"domain.size=[1e-300 um, 1e-300 um, 1e-300 um]", "domain.cell=1e-301 um"}),
            "--set domain.size=[1e-300 um, 1e-300 um, 1e-300 um]: domain.size: a side must be from a "
            "picometre to a "
            "kilometre long");
  EXPECT_NE(
      complaint(good, {"fluid.viscosity=1e-300 cP"}).find("fluid.viscosity: is outside the range of numbers"),
      std::string::npos);
  EXPECT_NE(
      complaint(good, {"fluid.density=1e200 g/cm^3"}).find("fluid.density: is outside the range of numbers"),
      std::string::npos);
  EXPECT_NE(complaint(good, {"fluid.background_shear=-1e200 1/s"}).find("is outside the range of numbers"),
            std::string::npos);
}

// Each key of a map was once compared with all before it: 60,000 took seven seconds.
TEST(HostileInput, of_many_keys_is_told_at_the_first_that_is_wrong) {
  std::string text = good;
  for (int i = 0; i < 60000; ++i) text += "k" + std::to_string(i) + ": 1\n";
  EXPECT_EQ(complaint(text).find("s.yaml:4:1: unknown key \"k0\""), 0u);
  EXPECT_EQ(complaint(text + "k5: 2\n").find("s.yaml:60004:1: the key \"k5\" appears twice"), 0u);
}

TEST(Intervals, that_are_no_multiple_of_the_step_are_told_and_written_down) {
  std::vector<std::string> warnings;
  const Scenario s =
      read({"output.series_every=0.14 us", "output.fluid_every=0.25 us", "output.checkpoint_every=1 us"},
           warnings);
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(warnings[0],
            "--set output.series_every=0.14 us: output.series_every: 0.14 us is not a whole number of "
            "steps of 0.1 us; it happens every 0.1 us");
  EXPECT_NE(warnings[1].find("it happens every 0.3"), std::string::npos) << warnings[1];
  EXPECT_EQ(s.output.series_every, 0.1);
  EXPECT_EQ(s.output.fluid_every, 3 * 0.1);
  EXPECT_EQ(s.output.checkpoint_every, 1); // as it was
}

TEST(Intervals, that_nobody_gave_are_multiples_without_a_word) {
  std::vector<std::string> warnings;
  const Scenario s = read({"time.step=0.3 us", "time.end=9 us"}, warnings);
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(s.output.fluid_every, 0.9);  // a tenth of the end
  EXPECT_EQ(s.output.series_every, 0.3); // a 50th would be shorter than a step
  EXPECT_EQ(read({"time.step=0.01 us", "time.end=200 us"}, warnings).output.series_every, 1); // 100 steps
  EXPECT_EQ(s.output.checkpoint_every, 0);                                                    // by the clock
}

} // namespace ibsim
