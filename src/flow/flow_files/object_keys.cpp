// `objects`: kinds of objects, and where their objects are: for one of them by at, stretch, rotate or
// rotation, for several by the same keys in each entry of `placements`.
#include "flow_files/flow_keys.hpp"
#include "simulation/check_scenario.hpp"
#include "simulation/tubes.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

namespace ibsim {
namespace {

constexpr real most_stretch = 100, least_part_of_cell = 1e-3;
constexpr real least_viscosity_ratio = 1e-3, most_viscosity_ratio = 1e3;
constexpr long least_sites = 50, most_data_sites = 20000, most_sample_sites = 200000;

struct Rotation {
  Real3 rows[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
};

/// Rodrigues' formula: turn by `angle` about the unit vector `axis`.
Rotation about(const Real3& axis, real angle) {
  const real c = std::cos(angle), s = std::sin(angle);
  Rotation r;
  for (int d = 0; d < 3; ++d) {
    Real3 e{};
    e[d] = 1;
    const Real3 image = c * e + s * cross(axis, e) + (1 - c) * axis[d] * axis; // column d
    for (int i = 0; i < 3; ++i) r.rows[i][d] = image[i];
  }
  return r;
}

Rotation product(const Rotation& a, const Rotation& b) {
  Rotation c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      c.rows[i][j] = 0;
      for (int k = 0; k < 3; ++k) c.rows[i][j] += a.rows[i][k] * b.rows[k][j];
    }
  return c;
}

Rotation read_matrix(const Tree& tree, const std::string& path) {
  if (tree.kind != Tree::Kind::list || tree.items.size() != 3)
    fail_at(tree, path + ": expected the three rows of a rotation matrix");
  Rotation r;
  for (int d = 0; d < 3; ++d)
    r.rows[d] = read_vector(tree.items[static_cast<std::size_t>(d)], path, dimension::number);
  constexpr real tolerance = 1e-6; // a matrix typed with seven digits is welcome
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      if (!(std::abs(dot(r.rows[a], r.rows[b]) - (a == b)) < tolerance))
        fail_at(tree, path + ": is not a rotation, its rows are not orthonormal");
  if (dot(cross(r.rows[0], r.rows[1]), r.rows[2]) < 0)
    fail_at(tree, path + ": is not a rotation but a reflection");
  return r;
}

/// A turn of `rotate`, as it is read.
struct Turn {
  Real3 axis{1, 0, 0};
  real angle = 0;
};

void read_axis(Real3& axis, const Tree& tree, const std::string& path) {
  axis = {};
  if (tree.kind == Tree::Kind::list) {
    axis = read_vector(tree, path, dimension::number);
    if (!(norm(axis) > 0) || !std::isfinite(norm(axis))) fail_at(tree, path + ": has no direction");
    axis = normalized(axis);
  } else {
    axis[static_cast<int>(read_choice(tree, path, {"x", "y", "z"}))] = 1;
  }
}

Key turn_key(Turn& turn) {
  return key::map(
      "",
      {key::quantity("angle", turn.angle, dimension::angle,
                     "By how much, counter-clockwise seen from its tip.")
           .needs("30 deg"),
       key::value(
           "axis", "x, y, z or a vector [1, 2, 3]",
           [&turn](const Tree& tree, const std::string& path) { read_axis(turn.axis, tree, path); },
           [&turn] { return vector_yaml(turn.axis, dimension::number); }, "About which axis of the box.")
           .needs("x")},
      "");
}

std::string wrong_stretch(const Real3& stretch) {
  for (int d = 0; d < 3; ++d) {
    if (!(stretch[d] > 0)) return "factors must be greater than zero";
    if (!(stretch[d] <= most_stretch && stretch[d] >= 1 / most_stretch))
      return "factors must be from 0.01 to 100";
  }
  return {};
}

/// at, stretch, rotate and rotation.
Keys placement_keys(Placement& p) {
  const auto turns = std::make_shared<std::vector<Turn>>();
  Key rotate =
      key::list<Turn>("rotate", "a turn {axis: x, angle: 30 deg}, or a list of them", *turns, turn_key,
                      "Turns the object after the stretch, about axes of the box through its centre, one "
                      "turn after the other.");
  rotate.one_without_list = true;
  rotate.not_written().by_default("none").afterwards([turns, &p](const Tree* given, const std::string&) {
    if (!given) return;
    Rotation r;
    for (const Turn& turn : *turns) r = product(about(turn.axis, turn.angle), r);
    std::copy(std::begin(r.rows), std::end(r.rows), std::begin(p.rotation));
  });
  return {
      key::vector("at", p.centre, dimension::length, "Where the centre of the object is.")
          .needs("[8 um, 8 um, 8 um]"),
      key::vector(
          "stretch", p.stretch, dimension::number,
          "Factors along the object's own x, y and z by which it is stretched at the start: this strains "
          "its membrane.")
          .check([&p] { return wrong_stretch(p.stretch); }),
      rotate,
      key::value(
          "rotation", "the three rows of a rotation matrix",
          [&p](const Tree& tree, const std::string& path) {
            const Rotation r = read_matrix(tree, path);
            std::copy(std::begin(r.rows), std::end(r.rows), std::begin(p.rotation));
          },
          [&p] {
            std::string rows;
            for (const Real3& row : p.rotation)
              rows += (rows.empty() ? "[" : ", ") + vector_yaml(row, dimension::number);
            return rows + "]";
          },
          "Turns the object after the stretch, as a matrix; give either this or rotate."),
  };
}

void require_one_turn(const Tree& placement, const std::string& path) {
  const Tree* matrix = placement.find("rotation");
  if (matrix && placement.find("rotate"))
    fail_at(*matrix, path + ".rotation: give either rotate or rotation");
}

Key placement_key(Placement& p) {
  return key::map("", placement_keys(p), "").beforehand([](const Tree* given, const std::string& path) {
    if (given) require_one_turn(*given, path);
  });
}

/// Where its objects are: one, or several.
void require_one_way_of_placing(const Tree& object, const std::string& path) {
  if (!object.find("placements")) {
    if (object.kind == Tree::Kind::map && !object.find("at"))
      fail_at(object, "missing key \"" + path + ".at\" (for one object) or \"" + path +
                          ".placements\" (for several)");
    return require_one_turn(object, path);
  }
  for (const char* key : {"at", "stretch", "rotate", "rotation"})
    if (const Tree* other = object.find(key))
      fail_at(*other, path + "." + key + ": with placements, this belongs into each of them");
}

std::string wrong_name(const std::string& name) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == ' ' || c == '-' || c == '_' || c == '.' ||
           (c & 0x80);
  };
  return std::all_of(name.begin(), name.end(), plain) && name.size() <= 100
             ? ""
             : "only letters, digits, spaces and - _ . make a name";
}

