// `vessel`: the wall of any shape around the fluid (vessel_block.hpp), as a key of a flow.
#include "base/error.hpp"
#include "files/content_hash.hpp"
#include "files/file_bytes.hpp"
#include "flow_files/flow_keys.hpp"
#include "flow_files/mesh_key.hpp"
#include "flow_files/opening_keys.hpp"
#include "flow_files/vessel_block.hpp"
#include "model/flow_model.hpp"
#include "walls/vessel.hpp"

#include <algorithm>
#include <cctype>

namespace ibsim {
namespace {

bool is_plain(const std::string& text) {
  return !text.empty() && text[0] != ' ' && text.back() != ' ' &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) || c == ' ' || c == '.' || c == '-' ||
                  c == '_' || c == '/' || c == '^';
         });
}

/// A tree on one line.
std::string flow_yaml(const Tree& tree) {
  if (tree.kind == Tree::Kind::scalar)
    return is_plain(tree.text) && !tree.quoted ? tree.text : quoted_yaml(tree.text);
  std::string all;
  for (std::size_t i = 0; i < tree.items.size(); ++i)
    all += (i > 0 ? ", " : "") +
           (tree.kind == Tree::Kind::map ? flow_yaml(tree.keys[i]) + ": " : std::string()) +
           flow_yaml(tree.items[i]);
  return tree.kind == Tree::Kind::map ? "{" + all + "}" : "[" + all + "]";
}

std::string hash_of_file(const std::filesystem::path& file) {
  const std::string bytes = read_file(file);
  ContentHash hash;
  hash.add(bytes.data(), bytes.size());
  return hex_of(hash.value());
}

/// A map on one line, and its openings with the numbers of their tables.
std::string with_openings(Tree map, const Openings& openings) {
  for (std::size_t i = map.keys.size(); i-- > 0;)
    if (map.keys[i].text == "openings")
      map.keys.erase(map.keys.begin() + static_cast<std::ptrdiff_t>(i)),
          map.items.erase(map.items.begin() + static_cast<std::ptrdiff_t>(i));
  std::string all = flow_yaml(map);
  if (openings.empty()) return all;
  all.pop_back();
  return all + ", openings: " + openings_yaml(openings) + "}";
}

/// The key as it is written back: a file by its absolute path, with the hash of its content.
std::string written(const Tree& tree, const Openings& openings, const std::string& path,
                    const std::filesystem::path& folder) {
  Tree full = tree;
  const Tree* const name = tree.find("file");
  if (!name) return with_openings(full, openings);
  const std::filesystem::path file = std::filesystem::absolute(read_file_name(*name, path, folder));
  const std::string hash = hash_of_file(file);
  bool is_known = false;
  for (std::size_t i = 0; i < full.keys.size(); ++i) {
    Tree& value = full.items[i];
    if (full.keys[i].text == "file") value.text = file.lexically_normal().string();
    if (full.keys[i].text != "hash") continue;
    is_known = true;
    if (value.text != hash)
      fail_at(value, path + ".hash: " + file.string() + " is another file now; leave hash out to take it");
  }
  if (is_known) return with_openings(full, openings);
  Tree key, value;
  key.kind = value.kind = Tree::Kind::scalar, key.text = "hash", value.text = hash, value.quoted = true;
  full.keys.push_back(key), full.items.push_back(value);
  return with_openings(full, openings);
}

} // namespace

Key vessel_key(FlowModel& s, const std::filesystem::path& folder) {
  return key::value(
             "vessel", "none, or a map such as {file: vessel.stl, unit: 1 um} or {shape: {cylinder: {..}}}",
             [&s, folder](const Tree& tree, const std::string& path) {
               s.vessel.reset();
               if (tree.kind == Tree::Kind::scalar && tree.text == "none") return;
               const VesselShape shape = read_vessel(tree, path, {s.grid.lengths()}, s.grid.h, folder);
               s.vessel = std::make_shared<Vessel>(shape.fluid, s.grid, shape.description,
                                                   written(tree, shape.openings, path, folder),
                                                   shape.openings, shape.spacing);
             },
             [&s] { return s.vessel ? s.vessel->written() : std::string("none"); },
             "A rigid wall of any shape around the fluid, or around the solid (fluid: outside). file is a "
             "mesh (STL, PLY, OFF), a signed distance or a mask of voxels; shape is made of tubes, boxes, "
             "constrictions, pillars and others, joined by union, difference and intersection. "
             "docs/geometry.md has all keys of both. The map openings gives the places where fluid enters "
             "and leaves, as in docs/openings.md. tight: true, the default with openings, puts wall points "
             "1.2 grid spacings apart instead of 1.5: a fifth or less leaks. The box is periodic, and "
             "time.scheme is bdf2.")
      .by_default("none", [&s] { s.vessel.reset(); });
}

} // namespace ibsim
