// From the entry of a key come its reading, its errors, writing it back, comparing it and its help: here for
// the keys of a small kind of scenario.
#include "base/error.hpp"
#include "schema/schema_help.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

enum class RodEnds { fixed, periodic };
struct Probe {
  std::string name;
  real at = 0;
};
struct Rod {
  std::string title = "rod";
  int points = 0;
  std::int64_t rounds = 7;
  real length = 2, step = 0.5, weight = 1;
  bool adaptive = false, exact = true;
  RodEnds ends = RodEnds::fixed;
  Real3 pull{0, 0, 1};
  std::vector<Probe> probes;
};

Keys rod_keys(Rod& rod) {
  return {
      key::text("title", rod.title, "What it is called.").changes(ChangeEffect::nothing),
      key::map("domain",
               {key::integer("points", rod.points, 4, 100, "Number of points.").needs("65"),
                key::quantity("length", rod.length, dimension::length, "Of the rod.").above(0),
                key::choice("ends", rod.ends, {"fixed", "periodic"}, "What is at the ends.")},
               "The rod.")
          .needs("{points: 65}"),
      key::map("time",
               {key::quantity("step", rod.step, dimension::time, "Of time.")
                    .above(0)
                    .or_word("auto", rod.adaptive),
                key::number("weight", rod.weight, "Of the old values.")
                    .from_to(0, 1)
                    .no_effect_unless([&rod] { return rod.adaptive; }, "has no effect without step: auto"),
                key::integer("rounds", rod.rounds, 1, 1L << 40, "At most.")},
               "Steps.")
          .changes(ChangeEffect::method),
      key::boolean("exact", rod.exact, "To the last bit."),
      key::vector("pull", rod.pull, dimension::number, "Where it is pulled.")
          .only_if([&rod] { return rod.ends == RodEnds::fixed; }, "needs fixed ends"),
      key::list<Probe>(
          "probes", "a list of {name: .., at: ..}", rod.probes,
          [](Probe& p) {
            return key::map("",
                            {key::text("name", p.name, "Its name.").needs("middle"),
                             key::quantity("at", p.at, dimension::length, "Its place.").at_least(0)},
                            "");
          },
          "Where to measure."),
  };
}

struct Found {
  Rod rod;
  std::string error;
  std::vector<std::string> warnings;
};
Found read(const std::string& text) {
  Found found;
  try {
    read_keys(parse_yaml(text, "r.yaml"), rod_keys(found.rod), found.warnings);
  } catch (const InputError& e) {
    found.error = e.what();
  }
  return found;
}

} // namespace

TEST(Schema, fills_the_fields_and_leaves_the_others) {
  const Found found =
      read("domain: {points: 9, ends: periodic}\ntime: {step: 3 ms, rounds: 5000000000}\nexact: no\n"
           "probes: [{name: a, at: 1 um}, {name: b}]\n");
  ASSERT_EQ(found.error, "");
  const Rod& rod = found.rod;
  EXPECT_EQ(rod.points, 9);
  EXPECT_EQ(rod.length, 2); // left out
  EXPECT_EQ(rod.step, 3000);
  EXPECT_EQ(rod.rounds, 5000000000);
  EXPECT_FALSE(rod.adaptive || rod.exact);
  EXPECT_EQ(rod.ends, RodEnds::periodic);
  ASSERT_EQ(rod.probes.size(), 2u);
  EXPECT_EQ(rod.probes[0].at, 1);
  EXPECT_EQ(rod.probes[1].name, "b");
}