/// The last of shape_names().
constexpr std::size_t tube_shape = 3;

/// shape, radius, half_axes and scale.
Keys surface_keys(ObjectKind& object) {
  ReferenceSurface& surface = object.surface;
  const auto radius = std::make_shared<real>(0);
  const auto scale = std::make_shared<real>(1);
  const auto is = [&object](ReferenceShape shape) { return !object.tube && object.surface.shape == shape; };
  *radius = surface.half_axes.x;
  return {
      key::one_of(
          "shape",
          [&object] { return object.tube ? tube_shape : static_cast<std::size_t>(object.surface.shape); },
          [&object](std::size_t i) {
            object.tube = i == tube_shape;
            object.surface.shape = object.tube ? ReferenceShape::ellipsoid : static_cast<ReferenceShape>(i);
          },
          shape_names(),
          "The surface at rest; the red cell is that of the paper's equation (16). A tube is no elastic "
          "object "
          "but a rigid wall along z through the whole box, in which flow.pressure_gradient drives the fluid.")
          .needs("red cell"),
      key::quantity(
          "radius", *radius, dimension::length,
          "Of a sphere or a tube, where it must be given; R0 of a red cell, by default 3.91 um. A "
          "tube's is the radius that the fluid sees: its sites are placed slightly outside, by 0.15 "
          "to 0.4 of a cell, since the kernel makes walls thicker.")
          .above(0)
          .only_if([is] { return !is(ReferenceShape::ellipsoid); }, "an ellipsoid has half_axes")
          .by_default("of a red cell 3.91 um", [radius] { *radius = 3.91; })
          .needs("3.91 um", [&object, is] { return object.tube || is(ReferenceShape::sphere); })
          .afterwards([radius, &surface, is] {
            if (!is(ReferenceShape::ellipsoid)) surface.half_axes = {*radius, *radius, *radius};
          }),
      key::vector("half_axes", surface.half_axes, dimension::length, "Of an ellipsoid.")
          .above(0)
          .needs("[3 um, 2 um, 2 um]")
          .only_if([is] { return is(ReferenceShape::ellipsoid); },
                   "only an ellipsoid has them; give the radius"),
      key::number("scale", *scale,
                  "Makes the surface at rest larger or smaller. It is written back as the result.")
          .above(0)
          .not_written()
          .afterwards([scale, &surface] { surface.half_axes *= *scale; }),
  };
}

/// Kinds with equal names cannot be told apart in the output.
void require_own_names(const Tree& list, const std::string& path, const std::vector<ObjectKind>& kinds) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (names.insert(kinds[i].name).second) continue;
    const Tree* name = list.items[i].find("name");
    fail_at(name ? *name : list.items[i], path + "." + std::to_string(i) +
                                              ": another kind of object is called \"" + kinds[i].name +
                                              "\"; give each its own name");
  }
}

