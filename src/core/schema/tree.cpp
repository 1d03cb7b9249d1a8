#include "schema/tree.hpp"

#include "base/error.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ibsim {
namespace {

const std::string& scalar(const Tree& tree, const std::string& what, const std::string& wanted) {
  if (tree.kind != Tree::Kind::scalar) fail_at(tree, what + ": expected " + wanted + ", got " + shown(tree));
  return tree.text;
}

/// Index in a list named by a part of a path; npos if it is none.
std::size_t list_index(std::string_view part) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
  return error == std::errc() && end == part.data() + part.size() && !part.empty() ? index
                                                                                   : std::string::npos;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// What is a key by a slip of the pen alone: "step:auto", "end = 1 ms", and "5 um" of "size: 0,5 um".
std::string slip_in(const Tree& map, const Tree& key) {
  const std::string& text = key.text;
  if (text.find(':') != std::string::npos) return "; a colon needs a space after it";
  if (text.find('=') != std::string::npos) return "; a value follows a colon and a space, not =";
  const std::size_t at = static_cast<std::size_t>(&key - map.keys.data());
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (at > 0 && at < map.items.size() && map.items[at].kind == Tree::Kind::nothing && !text.empty() &&
      digit(text[0]) && !map.items[at - 1].text.empty() && digit(map.items[at - 1].text.back()))
    return "; a number has a decimal point and no commas, such as 1000.5";
  return "";
}

} // namespace

const Tree* Tree::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size() && i < items.size(); ++i)
    if (keys[i].text == key) return &items[i];
  return nullptr;
}

std::string Tree::place() const {
  if (!source) return {};
  return line > 0 ? *source + ":" + std::to_string(line) + ":" + std::to_string(column) + ": "
                  : *source + ": ";
}

std::string shown(const Tree& tree) {
  switch (tree.kind) {
  case Tree::Kind::nothing:
    return "nothing";
  case Tree::Kind::list:
    return "a list";
  case Tree::Kind::map:
    return "a map";
  case Tree::Kind::scalar:
    break;
  }
  return in_quotes(tree.text);
}

void fail_at(const Tree& tree, const std::string& message) { throw InputError(tree.place() + message); }

const Tree& node_at(const Tree& root, std::string_view path) {
  const Tree* node = &root;
  while (!path.empty()) {
    const std::string_view part = path.substr(0, path.find('.'));
    path.remove_prefix(std::min(path.size(), part.size() + 1));
    const std::size_t index = list_index(part);
    const Tree* next = node->kind == Tree::Kind::map ? node->find(part) : nullptr;
    if (node->kind == Tree::Kind::list && index < node->items.size()) next = &node->items[index];
    if (!next) break;
    node = next;
  }
  return *node;
}

void apply_override(Tree& root, const std::string& assignment) {
  const std::string option = "--set " + shortened(assignment);
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError(option + ": expected path.to.key=value, such as time.end=\"2 ms\"");
  Tree value = parse_yaml(assignment.substr(equals + 1), option);
  const auto forget_lines = [](auto&& self, Tree& tree) -> void {
    tree.line = tree.column = 0;
    for (Tree& key : tree.keys) self(self, key);
    for (Tree& item : tree.items) self(self, item);
  };
  forget_lines(forget_lines, value);
  const auto source = value.source;

  Tree* node = &root;
  std::string_view path = std::string_view(assignment).substr(0, equals);
  if (path.back() == '.' || path.front() == '.' || path.find("..") != std::string_view::npos)
    throw InputError(option + ": a part of the path is empty");
  for (std::size_t depth = 0; !path.empty(); ++depth) {
    if (depth > 16) throw InputError(option + ": the path is too long");
    const std::string_view part = path.substr(0, path.find('.'));
    path.remove_prefix(std::min(path.size(), part.size() + 1));
    if (node->kind == Tree::Kind::nothing) node->kind = Tree::Kind::map;
    if (node->kind == Tree::Kind::scalar)
      throw InputError(option + ": there is no " + in_quotes(part) + " within a plain value");
    if (node->kind == Tree::Kind::list) {
      const std::size_t index = list_index(part);
      if (index == std::string::npos)
        throw InputError(option + ": " + in_quotes(part) +
                         " stands for an entry of a list, which is numbered from 0");
      if (index >= node->items.size())
        throw InputError(option + ": the list has " + std::to_string(node->items.size()) +
                         " entries, numbered from 0");
      node = &node->items[index];
      continue;
    }
    std::size_t i = 0;
    while (i < node->keys.size() && node->keys[i].text != part) ++i;
    if (i == node->keys.size()) {
      Tree key, item;
      key.kind = Tree::Kind::scalar, key.text = part;
      key.source = item.source = source;
      node->keys.push_back(std::move(key));
      node->items.push_back(std::move(item));
    }
    node = &node->items[i];
  }
  *node = std::move(value);
}

