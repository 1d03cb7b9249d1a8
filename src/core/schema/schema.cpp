#include "schema/schema.hpp"

#include <cmath>

namespace ibsim {
namespace {

Key entry(const std::string& name, const std::string& takes, const std::string& help) {
  Key key;
  key.name = name, key.takes = takes, key.help = help;
  return key;
}

std::string in_words(const Key& key, real bound) {
  if (bound == 0) return "zero";
  return key.dimension == dimension::number ? shortest_decimals(bound)
                                            : format_quantity(bound, key.dimension);
}

/// @throws InputError if x is outside the range of the key
void require_range(const Key& key, real x, const Tree& tree, const std::string& path) {
  // in internal units: products of a few such numbers are finite. Lengths and times are held against each
  // other
  constexpr real most = 1e30;
  const bool relative = key.dimension == dimension::length || key.dimension == dimension::time;
  if (x != 0 && !relative && !(std::abs(x) >= 1 / most && std::abs(x) <= most))
    fail_at(tree, path + ": is outside the range of numbers, got " + shown(tree));
  if ((key.low_is_in ? x >= key.low : x > key.low) && x <= key.high) return;
  // 45 of a part that is 0.9 at most; of 2 nobody knows
  constexpr real least_percent = 5;
  const real part = x / 100;
  const bool is_percent = key.dimension == dimension::number && x >= least_percent && key.high <= 1 &&
                          part <= key.high && part >= key.low;
  fail_at(tree, path + ": must be " + key.range + ", got " + shown(tree) +
                    (is_percent ? "; did you mean \"" + shortest_decimals(x) + " %\"?" : ""));
}

std::string one_of_in_words(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return text;
}

template <class Int>
Key integer_key(const std::string& name, Int& field, long least, long most, const std::string& help) {
  Key key = entry(name, "a whole number", help);
  key.range = "from " + std::to_string(least) + " to " + std::to_string(most);
  key.read = [&field, least, most](const Key&, const Tree& tree, const std::string& path) {
    field = static_cast<Int>(read_integer(tree, path, least, most));
  };
  key.value = [&field] { return std::to_string(field); };
  return key;
}

} // namespace

namespace key {

Key quantity(const std::string& name, real& field, Dimension d, const std::string& help) {
  Key key = entry(name, dimension_in_words(d), help);
  key.dimension = d;
  key.read = [&field](const Key& self, const Tree& tree, const std::string& path) {
    const real x = read_quantity(tree, path, self.dimension);
    require_range(self, x, tree, path);
    field = x;
  };
  key.value = [&field, d] {
    return d == dimension::number ? shortest_decimals(field) : format_quantity(field, d);
  };
  return key;
}

Key number(const std::string& name, real& field, const std::string& help) {
  return quantity(name, field, dimension::number, help);
}

Key integer(const std::string& name, int& field, long least, long most, const std::string& help) {
  return integer_key(name, field, least, most, help);
}
Key integer(const std::string& name, std::int64_t& field, long least, long most, const std::string& help) {
  return integer_key(name, field, least, most, help);
}

Key boolean(const std::string& name, bool& field, const std::string& help) {
  Key key = entry(name, "true or false", help);
  key.read = [&field](const Key&, const Tree& tree, const std::string& path) {
    field = read_boolean(tree, path);
  };
  key.value = [&field] { return std::string(field ? "true" : "false"); };
  return key;
}

Key text(const std::string& name, std::string& field, const std::string& help) {
  Key key = entry(name, "text", help);
  key.read = [&field](const Key&, const Tree& tree, const std::string& path) {
    field = read_text(tree, path);
  };
  key.value = [&field] { return quoted_yaml(field); };
  return key;
}

Key vector(const std::string& name, Real3& field, Dimension d, const std::string& help) {
  Key key = entry(name, "[x, y, z], each " + dimension_in_words(d), help);
  key.dimension = d;
  key.read = [&field](const Key& self, const Tree& tree, const std::string& path) {
    const Real3 v = read_vector(tree, path, self.dimension);
    for (int i = 0; i < 3; ++i) require_range(self, v[i], tree.items[static_cast<std::size_t>(i)], path);
    field = v;
  };
  key.value = [&field, d] { return vector_yaml(field, d); };
  return key;
}

Key one_of(const std::string& name, std::function<std::size_t()> get, std::function<void(std::size_t)> set,
           const std::vector<std::string>& names, const std::string& help) {
  Key key = entry(name, one_of_in_words(names), help);
  key.read = [set, names](const Key&, const Tree& tree, const std::string& path) {
    set(read_choice(tree, path, names));
  };
  key.value = [get, names] { return names.at(get()); };
  return key;
}

Key value(const std::string& name, const std::string& takes,
          std::function<void(const Tree&, const std::string& path)> read,
          std::function<std::string()> written, const std::string& help) {
  Key key = entry(name, takes, help);
  key.read = [read = std::move(read)](const Key&, const Tree& tree, const std::string& path) {
    read(tree, path);
  };
  key.value = std::move(written);
  return key;
}

Key map(const std::string& name, Keys keys, const std::string& help) {
  Key key = entry(name, "a map", help);
  key.kind = Key::Kind::map;
  key.keys = std::move(keys);
  return key;
}

} // namespace key

Key& Key::needs(const std::string& such_as, std::function<bool()> when) {
  needed = true, example = such_as, needed_when = std::move(when);
  return *this;
}

Key& Key::above(real least) {
  low = least, low_is_in = false;
  range = "greater than " + in_words(*this, least);
  return *this;
}

Key& Key::at_least(real least) {
  low = least;
  range = "at least " + in_words(*this, least);
  return *this;
}

Key& Key::from_to(real least, real most) {
  low = least, high = most;
  range = "from " + in_words(*this, least) + " to " + in_words(*this, most);
  return *this;
}

Key& Key::above_to(real least, real most) {
  low = least, low_is_in = false, high = most;
  range = "more than " + in_words(*this, least) + ", and at most " + in_words(*this, most);
  return *this;
}

Key& Key::by_default(const std::string& in_words, std::function<void()> set) {
  default_text = in_words, otherwise = std::move(set);
  return *this;
}

Key& Key::or_word(const std::string& text, bool& flag) {
  return or_word(
      text, [&flag] { return flag; }, [&flag](bool stands) { flag = stands; });
}

Key& Key::or_word(const std::string& text, std::function<bool()> is, std::function<void(bool)> set) {
  word = text, is_word = std::move(is), set_word = std::move(set);
  return *this;
}

Key& Key::or_map(Key map, std::function<bool()> stands) {
  instead = std::make_shared<const Key>(std::move(map)), instead_stands = std::move(stands);
  return *this;
}

Key& Key::only_if(std::function<bool()> condition, const std::string& else_error) {
  applies = std::move(condition), unless = else_error;
  return *this;
}

Key& Key::no_effect_unless(std::function<bool()> condition, const std::string& else_warning) {
  applies = std::move(condition), unless = else_warning, unless_warns = true;
  return *this;
}

Key& Key::check(std::function<std::string()> f) {
  complaint = std::move(f);
  return *this;
}

Key& Key::warn(std::function<std::string()> f) {
  warning = std::move(f);
  return *this;
}

Key& Key::beforehand(std::function<void(const Tree*, const std::string&)> f) {
  before = std::move(f);
  return *this;
}

Key& Key::afterwards(std::function<void()> f) {
  after = [f = std::move(f)](const Tree*, const std::string&) { f(); };
  return *this;
}

Key& Key::afterwards(std::function<void(const Tree*, const std::string&)> f) {
  after = std::move(f);
  return *this;
}

Key& Key::changes(ChangeEffect m) {
  effect = m;
  return *this;
}

Key& Key::not_written() {
  written_back = false;
  return *this;
}

Key any_item(const Key& list) {
  if (list.count() == 0) list.resize(1);
  return list.item(0);
}

} // namespace ibsim
