#include "schema/schema_help.hpp"

#include <algorithm>
#include <optional>

namespace ibsim {
namespace {

std::string takes(const Key& key) {
  std::string text = key.takes;
  if (!key.word.empty()) text += ", or " + key.word;
  return text;
}

/// What holds where the key is left out; the fields must be as before reading.
std::string default_text(const Key& key) {
  if (key.needed && !key.needed_when && !key.applies) return "must be given";
  if (!key.default_text.empty()) return key.default_text;
  if (key.needed) return "must be given where it applies";
  if (key.kind != Key::Kind::value) return "";
  return key.is_word && key.is_word() ? key.word : key.value();
}

/// Calls visit(path, key) for every key, maps and lists before what is in them.
template <class Visit>
void walk(const Keys& keys, const std::string& path, const Visit& visit) {
  for (const Key& key : keys) {
    const std::string here = path + key.name;
    visit(here, key);
    if (key.kind == Key::Kind::map) walk(key.keys, here + ".", visit);
    if (key.kind == Key::Kind::list) walk(any_item(key).keys, here + ".N.", visit);
    if (key.instead) walk(key.instead->keys, here + ".", visit);
  }
}

/// "objects.0.radius" and "objects.N.radius" -> "objects.radius".
std::string without_numbers(const std::string& path) {
  std::string plain;
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t dot = std::min(path.find('.', start), path.size());
    const std::string part = path.substr(start, dot - start);
    start = dot + 1;
    const bool number = part == "N" || part.find_first_not_of("0123456789") == std::string::npos;
    if (!number) plain += (plain.empty() ? "" : ".") + part;
  }
  return plain;
}

/// Text in lines of at most `width` columns, each after `indent`.
std::string wrapped(const std::string& text, const std::string& indent, std::size_t width = 100) {
  std::string out, line = indent;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::string word = text.substr(start, end - start);
    start = end + 1;
    if (line.size() > indent.size() && line.size() + 1 + word.size() > width) {
      out += line + "\n";
      line = indent;
    }
    line += (line.size() > indent.size() ? " " : "") + word;
  }
  return out + line + "\n";
}

std::string line_of(const std::string& path, const Key& key) {
  const std::size_t column = 40;
  std::string line = "  " + path;
  line += std::string(line.size() < column ? column - line.size() : 1, ' ');
  const std::string value = default_text(key);
  return line +
         (key.kind == Key::Kind::value ? takes(key) + (value.empty() ? "" : " (" + value + ")") : key.help) +
         "\n";
}

/// The text of one cell of a Markdown table.
std::string in_table(std::string text) {
  for (std::size_t i = 0; (i = text.find('|', i)) != std::string::npos; i += 2) text.insert(i, "\\");
  return text;
}

std::string table_row(const std::string& path, const Key& key) {
  const std::string value = default_text(key);
  std::string what = takes(key);
  if (!key.range.empty()) what += "; " + key.range;
  const bool is_code = key.kind == Key::Kind::value && key.default_text.empty() && !key.needed;
  return "| `" + path + "` | " + in_table(what) + " | " +
         (value.empty() ? ""
          : is_code     ? "`" + value + "`"
                        : in_table(value)) +
         " | " + in_table(key.help) + " |\n";
}

} // namespace

std::vector<std::string> key_paths(const Keys& keys) {
  std::vector<std::string> paths;
  walk(keys, "", [&](const std::string& path, const Key&) { paths.push_back(path); });
  return paths;
}

std::string key_list(const Keys& keys) {
  std::string out;
  for (const Key& key : keys) {
    if (key.kind != Key::Kind::value) out += "\n";
    walk({key}, "", [&](const std::string& path, const Key& k) { out += line_of(path, k); });
  }
  return out;
}

std::string key_help(const Keys& keys, const std::string& path) {
  std::string out;
  walk(keys, "", [&](const std::string& here, const Key& key) {
    if (!out.empty() || without_numbers(here) != without_numbers(path)) return;
    out = here + "\n" + wrapped(key.help, "  ") + "  takes      " + takes(key) + "\n";
    if (!key.range.empty()) out += "  range      " + key.range + "\n";
    if (const std::string value = default_text(key); !value.empty()) out += "  default    " + value + "\n";
    if (!key.example.empty()) out += "  example    " + key.name + ": " + key.example + "\n";
    const std::string below = here + (key.kind == Key::Kind::list ? ".N." : ".");
    const Keys inside = key.kind == Key::Kind::list ? any_item(key).keys : key.keys;
    if (!inside.empty()) out += "  keys in it\n";
    const auto add = [&](const std::string& p, const Key& k) { out += line_of(p, k); };
    walk(inside, below, add);
    if (key.instead) walk(key.instead->keys, here + ".", add);
  });
  return out;
}

std::string key_tables(const Keys& keys, int level) {
  const std::string head = "| key | takes | default | meaning |\n|---|---|---|---|\n";
  std::string loose, sections;
  for (const Key& key : keys) {
    if (key.kind == Key::Kind::value) {
      loose += table_row(key.name, key);
      continue;
    }
    sections += "\n" + std::string(static_cast<std::size_t>(level), '#') + " " + key.name + "\n\n" + key.help;
    if (!key.example.empty()) sections += " It must be given, as in `" + key.name + ": " + key.example + "`.";
    sections += "\n\n" + head;
    const Keys inside = key.kind == Key::Kind::list ? any_item(key).keys : key.keys;
    walk(inside, key.name + (key.kind == Key::Kind::list ? ".N." : "."),
         [&](const std::string& path, const Key& k) { sections += table_row(path, k); });
  }
  return (loose.empty() ? "" : head + loose) + sections;
}

} // namespace ibsim