/// A tube goes straight through the box, is neither stretched nor pulled, and is held all over.
void require_plain_tube(const ObjectKind& tube, const Tree* given, const std::string& path) {
  if (!given) return;
  const auto refuse = [&](const Tree& at, const char* key) {
    if (const Tree* tree = at.find(key))
      fail_at(*tree, path + "." + key + ": a tube lies along z, as it is; only its place can be given");
  };
  for (std::size_t o = 0; o < tube.placements.size(); ++o) {
    const Tree* placements = given->find("placements");
    const Tree& at = placements ? placements->items[o] : *given;
    const Placement plain, &placed = tube.placements[o];
    if (norm(placed.stretch - plain.stretch) > 0) refuse(at, "stretch");
    for (int d = 0; d < 3; ++d)
      if (norm(placed.rotation[d] - plain.rotation[d]) > 0) refuse(at, "rotate"), refuse(at, "rotation");
  }
  for (const char* key : {"pulls", "tweezers"})
    if (const Tree* tree = given->find(key))
      fail_at(*tree, path + "." + key + ": a tube is held, not pulled");
  for (const TetherProperties& tethers : tube.tethers)
    if (!std::isinf(tethers.patch.diameter))
      fail_at(*given, path + ".tethers: a tube is held all over, without at and diameter");
}

Key object_key(ObjectKind& kind, const Grid& grid) {
  if (kind.placements.empty()) kind.placements.emplace_back(); // for one object without `placements`
  Keys keys{key::text("name", kind.name, "Of this kind of object, in the output; each kind has its own.")
                .by_default("the shape")
                .check([&kind] { return wrong_name(kind.name); })};
  const auto add = [&keys](const Keys& more) { keys.insert(keys.end(), more.begin(), more.end()); };
  add(surface_keys(kind));
  const auto closed = [&kind] { return !kind.tube; };
  Key membrane = membrane_key(kind);
  membrane.only_if(closed, "a tube is a rigid wall without a membrane");
  keys.push_back(membrane);
  keys.push_back(
      key::number("viscosity_ratio", kind.viscosity_ratio,
                  "lambda: viscosity of the fluid inside over that outside, fluid.viscosity; 5 for "
                  "a red cell in plasma.")
          .from_to(least_viscosity_ratio, most_viscosity_ratio)
          .only_if(closed, "a tube is a wall, and the fluid inside is that of the scenario"));
  add(outer_force_keys(kind));
  add({key::integer("data_sites", kind.data_sites, least_sites, most_data_sites,
                    "Sites of one object that move with the fluid.")
           .by_default("1.6 cells apart, from 200 to 2000",
                       [&kind, &grid] { kind.data_sites = suitable_sites(kind.surface, grid.h).data; })
           .only_if(closed, "those of a tube are 1.25 cells apart"),
       key::integer("sample_sites", kind.sample_sites, least_sites, most_sample_sites,
                    "Sites of one object at which forces act on the fluid.")
           .by_default("half a cell apart, from 400 to 40000, and no fewer than data_sites",
                       [&kind, &grid] {
                         const int by_grid = suitable_sites(kind.surface, grid.h).sample;
                         kind.sample_sites = std::max(by_grid, (kind.data_sites + 3) / 4 * 4);
                       })
           .only_if(closed, "those of a tube are 1.25 cells apart")});
  for (Key key : placement_keys(kind.placements.front())) {
    key.needed = false; // `placements` may stand instead
    if (key.name == "at") key.by_default("must be given, or placements");
    keys.push_back(key.not_written());
  }
  keys.push_back(
      key::list<Placement>("placements", "a list such as [{at: [8 um, 8 um, 8 um]}]", kind.placements,
                           placement_key,
                           "Where several objects of this kind are, instead of at: a list of maps with "
                           "at, stretch, rotate or rotation.")
          .at_least(1)
          .by_default("one object, placed by at"));
  return key::map("", keys, "")
      .beforehand([](const Tree* given, const std::string& path) {
        if (given) require_one_way_of_placing(*given, path);
      })
      .afterwards([&kind, &grid](const Tree* given, const std::string& path) {
        if (kind.name.empty())
          kind.name = shape_names()[kind.tube ? tube_shape : static_cast<std::size_t>(kind.surface.shape)];
        if (kind.tube) require_plain_tube(kind, given, path), set_up_tube(kind, grid);
        const Real3& axes = kind.surface.half_axes;
        if (given && !(std::min({axes.x, axes.y, axes.z}) >= least_part_of_cell * grid.h))
          fail_at(*given, path + ": is smaller than a thousandth of a cell of the grid");
      });
}

} // namespace

const std::vector<std::string>& shape_names() {
  static const std::vector<std::string> names{"sphere", "ellipsoid", "red cell", "tube"};
  return names;
}

Key objects_key(Scenario& scenario) {
  return key::list<ObjectKind>(
             "objects", "a list, each entry starting with \"- shape:\"", scenario.objects,
             [&scenario](ObjectKind& kind) { return object_key(kind, scenario.grid); },
             "Kinds of elastic objects in the fluid, and where they are.")
      .by_default("none")
      .afterwards([&scenario](const Tree* given, const std::string& path) {
        if (given) require_own_names(*given, path, scenario.objects);
      });
}

} // namespace ibsim
