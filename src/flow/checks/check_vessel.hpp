// Errors and warnings of a vessel, before anything runs in it.
#pragma once

#include "geometry/fluid_region.hpp"
#include "model/finding.hpp"

#include <vector>

namespace ibsim {

struct FlowModel;

/// Looks at the region of the fluid: none at all, no wall, parts that are not connected, throats that the
/// grid does not resolve. @param h cell of the grid, um @param key of the vessel in the scenario
std::vector<Finding> check_fluid_region(const FluidRegion&, real h, const std::string& key,
                                        std::size_t pilots = 0);

/// The vessel of a model, if it has one: what it is made of, and what is in it.
void check_vessel(const FlowModel&, std::vector<Finding>&);

/// Objects that reach into the solid, each an error with the place.
std::vector<Finding> objects_in_the_solid(const FlowModel&, const SignedDistance& fluid);

/// By how much less flows through a throat of that radius: 12, 6, 3 and 1.6 % of a constriction of radius 3,
/// 4.2, 6 and 8.4 cells with wall points behind the wall.
real flow_lost_in_throat(real radius_in_cells);

} // namespace ibsim
