// Pumps of a vessel: forces along an axis on part of the fluid, each of density g. Where a flow rate is
// asked for, g is what keeps it (held_flow_rates.hpp).
#pragma once

#include "base/signal.hpp"
#include "grid/slab.hpp"
#include "walls/opening.hpp"

#include <vector>

namespace ibsim {

struct FlowModel;

struct Pump {
  int axis = 2;
  int layers = 1; ///< of faces across the axis
  /// Parts of the faces of that component in own planes first_plane, first_plane + 1, .., times the direction
  /// in which g > 0 pushes.
  std::vector<real> parts;
  Index first_plane = 0;
  OpeningKind kind = OpeningKind::flow_rate;
  Signal value; ///< Q, um^3/us, or the pressure, kPa
  real resistance = 0;
  int vessel = 0; ///< pumps of one number, from 1, share a level of pressure; 0: it has none
};

/// Pumps on the own planes of a slab: of the openings and then of their pilots, in their order, or of a flow
/// rate through the vessel.
/// None without either. @throws InputError where the openings are at fault
std::vector<Pump> pumps_of(const FlowModel&, const Slab&);

} // namespace ibsim
