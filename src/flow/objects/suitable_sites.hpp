// The number of sites that suits a surface on a grid.
#pragma once

#include "base/precision.hpp"

namespace ibsim {

struct FlowModel;
struct ReferenceSurface;
struct SiteCounts;

/// Sample sites of a membrane lie so many cells of the grid apart where nothing is said, and closer ones
/// change nothing (docs/resolution.md); beyond 1 fluid leaks. The paper's lie 0.5 apart.
constexpr real sample_cells_apart = 0.7;
/// Spacing in cells with a composite kernel and a resolved membrane. A closed surface then has more sites
/// than the (2 L + 1)^2 that integrate products of two functions of its degree L, and contact of the default
/// range has 2.5 points a range. Blood at 45 % has the same viscosity with sites 0.7, 0.8, 0.9 and 1 cell
/// apart (docs/notes/kernels.md).
constexpr real sample_cells_apart_of_composite = 0.8;

/// Spacing of sample sites that suits a model's kernel and form of membranes, in cells.
real sample_spacing(const FlowModel&);

/// Sites that suit a surface on a grid of side h: data sites 1.6 h apart (paper, section 4.2.2), or more
/// where force and motion resolve so much of it (resolved_space.hpp); sample sites as sample_apart says;
/// within 200..2000 and 400..40000. An ellipsoid of half axes from c to a has at least
/// (2 L + 6/artanh(c/a))^2 sample sites, L the degree of its forces. What they sum has, beside a product of
/// two functions of degree L, the surface's own coefficients. These fall as exp(-n artanh(c/a)), to a quarter
/// of a per cent then. With fewer a platelet gets energy from its own forces (docs/notes/membranes.md).
/// @param sample_apart spacing of sample sites, cells
SiteCounts suitable_sites(const ReferenceSurface&, real h, real sample_apart = sample_cells_apart);

} // namespace ibsim
