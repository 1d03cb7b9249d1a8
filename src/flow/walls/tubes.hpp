// Round tubes among the objects of a scenario (surface/tube.hpp): rigid walls along z through the whole box,
// in which a pressure gradient drives the flow.
//
// The radius a of a scenario is that which the fluid meets: sites lie wall_offset(kernel) h outside of it
// (coupling/wall_offset.hpp), which takes away the error of first order in h. The kernel is that of the walls
// of points (wall_points.hpp), of a tube held by springs that of the scenario. Points of a wall have the c of
// their normal (wall_points.hpp). The flow rate of an empty tube is then that of Poiseuille, pi G a^4/(8 mu),
// to second order. The force acts on the fluid inside alone; that outside stands still but for a plug of the
// speed G a/2 c h/mu that the kernel's width leaves, against the flow.
#pragma once

#include "model/finding.hpp"
#include "surface/surface_kind.hpp"
#include "walls/wall_points.hpp"

namespace ibsim {

struct FlowModel;
struct ObjectKind;
struct Tube;
struct Grid;

/// Cells between neighbouring sites of a tube held by springs. Closer ones ask of the fluid what it does not
/// resolve, and its flow rate then depends on how they lie in the grid; farther ones leak.
constexpr real tube_site_spacing = 1.25;

/// Stiffness of the springs that hold a tube, unless the scenario says otherwise, pg/(um^2 us^2).
constexpr real default_tube_stiffness = 0.5;

/// Fills in what follows from the grid: the number of sites and the length; and the springs of a tube that is
/// held by them, where there are none. A tube with springs is held by them. @param kind a tube with its
/// radius
void set_up_tube(ObjectKind& kind, const Grid&);

SurfaceKind tube_surface(const FlowModel&, const Tube&);

/// Points of a wall at each site, in the order of sites, object by object.
WallPoints tube_points(const FlowModel&, const ObjectKind&, const Tube&);

/// Area at rest of each site, as the fluid meets it, um^2.
std::vector<real> tube_areas(const Tube&, const SurfaceKind&);

/// A tube as it crosses planes z = const, um.
struct TubeSection {
  real x = 0, y = 0, radius = 0;
};

/// Where the fluid in tubes is.
std::vector<TubeSection> inner_parts(const FlowModel&);

/// The largest radius of all tubes, um; 0 without.
real widest_tube(const FlowModel&);

/// Tubes must fit into a periodic box and beside each other, and every other object lies in or outside of
/// them.
void check_tubes(const FlowModel&, std::vector<Finding>&);

} // namespace ibsim
