// YAML becomes a plain tree whose nodes know their places; more than a plain tree is refused there. Options
// change the tree, and errors in them name the option.
#include "error_of.hpp"
#include "schema/tree.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

Tree tree(const std::string& text) { return parse_yaml(text, "s.yaml"); }

std::string error_in(const std::string& text) {
  return error_of([&] { tree(text); });
}

TEST(Tree, has_kinds_and_places) {
  const Tree root = tree("a: 1 um\nlist:\n  - x\n  - {b: \"2\", c: ~}\nnothing:\n");
  ASSERT_EQ(root.kind, Tree::Kind::map);
  EXPECT_EQ(root.items.size(), 3u);
  EXPECT_EQ(root.find("a")->text, "1 um");
  EXPECT_EQ(root.find("b"), nullptr);
  const Tree& list = *root.find("list");
  ASSERT_EQ(list.kind, Tree::Kind::list);
  const Tree& two = *list.items[1].find("b");
  EXPECT_TRUE(two.quoted && !list.items[0].quoted);
  EXPECT_EQ(two.place(), "s.yaml:4:9: ");
  EXPECT_EQ(list.items[1].find("c")->kind, Tree::Kind::nothing);
  EXPECT_EQ(root.find("nothing")->kind, Tree::Kind::nothing);
  EXPECT_EQ(shown(root) + ", " + shown(list) + ", " + shown(two) + ", " + shown(*root.find("nothing")),
            "a map, a list, \"2\", nothing");
  EXPECT_EQ(&node_at(root, "list.1.b"), &two);
  EXPECT_EQ(&node_at(root, "list.7.b"), &list); // the nearest that is there
  EXPECT_EQ(&node_at(root, ""), &root);
  EXPECT_EQ(tree("").kind, Tree::Kind::nothing);
}

// Editors count letters, so a column does too: "ü" has two bytes.
TEST(Tree, counts_columns_in_letters) {
  EXPECT_EQ(tree("{über: 1, b: 2}").find("b")->place(), "s.yaml:1:14: ");
  EXPECT_EQ(error_in("a: \xff"), "s.yaml:1:4: not text in UTF-8; save the file as UTF-8");
}

TEST(Tree, is_no_more_than_a_tree) {
  EXPECT_EQ(error_in("a: &x 1\nb: *x"),
            "s.yaml:1:4: anchors (&) and aliases (*) are not used in scenarios; write the values out");
  EXPECT_EQ(error_in("a: 1\nb: 2\na: 3"), "s.yaml:3:1: the key \"a\" appears twice");
  EXPECT_EQ(error_in("[1, 2]: 3"), "s.yaml:1:1: a key must be a word");
  EXPECT_TRUE(error_in("a: 1\n---\nb: 2\n").find("a second document starts here") != std::string::npos);
  EXPECT_EQ(error_in(std::string(32, '[') + std::string(32, ']')), "no error");
  EXPECT_EQ(error_in(std::string(33, '[') + std::string(33, ']')), "s.yaml:1:33: nested too deeply");
}

TEST(Tree, knows_slips_of_the_pen) {
  EXPECT_EQ(error_in("a: \"1\nb: 2\n"), "s.yaml:1:4: the quote that begins here is not closed");
  EXPECT_TRUE(error_in("a: {b: 1\nc: 2\n").ends_with("; the { in line 1 has no }"));
  EXPECT_TRUE(error_in("a:\n\u00a0 b: 1\n").starts_with("s.yaml:2:1: a non-breaking space (U+00A0)"));
  EXPECT_TRUE(error_in("a:\n  b: 1\n\tc: 2\n").ends_with("indent by spaces, not by tabs"));
  EXPECT_TRUE(error_in("a: 1\nb\nc: 2\n").ends_with("is \"b\" a key? it needs a colon"));
}

TEST(Override, replaces_and_makes_nodes) {
  Tree root = tree("a: {b: 1}\nlist: [{c: 2}]\n");
  apply_override(root, "a.b=3");
  apply_override(root, "a.new.deep=[4, 5]");
  apply_override(root, "list.0.c=");
  EXPECT_EQ(node_at(root, "a.b").text, "3");
  EXPECT_EQ(node_at(root, "a.new.deep").items.size(), 2u);
  EXPECT_EQ(node_at(root, "list.0.c").kind, Tree::Kind::nothing);
  EXPECT_EQ(node_at(root, "a.b").place(), "--set a.b=3: "); // of the option, not of a line
  const auto error = [&](const std::string& option) {
    return error_of([&] { apply_override(root, option); });
  };
  EXPECT_EQ(error("a"), "--set a: expected path.to.key=value, such as time.end=\"2 ms\"");
  EXPECT_EQ(error("a..b=1"), "--set a..b=1: a part of the path is empty");
  EXPECT_EQ(error("a.b.c=1"), "--set a.b.c=1: there is no \"c\" within a plain value");
  EXPECT_EQ(error("list.1.c=1"), "--set list.1.c=1: the list has 1 entries, numbered from 0");
  EXPECT_EQ(error("list.x=1"),
            "--set list.x=1: \"x\" stands for an entry of a list, which is numbered from 0");
  EXPECT_TRUE(error("a.b=[1").starts_with("--set a.b=[1:"));
}

