// The columns of cells.csv: one row an object and time.
#pragma once

#include "diagnostics/cell_angles.hpp"
#include "diagnostics/diagnostic.hpp"
#include "diagnostics/rigid_motion.hpp"
#include "surface/outline.hpp"

namespace ibsim {

/// The columns "NAME x", "NAME y", "NAME z" of a vector.
template <class M, class F>
void add_vector(std::vector<Column<M>>& columns, const std::string& name, const std::string& unit, F vector) {
  for (int d = 0; d < 3; ++d)
    columns.push_back({name + " " + "xyz"[d], unit, [=](const M& m) { return vector(m)[d]; }});
}

/// What is measured of an object.
struct MeasuredObject {
  double time = 0;        ///< us
  std::size_t number = 0; ///< among all objects of all kinds
  std::string name;       ///< of its kind
  SurfaceIntegrals surface;
  real unresolved_force = 0; ///< part of its forces that is not of the space of its motion (Evaluation)
  CellShape shape;
  CellAngles angles;
  RigidMotion motion;
  Outline outline;
  real contacts = 0; ///< other objects that it touches (contact_pairs.hpp)
};

inline std::vector<Column<MeasuredObject>> make_object_columns() {
  using Object = MeasuredObject;
  std::vector<Column<Object>> columns{
      {"time", "us", &MeasuredObject::time},
      {"object", "", [](const MeasuredObject& o) { return static_cast<double>(o.number); }},
      {"name", "", &MeasuredObject::name},
      {"centre x", "um", [](const MeasuredObject& o) { return o.surface.centre.x; }},
      {"centre y", "um", [](const MeasuredObject& o) { return o.surface.centre.y; }},
      {"centre z", "um", [](const MeasuredObject& o) { return o.surface.centre.z; }},
      {"area", "um^2", [](const MeasuredObject& o) { return o.surface.area; }},
      {"volume", "um^3", [](const MeasuredObject& o) { return o.surface.volume; }},
      {"length", "um", [](const MeasuredObject& o) { return o.shape.length; }},
      {"width", "um", [](const MeasuredObject& o) { return o.shape.width; }},
      {"taylor_deformation", "", [](const MeasuredObject& o) { return o.shape.taylor_deformation; }},
      {"inclination", "rad", [](const MeasuredObject& o) { return o.shape.inclination; }},
      {"tank_treading_angle", "rad", [](const MeasuredObject& o) { return o.angles.tank_treading; }},
      {"rotation_angle", "rad", [](const MeasuredObject& o) { return o.angles.rotation; }},
      {"section_length", "um", [](const MeasuredObject& o) { return o.shape.section_length; }},
      {"section_width", "um", [](const MeasuredObject& o) { return o.shape.section_width; }},
      {"least_area_ratio", "", [](const MeasuredObject& o) { return o.surface.min_area_ratio; }},
      {"unresolved_force", "", &MeasuredObject::unresolved_force},
      {"elongation_index", "", [](const MeasuredObject& o) { return o.shape.elongation_index; }},
      {"contour_area", "um^2", [](const MeasuredObject& o) { return o.outline.contour_area; }},
      {"circularity", "", [](const MeasuredObject& o) { return o.outline.circularity; }}};
  columns.push_back({"contacts", "", &Object::contacts});
  add_vector(columns, "extent", "um", [](const Object& o) { return o.outline.extents(); });
  add_vector(columns, "velocity", "um/us", [](const Object& o) { return o.motion.velocity; });
  add_vector(columns, "spin", "rad/us", [](const Object& o) { return o.motion.spin; });
  add_vector(columns, "axis", "", [](const Object& o) { return o.shape.axis; });
  return columns;
}
inline const std::vector<Column<MeasuredObject>> object_columns = make_object_columns();

} // namespace ibsim
