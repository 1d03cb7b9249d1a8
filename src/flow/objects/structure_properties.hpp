// Properties that others ask of a structure, whichever it is. Another alternative of ObjectKind::structure
// answers each question in structure_properties.cpp; besides, whoever visits it says what it means to them:
// its keys (object_keys), sites (object_kind.cpp), surface and terms (make_structures), stiffness
// (stiffness_at_rest), cost (rough_estimate), its lines in `ibsim check` (flow_check), its look
// (view/run_frames).
#pragma once

#include "model/object_kind.hpp"

#include <optional>

namespace ibsim {

struct FlowModel;
struct Grid;
struct ResolvedDegree;

/// What its objects resist by; null of what is no membrane.
const Membrane* membrane_of(const ObjectKind&);
/// How many objects there are with one.
std::size_t membranes_of(const FlowModel&);

/// The area of one object at rest, um^2.
real area_at_rest(const ObjectKind&);

/// What one object encloses at rest, um^3; nothing if it has no inside. What has an inside keeps its volume,
/// and has a shape and a row in cells.csv.
std::optional<real> volume_at_rest(const ObjectKind&);
bool has_inside(const ObjectKind&);

/// Whether contact keeps it and others apart.
bool meets_others(const ObjectKind&);

/// lambda, of the fluid inside over that outside; 1 if there is no inside.
real viscosity_ratio(const ObjectKind&);

/// The degree to which force and motion of a closed surface are resolved: that of the grid's waves
/// (resolved_space.hpp), or of longer ones where the flow narrows them (narrowed_waves.hpp).
ResolvedDegree resolved_degree(const ObjectKind&, const FlowModel&);

/// Fills in what follows from the grid. For a grid that was changed, again.
void fit_to_grid(ObjectKind&, const Grid&);

} // namespace ibsim
