// Keys of an object's place: at, stretch, rotate and rotation.
#include "flow_files/flow_keys.hpp"
#include "model/object_kind.hpp"
#include "model/rotations.hpp"
#include "packing/placement_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace ibsim {
namespace {

Rotation read_matrix(const Tree& tree, const std::string& path) {
  if (tree.kind != Tree::Kind::list || tree.items.size() != 3)
    fail_at(tree, path + ": expected the three rows of a rotation matrix");
  Rotation r;
  for (int d = 0; d < 3; ++d)
    r.rows[d] = read_vector(tree.items[static_cast<std::size_t>(d)], path, dimension::number);
  if (const std::string trouble = trouble_with_rotation(r.rows); !trouble.empty())
    fail_at(tree, path + ": " + trouble);
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
                     "Angle, counter-clockwise as seen from the tip of the axis.")
           .needs("30 deg"),
       key::value(
           "axis", "x, y, z or a vector [1, 2, 3]",
           [&turn](const Tree& tree, const std::string& path) { read_axis(turn.axis, tree, path); },
           [&turn] { return vector_yaml(turn.axis, dimension::number); }, "Axis of the box.")
           .needs("x")},
      "");
}

std::string wrong_stretch(const Real3& stretch) {
  for (int d = 0; d < 3; ++d) {
    if (!(stretch[d] > 0)) return "factors must be greater than zero";
    if (!(stretch[d] <= most_stretch && stretch[d] >= least_stretch))
      return "factors must be from 0.01 to 100";
  }
  return {};
}

} // namespace

Keys placement_keys(Placement& p) {
  const auto turns = std::make_shared<std::vector<Turn>>();
  Key rotate = key::list<Turn>(
      "rotate", "a turn {axis: x, angle: 30 deg}, or a list of them", *turns, turn_key,
      "Turns of the object after the stretch, in order, about axes of the box through its centre.");
  rotate.one_without_list = true;
  rotate.not_written().by_default("none").afterwards([turns, &p](const Tree* given, const std::string&) {
    if (!given) return;
    Rotation r;
    for (const Turn& turn : *turns) r = product(about(turn.axis, turn.angle), r);
    std::copy(std::begin(r.rows), std::end(r.rows), std::begin(p.rotation));
  });
  const auto axis = std::make_shared<Real3>(Real3{0, 0, 1});
  constexpr real never = std::numeric_limits<real>::infinity();
  Key enters = key::quantity("enters", p.enters, dimension::time,
                             "Time at which the object comes into the run, at rest; 0: it is there from the "
                             "start. It waits until its place is free.")
                   .at_least(0);
  Key leaves =
      key::quantity("leaves", p.leaves, dimension::time, "Time at which the object is taken out of the run.")
          .above(0)
          .or_word(
              "never", [&p] { return p.leaves == never; },
              [&p](bool stays) {
                if (stays) p.leaves = never;
              })
          .check([&p] { return p.leaves > p.enters ? "" : "is not after enters"; });
  enters.written_back = p.enters > 0, leaves.written_back = p.leaves < never;
  return {
      key::vector("at", p.centre, dimension::length, "Centre of the object.").needs("[8 um, 8 um, 8 um]"),
      key::vector(
          "stretch", p.stretch, dimension::number,
          "Factors of stretch along the object's own x, y and z at the start, which strain its membrane.")
          .check([&p] { return wrong_stretch(p.stretch); }),
      rotate,
      key::value(
          "axis", "x, y, z or a vector [1, 2, 3]",
          [axis](const Tree& tree, const std::string& path) { read_axis(*axis, tree, path); },
          [axis] { return vector_yaml(*axis, dimension::number); },
          "Direction of the object's own z axis, which is the axis of a red cell. The object makes the "
          "smallest turn from z. It replaces rotate.")
          .not_written()
          .by_default("z")
          .afterwards([axis, &p](const Tree* given, const std::string&) {
            if (!given) return;
            const Rotation r = turn_of_z_to(*axis);
            std::copy(std::begin(r.rows), std::end(r.rows), std::begin(p.rotation));
          }),
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
          "Rotation matrix of the object after the stretch; it replaces rotate and axis."),
      enters,
      leaves,
  };
}

void require_one_turn(const Tree& placement, const std::string& path) {
  const Tree* before = nullptr;
  for (const char* key : {"rotate", "rotation", "axis"})
    if (const Tree* given = placement.find(key)) {
      if (before) fail_at(*given, path + "." + key + ": give one of rotate, rotation and axis");
      before = given;
    }
}

Key placement_key(Placement& p) {
  return key::map("", placement_keys(p), "").beforehand([](const Tree* given, const std::string& path) {
    if (given) require_one_turn(*given, path);
  });
}

} // namespace ibsim
