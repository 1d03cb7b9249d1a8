// The keys of a scenario, one entry each: from it come reading, writing back (scenario.yaml), comparing
// (diff, resume), `ibsim help KEY` and docs/scenario.md.
//
// The keys of a kind of scenario are a function of the plain data that they fill. Each entry is bound to its
// field, and what the field holds before anything is read is the default:
//
//   struct Rod { std::string title; int points = 0; real length = 1; bool adaptive = false; real step = 0; };
//
//   Keys rod_keys(Rod& rod) {
//     return {
//         key::text("title", rod.title, "What the run is called."),
//         key::map("domain", {
//             key::integer("points", rod.points, 4, 1 << 30, "Number of points.").needs("65536"),
//         }, "The rod.").needs("{points: 65536}"),
//         key::quantity("length", rod.length, dimension::length, "Of the rod.").above(0),
//         key::map("time", {
//             key::quantity("step", rod.step, dimension::time, "Of time.").or_word("auto", rod.adaptive),
//         }, "How time is divided."),
//     };
//   }
//
//   Rod rod;
//   read_keys(scenario_tree(text, name, overrides), rod_keys(rod), warnings); // every error with its place
//   write_keys(rod_keys(rod));                         // YAML that reads back to the same bits
//   key_differences(rod_keys(rod), rod_keys(other));   // for diff and resume
//
// schema/schema_help.hpp makes the help and the page of them.
//
// Keys are read in the order in which they stand, so that an entry may look at fields that come before it.
// The entries refer to the data: it must outlive them.
#pragma once

#include "schema/tree.hpp"

#include <cstdint>
#include <functional>
#include <limits>

namespace ibsim {

/// What it means that two runs, or a run and its resume, differ in a key.
enum class ChangeEffect {
  as_around, ///< as for the map around it; at the outermost: physics
  physics,   ///< they simulate different things: a resume refuses
  method,    ///< they solve the same equations otherwise: a resume warns
  format,    ///< the numbers are the same, written in another format: a resume refuses
  nothing,   ///< the numbers are the same
};

struct Key;
using Keys = std::vector<Key>;

struct Key {
  enum class Kind { value, map, list };
  Kind kind = Kind::value;
  std::string name, help;   ///< help: one or two plain sentences
  std::string takes;        ///< what may stand there: "a time such as 0.1 us", "one of rest, shear"
  std::string range;        ///< "greater than zero"; empty: any
  std::string default_text; ///< the default in words, where the field's value does not say it
  std::string example;      ///< of a key that must be given
  bool needed = false, written_back = true;
  std::function<bool()> needed_when; ///< of a needed key; empty: always
  ChangeEffect effect = ChangeEffect::as_around;

  // a value
  /// into the field; throws at its place
  std::function<void(const Key&, const Tree&, const std::string& path)> read;
  std::function<std::string()> value; ///< of the field, as in YAML
  real low = -std::numeric_limits<real>::infinity(), high = std::numeric_limits<real>::infinity();
  bool low_is_in = true;
  Dimension dimension;
  std::string word;                   ///< that may stand for a value, as `auto`
  std::function<bool()> is_word;      ///< whether it does
  std::function<void(bool)> set_word; ///< called with each value that is read
  // a map, or a list of maps
  Keys keys;
  std::function<std::size_t()> count;
  std::function<void(std::size_t)> resize;
  std::function<Key(std::size_t)> item; ///< the map of entry i
  bool one_without_list = false;        ///< a single map may stand for a list of one
  std::shared_ptr<const Key> instead;   ///< of a list: a map of other keys that may stand for it
  std::function<bool()> instead_stands; ///< whether it does

  std::function<void()> otherwise; ///< when the key is left out
  std::function<bool()> applies;   ///< empty: always. Where it does not, it is not written back
  std::string unless;              ///< what is said where the key is given all the same
  bool unless_warns = false;       ///< and then it is a warning
  std::function<std::string()> complaint, warning; ///< after reading: an error, a warning; empty: none
  /// before and after the key, given or left out (then the tree is null)
  std::function<void(const Tree*, const std::string&path)> before, after;

