#include "flow_files/structure_numbers.hpp"

#include "flow_files/flow_keys.hpp"
#include "flow_files/mesh_key.hpp"
#include "flow_files/relief_key.hpp"
#include "objects/presets.hpp"

#include <algorithm>

namespace ibsim {
namespace {

const std::vector<std::string> shape_names{"sphere", "ellipsoid", "red cell", "tube",
                                           "sheet",  "tracer",    "mesh"}; // in that order
/// Other words for shapes.
const std::vector<std::pair<std::string, Shape>> shape_aliases{
    {"rbc", Shape::red_cell}, {"capsule", Shape::sphere}, {"platelet", Shape::ellipsoid}};

std::vector<std::string> words_of_shapes() {
  std::vector<std::string> words = shape_names;
  for (const auto& alias : shape_aliases) words.push_back(alias.first);
  return words;
}

Shape shape_called(std::size_t word) {
  return word < shape_names.size() ? static_cast<Shape>(word)
                                   : shape_aliases[word - shape_names.size()].second;
}

Shape shape_of(const Tube&) { return Shape::tube; }
Shape shape_of(const Sheet&) { return Shape::sheet; }
Shape shape_of(const Tracer&) { return Shape::tracer; }

/// What the surface of a closed shape is; the map of a mesh comes with its key.
ReferenceShape reference_shape(Shape shape) {
  switch (shape) {
  case Shape::sphere:
    return ReferenceShape::sphere;
  case Shape::ellipsoid:
    return ReferenceShape::ellipsoid;
  case Shape::mesh:
    return ReferenceShape::mapped;
  default:
    return ReferenceShape::red_cell;
  }
}

} // namespace

Shape shape_of(const ClosedSurface& closed) {
  switch (closed.surface.shape) {
  case ReferenceShape::sphere:
    return Shape::sphere;
  case ReferenceShape::ellipsoid:
    return Shape::ellipsoid;
  case ReferenceShape::mapped:
    return Shape::mesh;
  default:
    return Shape::red_cell;
  }
}
Shape shape_of(const ObjectKind& kind) {
  return std::visit([](const auto& structure) { return shape_of(structure); }, kind.structure);
}

StructureNumbers::StructureNumbers(const ObjectKind& kind) : shape(shape_of(kind)) {
  std::visit([this](const auto& structure) { take(structure); }, kind.structure);
}

std::string shape_name(const ObjectKind& kind) {
  return shape_names[static_cast<std::size_t>(shape_of(kind))];
}

void require_a_known_shape(const Tree& object, const std::string& path) {
  const Tree* const shape = object.kind == Tree::Kind::map ? object.find("shape") : nullptr;
  if (!shape || shape->kind != Tree::Kind::scalar) return;
  read_choice(*shape, path + ".shape", words_of_shapes());
}

Keys surface_keys(const SharedNumbers& numbers, const std::filesystem::path& folder) {
  const auto radius =
      std::make_shared<real>(numbers->is_tube() ? numbers->tube.radius : numbers->closed.surface.half_axes.x);
  const auto scale = std::make_shared<real>(1);
  const auto is = [numbers](Shape shape) { return numbers->shape == shape; };
  return {
      key::one_of(
          "shape", [numbers] { return static_cast<std::size_t>(numbers->shape); },
          [numbers](std::size_t i) {
            numbers->shape = shape_called(i);
            numbers->is_called_platelet = words_of_shapes()[i] == "platelet";
            numbers->closed.surface.shape = reference_shape(numbers->shape);
            if (!numbers->is_mesh()) numbers->closed.surface.map.reset();
          },
          words_of_shapes(),
          "The surface at rest. A red cell (or rbc) has the shape of the paper's equation (16), a capsule is "
          "a sphere, a platelet an ellipsoid. A tube is a rigid wall along z through the whole box; "
          "flow.pressure_gradient drives the fluid inside. A sheet is a rigid wall across the box in x and "
          "z, or endothelium. A tracer is a point that moves with the fluid without any effect on it. The "
          "surface of a mesh is read from a file such as STL.")
          .needs("red cell"),
      key::quantity("radius", *radius, dimension::length,
                    "Radius of a sphere or a tube, where it must be given; R0 of a red cell. For a tube it "
                    "is the radius for the fluid. Its sites lie 0.15 to 0.4 h outside, because the kernel "
                    "makes walls thicker.")
          .above(0)
          .only_if(
              [is] {
                return !is(Shape::ellipsoid) && !is(Shape::sheet) && !is(Shape::tracer) && !is(Shape::mesh);
              },
              "an ellipsoid has half_axes, a sheet a relief, a mesh a file, a tracer is a point")
          .by_default("for a red cell " + format_quantity(red_cell_radius, dimension::length),
                      [radius] { *radius = red_cell_radius; })
          .needs("3.91 um", [is] { return is(Shape::tube) || is(Shape::sphere); })
          .afterwards([radius, numbers, is] {
            if (is(Shape::tube))
              numbers->tube.radius = *radius;
            else if (!is(Shape::ellipsoid) && !is(Shape::mesh))
              numbers->closed.surface.half_axes = {*radius, *radius, *radius};
          }),
      key::vector("half_axes", numbers->closed.surface.half_axes, dimension::length,
                  "Half axes of an ellipsoid.")
          .above(0)
          .needs("[3 um, 2 um, 2 um]", [numbers] { return numbers->preset == CellPreset::none; })
          .only_if([is] { return is(Shape::ellipsoid); }, "only an ellipsoid has them; give the radius"),
      mesh_key(numbers->closed.surface, folder)
          .needs("{file: cell.stl, unit: 1 um}", [is] { return is(Shape::mesh); })
          .only_if([is] { return is(Shape::mesh); }, "only shape: mesh has one"),
      key::number("scale", *scale,
                  "Factor of the size of the surface at rest. The run's scenario.yaml contains the resulting "
                  "size instead.")
          .above(0)
          .not_written()
          .afterwards([scale, numbers] {
            numbers->tube.radius *= *scale;
            numbers->sheet.relief.height *= *scale, numbers->sheet.length *= *scale;
            numbers->closed.surface.half_axes *= *scale;
          }),
  };
}

Keys sheet_keys(const SharedNumbers& numbers, const std::filesystem::path& folder) {
  const auto sheet = [numbers] { return numbers->is_sheet(); };
  const auto hilly = [numbers] {
    const Relief::Form form = numbers->sheet.relief.form;
    return numbers->is_sheet() && form != Relief::Form::flat && form != Relief::Form::map;
  };
  const char* const else_error = "only a sheet with relief: cobblestone or elongated has it";
  Relief& relief = numbers->sheet.relief;
  return {
      relief_key(relief, folder).only_if(sheet, "only a sheet has one"),
      key::quantity("height", relief.height, dimension::length,
                    "Height of the relief from its valleys to its tops.")
          .above(0)
          .only_if(hilly, else_error),
      key::quantity("length", numbers->sheet.length, dimension::length,
                    "Period of the relief along x and z, rounded so that a whole number fits into the box.")
          .above(0)
          .only_if(hilly, else_error)};
}

} // namespace ibsim
