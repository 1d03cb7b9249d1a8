// Each thing that is said of an entry of a schema holds: ranges, words, maps in place of lists, conditions,
// defaults, checks, and the order in which they happen.
#include "base/error.hpp"
#include "base/utf8.hpp"
#include "schema/common_keys.hpp"
#include "schema/in_unit.hpp"
#include "schema/schema_help.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

struct Read {
  std::string error;
  std::vector<std::string> warnings;
};
Read read(const std::string& text, const Keys& keys) {
  Read found;
  try {
    read_keys(parse_yaml(text, "s.yaml"), keys, found.warnings);
  } catch (const InputError& e) {
    found.error = e.what();
  }
  return found;
}
std::string error_of(const std::string& text, const Keys& keys) { return read(text, keys).error; }

TEST(Entry, has_a_range_with_or_without_its_ends) {
  real x = 0;
  const auto error = [&](Key key, const std::string& value) {
    return error_of("x: " + value, {std::move(key)});
  };
  const auto length = [&] { return key::quantity("x", x, dimension::length, "A length."); };
  const auto part = [&] { return key::number("x", x, "A part."); };
  EXPECT_EQ(error(length().above(1), "1 um"), "s.yaml:1:4: x: must be greater than 1 um, got \"1 um\"");
  EXPECT_EQ(error(length().at_least(1), "1 um"), "");
  EXPECT_EQ(error(length().at_least(1), "0.5 um"), "s.yaml:1:4: x: must be at least 1 um, got \"0.5 um\"");
  EXPECT_EQ(error(part().from_to(0, 0.9), "0.9"), "");
  EXPECT_EQ(error(part().from_to(0, 0.9), "-0.1"), "s.yaml:1:4: x: must be from zero to 0.9, got \"-0.1\"");
  EXPECT_EQ(error(part().above_to(0, 0.9), "0"),
            "s.yaml:1:4: x: must be more than zero, and at most 0.9, got \"0\"");
  EXPECT_EQ(error(part().from_to(0, 0.9), "45"),
            "s.yaml:1:4: x: must be from zero to 0.9, got \"45\"; did you mean \"45 %\"?");
  EXPECT_EQ(error(part().from_to(0, 0.9), "2"), "s.yaml:1:4: x: must be from zero to 0.9, got \"2\"");
  x = 7;
  EXPECT_NE(error(part(), "1e31"), ""); // products of a few numbers must be finite
  EXPECT_EQ(x, 7);                      // a refused value changes nothing
}

TEST(Entry, may_have_a_word_for_a_value) {
  real step = 3;
  bool automatic = false;
  const Keys keys{key::quantity("step", step, dimension::time, "A step.").or_word("auto", automatic)};
  EXPECT_EQ(error_of("step: auto", keys), "");
  EXPECT_TRUE(automatic);
  EXPECT_EQ(write_keys(keys), "step: auto\n");
  EXPECT_EQ(error_of("step: 2 us", keys), "");
  EXPECT_TRUE(!automatic && step == 2);
  std::string kind;
  std::size_t which = 0;
  const Keys words{
      key::one_of(
          "kind", [&] { return which; }, [&](std::size_t i) { which = i; }, {"rest", "shear"}, "A kind.")
          .or_word("auto", automatic)};
  EXPECT_EQ(
      error_of("kind: auot", words),
      "s.yaml:1:7: kind: expected \"auto\" or one of rest, shear, got \"auot\"; did you mean \"auto\"?");
}

struct Place {
  real x = 0;
};
Key places(std::vector<Place>& all) {
  return key::list<Place>(
      "places", "a list of {x: ..}", all,
      [](Place& p) {
        return key::map("", {key::quantity("x", p.x, dimension::length, "A place.").needs("1 um")}, "");
      },
      "Places.");
}

TEST(Entry, of_a_list_has_a_least_and_a_greatest_number) {
  std::vector<Place> all;
  const Keys keys{places(all).from_to(1, 2)};
  EXPECT_EQ(error_of("places: [{x: 1 um}, {x: 2 um}]", keys), "");
  EXPECT_EQ(all.size(), 2u);
  EXPECT_EQ(error_of("places: []", keys), "s.yaml:1:9: places: expected a list of {x: ..}");
  EXPECT_EQ(error_of("places: [{x: 1 um}, {x: 1 um}, {x: 1 um}]", keys),
            "s.yaml:1:9: places: 3 entries are too many, at most 2");
  EXPECT_EQ(error_of("places: [{x: 1 um}, {}]", keys),
            "s.yaml:1:21: missing key \"places.1.x\", such as x: 1 um");
}

