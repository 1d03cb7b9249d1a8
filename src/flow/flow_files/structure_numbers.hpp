// The numbers of what the objects of a kind are, whichever structure it is, as keys fill them.
#pragma once

#include "model/object_kind.hpp"
#include "objects/presets.hpp"
#include "schema/schema.hpp"

#include <filesystem>
#include <memory>

namespace ibsim {

/// The words of `shape`.
enum class Shape { sphere, ellipsoid, red_cell, tube, sheet, tracer, mesh };
Shape shape_of(const ClosedSurface&);
Shape shape_of(const ObjectKind&);

/// The numbers of all structures, and which of them is meant: keys are bound to these, and make the structure
/// when all of them are read.
struct StructureNumbers {
  Shape shape;
  CellPreset preset = CellPreset::none;
  real temperature = body_temperature; ///< degC, at which the preset takes its constants
  std::string temperature_place;       ///< where these objects name it; empty: nowhere
  bool is_called_platelet = false;     ///< an ellipsoid by that word
  bool membrane_is_said = false;       ///< in the scenario
  ClosedSurface closed;
  Tube tube;
  Sheet sheet;
  HeldBy held_by = HeldBy::points; ///< of a tube or a rigid sheet

  explicit StructureNumbers(const ObjectKind&);
  bool is_tube() const { return shape == Shape::tube; }
  bool is_sheet() const { return shape == Shape::sheet; }
  bool is_tracer() const { return shape == Shape::tracer; }
  bool is_mesh() const { return shape == Shape::mesh; }
  bool is_closed() const { return !is_tube() && !is_sheet() && !is_tracer(); }
  /// Takes the shape anew, after a preset that changes it.
  void take_shape_of_surface() {
    if (is_closed()) shape = shape_of(closed);
  }

  void give_to(ObjectKind& kind) const {
    if (is_tube())
      kind.structure = held_tube();
    else if (is_sheet())
      kind.structure = sheet_with_membrane();
    else if (is_tracer())
      kind.structure = Tracer{};
    else
      kind.structure = closed;
  }

 private:
  void take(const ClosedSurface& of) { closed = of; }
  void take(const Tube& of) { tube = of, held_by = of.held_by; }
  Tube held_tube() const {
    Tube made = tube;
    made.held_by = held_by;
    return made;
  }
  void take(const Sheet& of) {
    sheet = of, held_by = of.held_by;
    if (of.membrane) static_cast<Membrane&>(closed) = *of.membrane, membrane_is_said = true;
  }
  /// Elastic if the scenario has a membrane for it.
  Sheet sheet_with_membrane() const {
    Sheet made = sheet;
    made.membrane = membrane_is_said ? std::optional<Membrane>(closed) : std::nullopt;
    made.held_by = held_by;
    return made;
  }
  void take(const Tracer&) {}
};
using SharedNumbers = std::shared_ptr<StructureNumbers>;

/// Refuses a shape that does not exist, before its other keys are read. @throws InputError at its place
void require_a_known_shape(const Tree& object, const std::string& path);

/// shape, radius, half_axes, mesh and scale. @param folder in which mesh files are looked for
Keys surface_keys(const SharedNumbers&, const std::filesystem::path& folder);
/// relief, height and length. @param folder in which maps of heights are looked for
Keys sheet_keys(const SharedNumbers&, const std::filesystem::path& folder);

/// `density` of the inside of closed objects, and `held_by` of tubes and sheets, which is read after the
/// tethers.
Key density_key(const SharedNumbers&, const FlowModel&);
Key held_by_key(ObjectKind&, const SharedNumbers&, const FlowModel&);

} // namespace ibsim