real read_quantity(const Tree& tree, const std::string& what, Dimension expected) {
  if (expected == dimension::number) return read_number(tree, what);
  try {
    return parse_quantity(scalar(tree, what, "a value with its unit"), expected);
  } catch (const InputError& e) {
    if (tree.kind != Tree::Kind::scalar) throw;
    fail_at(tree, what + ": " + e.what());
  }
}

real read_number(const Tree& tree, const std::string& what) {
  const std::string& text = scalar(tree, what, "a number");
  try {
    return parse_number(text);
  } catch (const InputError& e) {
    fail_at(tree, what + ": " + e.what());
  }
}

real read_positive(const Tree& tree, const std::string& what, Dimension expected) {
  const real value = read_quantity(tree, what, expected);
  if (!(value > 0)) fail_at(tree, what + ": must be greater than zero, got " + shown(tree));
  return value;
}

long read_integer(const Tree& tree, const std::string& what, long least, long most) {
  const std::string range = "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  const std::string& text = scalar(tree, what, range);
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
    fail_at(tree, what + ": expected " + range + ", got " + shown(tree));
  return value;
}

bool read_boolean(const Tree& tree, const std::string& what) {
  const std::string& text = scalar(tree, what, "true or false");
  for (const char* yes : {"true", "True", "yes", "on"})
    if (text == yes) return true;
  for (const char* no : {"false", "False", "no", "off"})
    if (text == no) return false;
  fail_at(tree, what + ": expected true or false, got " + shown(tree));
}

std::string read_text(const Tree& tree, const std::string& what) {
  const std::string& text = scalar(tree, what, "text");
  if (text.empty()) fail_at(tree, what + ": is empty");
  return text;
}

std::size_t read_choice(const Tree& tree, const std::string& what, const std::vector<std::string>& names) {
  const std::string& text = scalar(tree, what, "one of " + joined(names));
  const auto found = std::find(names.begin(), names.end(), text);
  if (found == names.end())
    fail_at(tree,
            what + ": expected one of " + joined(names) + ", got " + shown(tree) + did_you_mean(text, names));
  return static_cast<std::size_t>(found - names.begin());
}

Real3 read_vector(const Tree& tree, const std::string& what, Dimension expected) {
  if (tree.kind != Tree::Kind::list || tree.items.size() != 3)
    fail_at(tree, what + ": expected a list of three, [x, y, z], got " +
                      (tree.kind == Tree::Kind::list ? "a list of " + std::to_string(tree.items.size())
                                                     : shown(tree)));
  Real3 v;
  for (int d = 0; d < 3; ++d)
    v[d] = read_quantity(tree.items[static_cast<std::size_t>(d)], what + "." + "xyz"[d], expected);
  return v;
}

Fields::Fields(const Tree& tree, std::string path, std::vector<std::string> allowed)
    : tree_(tree), path_(std::move(path)) {
  if (tree.kind != Tree::Kind::map)
    fail_at(tree, (path_.empty() ? std::string("a scenario") : path_) + ": expected a map with the keys " +
                      joined(allowed) + ", got " + shown(tree));
  for (const Tree& key : tree.keys)
    if (std::find(allowed.begin(), allowed.end(), key.text) == allowed.end()) {
      const std::string slip = slip_in(tree, key);
      const std::string near = slip.empty() ? did_you_mean(key.text, allowed) : slip;
      fail_at(key, "unknown key " + in_quotes(this->path(key.text)) +
                       (near.empty() ? "; known here: " + joined(allowed) : near));
    }
}

const Tree& Fields::need(std::string_view key, const std::string& example) const {
  if (const Tree* found = tree_.find(key)) return *found;
  fail_at(tree_, "missing key \"" + path(key) + "\", such as " + std::string(key) + ": " + example);
}

std::string Fields::path(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

} // namespace ibsim