TEST(Entry, of_a_list_may_be_one_map_or_another_map) {
  std::vector<Place> all;
  Key one = places(all);
  one.one_without_list = true;
  EXPECT_EQ(error_of("places: {x: 3 um}", {one}), "");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].x, 3);
  int number = 0;
  bool packed = false;
  const Keys keys{places(all).or_map(
      key::map("", {key::integer("number", number, 1, 9, "How many.").afterwards([&] { packed = true; })},
               "Packed."),
      [&] { return packed; })};
  EXPECT_EQ(error_of("places: {number: 4}", keys), "");
  EXPECT_EQ(number, 4);
  EXPECT_EQ(write_keys(keys), "places:\n  number: 4\n");
  EXPECT_EQ(error_of("places: {nubmer: 4}", keys),
            "s.yaml:1:10: unknown key \"places.nubmer\"; did you mean \"number\"?");
}

TEST(Entry, that_is_left_out_has_its_default) {
  real x = 1;
  std::string order;
  const Keys keys{key::quantity("x", x, dimension::length, "A length.")
                      .by_default("twice the first", [&] { x = 2, order += "default "; })
                      .beforehand([&](const Tree* given, const std::string& path) {
                        order += path + (given ? " given " : " left out ");
                      })
                      .afterwards([&] { order += "after"; })};
  EXPECT_EQ(error_of("{}", keys), "");
  EXPECT_EQ(x, 2);
  EXPECT_EQ(order, "x left out default after");
  order.clear();
  EXPECT_EQ(error_of("x: 5 um", keys), "");
  EXPECT_EQ(x, 5);
  EXPECT_EQ(order, "x given after");
  EXPECT_EQ(error_of("x:", keys), ""); // nothing after it, at the outermost
  EXPECT_EQ(x, 2);
}

TEST(Entry, is_needed_or_refused_on_a_condition) {
  bool walls = false;
  real gap = 0;
  const Keys keys{key::boolean("walls", walls, "Walls."),
                  key::quantity("gap", gap, dimension::length, "A gap.")
                      .needs("1 um", [&] { return walls; })
                      .only_if([&] { return walls; }, "needs walls")};
  EXPECT_EQ(error_of("walls: true", keys), "s.yaml:1:1: missing key \"gap\", such as gap: 1 um");
  EXPECT_EQ(error_of("walls: true\ngap: 2 um", keys), "");
  EXPECT_EQ(write_keys(keys), "walls: true\ngap: 2 um\n");
  EXPECT_EQ(error_of("walls: false\ngap: 2 um", keys), "s.yaml:2:6: gap: needs walls");
  EXPECT_EQ(error_of("walls: false", keys), "");
  EXPECT_EQ(write_keys(keys), "walls: false\n"); // what does not apply is not written back
}

TEST(Entry, may_complain_and_warn_of_its_value) {
  int n = 0;
  const Keys keys{
      key::integer("n", n, 0, 100, "A number.").check([&] { return n % 2 ? "must be even" : ""; }).warn([&] {
        return n > 50 ? "is large" : "";
      })};
  EXPECT_EQ(error_of("n: 3", keys), "s.yaml:1:4: n: must be even");
  EXPECT_EQ(read("n: 52", keys).warnings, std::vector<std::string>{"s.yaml:1:4: n: is large"});
  EXPECT_TRUE(read("n: 2", keys).warnings.empty());
}

TEST(Entry, of_text_reads_back_whatever_it_holds) {
  std::string text, again;
  const Keys keys{key::text("text", text, "A text.")}, other{key::text("text", again, "A text.")};
  for (const std::string& value : {std::string("# \"a\": 'b' \\ {c} µ"), std::string("1\t2\x7f\x01"),
                                   std::string("true"), std::string(" blanks ")}) {
    text = value;
    EXPECT_EQ(error_of(write_keys(keys), other), "") << write_keys(keys);
    EXPECT_EQ(again, value);
  }
  const Keys lines{key::value(
      "lines", "lines", [&](const Tree& tree, const std::string&) { again = tree.text; },
      [] { return std::string("one\n  two\n"); }, "Lines.")};
  EXPECT_EQ(write_keys(lines), "lines: |\n  one\n    two\n");
  EXPECT_EQ(error_of(write_keys(lines), lines), "");
  EXPECT_EQ(again, "one\n  two\n");
}

