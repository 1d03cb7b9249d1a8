#include "limits/stiffness_at_rest.hpp"

#include "mechanics/area_constraint.hpp"
#include "mechanics/laws.hpp"
#include "model/flow_model.hpp"

#include <algorithm>

namespace ibsim {
namespace {

/// Stiffness of the area as a whole, for the most stretched object: it has its tension from the start.
Stiffness stiffness_of_area_at_start(const ObjectKind& object) {
  const ClosedSurface& kind = object.closed();
  const bool tense = !kind.stress_free.is_initial() && !kind.stress_free.automatic_area;
  const real at_rest = area_and_volume(kind.surface).area * (tense ? kind.stress_free.area_ratio : 1);
  const auto at = [&](const Real3& stretch) {
    return stiffness_of_area(kind.global_area_modulus, at_rest, kind.surface, stretch);
  };
  Stiffness most = at({1, 1, 1});
  Real3 before{1, 1, 1};
  for (const Placement& placement : object.placements) {
    const Real3& stretch = placement.stretch;
    if (stretch.x == before.x && stretch.y == before.y && stretch.z == before.z) continue;
    const Stiffness now = at(before = stretch);
    most.modulus = std::max(most.modulus, now.modulus), most.anchor = std::max(most.anchor, now.anchor);
  }
  return most;
}

Stiffness stiffness_of(const Membrane& membrane) {
  Stiffness all{.modulus = stiffness_at_rest(membrane.law),
                .shear = shear_modulus_at_rest(membrane.law),
                .bending = membrane.bending.modulus};
  if (const ViscosityProperties& v = membrane.viscosity; v.viscosity > 0) {
    if (v.model == ViscosityModel::maxwell)
      all.modulus += v.modulus, all.shear += v.modulus, all.relaxing += v.modulus,
          all.relaxation_time = v.viscosity / v.modulus;
    else
      all.viscosity += v.viscosity;
  }
  return all;
}

/// Without what holds it from outside.
Stiffness stiffness_of(const ObjectKind& kind, const ClosedSurface& closed) {
  Stiffness all = stiffness_of(static_cast<const Membrane&>(closed));
  if (closed.global_area_modulus > 0) {
    const Stiffness area = stiffness_of_area_at_start(kind);
    all.modulus += area.modulus, all.anchor += area.anchor;
  }
  return all;
}
Stiffness stiffness_of(const ObjectKind&, const Tube&) { return {}; }
Stiffness stiffness_of(const ObjectKind&, const Sheet& sheet) {
  return sheet.membrane ? stiffness_of(*sheet.membrane) : Stiffness{};
}
Stiffness stiffness_of(const ObjectKind&, const Tracer&) { return {}; }

} // namespace

Stiffness stiffness_at_rest(const ObjectKind& kind) {
  Stiffness all =
      std::visit([&](const auto& structure) { return stiffness_of(kind, structure); }, kind.structure);
  for (const TetherProperties& tethers : kind.tethers) all.anchor += tethers.stiffness;
  return all;
}

} // namespace ibsim
