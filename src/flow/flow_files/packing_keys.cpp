// `placements` as a map: how the places of a kind's objects are found, or a file that has them.
#include "base/error.hpp"
#include "flow_files/flow_keys.hpp"
#include "model/object_kind.hpp"
#include "packing/placement_table.hpp"

#include <algorithm>
#include <limits>
#include <memory>

namespace ibsim {
namespace {

/// The numbers as they are read.
struct PackingNumbers {
  PackingPlan plan;
  bool haematocrit = false, number = false, ratio = false; ///< which of them is meant
};

/// @param numbers before anything is read: of a plan that waits
std::shared_ptr<PackingNumbers> numbers_of(const ObjectKind& kind) {
  const auto numbers = std::make_shared<PackingNumbers>();
  if (!kind.packing) return numbers;
  const PackingPlan& plan = numbers->plan = *kind.packing;
  numbers->haematocrit = plan.haematocrit > 0;
  numbers->ratio = plan.ratio > 0;
  numbers->number = !numbers->haematocrit && !numbers->ratio;
  return numbers;
}

void require_one_way(const PackingNumbers& numbers, const Tree& given, const std::string& path) {
  const bool from_file = !numbers.plan.file.empty(), from_table = given.find("table");
  const int ways = numbers.haematocrit + numbers.number + numbers.ratio + from_file + from_table;
  if (ways != 1)
    fail_at(given, path + ": give one of haematocrit, number, ratio, file and table" +
                       (ways > 1 ? ", not " + std::to_string(ways) + " of them" : ""));
  for (const char* key : {"seed", "within", "alignment", "stack", "margin"})
    if (const Tree* other = given.find(key); other && (from_file || from_table))
      fail_at(*other, path + "." + key + ": has no meaning with a " + (from_file ? "file" : "table") +
                          ", which has the places");
}

} // namespace

bool is_written_as_table(const ObjectKind& kind) {
  constexpr std::size_t most_in_list = 1000;
  constexpr real never = std::numeric_limits<real>::infinity();
  return kind.placements.size() > most_in_list && !std::holds_alternative<Tube>(kind.structure) &&
         !std::holds_alternative<Sheet>(kind.structure) &&
         std::all_of(kind.placements.begin(), kind.placements.end(),
                     [](const Placement& p) { return !(p.enters > 0) && p.leaves == never; });
}

Key packing_key(ObjectKind& kind) {
  constexpr real most_haematocrit = 0.9, most_ratio = 1000, most_margin = 1;
  const auto numbers = numbers_of(kind);
  PackingPlan& plan = numbers->plan;
  const auto or_none = [numbers](Key key, bool PackingNumbers::*which) {
    return key
        .or_word(
            "none", [numbers, which] { return !((*numbers).*which); },
            [numbers, which](bool none) { (*numbers).*which = !none; })
        .by_default("one of haematocrit, number, ratio, file and table must be given");
  };
  const auto corner = [](const char* name, Real3& field, real far, const char* help) {
    return key::vector(name, field, dimension::length, help)
        .or_word(
            "box", [&field, far] { return field.x == far; },
            [&field, far](bool box) {
              if (box) field = {far, far, far};
            });
  };
  Key table = key::value(
                  "table", "the text of a table",
                  [](const Tree& tree, const std::string& path) { read_text(tree, path); },
                  [&kind] {
                    return placement_table({&kind, 1});
                  },
                  "The text of such a table itself, behind table: |. In the scenario.yaml of a run, more "
                  "than 1000 places have this form.")
                  .by_default("see haematocrit");
  table.written_back = is_written_as_table(kind);
  Keys keys{
      or_none(key::number("haematocrit", plan.haematocrit,
                          "Volume fraction of these objects, as 0.45 or 45 %; their number is rounded. "
                          "It refers to the box, between its walls, or to the inside of tubes.")
                  .above_to(0, most_haematocrit),
              &PackingNumbers::haematocrit),
      or_none(key::integer("number", plan.number, 1, 10000000, "Number of objects to pack."),
              &PackingNumbers::number),
      or_none(key::number("ratio", plan.ratio,
                          "Number of objects for each object of another kind, such as 1/20 for "
                          "platelets to red cells.")
                  .above_to(0, most_ratio),
              &PackingNumbers::ratio),
      key::text("to", plan.to,
                "Name of the other kind for ratio; any: the first with a haematocrit or number.")
          .or_word(
              "any", [&plan] { return plan.to.empty(); },
              [&plan](bool any) {
                if (any) plan.to.clear();
              }),
      key::integer("seed", plan.seed, 0, 1000000000000000,
                   "Seed of the random places and turns. The same scenario gives the same bits with "
                   "any number of threads."),
      key::map("within",
               {corner("low", plan.low, -PackingPlan::far, "Corner with the least coordinates."),
                corner("high", plan.high, PackingPlan::far, "The opposite corner.")},
               "Part of the box that contains the whole surface of each object."),
      key::choice("alignment", plan.turn, {"random", "x", "y", "z"},
                  "Orientation of the objects: random, or their own z (the axis of a red cell) along "
                  "this axis of the box."),
      key::integer("stack", plan.stack, 1, 1000,
                   "Number of objects that lie face to face in a stack, as red cells of a rouleau at "
                   "rest, their own z along alignment (random: z). Stacks lie side by side, with "
                   "contact.range between objects. 1: no stacks."),
      key::number("margin", plan.margin,
                  "Part by which objects count as larger during packing, which leaves a gap between them.")
          .from_to(0, most_margin),
      key::text("file", plan.file,
                "Table of placements next to the scenario, as `ibsim pack` writes it, with the "
                "columns \"x (um)\", \"y (um)\" and \"z (um)\". Optional columns are \"angle x "
                "(deg)\" .., or \"axis x\" .., or the nine \"rotation xx\" .. \"rotation zz\". With "
                "a column \"kind\", rows with the name of this kind count.")
          .by_default("see haematocrit")
          .not_written()};
  if (table.written_back)
    for (Key& key : keys) key.not_written();
  keys.push_back(table);
  return key::map("", keys, "")
      .beforehand([numbers](const Tree*, const std::string&) { *numbers = {}; })
      .afterwards([&kind, numbers](const Tree* given, const std::string& path) {
        if (!given) return;
        require_one_way(*numbers, *given, path);
        kind.placements.clear();
        kind.packing = numbers->plan;
      });
}

void read_placements_of(ObjectKind& kind, const std::filesystem::path& folder, const Tree* given,
                        const std::string& path) {
  if (!kind.packing) return;
  const Tree* const placements = given ? given->find("placements") : nullptr;
  const Tree* const table = placements ? placements->find("table") : nullptr;
  std::filesystem::path file = kind.packing->file;
  if (!table && file.empty()) return;
  if (file.is_relative()) file = folder / file;
  try {
    kind.placements =
        table ? parse_placements(table->text, "the table", kind.name) : read_placements(file, kind.name);
    kind.packing.reset();
  } catch (const InputError& e) {
    const std::string key = table ? "table" : "file", message = path + ".placements." + key + ": " + e.what();
    if (!placements) throw InputError(message);
    fail_at(*placements->find(key), message);
  }
}

} // namespace ibsim
