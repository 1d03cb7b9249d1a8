// Tree -> the fields of the entries.
#include "base/error.hpp"
#include "base/suggest.hpp"
#include "schema/schema.hpp"

#include <cmath>

namespace ibsim {
namespace {

/// `given`: the node of the key, null where it is left out; `around`: the nearest map that is there.
void read_key(const Key&, const Tree* given, const Tree& around, const std::string& path,
              std::vector<std::string>& warnings);

/// @param tree null where the map is left out: then every key in it is
void read_map(const Tree* tree, const Tree& around, const std::string& path, const Keys& keys,
              std::vector<std::string>& warnings) {
  if (tree) {
    std::vector<std::string> names;
    for (const Key& key : keys) names.push_back(key.name);
    Fields(*tree, path, names); // any other key is an error
  }
  for (const Key& key : keys) {
    const Tree* given = tree ? tree->find(key.name) : nullptr;
    // with nothing after it, at the outermost, it counts as left out
    if (given && given->kind == Tree::Kind::nothing && path.empty() && !key.needed) given = nullptr;
    read_key(key, given, tree ? *tree : around, path.empty() ? key.name : path + "." + key.name, warnings);
  }
}

void read_list(const Key& key, const Tree& tree, const std::string& path,
               std::vector<std::string>& warnings) {
  const auto read_item = [&](std::size_t i, const Tree& item, const std::string& place) {
    Key one = key.item(i);
    read_key(one, &item, item, place, warnings);
  };
  if (tree.kind == Tree::Kind::map && key.instead) return read_key(*key.instead, &tree, tree, path, warnings);
  if (tree.kind == Tree::Kind::map && key.one_without_list) {
    key.resize(1);
    return read_item(0, tree, path);
  }
  if (tree.kind != Tree::Kind::list || static_cast<real>(tree.items.size()) < key.low)
    fail_at(tree, path + ": expected " + key.takes);
  if (static_cast<real>(tree.items.size()) > key.high)
    fail_at(tree, path + ": " + std::to_string(tree.items.size()) + " entries are too many, at most " +
                      std::to_string(std::lround(key.high)));
  key.resize(tree.items.size());
  for (std::size_t i = 0; i < tree.items.size(); ++i)
    read_item(i, tree.items[i], path + "." + std::to_string(i));
}

void read_value(const Key& key, const Tree& tree, const std::string& path) {
  if (!key.word.empty()) {
    const bool stands = tree.kind == Tree::Kind::scalar && tree.text == key.word;
    key.set_word(stands);
    if (stands) return;
  }
  try {
    key.read(key, tree, path);
  } catch (const InputError& e) { // it may also be the word
    const std::string message = e.what(), expected = path + ": expected ";
    const std::size_t at = message.find(expected);
    if (key.word.empty() || tree.kind != Tree::Kind::scalar || at == std::string::npos) throw;
    throw InputError(message.substr(0, at) + expected + "\"" + key.word + "\" or " +
                     message.substr(at + expected.size()) + did_you_mean(tree.text, {key.word}));
  }
}

void read_key(const Key& key, const Tree* given, const Tree& around, const std::string& path,
              std::vector<std::string>& warnings) {
  const bool applies = !key.applies || key.applies();
  if (key.before) key.before(given, path);
  if (!given) {
    if (key.needed && applies && (!key.needed_when || key.needed_when()))
      fail_at(around, "missing key \"" + path + "\", such as " + key.name + ": " + key.example);
    if (key.kind == Key::Kind::map && applies) read_map(nullptr, around, path, key.keys, warnings);
    if (key.otherwise) key.otherwise();
  } else {
    if (!applies && !key.unless_warns) fail_at(*given, path + ": " + key.unless);
    if (!applies) warnings.push_back(given->place() + path + ": " + key.unless);
    if (key.kind == Key::Kind::map)
      read_map(given, *given, path, key.keys, warnings);
    else if (key.kind == Key::Kind::list)
      read_list(key, *given, path, warnings);
    else
      read_value(key, *given, path);
    if (const std::string wrong = key.complaint ? key.complaint() : ""; !wrong.empty())
      fail_at(*given, path + ": " + wrong);
    if (const std::string doubtful = key.warning ? key.warning() : ""; !doubtful.empty())
      warnings.push_back(given->place() + path + ": " + doubtful);
  }
  if (key.after) key.after(given, path);
}

} // namespace

void read_keys(const Tree& root, const Keys& keys, std::vector<std::string>& warnings) {
  read_map(&root, root, "", keys, warnings);
}

} // namespace ibsim
