// Sheets among the objects of a scenario (surface/sheet.hpp): endothelium, rigid and held by its springs,
// across the whole box in x and z. Fluid flows over it; what lies under it stands still, or is a wall's.
//
// The relief of a scenario is that which the fluid meets from above: sites lie wall_offset(kernel) h under it
// (coupling/wall_offset.hpp), as those of a tube lie outside of its radius. A rigid sheet is a wall of points
// (held_walls.hpp) unless springs hold it.
#pragma once

#include "geometry/wall_points.hpp"
#include "model/finding.hpp"
#include "surface/relief.hpp"
#include "surface/surface_kind.hpp"

namespace ibsim {

struct FlowModel;
struct Grid;
struct ObjectKind;
struct Sheet;

/// Cells between neighbouring sites along x and z, of a sheet on springs; a slope of 0.8 takes them as far
/// apart as those of a tube, and steeper ones have them closer.
constexpr real sheet_site_spacing = 1, sheet_slope = 0.8;

/// Spacings of an elastic sheet: of its sample sites, which a stretch takes apart and others must not
/// pass between, and its data sites.
constexpr real elastic_sheet_sample_spacing = 0.6, elastic_sheet_data_spacing = 1.6;

/// Cells of the shortest wave of its motion and its forces, where they share a space: shorter ones make
/// noise of stress where its slopes cross the grid (docs/notes/membranes.md).
constexpr real elastic_sheet_wave = 6;

/// Stiffness of the springs that hold a sheet, unless the scenario says otherwise or the flow asks for more
/// (sheet_load.hpp), pg/(um^2 us^2).
constexpr real default_sheet_stiffness = 0.1;

/// Fills in what follows from the grid: sides, whole periods in them, and the number of sites; and the
/// springs, where there are none. @param kind a sheet with its relief
void set_up_sheet(ObjectKind& kind, const Grid&);

SurfaceKind sheet_surface(const FlowModel&, const Sheet&);

/// Points of the rigid sheets of a kind that points hold, in the order of their sites; outward is downward.
WallPoints sheet_points(const FlowModel&, const ObjectKind&, const Sheet&);

/// Area at rest of each site, um^2.
std::vector<real> sheet_areas(const Sheet&, const SurfaceKind&);

/// The area of the relief over its plane, um^2.
real area_of(const Sheet&);

/// A relief at its place: y(x, z) of space is y + relief_at(relief, x - corner_x, z - corner_z).y.
struct PlacedRelief {
  Relief relief;
  real corner_x = 0, y = 0, corner_z = 0; ///< um
};
ReliefAt relief_at(const PlacedRelief&, const Real3& p);

/// Unit normals, upward, of the sheets of a kind at their sample sites X, object by object: those of its
/// relief, of an elastic one by differences between neighbouring sites.
std::vector<Real3> upward_normals(const FlowModel&, std::size_t kind, const std::vector<Real3>& X);

/// The sheets of a scenario.
std::vector<PlacedRelief> reliefs_of(const FlowModel&);

/// Sheets lie in the box, not in unbounded shear, and every other object above or below of them.
void check_sheets(const FlowModel&, std::vector<Finding>&);

} // namespace ibsim
