// Where the data sites of all objects of a kind are at the start.
#pragma once

#include "simulation/scenario.hpp"

namespace ibsim {

/// A placed object's point X(xi): stretched along its own axes, turned, moved (um).
Real3 placed(const ReferenceSurface&, const Placement&, const Real3& xi);

/// All x (object by object), all y, all z: the layout of Membrane (um).
std::vector<real> initial_sites(const ObjectKind&, const std::vector<Real3>& data_nodes);

} // namespace ibsim
