#include "objects/structure_properties.hpp"

#include "model/flow_model.hpp"
#include "objects/narrowed_waves.hpp"
#include "surface/resolved_space.hpp"
#include "walls/sheets.hpp"
#include "walls/tubes.hpp"

#include <numbers>

namespace ibsim {
namespace {

const Membrane* membrane(const ClosedSurface& s) { return &s; }
real area(const ClosedSurface& s) { return area_and_volume(s.surface).area; }
std::optional<real> volume(const ClosedSurface& s) { return area_and_volume(s.surface).volume; }
bool encloses(const ClosedSurface&) { return true; }
bool meets(const ClosedSurface&) { return true; }
real ratio(const ClosedSurface& s) { return s.viscosity_ratio; }
void fit(ObjectKind&, const ClosedSurface&, const Grid&) {}

// The fluid in a tube is that of the box.
const Membrane* membrane(const Tube&) { return nullptr; }
real area(const Tube& t) { return 2 * std::numbers::pi * t.radius * t.length; }
std::optional<real> volume(const Tube&) { return {}; }
bool encloses(const Tube&) { return false; }
bool meets(const Tube&) { return true; }
real ratio(const Tube&) { return 1; }
void fit(ObjectKind& kind, const Tube&, const Grid& grid) { set_up_tube(kind, grid); }

// So is that on both sides of a sheet.
const Membrane* membrane(const Sheet& s) { return s.membrane ? &*s.membrane : nullptr; }
real area(const Sheet& s) { return area_of(s); }
std::optional<real> volume(const Sheet&) { return {}; }
bool encloses(const Sheet&) { return false; }
bool meets(const Sheet&) { return true; }
real ratio(const Sheet&) { return 1; }
void fit(ObjectKind& kind, const Sheet&, const Grid& grid) { set_up_sheet(kind, grid); }

// A tracer is a point.
const Membrane* membrane(const Tracer&) { return nullptr; }
real area(const Tracer&) { return 0; }
std::optional<real> volume(const Tracer&) { return {}; }
bool encloses(const Tracer&) { return false; }
bool meets(const Tracer&) { return false; }
real ratio(const Tracer&) { return 1; }
void fit(ObjectKind&, const Tracer&, const Grid&) {}

} // namespace

const Membrane* membrane_of(const ObjectKind& kind) {
  return std::visit([](const auto& s) { return membrane(s); }, kind.structure);
}

std::size_t membranes_of(const FlowModel& model) {
  std::size_t objects = 0;
  for (const ObjectKind& kind : model.objects)
    if (membrane_of(kind)) objects += kind.placements.size();
  return objects;
}

real area_at_rest(const ObjectKind& kind) {
  return std::visit([](const auto& s) { return area(s); }, kind.structure);
}

std::optional<real> volume_at_rest(const ObjectKind& kind) {
  return std::visit([](const auto& s) { return volume(s); }, kind.structure);
}

bool has_inside(const ObjectKind& kind) {
  return std::visit([](const auto& s) { return encloses(s); }, kind.structure);
}

bool meets_others(const ObjectKind& kind) {
  return std::visit([](const auto& s) { return meets(s); }, kind.structure);
}

real viscosity_ratio(const ObjectKind& kind) {
  return std::visit([](const auto& s) { return ratio(s); }, kind.structure);
}

void fit_to_grid(ObjectKind& kind, const Grid& grid) {
  std::visit([&](const auto& s) { fit(kind, s, grid); }, kind.structure);
}

ResolvedDegree resolved_degree(const ObjectKind& kind, const FlowModel& model) {
  const ClosedSurface& closed = kind.closed();
  return resolved_degree(closed.data_sites, closed.sample_sites, area(closed),
                         model.grid.h * narrowed_waves(model, kind));
}

} // namespace ibsim