TEST(Node, is_read_with_its_unit) {
  EXPECT_EQ(read_quantity(tree("2 mm"), "a", dimension::length), 2000);
  EXPECT_EQ(read_quantity(tree("25 %"), "a", dimension::number), 0.25);
  const auto error = [](const std::string& text, Dimension d) {
    return error_of([&] { read_quantity(tree(text), "a", d); });
  };
  EXPECT_TRUE(error("2", dimension::length).starts_with("s.yaml:1:1: a: ")); // a length has a unit
  EXPECT_TRUE(error("2 us", dimension::length).starts_with("s.yaml:1:1: a: "));
  EXPECT_NE(error("2 umm", dimension::length).find("did you mean \"um\"?"), std::string::npos);
  EXPECT_TRUE(error("[2 um]", dimension::length).ends_with("expected a value with its unit, got a list"));
  EXPECT_EQ(error_of([] { read_positive(tree("0 s"), "a", dimension::time); }),
            "s.yaml:1:1: a: must be greater than zero, got \"0 s\"");
  const Real3 v = read_vector(tree("[1 um, 2 um, 3 um]"), "a", dimension::length);
  EXPECT_TRUE(v.x == 1 && v.y == 2 && v.z == 3);
  EXPECT_TRUE(error_of([] {
                read_vector(tree("[1, 2]"), "a", dimension::number);
              }).ends_with("expected a list of three, [x, y, z], got a list of 2"));
}

TEST(Node, is_a_whole_number_of_a_range) {
  EXPECT_EQ(read_integer(tree("-3"), "a", -3, 3), -3);
  for (const char* wrong : {"4", "1.0", "1e2", "one", "99999999999999999999", "[1]"})
    EXPECT_TRUE(error_of([&] {
                  read_integer(tree(wrong), "a", -3, 3);
                }).starts_with("s.yaml:1:1: a: expected a whole number from -3 to 3, got "))
        << wrong;
}

TEST(Node, is_a_word_of_those_that_are_known) {
  for (const char* yes : {"true", "True", "yes", "on"}) EXPECT_TRUE(read_boolean(tree(yes), "a")) << yes;
  for (const char* no : {"false", "False", "no", "off"}) EXPECT_FALSE(read_boolean(tree(no), "a")) << no;
  EXPECT_EQ(error_of([] { read_boolean(tree("1"), "a"); }),
            "s.yaml:1:1: a: expected true or false, got \"1\"");
  EXPECT_EQ(read_choice(tree("shear"), "a", {"rest", "shear"}), 1u);
  EXPECT_EQ(error_of([] {
              read_choice(tree("shaer"), "a", {"rest", "shear"});
            }),
            "s.yaml:1:1: a: expected one of rest, shear, got \"shaer\"; did you mean \"shear\"?");
  EXPECT_EQ(read_text(tree("\"1 um\""), "a"), "1 um");
  EXPECT_EQ(error_of([] { read_text(tree("\"\""), "a"); }), "s.yaml:1:1: a: is empty");
}

TEST(Fields, are_of_known_keys) {
  const auto error = [](const std::string& text) {
    return error_of([&] { Fields(tree(text), "time", {"step", "end"}); });
  };
  EXPECT_EQ(error("{stepp: 1}"), "s.yaml:1:2: unknown key \"time.stepp\"; did you mean \"step\"?");
  EXPECT_EQ(error("{other: 1}"), "s.yaml:1:2: unknown key \"time.other\"; known here: step, end");
  EXPECT_EQ(error("{\"step:auto\": 1}"),
            "s.yaml:1:2: unknown key \"time.step:auto\"; a colon needs a space after it");
  EXPECT_EQ(error("{end = 1 ms}"),
            "s.yaml:1:2: unknown key \"time.end = 1 ms\"; a value follows a colon and a space, not =");
  EXPECT_EQ(
      error("{step: 0,5 us}"),
      "s.yaml:1:10: unknown key \"time.5 us\"; a number has a decimal point and no commas, such as 1000.5");
  EXPECT_EQ(error("3"), "s.yaml:1:1: time: expected a map with the keys step, end, got \"3\"");
  const Tree map = tree("{end: 1 ms}");
  const Fields fields(map, "time", {"step", "end"});
  EXPECT_EQ(fields.need("end", "1 ms").text, "1 ms");
  EXPECT_EQ(error_of([&] { fields.need("step", "1 us"); }),
            "s.yaml:1:1: missing key \"time.step\", such as step: 1 us");
  EXPECT_EQ(fields.path("end"), "time.end");
}

} // namespace
} // namespace ibsim