TEST(Differences, show_where_long_values_part) {
  std::string first(200, 'a'), second = first;
  second[150] = 'b';
  const auto keys = [](std::string& text, bool written) {
    Key key = key::value(
        "list", "a list", [](const Tree&, const std::string&) {}, [&text] { return "[" + text + "]"; },
        "A list.");
    return Keys{written ? key : key.not_written()};
  };
  const std::vector<KeyDifference> found = key_differences(keys(first, true), keys(second, true));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].key, "list");
  EXPECT_EQ(found[0].effect, ChangeEffect::physics); // as everything of which nothing else is said
  // The values part at byte 151 of 202. From 20 bytes before it on, 60 bytes are shown.
  EXPECT_EQ(found[0].first, "..." + std::string(60, 'a') + "...");
  EXPECT_EQ(found[0].second, "..." + std::string(20, 'a') + "b" + std::string(39, 'a') + "...");
  EXPECT_TRUE(key_differences(keys(first, false), keys(second, false)).empty());
}

TEST(Help, has_lines_of_a_hundred_columns_and_escapes_tables) {
  real x = 0.5;
  std::vector<Place> all;
  std::string long_help;
  for (int i = 0; i < 60; ++i) long_help += "word ";
  const Keys keys{key::quantity("x", x, dimension::length, long_help + "end.").above(0),
                  key::value(
                      "y", "1 | 2", [](const Tree&, const std::string&) {}, [] { return "1"; }, "A | B."),
                  places(all)};
  const std::string help = key_help(keys, "x");
  for (std::size_t begin = 0, end; (end = help.find('\n', begin)) != std::string::npos; begin = end + 1)
    EXPECT_LE(end - begin, 100u);
  EXPECT_EQ(key_paths(keys), (std::vector<std::string>{"x", "y", "places", "places.N.x"}));
  const std::string tables = key_tables(keys, 3);
  EXPECT_NE(tables.find("| `y` | 1 \\| 2 | `1` | A \\| B. |\n"), std::string::npos) << tables;
  EXPECT_NE(tables.find("\n### places\n\nPlaces.\n\n| key | takes | default | meaning |\n"),
            std::string::npos)
      << tables;
  EXPECT_NE(tables.find("| `places.N.x` |"), std::string::npos) << tables;
  EXPECT_NE(key_list(keys).find("greater"), 0u);
  EXPECT_NE(key_list(keys).find("  places.N.x  "), std::string::npos);
}

TEST(CommonKeys, take_defaults_from_the_name_of_the_file) {
  std::string title, folder;
  real every = 60e6;
  const Keys keys{title_key(title, "deep/cell.yaml"), folder_key(folder, "deep/cell.yaml"),
                  wall_clock_key(every)};
  EXPECT_EQ(error_of("{}", keys), "");
  EXPECT_EQ(title, "cell");
  EXPECT_EQ(folder, "results/cell");
  EXPECT_EQ(every, 60e6);
  EXPECT_NE(key_help(keys, "checkpoint_every_wall_clock").find("1 min"), std::string::npos);
  EXPECT_EQ(error_of("checkpoint_every_wall_clock: never", keys), "");
  EXPECT_EQ(every, 0);
  EXPECT_EQ(error_of("folder: \"a\\0b\"", keys),
            "s.yaml:1:9: folder: contains a zero byte, which no path may");
  folder = "a\xff";
  EXPECT_NE(write_keys(keys).find("folder: \"a\xef\xbf\xbd\""), std::string::npos);
  EXPECT_EQ(in_unit(20e3, dimension::length, "mm"), "20 mm");
}

TEST(CommonKeys, choose_the_device) {
  DevicePlan device;
  const Keys one{device_key(device)}, several{device_key(device, true)};
  EXPECT_EQ(error_of("device: {backend: cpu, threads: 3}", one), "");
  EXPECT_EQ(device.threads, 3);
  EXPECT_EQ(error_of("device: {gpus: 2}", one),
            "s.yaml:1:10: unknown key \"device.gpus\"; known here: backend, threads");
  EXPECT_EQ(error_of("device: {gpus: 2}", several), "");
  EXPECT_EQ(device.gpus, 2);
  EXPECT_EQ(change_effect(several, "device.gpus"), ChangeEffect::nothing);
}

// Overlong forms, surrogates and numbers beyond U+10FFFF are no UTF-8 (RFC 3629).
TEST(Utf8, replaces_what_is_none) {
  for (const char* good : {"", "a", "µ", "大", "\xf0\x9f\x98\x80"}) EXPECT_EQ(valid_utf8(good), good);
  const std::string mark = "\xef\xbf\xbd";
  EXPECT_EQ(valid_utf8("a\xff"
                       "b"),
            "a" + mark + "b");
  EXPECT_EQ(valid_utf8("\xc0\xaf"), mark + mark);
  EXPECT_EQ(valid_utf8("\xed\xa0\x80"), mark + mark + mark);
  EXPECT_EQ(valid_utf8("\xf4\x90\x80\x80"), mark + mark + mark + mark);
  EXPECT_EQ(valid_utf8("\xe5\xa4"), mark + mark); // cut off
}

} // namespace
} // namespace ibsim
