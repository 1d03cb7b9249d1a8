// Data sites of all objects of a kind at the start.
#pragma once

#include "base/vec3.hpp"

#include <vector>

namespace ibsim {

struct Placement;
struct ReferenceSurface;

/// A placed object's point X(xi): stretched along its own axes, turned, moved (um).
Real3 placed(const ReferenceSurface&, const Placement&, const Real3& xi);

/// Place of a point that is at `at_rest` on the reference surface.
Real3 placed(const Placement&, const Real3& at_rest);

/// All x (object by object), all y, all z: the layout of Surface (um). @param at_rest
/// SurfaceKind::data_at_rest
std::vector<real> initial_sites(const std::vector<Placement>&, const std::vector<Real3>& at_rest);

} // namespace ibsim
