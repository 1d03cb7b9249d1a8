// The columns of cells.csv: one row an object and time.
#pragma once

#include "diagnostics/cell_angles.hpp"
#include "diagnostics/diagnostic.hpp"

namespace ibsim {

/// What is measured of an object.
struct MeasuredObject {
  double time;        ///< us
  std::size_t number; ///< among all objects of all kinds
  std::string name;   ///< of its kind
  const SurfaceIntegrals& surface;
  real unresolved_force; ///< part of its forces that is not of the space of its motion (Evaluation)
  CellShape shape;
  CellAngles angles;
};

inline const std::vector<Column<MeasuredObject>> object_columns{
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
    {"unresolved_force", "", &MeasuredObject::unresolved_force}};

} // namespace ibsim
