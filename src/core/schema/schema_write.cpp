// The fields of the entries -> YAML; and two of them compared.
#include "schema/schema.hpp"

#include <algorithm>
#include <unordered_map>

namespace ibsim {
namespace {

/// A value as it stands behind its key; one of several lines as a literal block.
std::string written(const std::string& value, const std::string& indent) {
  if (value.find('\n') == std::string::npos) return value;
  std::string block = "|";
  for (std::size_t begin = 0; begin < value.size();) {
    const std::size_t end = std::min(value.find('\n', begin), value.size());
    block += "\n" + indent + "  " + value.substr(begin, end - begin);
    begin = end + 1;
  }
  return block;
}

void write_map(const Keys& keys, const std::string& indent, std::string& out) {
  for (const Key& key : keys) {
    if (!key.written_back || (key.applies && !key.applies())) continue;
    if (key.instead && key.instead_stands()) {
      out += indent + key.name + ":\n";
      write_map(key.instead->keys, indent + "  ", out);
    } else if (key.kind == Key::Kind::value) {
      out += indent + key.name + ": " +
             (key.is_word && key.is_word() ? key.word : written(key.value(), indent)) + "\n";
    } else if (key.kind == Key::Kind::map) {
      out += indent + key.name + ":\n";
      write_map(key.keys, indent + "  ", out);
    } else if (key.count() > 0) {
      out += indent + key.name + ":\n";
      for (std::size_t i = 0; i < key.count(); ++i) {
        const std::size_t start = out.size();
        write_map(key.item(i).keys, indent + "    ", out);
        out[start + indent.size() + 2] = '-';
      }
    }
  }
}

using Values = std::vector<std::pair<std::string, std::string>>; ///< path, value

/// All values below `tree`; a list of plain values, such as a vector, counts as one.
void flatten(const Tree& tree, const std::string& path, Values& values) {
  const auto below = [&](const std::string& part) { return path.empty() ? part : path + "." + part; };
  const bool plain = std::all_of(tree.items.begin(), tree.items.end(),
                                 [](const Tree& item) { return item.kind == Tree::Kind::scalar; });
  if (tree.kind == Tree::Kind::map) {
    for (std::size_t i = 0; i < tree.items.size(); ++i)
      flatten(tree.items[i], below(tree.keys[i].text), values);
  } else if (tree.kind == Tree::Kind::list && !plain) {
    for (std::size_t i = 0; i < tree.items.size(); ++i)
      flatten(tree.items[i], below(std::to_string(i)), values);
  } else if (tree.kind == Tree::Kind::list) {
    std::string text;
    for (const Tree& item : tree.items) text += (text.empty() ? "" : ", ") + item.text;
    values.push_back({path, "[" + text + "]"});
  } else {
    values.push_back({path, tree.text});
  }
}

Values values_of(const Keys& keys) {
  Values values;
  flatten(parse_yaml(write_keys(keys), "scenario"), "", values);
  return values;
}

/// A part of a long list or of several lines, from where it parts from the other.
std::string part_that_differs(const std::string& value, const std::string& other) {
  constexpr std::size_t most = 60, before = 20;
  if (value.size() <= most || (value[0] != '[' && value.find('\n') == std::string::npos)) return value;
  const auto at = static_cast<std::size_t>(
      std::mismatch(value.begin(), value.end(), other.begin(), other.end()).first - value.begin());
  const std::size_t begin = at > before ? at - before : 0;
  std::string part = value.substr(begin, most);
  std::replace(part.begin(), part.end(), '\n', ' ');
  return (begin ? "..." : "") + part + (begin + most < value.size() ? "..." : "");
}

bool is_index(const std::string& part) {
  return !part.empty() && part.find_first_not_of("0123456789") == std::string::npos;
}

} // namespace

std::string quoted_yaml(const std::string& text) {
  static const char* digits = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else if (code < 0x20 || code == 0x7f)
      out += std::string("\\x") + digits[code >> 4] + digits[code & 15];
    else
      out += c;
  }
  return out + "\"";
}

std::string vector_yaml(const Real3& v, Dimension d) {
  const auto one = [&](real x) {
    return d == dimension::number ? shortest_decimals(x) : format_quantity(x, d);
  };
  return "[" + one(v.x) + ", " + one(v.y) + ", " + one(v.z) + "]";
}

std::string write_keys(const Keys& keys) {
  std::string out;
  write_map(keys, "", out);
  return out;
}

ChangeEffect change_effect(const Keys& keys, const std::string& path) {
  ChangeEffect found = ChangeEffect::physics;
  const Keys* level = &keys;
  Key entry; // holds what `level` points into
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t dot = std::min(path.find('.', start), path.size());
    const std::string part = path.substr(start, dot - start);
    start = dot + 1;
    if (is_index(part)) continue;
    const auto key = std::find_if(level->begin(), level->end(), [&](const Key& k) { return k.name == part; });
    if (key == level->end()) break; // part of a value
    if (key->effect != ChangeEffect::as_around) found = key->effect;
    if (key->kind == Key::Kind::value) break;
    entry = key->kind == Key::Kind::list ? any_item(*key) : Key(*key);
    if (key->instead)
      entry.keys.insert(entry.keys.end(), key->instead->keys.begin(), key->instead->keys.end());
    level = &entry.keys;
  }
  return found;
}

std::vector<KeyDifference> key_differences(const Keys& first, const Keys& second) {
  const Values a = values_of(first), b = values_of(second);
  const std::unordered_map<std::string, std::string> in_a(a.begin(), a.end()), in_b(b.begin(), b.end());
  std::vector<KeyDifference> differences;
  const auto differ = [&](const std::string& key, const std::string& one, const std::string& other) {
    differences.push_back({key, part_that_differs(one, other), part_that_differs(other, one),
                           change_effect(one == "nothing" ? second : first, key)});
  };
  for (const auto& [key, value] : a) {
    const auto other = in_b.find(key);
    if (other == in_b.end())
      differ(key, value, "nothing");
    else if (other->second != value)
      differ(key, value, other->second);
  }
  for (const auto& [key, value] : b)
    if (!in_a.contains(key)) differ(key, "nothing", value);
  return differences;
}

} // namespace ibsim
