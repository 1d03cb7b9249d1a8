#include "flow_files/vessel_block.hpp"

#include "base/error.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "geometry/devices.hpp"
#include "geometry/primitives.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace ibsim {
namespace {

constexpr real without_end = std::numeric_limits<real>::infinity();

int read_axis(const Tree& tree, const std::string& path) {
  return static_cast<int>(read_choice(tree, path, {"x", "y", "z"}));
}
real positive_length(const Fields& f, const char* key, const char* example) {
  return read_positive(f.need(key, example), f.path(key), dimension::length);
}
real length_or(const Fields& f, const char* key, real otherwise) {
  const Tree* tree = f.find(key);
  if (!tree) return otherwise;
  const real value = read_quantity(*tree, f.path(key), dimension::length);
  if (!(value >= 0)) fail_at(*tree, f.path(key) + ": must not be negative");
  return value;
}
int direction_or(const Fields& f, const char* key, int otherwise) {
  const Tree* tree = f.find(key);
  return tree ? read_axis(*tree, f.path(key)) : otherwise;
}
Real3 read_place(const Fields& f, const char* key, const char* example) {
  return read_vector(f.need(key, example), f.path(key), dimension::length);
}
Real3 direction_of(const Fields& f, const char* key, const Real3& otherwise) {
  const Tree* tree = f.find(key);
  if (!tree) return otherwise;
  const Real3 way = read_vector(*tree, f.path(key), dimension::number);
  if (!(norm(way) > 0)) fail_at(*tree, f.path(key) + ": has no length");
  return way;
}
constexpr const char* a_place = "[8 um, 8 um, 0 um]";

std::vector<real> read_radii(const Fields& f, std::size_t points) {
  const Tree *one = f.find("radius"), *many = f.find("radii");
  if (!one == !many) fail_at(f.tree(), f.path("radius") + ": give radius, or radii with one for each point");
  if (one) return std::vector<real>(points, read_positive(*one, f.path("radius"), dimension::length));
  if (many->kind != Tree::Kind::list || many->items.size() != points)
    fail_at(*many, f.path("radii") + text(": expected a list of %zu radii, one for each point", points));
  std::vector<real> radii;
  for (const Tree& radius : many->items)
    radii.push_back(read_positive(radius, f.path("radii"), dimension::length));
  return radii;
}

ImplicitShape read_tube(const Tree& tree, const std::string& path, const PeriodicBox& box) {
  const Fields f(tree, path, {"points", "radius", "radii"});
  const Tree& list = f.need("points", "[[8 um, 8 um, 0 um], [8 um, 8 um, 16 um]]");
  if (list.kind != Tree::Kind::list || list.items.size() < 2)
    fail_at(list, f.path("points") + ": expected a list of two or more points");
  std::vector<Real3> points;
  for (const Tree& point : list.items)
    points.push_back(read_vector(point, f.path("points"), dimension::length));
  return repeated(tube_shape(points, read_radii(f, points.size())), box);
}

ImplicitShape read_box(const Tree& tree, const std::string& path, const PeriodicBox& box) {
  const Fields f(tree, path, {"from", "to"});
  Real3 low = read_place(f, "from", "[2 um, 2 um, 0 um]"),
        high = read_place(f, "to", "[14 um, 14 um, 16 um]");
  for (int d = 0; d < 3; ++d) {
    if (!(high[d] > low[d])) fail_at(f.tree(), path + ": to must be greater than from along each direction");
    if (low[d] <= 1e-9 * box.size[d] && high[d] >= (1 - 1e-9) * box.size[d])
      low[d] = -without_end, high[d] = without_end; // through both ends
  }
  return repeated(box_shape(low, high), box);
}

ImplicitShape read_sphere(const Tree& tree, const std::string& path, const PeriodicBox& box) {
  const Fields f(tree, path, {"at", "radius"});
  return repeated(sphere_shape(read_place(f, "at", a_place), positive_length(f, "radius", "5 um")), box);
}

ImplicitShape read_cylinder(const Tree& tree, const std::string& path, const PeriodicBox& box) {
  const Fields f(tree, path, {"axis", "at", "radius"});
  return repeated(cylinder_shape(direction_or(f, "axis", 2), read_place(f, "at", a_place),
                                 positive_length(f, "radius", "5 um")),
                  box);
}

void require_room_along(const Fields& f, int axis, real length, const PeriodicBox& box) {
  if (length > box.size[axis])
    fail_at(f.tree(), f.path("length") + text(": with its ramps it is %.4g um long, and the box %.4g um",
                                              length, box.size[axis]));
}

ImplicitShape read_constriction(const Tree& tree, const std::string& path, const PeriodicBox& box) {
  const Fields f(tree, path, {"axis", "at", "radius", "to", "length", "ramp"});
  ConstrictionShape c{
      direction_or(f, "axis", 2),       read_place(f, "at", a_place), positive_length(f, "radius", "5 um"),
      positive_length(f, "to", "3 um"), length_or(f, "length", 0),    0};
  c.ramp = length_or(f, "ramp", c.radius);
  if (!(c.ramp > 0)) fail_at(f.tree(), f.path("ramp") + ": must be greater than zero");
  require_room_along(f, c.axis, c.length + 2 * c.ramp, box);
  return constriction_shape(c, box);
}

ImplicitShape read_stenosis(const Tree& tree, const std::string& path, const PeriodicBox& box) {
  const Fields f(tree, path, {"axis", "at", "radius", "degree", "length"});
  const Tree& degree = f.need("degree", "50 %");
  const real narrowed = read_number(degree, f.path("degree"));
  if (!(narrowed > 0 && narrowed < 1))
    fail_at(degree, f.path("degree") + ": the part of the diameter that is lost is between 0 and 1");
  ConstrictionShape c{direction_or(f, "axis", 2),
                      read_place(f, "at", a_place),
                      positive_length(f, "radius", "5 um"),
                      0,
                      0,
                      positive_length(f, "length", "20 um") / 2};
  c.throat = c.radius * (1 - narrowed);
  require_room_along(f, c.axis, 2 * c.ramp, box);
  return constriction_shape(c, box);
}

ImplicitShape read_aneurysm(const Tree& tree, const std::string& path, const PeriodicBox& box) {
  const Fields f(tree, path, {"axis", "at", "radius", "towards", "sac_radius", "sac_distance", "joint"});
  AneurysmShape a;
  a.axis = direction_or(f, "axis", 2), a.at = read_place(f, "at", a_place);
  a.radius = positive_length(f, "radius", "5 um"), a.sac_radius = positive_length(f, "sac_radius", "4 um");
  a.towards = direction_of(f, "towards", a.axis == 0 ? Real3{0, 1, 0} : Real3{1, 0, 0});
  a.sac_distance = length_or(f, "sac_distance", a.radius + a.sac_radius / 2);
  a.joint = length_or(f, "joint", a.sac_radius / 4);
  if (a.sac_distance > a.radius + a.sac_radius)
    fail_at(f.tree(), f.path("sac_distance") + ": the sac does not reach the vessel");
  return aneurysm_shape(a, box);
}

ImplicitShape read_bifurcation(const Tree& tree, const std::string& path, const PeriodicBox& box) {
  const Fields f(tree, path,
                 {"at", "direction", "plane", "radius", "murray", "ratio", "angle", "parent_length",
                  "daughter_length", "joint"});
  BifurcationShape b;
  b.at = read_place(f, "at", a_place), b.radius = positive_length(f, "radius", "5 um");
  b.direction = direction_of(f, "direction", b.direction), b.plane = direction_of(f, "plane", b.plane);
  if (!(norm(cross(b.direction, b.plane)) > 1e-6 * norm(b.direction) * norm(b.plane)))
    fail_at(f.tree(),
            f.path("plane") +
                ": is along the direction; give a direction across it, to which the daughters turn");
  if (const Tree* murray = f.find("murray"))
    b.murray = read_positive(*murray, f.path("murray"), dimension::number);
  if (const Tree* ratio = f.find("ratio"))
    b.ratio = read_positive(*ratio, f.path("ratio"), dimension::number);
  const Tree& angle = f.need("angle", "70 deg");
  b.angle = read_positive(angle, f.path("angle"), Dimension{0, 0, 0, 1});
  if (!(b.angle < std::numbers::pi)) fail_at(angle, f.path("angle") + ": must be less than 180 deg");
  b.parent_length = positive_length(f, "parent_length", "20 um");
  b.daughter_length = positive_length(f, "daughter_length", "20 um");
  b.joint = length_or(f, "joint", b.first_radius() / 4);
  return bifurcation_shape(b, box);
}

ImplicitShape read_cross_slot(const Tree& tree, const std::string& path, const PeriodicBox& box) {
  const Fields f(tree, path, {"axes", "at", "width", "depth"});
  CrossSlotShape c;
  c.at = read_place(f, "at", a_place), c.width = positive_length(f, "width", "10 um");
  c.depth = length_or(f, "depth", without_end);
  if (const Tree* axes = f.find("axes")) {
    if (axes->kind != Tree::Kind::list || axes->items.size() != 2)
      fail_at(*axes, f.path("axes") + ": expected two directions such as [x, y]");
    c.first = read_axis(axes->items[0], f.path("axes")), c.second = read_axis(axes->items[1], f.path("axes"));
    if (c.first == c.second) fail_at(*axes, f.path("axes") + ": the two channels cross each other");
  }
  return cross_slot_shape(c, box);
}

ImplicitShape read_pillars(const Tree& tree, const std::string& path, const PeriodicBox& box) {
  const Fields f(tree, path, {"axis", "flow", "at", "radius", "gap", "row_shift"});
  PillarsShape p;
  p.axis = direction_or(f, "axis", 1), p.flow = direction_or(f, "flow", 2);
  if (p.axis == p.flow)
    fail_at(f.tree(), f.path("flow") + ": the flow goes across the pillars, not along them");
  p.radius = positive_length(f, "radius", "5 um"), p.gap = positive_length(f, "gap", "6 um");
  if (f.find("at")) p.at = read_place(f, "at", a_place);
  if (const Tree* shift = f.find("row_shift")) p.row_shift = read_number(*shift, f.path("row_shift"));
  try {
    return pillars_shape(p, box);
  } catch (const InputError& e) {
    fail_at(f.tree(), path + ": " + e.what());
  }
}

ImplicitShape read_hyperbolic(const Tree& tree, const std::string& path, const PeriodicBox& box) {
  const Fields f(tree, path, {"axis", "across", "at", "from", "to", "length", "depth"});
  HyperbolicShape s;
  s.axis = direction_or(f, "axis", 2), s.across = direction_or(f, "across", s.axis == 0 ? 1 : 0);
  if (s.axis == s.across) fail_at(f.tree(), f.path("across") + ": the width is across the axis");
  s.at = read_place(f, "at", a_place), s.from = positive_length(f, "from", "40 um");
  s.to = positive_length(f, "to", "10 um"), s.length = positive_length(f, "length", "40 um");
  s.depth = length_or(f, "depth", without_end);
  if (!(s.to < s.from)) fail_at(f.tree(), f.path("to") + ": must be less than from");
  require_room_along(f, s.axis, s.length, box);
  return hyperbolic_shape(s, box);
}

std::vector<ImplicitShape> read_shapes(const Tree& tree, const std::string& path, const PeriodicBox& box) {
  if (tree.kind != Tree::Kind::list || tree.items.empty())
    fail_at(tree, path + ": expected a list of shapes, got " + shown(tree));
  std::vector<ImplicitShape> shapes;
  for (std::size_t i = 0; i < tree.items.size(); ++i)
    shapes.push_back(read_shape(tree.items[i], path + "." + std::to_string(i), box));
  return shapes;
}

ImplicitShape read_union(const Tree& tree, const std::string& path, const PeriodicBox& box) {
  if (tree.kind == Tree::Kind::list) return union_of(read_shapes(tree, path, box));
  const Fields f(tree, path, {"of", "joint"});
  const std::vector<ImplicitShape> shapes =
      read_shapes(f.need("of", "[{tube: ..}, {tube: ..}]"), f.path("of"), box);
  return smooth_union_of(shapes, length_or(f, "joint", 0));
}

ImplicitShape read_difference(const Tree& tree, const std::string& path, const PeriodicBox& box) {
  const std::vector<ImplicitShape> shapes = read_shapes(tree, path, box);
  return difference_of(shapes[0], {shapes.begin() + 1, shapes.end()});
}

ImplicitShape read_intersection(const Tree& tree, const std::string& path, const PeriodicBox& box) {
  return intersection_of(read_shapes(tree, path, box));
}

struct NamedShape {
  const char* name;
  ImplicitShape (*read)(const Tree&, const std::string&, const PeriodicBox&);
};
const std::vector<NamedShape> named_shapes{{"tube", read_tube},
                                           {"box", read_box},
                                           {"sphere", read_sphere},
                                           {"cylinder", read_cylinder},
                                           {"constriction", read_constriction},
                                           {"stenosis", read_stenosis},
                                           {"aneurysm", read_aneurysm},
                                           {"bifurcation", read_bifurcation},
                                           {"cross_slot", read_cross_slot},
                                           {"pillars", read_pillars},
                                           {"hyperbolic", read_hyperbolic},
                                           {"union", read_union},
                                           {"difference", read_difference},
                                           {"intersection", read_intersection}};

} // namespace

ImplicitShape read_shape(const Tree& tree, const std::string& path, const PeriodicBox& box) {
  std::string known;
  std::vector<std::string> names;
  for (const NamedShape& shape : named_shapes)
    known += (known.empty() ? "" : ", ") + std::string(shape.name), names.push_back(shape.name);
  if (tree.kind != Tree::Kind::map || tree.keys.size() != 1)
    fail_at(tree, path + ": expected a map with one shape, as {tube: {..}}, got " + shown(tree) +
                      "; shapes are " + known);
  const std::string& name = tree.keys[0].text;
  for (const NamedShape& shape : named_shapes)
    if (name == shape.name) return shape.read(tree.items[0], path + "." + name, box);
  fail_at(tree.keys[0], path + ": there is no shape " + in_quotes(name) + did_you_mean(name, names) +
                            "; shapes are " + known);
}

} // namespace ibsim