TEST(Schema, says_what_is_wrong_where_it_is) {
  const auto error = [](const std::string& text) { return read(text).error; };
  EXPECT_EQ(error("title: x"), "r.yaml:1:1: missing key \"domain\", such as domain: {points: 65}");
  EXPECT_EQ(error("domain: {length: 1 um}"), "r.yaml:1:9: missing key \"domain.points\", such as points: 65");
  EXPECT_EQ(error("domain: {points: 5, lenght: 1 um}"),
            "r.yaml:1:21: unknown key \"domain.lenght\"; did you mean \"length\"?");
  EXPECT_EQ(error("domain: {points: 5, length: 0 um}"),
            "r.yaml:1:29: domain.length: must be greater than zero, got \"0 um\"");
  EXPECT_EQ(error("domain: {points: 5}\ntime: {step: auto, weight: 2}"),
            "r.yaml:2:28: time.weight: must be from zero to 1, got \"2\"");
  EXPECT_EQ(error("domain: {points: 5, ends: periodic}\npull: [1, 2, 3]"),
            "r.yaml:2:7: pull: needs fixed ends");
  EXPECT_EQ(error("domain: {points: 5}\nprobes: [{at: 1 um}]"),
            "r.yaml:2:10: missing key \"probes.0.name\", such as name: middle");
  EXPECT_EQ(error("domain: {points: 5}\nprobes: [{name: a}, {name: b, at: -1 um}]"),
            "r.yaml:2:35: probes.1.at: must be at least zero, got \"-1 um\"");
  EXPECT_EQ(error("domain: {points: 5}\nprobes: 3"),
            "r.yaml:2:9: probes: expected a list of {name: .., at: ..}");
  EXPECT_EQ(read("domain: {points: 5}\ntime: {weight: 0.5}").warnings,
            std::vector<std::string>{"r.yaml:2:16: time.weight: has no effect without step: auto"});
}

TEST(Schema, writes_what_it_reads_back_to_the_same_bits) {
  Rod rod =
      read("domain: {points: 9, length: 1/3 um}\ntime: {step: auto, weight: 1/7}\npull: [1/3, 0, -1e-9]\n"
           "title: \"a \\\"quoted\\\" # title\"\nprobes: [{name: a, at: 1/9 um}]")
          .rod;
  const std::string written = write_keys(rod_keys(rod));
  Found again = read(written);
  EXPECT_EQ(again.error, "") << written;
  EXPECT_EQ(write_keys(rod_keys(again.rod)), written);
  EXPECT_EQ(again.rod.length, rod.length);
  EXPECT_EQ(again.rod.pull.z, rod.pull.z);
  EXPECT_EQ(again.rod.title, rod.title);
  EXPECT_TRUE(again.rod.adaptive);
  EXPECT_EQ(again.rod.probes[0].at, rod.probes[0].at);
}

TEST(Schema, compares_by_what_keys_mean) {
  Rod a = read("domain: {points: 9}").rod, b = a;
  EXPECT_TRUE(key_differences(rod_keys(a), rod_keys(b)).empty());
  b.title = "other", b.points = 10, b.step = 1, b.probes = {{"c", 2}};
  const std::vector<KeyDifference> found = key_differences(rod_keys(a), rod_keys(b));
  ASSERT_EQ(found.size(), 5u);
  EXPECT_EQ(found[0].key, "title");
  EXPECT_EQ(found[0].effect, ChangeEffect::nothing);
  EXPECT_EQ(found[1].key, "domain.points");
  EXPECT_EQ(found[1].first + " " + found[1].second, "9 10");
  EXPECT_EQ(found[1].effect, ChangeEffect::physics);
  EXPECT_EQ(found[2].key, "time.step");
  EXPECT_EQ(found[2].effect, ChangeEffect::method); // as the map around it
  EXPECT_EQ(found[3].key, "probes.0.name");
  EXPECT_EQ(found[3].first, "nothing");
}

TEST(Schema, helps_with_what_it_reads) {
  Rod defaults;
  const Keys keys = rod_keys(defaults);
  const std::string step = key_help(keys, "time.step");
  for (const char* part : {"Of time.", "a time such as", "or auto", "greater than zero", "0.5 us"})
    EXPECT_NE(step.find(part), std::string::npos) << part << "\n" << step;
  EXPECT_NE(key_help(keys, "domain.points").find("must be given"), std::string::npos);
  EXPECT_EQ(key_help(keys, "probes.0.at"), key_help(keys, "probes.at")); // with or without a number
  EXPECT_NE(key_help(keys, "probes").find("probes.N.at"), std::string::npos);
  EXPECT_EQ(key_help(keys, "time.stop"), "");
}

} // namespace ibsim
