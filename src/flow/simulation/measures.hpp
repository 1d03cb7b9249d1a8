// Quantities of a state (ranks/measured.hpp) that more than one file reads.
#pragma once

#include "fluid/flow_totals.hpp"
#include "ranks/measured.hpp"
#include "surface/outline.hpp"

namespace ibsim {

/// Totals of each plane.
extern const Measured<FlowTotals> totals_of_planes;
/// Sum over faces of their parts in the fluid within the wall, times the velocity in the direction of the
/// drive, um/us.
extern const Measured<real> flow_within_wall;
/// Sites that lie farthest, of each object of a kind.
extern const Measured<FarthestSites> farthest_sites_of_objects;
/// Sums of u into the device over the pump of each opening, um/us.
extern const Measured<real> sums_of_openings;
/// ForceTerm::measure of all terms, of each object of a kind.
extern const Measured<real> measures_of_terms;

} // namespace ibsim
