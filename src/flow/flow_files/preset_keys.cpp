// `preset` of objects and of the fluid, and the `temperature` that their constants are for: words that fill
// in the keys that are read after them.
//
// A preset fills what is not said. A red cell without a `membrane` is a healthy one; where a membrane is said
// and no preset named, all of it is as it stands there.
#include "base/error.hpp"
#include "flow_files/flow_keys.hpp"
#include "limits/apart.hpp"
#include "model/flow_model.hpp"
#include "objects/contact_strength.hpp"
#include "objects/presets.hpp"
#include "objects/rate_at_objects.hpp"
#include "walls/sheet_load.hpp"
#include "walls/sheets.hpp"

#include <algorithm>
#include <optional>

namespace ibsim {

namespace {

constexpr real coldest = 0, warmest = 45; // degC, where water's viscosity is known and cells live

/// The unit of a temperature at the end of a text, empty where there is none.
std::string unit_of_temperature(const std::string& text) {
  for (const std::string unit : {"degC", "°C", "C", "K"})
    if (text.ends_with(unit)) return unit;
  return "";
}

/// A scalar that stands where `tree` does.
Tree scalar_of(const Tree& tree, const std::string& text) {
  Tree scalar = tree;
  scalar.text = text;
  return scalar;
}

/// The name in "plasma 37 degC", and what follows it.
std::pair<Tree, Tree> name_and_rest(const Tree& tree, const std::string& path) {
  const std::string text = read_text(tree, path);
  const std::size_t end = text.find(' ');
  const std::size_t next = text.find_first_not_of(' ', end);
  return {scalar_of(tree, text.substr(0, end)),
          scalar_of(tree, next == std::string::npos ? "" : text.substr(next))};
}

/// A viscosity greater than zero, or none.
std::optional<real> viscosity_in(const std::string& text) {
  try {
    const real value = parse_quantity(text, dimension::viscosity);
    return value > 0 ? std::optional(value) : std::nullopt;
  } catch (const InputError&) {
    return {};
  }
}

/// "plasma", "plasma 37 degC", "dextran 31 mPa s".
void read_fluid_preset(const Tree& tree, const std::string& path, FluidProperties& fluid, Presets& presets) {
  const auto [name, rest] = name_and_rest(tree, path);
  presets.fluid = static_cast<FluidPreset>(read_choice(name, path, fluid_preset_names()));
  std::optional<real> viscosity;
  if (!unit_of_temperature(rest.text).empty()) {
    if (!presets.temperature_place.empty())
      fail_at(tree, path + ": names a temperature, and so does fluid.temperature; give it in one of them");
    presets.temperature = read_temperature(rest, path);
    presets.temperature_place = tree.place();
  } else if (!rest.text.empty()) {
    viscosity = viscosity_in(rest.text);
    if (!viscosity || presets.fluid == FluidPreset::none)
      fail_at(tree, path +
                        ": expected a name alone, or with a temperature or a viscosity, as in \"plasma 37 "
                        "degC\" and \"dextran 31 mPa s\", got " +
                        shown(tree));
  }
  if (presets.fluid == FluidPreset::none) return;
  apply_preset(presets.fluid, presets.temperature, fluid);
  if (viscosity) fluid.viscosity = *viscosity, presets.names_viscosity = true;
}

void require_a_preset(const Presets& presets) {
  const bool any = presets.fluid != FluidPreset::none ||
                   std::any_of(presets.cells.begin(), presets.cells.end(),
                               [](const PresetOfCells& cells) { return cells.preset != CellPreset::none; });
  if (!presets.temperature_place.empty() && !any)
    throw InputError(presets.temperature_place +
                     "fluid.temperature: has no meaning without a preset, of the fluid or of a cell");
}

} // namespace

real read_temperature(const Tree& tree, const std::string& path) {
  const std::string text = read_text(tree, path), unit = unit_of_temperature(text);
  if (unit.empty())
    fail_at(tree, path + ": expected a temperature such as 37 degC or 310 K, got " + shown(tree));
  const std::string number = text.substr(0, text.size() - unit.size());
  const real value = read_number(scalar_of(tree, number.substr(0, number.find_last_not_of(' ') + 1)), path) -
                     (unit == "K" ? 273.15 : 0);
  if (!(value >= coldest && value <= warmest)) fail_at(tree, path + ": must be from 0 degC to 45 degC");
  return value;
}

namespace {

Key fluid_preset_key(FluidProperties& fluid, const std::shared_ptr<Presets>& presets) {
  Key key = key::choice("preset", presets->fluid, fluid_preset_names(),
                        "Fills in density and viscosity at the temperature, if they are not given. Plasma "
                        "has 1.2 mPa s at 37 degC. Dextran has 31 mPa s at any temperature; give the "
                        "measured value of another solution, as in dextran 20 mPa s.");
  key.takes += ", alone or as in \"plasma 37 degC\" or \"dextran 31 mPa s\"";
  key.read = [&fluid, presets](const Key&, const Tree& tree, const std::string& path) {
    read_fluid_preset(tree, path, fluid, *presets);
  };
  return key.not_written();
}

} // namespace

Keys fluid_preset_keys(FlowModel& model, const std::shared_ptr<Presets>& presets) {
  return {key::value(
              "temperature", "a temperature such as 37 degC or 310 K",
              [presets](const Tree& tree, const std::string& path) {
                presets->temperature = read_temperature(tree, path);
                presets->temperature_place = tree.place();
              },
              [presets] { return shortest_decimals(presets->temperature) + " degC"; },
              "Temperature at which presets of the fluid and of cells take their constants. Nothing else "
              "depends on it.")
              .not_written(),
          fluid_preset_key(model.fluid, presets)};
}

Key& said_once(Key& viscosity, const std::shared_ptr<const Presets>& presets) {
  return viscosity.beforehand([presets](const Tree* given, const std::string& path) {
    if (given && presets->names_viscosity)
      fail_at(*given, path + ": fluid.preset names a viscosity too; give it in one of them");
  });
}

namespace {

/// Springs that hold rigid sheets follow the flow where the file leaves them out.
void hold_sheets(FlowModel& model, const Tree& list) {
  const real stiffness = std::max(default_sheet_stiffness, stiffness_against_flow(model));
  for (const auto& sheet : kinds_of<Sheet>(model.objects))
    if (!sheet.structure.membrane && sheet.structure.held_by == HeldBy::springs &&
        !list.items[sheet.number].find("tethers"))
      sheet.kind.tethers = {{stiffness, {}}};
}

} // namespace

void add_numerical_moduli(FlowModel& model, const std::shared_ptr<const Presets>& presets, Key& objects,
                          Key& contact) {
  const auto objects_given = std::make_shared<const Tree*>(nullptr);
  objects.after = [presets, objects_given, after = objects.after](const Tree* list, const std::string& path) {
    if (after) after(list, path);
    require_a_preset(*presets);
    *objects_given = list;
  };
  contact.after = [&model, presets, objects_given, after = contact.after](const Tree* tree,
                                                                          const std::string& path) {
    if (after) after(tree, path);
    const Tree* const list = *objects_given;
    if (!list) return;
    hold_sheets(model, *list);
    for (const auto& cell : kinds_of<ClosedSurface>(model.objects)) {
      const Tree* const membrane = list->items[cell.number].find("membrane");
      const PresetOfCells& preset = presets->of(cell.number);
      const auto constants_with = [&](real squeeze) {
        return constants_of(preset.preset, preset.temperature, model.fluid.viscosity, rate_at_objects(model),
                            squeeze);
      };
      const auto constants = constants_with(contact_tension(model)), apart = constants_with(0);
      for (const std::string name : {"shear_modulus", "area_modulus", "viscous_modulus"})
        for (std::size_t c = 0; c < constants.size(); ++c)
          if (constants[c].key == "membrane." + name && !(membrane && membrane->find(name)))
            if (real* const field = constants[c].field(cell.structure)) {
              *field = constants[c].value;
              if (apart[c].value < constants[c].value && is_dilute(model) &&
                  !(membrane && membrane->find("apart")))
                (name == "area_modulus" ? cell.structure.apart.area : cell.structure.apart.shear) =
                    apart[c].value;
            }
    }
  };
}

} // namespace ibsim