  // Said of an entry; each gives the entry back.
  /// Must be given, if it applies. @param when empty: always
  Key& needs(const std::string& such_as, std::function<bool()> when = {});
  Key& above(real least); ///< greater than `least`
  Key& at_least(real least);
  Key& from_to(real least, real most);  ///< both included
  Key& above_to(real least, real most); ///< the second included
  Key& by_default(const std::string& in_words, std::function<void()> set = {});
  Key& or_word(const std::string& word, bool& flag); ///< sets the flag where the word stands
  Key& or_word(const std::string& word, std::function<bool()> is_word, std::function<void(bool)> set_word);
  Key& or_map(Key map, std::function<bool()> stands); ///< of a list: a map that may stand for it
  Key& only_if(std::function<bool()> applies, const std::string& else_error);
  Key& no_effect_unless(std::function<bool()> applies, const std::string& else_warning);
  Key& check(std::function<std::string()> complaint); ///< an error at the key, if it says something
  Key& warn(std::function<std::string()> warning);    ///< a warning at the key, if it says something
  Key& beforehand(std::function<void(const Tree*, const std::string& path)> f);
  Key& afterwards(std::function<void()> f);
  Key& afterwards(std::function<void(const Tree*, const std::string& path)> f);
  Key& changes(ChangeEffect);
  Key& not_written(); ///< only read: what it says is written back elsewhere
};

namespace key { // the kinds of entries

Key quantity(const std::string& name, real& field, Dimension, const std::string& help);
Key number(const std::string& name, real& field, const std::string& help);
Key integer(const std::string& name, int& field, long least, long most, const std::string& help);
Key integer(const std::string& name, std::int64_t& field, long least, long most, const std::string& help);
Key boolean(const std::string& name, bool& field, const std::string& help);
Key text(const std::string& name, std::string& field, const std::string& help);
Key vector(const std::string& name, Real3& field, Dimension, const std::string& help);
/// One of `names`, by its index.
Key one_of(const std::string& name, std::function<std::size_t()> get, std::function<void(std::size_t)> set,
           const std::vector<std::string>& names, const std::string& help);
/// One of `names`, which are those of the enum in its order.
template <class Enum>
Key choice(const std::string& name, Enum& field, const std::vector<std::string>& names,
           const std::string& help) {
  return one_of(
      name, [&field] { return static_cast<std::size_t>(field); },
      [&field](std::size_t i) { field = static_cast<Enum>(i); }, names, help);
}
/// A value of any other kind. @param takes what may stand there, in words
Key value(const std::string& name, const std::string& takes,
          std::function<void(const Tree&, const std::string& path)> read,
          std::function<std::string()> written, const std::string& help);

Key map(const std::string& name, Keys, const std::string& help);

/// A list of maps. @param item the map() of one entry
template <class T>
Key list(const std::string& name, const std::string& takes, std::vector<T>& items,
         std::function<Key(T&)> item, const std::string& help) {
  Key key = map(name, {}, help);
  key.kind = Key::Kind::list;
  key.takes = takes;
  key.count = [&items] { return items.size(); };
  key.resize = [&items](std::size_t n) { items.resize(n); };
  key.item = [&items, item = std::move(item)](std::size_t i) { return item(items[i]); };
  return key;
}

} // namespace key

/// Text with everything that is special in YAML escaped.
std::string quoted_yaml(const std::string&);
std::string vector_yaml(const Real3&, Dimension);

/// Fills the fields from the whole scenario. @param warnings are appended, each with its place
/// @throws InputError "file:line:column: key: what is wrong"
void read_keys(const Tree& root, const Keys&, std::vector<std::string>& warnings);

/// Every key with its value as it now is, as YAML.
std::string write_keys(const Keys&);

struct KeyDifference {
  std::string key;           ///< "fluid.viscosity", "objects.0.placements.1.at"
  std::string first, second; ///< the values, "1 cP"; "nothing" where the key is not there
  ChangeEffect effect;
};
/// Differences in the order of the file. Every key counts, whether it was written or left to its default.
std::vector<KeyDifference> key_differences(const Keys& first, const Keys& second);

/// What a key means for results, by its path "objects.0.shape".
ChangeEffect change_effect(const Keys&, const std::string& path);

/// The map() of any entry of a list; makes one if there is none yet.
Key any_item(const Key& list);

} // namespace ibsim
