// `aggregation`: what draws the membranes of two objects together.
#include "base/error.hpp"
#include "flow_files/flow_keys.hpp"
#include "model/flow_model.hpp"
#include "objects/aggregation_presets.hpp"
#include "objects/structure_properties.hpp"

#include <algorithm>
#include <memory>

namespace ibsim {
namespace {

void read_kinds(std::vector<std::string>& between, const Tree& tree, const std::string& path,
                const FlowModel& model) {
  if (tree.kind != Tree::Kind::list || tree.items.size() != 2)
    fail_at(tree, path + ": expected the names of two kinds of objects, as in [red cell, red cell]");
  between.clear();
  for (const Tree& item : tree.items) {
    const std::string name = read_text(item, path);
    const auto kind = std::find_if(model.objects.begin(), model.objects.end(),
                                   [&](const ObjectKind& k) { return k.name == name; });
    if (kind == model.objects.end()) fail_at(item, path + ": there are no objects named \"" + name + "\"");
    if (!has_inside(*kind))
      fail_at(item, path + ": \"" + name + "\" is no closed membrane; only these aggregate");
    between.push_back(name);
  }
}

std::string kinds_yaml(const std::vector<std::string>& between) {
  return between.empty() ? "red cells" : "[" + quoted_yaml(between[0]) + ", " + quoted_yaml(between[1]) + "]";
}

Key between_key(AggregationProperties& of, const FlowModel& model) {
  return key::value(
             "between", "red cells, or the names of two kinds of objects as in [red cell, platelet]",
             [&of, &model](const Tree& tree, const std::string& path) {
               of.between.clear();
               if (tree.kind == Tree::Kind::scalar && tree.text == "red cells") return;
               read_kinds(of.between, tree, path, model);
             },
             [&of] { return kinds_yaml(of.between); },
             "Objects that attract each other: of two kinds, or of one kind that is named twice. red "
             "cells: all objects of the shape red cell. An object does not attract itself.")
      .by_default("red cells");
}

Key preset_key(AggregationProperties& of, const std::shared_ptr<std::string>& warning) {
  return key::value(
             "preset", aggregation_preset_words(),
             [&of, warning](const Tree& tree, const std::string& path) {
               try {
                 const AggregationPreset preset = aggregation_preset(read_text(tree, path));
                 of.energy = preset.energy, of.preset = tree.text, *warning = preset.warning;
               } catch (const InputError& error) {
                 fail_at(tree, path + ": " + error.what());
               }
             },
             [&of] { return quoted_yaml(of.preset); },
             "Fills in the energy of red cells. Plasma: 2 uJ/m^2. Dextran: the largest over concentrations "
             "(Buxbaum, Evans and Brooks 1982). Fibrinogen: by its concentration (Brust et al. 2014).")
      .by_default("none")
      .warn([warning] { return *warning; })
      .not_written();
}

Key energy_key(AggregationProperties& of) {
  return key::quantity("energy", of.energy, dimension::tension,
                       "Energy per area of two flat membranes that touch, as in 2 uJ/m^2.")
      .above(0)
      .needs("2 uJ/m^2", [&of] { return of.preset.empty(); })
      .beforehand([&of](const Tree* given, const std::string& path) {
        if (given && !of.preset.empty()) fail_at(*given, path + ": the preset fills it in: say one of them");
      });
}

Key entry_key(AggregationProperties& of, const FlowModel& model) {
  const auto warning = std::make_shared<std::string>();
  return key::map(
             "",
             {between_key(of, model), preset_key(of, warning), energy_key(of),
              key::quantity("range", of.range, dimension::length,
                            "Width w of the attraction: it begins where contact ends, at contact.range, "
                            "and is over w farther out. It must be small compared with the bending length "
                            "sqrt(bending_modulus/energy). auto: contact.range.")
                  .above(0)
                  .or_word("auto", of.automatic_range)
                  .by_default("auto"),
              key::choice("law", of.form, {"finite range", "morse"},
                          "Law of the pressure over the distance. finite range: p = -(30 e/w) t^2 "
                          "(1-t)^2, t from 0 to 1 over the range. morse: Morse's potential with the "
                          "decay 2/w and its minimum at contact.range, for comparison; it reaches "
                          "three times as far.")
                  .by_default("finite range")},
             "")
      .afterwards([&of, &model] {
        if (of.automatic_range) of.range = model.contact.range;
      });
}

} // namespace

Key aggregation_key(FlowModel& model) {
  Key list = key::list<AggregationProperties>(
      "aggregation", "a map {energy: 2 uJ/m^2}, or a list of them", model.aggregation,
      [&model](AggregationProperties& of) { return entry_key(of, model); },
      "An energy per area by which membranes of two objects draw each other, so that red cells form rouleaux "
      "(docs/aggregation.md). If several entries name the same two kinds, the last counts.");
  list.one_without_list = true;
  return list.by_default("none").check([&model]() -> std::string {
    if (model.aggregation.empty() || model.has_contact()) return "";
    return "needs contact, which keeps membranes apart that draw each other: contact: {pressure: auto}";
  });
}

} // namespace ibsim
