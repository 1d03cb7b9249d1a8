// A YAML document as a plain tree in which every node knows its place, and the typed reading of its nodes.
//
// yaml-cpp only delivers the events; the tree is our own, so that duplicate keys, anchors (and with them
// cycles) and deep nesting are errors, a `--set` can change it, and every complaint is an InputError
// "file:line:column: message".
#pragma once

#include "base/units.hpp"
#include "base/vec3.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ibsim {

struct Tree {
  enum class Kind { nothing, scalar, list, map };
  Kind kind = Kind::nothing;
  std::string text; ///< of a scalar
  bool quoted = false;
  std::vector<Tree> keys;                    ///< of a map: scalars, one for each item
  std::vector<Tree> items;                   ///< of a list or a map, in the order of the file
  std::shared_ptr<const std::string> source; ///< the name of the file or of the option
  int line = 0, column = 0;                  ///< counted from 1; 0 in an option

  const Tree* find(std::string_view key) const;
  /// "file:12:7: " or "--set key=value: ".
  std::string place() const;
};

constexpr std::size_t most_scenario_bytes = std::size_t{1} << 30; ///< some million placements

/// @throws InputError at its place for what is not UTF-8, not YAML, or more than a plain tree.
Tree parse_yaml(const std::string& text, const std::string& source_name);

/// Replace or create the node that `assignment` names, as "objects.0.data_sites=400".
/// @throws InputError that names the option.
void apply_override(Tree& root, const std::string& assignment);

/// The node at "objects.0.at", or the one nearest above it.
const Tree& node_at(const Tree& root, std::string_view path);

/// What stands there, for a message: "2 um" in quotes and not at length, "a list", "nothing".
std::string shown(const Tree&);
[[noreturn]] void fail_at(const Tree&, const std::string& message);

// Reading one node; `what` names it in messages, as in `fluid.density`.
real read_quantity(const Tree&, const std::string& what, Dimension);
real read_positive(const Tree&, const std::string& what, Dimension);
real read_number(const Tree&, const std::string& what);
long read_integer(const Tree&, const std::string& what, long least, long most);
bool read_boolean(const Tree&, const std::string& what);
std::string read_text(const Tree&, const std::string& what);
/// One of `names`; the index into them.
std::size_t read_choice(const Tree&, const std::string& what, const std::vector<std::string>& names);
/// Three quantities (or numbers) in a list.
Real3 read_vector(const Tree&, const std::string& what, Dimension);

/// A map of which only certain keys make sense. Any other is an error at once, with the near one.
class Fields {
 public:
  /// @param path of the map in the scenario, "" for the whole
  Fields(const Tree&, std::string path, std::vector<std::string> allowed);
  const Tree* find(std::string_view key) const { return tree_.find(key); }
  /// @throws InputError at the map if the key is missing; `example` shows what it looks like.
  const Tree& need(std::string_view key, const std::string& example) const;
  std::string path(std::string_view key) const;
  const Tree& tree() const { return tree_; }

 private:
  const Tree& tree_;
  std::string path_;
};

} // namespace ibsim
