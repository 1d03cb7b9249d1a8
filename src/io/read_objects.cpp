// The schema of one kind of object:
//
//   name: red cell                       unique; the shape if left out
//   shape: sphere | ellipsoid | red cell
//   radius: 3.91 um                      sphere; red cell: R0 of the paper's equation (16), 3.91 um if left
//   out
//   half_axes: [3 um, 2 um, 2 um]        ellipsoid
//   scale: 1                             makes the surface at rest larger or smaller
//   membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}
//   data_sites, sample_sites             suitable_sites if left out
// and where its objects are, either for one of them
//   at: [8 um, 8 um, 8 um]
//   stretch: [1, 1/1.1, 1.1]             strains the membrane, along the object's own axes
//   rotate: [{axis: x, angle: 30 deg}]   about axes that do not turn with it, in this order; or rotation: a
//   matrix
// or for several, the same four keys in each entry of `placements: [{at: ..}, {at: ..}]`.
#include "io/read_objects.hpp"

#include "base/error.hpp"
#include "simulation/check_scenario.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

constexpr std::size_t most_objects = 10000; // each is compared with each, to find those that overlap
constexpr real most_stretch = 100, least_part_of_cell = 1e-3;
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

Rotation read_turn(const Tree& tree, const std::string& path) {
  const Fields fields(tree, path, {"axis", "angle"});
  const real angle = read_quantity(fields.need("angle", "30 deg"), fields.path("angle"), dimension::angle);
  const Tree& axis_tree = fields.need("axis", "x");
  Real3 axis{};
  if (axis_tree.kind == Tree::Kind::list) {
    axis = read_vector(axis_tree, fields.path("axis"), dimension::number);
    if (!(norm(axis) > 0) || !std::isfinite(norm(axis)))
      fail_at(axis_tree, fields.path("axis") + ": has no direction");
    axis = normalized(axis);
  } else {
    axis[static_cast<int>(read_choice(axis_tree, fields.path("axis"), {"x", "y", "z"}))] = 1;
  }
  return about(axis, angle);
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

/// Reads at, stretch, rotate and rotation from a map that may hold other keys too.
Placement read_placement(const Fields& fields) {
  Placement placement;
  placement.centre =
      read_vector(fields.need("at", "[8 um, 8 um, 8 um]"), fields.path("at"), dimension::length);
  if (const Tree* stretch = fields.find("stretch")) {
    placement.stretch = read_vector(*stretch, fields.path("stretch"), dimension::number);
    for (int d = 0; d < 3; ++d)
      if (!(placement.stretch[d] > 0))
        fail_at(*stretch, fields.path("stretch") + ": factors must be greater than zero");
      else if (!(placement.stretch[d] <= most_stretch && placement.stretch[d] >= 1 / most_stretch))
        fail_at(*stretch, fields.path("stretch") + ": factors must be from 0.01 to 100");
  }
  const Tree* rotate = fields.find("rotate");
  const Tree* matrix = fields.find("rotation");
  if (rotate && matrix) fail_at(*matrix, fields.path("rotation") + ": give either rotate or rotation");
  Rotation r;
  if (matrix) r = read_matrix(*matrix, fields.path("rotation"));
  if (rotate && rotate->kind == Tree::Kind::list) {
    for (std::size_t i = 0; i < rotate->items.size(); ++i)
      r = product(read_turn(rotate->items[i], fields.path("rotate") + "." + std::to_string(i)), r);
  } else if (rotate) {
    r = read_turn(*rotate, fields.path("rotate"));
  }
  std::copy(std::begin(r.rows), std::end(r.rows), std::begin(placement.rotation));
  return placement;
}

std::vector<Placement> read_placements(const Fields& fields) {
  const Tree* list = fields.find("placements");
  if (!list) {
    if (!fields.find("at"))
      fail_at(fields.tree(), "missing key \"" + fields.path("at") + "\" (for one object) or \"" +
                                 fields.path("placements") + "\" (for several)");
    return {read_placement(fields)};
  }
  for (const char* key : {"at", "stretch", "rotate", "rotation"})
    if (const Tree* other = fields.find(key))
      fail_at(*other, fields.path(key) + ": with placements, this belongs into each of them");
  const std::string path = fields.path("placements");
  if (list->kind != Tree::Kind::list || list->items.empty())
    fail_at(*list, path + ": expected a list such as [{at: [8 um, 8 um, 8 um]}]");
  if (list->items.size() > most_objects)
    fail_at(*list, path + ": " + std::to_string(list->items.size()) + " objects are too many, at most " +
                       std::to_string(most_objects));
  std::vector<Placement> placements;
  for (std::size_t i = 0; i < list->items.size(); ++i)
    placements.push_back(read_placement(
        Fields(list->items[i], path + "." + std::to_string(i), {"at", "stretch", "rotate", "rotation"})));
  return placements;
}

ReferenceSurface read_surface(const Fields& fields) {
  ReferenceSurface surface;
  surface.shape = static_cast<ReferenceShape>(
      read_choice(fields.need("shape", "red cell"), fields.path("shape"), shape_names()));
  const Tree* radius = fields.find("radius");
  const Tree* axes = fields.find("half_axes");
  if (surface.shape == ReferenceShape::ellipsoid) {
    if (radius) fail_at(*radius, fields.path("radius") + ": an ellipsoid has half_axes");
    const Tree& tree = fields.need("half_axes", "[3 um, 2 um, 2 um]");
    surface.half_axes = read_vector(tree, fields.path("half_axes"), dimension::length);
    for (int d = 0; d < 3; ++d)
      if (!(surface.half_axes[d] > 0))
        fail_at(tree, fields.path("half_axes") + ": must be greater than zero");
  } else {
    if (axes) fail_at(*axes, fields.path("half_axes") + ": only an ellipsoid has them; give the radius");
    real r = 3.91; // the paper's red cell
    if (surface.shape == ReferenceShape::sphere || radius)
      r = read_positive(fields.need("radius", "3.91 um"), fields.path("radius"), dimension::length);
    surface.half_axes = {r, r, r};
  }
  if (const Tree* scale = fields.find("scale"))
    surface.half_axes *= read_positive(*scale, fields.path("scale"), dimension::number);
  return surface;
}

ObjectKind read_object(const Tree& tree, const std::string& path, real h) {
  const Fields fields(tree, path,
                      {"name", "shape", "radius", "half_axes", "scale", "membrane", "data_sites",
                       "sample_sites", "at", "stretch", "rotate", "rotation", "placements"});
  ObjectKind kind;
  kind.surface = read_surface(fields);
  const Real3& axes = kind.surface.half_axes;
  if (!(std::min({axes.x, axes.y, axes.z}) >= least_part_of_cell * h))
    fail_at(tree, path + ": is smaller than a thousandth of a cell of the grid");
  kind.name = shape_names()[static_cast<std::size_t>(kind.surface.shape)];
  if (const Tree* name = fields.find("name")) {
    kind.name = read_text(*name, fields.path("name"));
    const auto plain = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == ' ' || c == '-' || c == '_' || c == '.' ||
             (c & 0x80);
    };
    if (!std::all_of(kind.name.begin(), kind.name.end(), plain) || kind.name.size() > 100)
      fail_at(*name, fields.path("name") + ": only letters, digits, spaces and - _ . make a name");
  }
  const Fields membrane(fields.need("membrane", "{shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}"),
                        fields.path("membrane"), {"shear_modulus", "area_modulus"});
  kind.law.shear_modulus = read_positive(membrane.need("shear_modulus", "2.5e-3 dyn/cm"),
                                         membrane.path("shear_modulus"), dimension::tension);
  kind.law.area_modulus = read_positive(membrane.need("area_modulus", "0.25 dyn/cm"),
                                        membrane.path("area_modulus"), dimension::tension);
  kind.placements = read_placements(fields);

  const SiteCounts suitable = suitable_sites(kind.surface, h);
  kind.data_sites = suitable.data, kind.sample_sites = suitable.sample;
  if (const Tree* n = fields.find("data_sites"))
    kind.data_sites =
        static_cast<int>(read_integer(*n, fields.path("data_sites"), least_sites, most_data_sites));
  if (const Tree* n = fields.find("sample_sites"))
    kind.sample_sites =
        static_cast<int>(read_integer(*n, fields.path("sample_sites"), least_sites, most_sample_sites));
  return kind;
}

} // namespace

const std::vector<std::string>& shape_names() {
  static const std::vector<std::string> names{"sphere", "ellipsoid", "red cell"};
  return names;
}

std::vector<ObjectKind> read_objects(const Tree& tree, real h) {
  if (tree.kind == Tree::Kind::nothing) return {};
  if (tree.kind != Tree::Kind::list)
    fail_at(tree, "objects: expected a list, each entry starting with \"- shape:\"");
  std::vector<ObjectKind> kinds;
  std::size_t objects = 0;
  for (std::size_t i = 0; i < tree.items.size(); ++i) {
    kinds.push_back(read_object(tree.items[i], "objects." + std::to_string(i), h));
    objects += kinds.back().placements.size();
    if (objects > most_objects)
      fail_at(tree, "objects: too many in all, at most " + std::to_string(most_objects));
    for (std::size_t k = 0; k < i; ++k)
      if (kinds[k].name == kinds[i].name) {
        const Tree* name = tree.items[i].find("name");
        fail_at(name ? *name : tree.items[i], "objects." + std::to_string(i) +
                                                  ": another kind of object is called \"" + kinds[i].name +
                                                  "\"; give each its own name");
      }
  }
  return kinds;
}

} // namespace ibsim
