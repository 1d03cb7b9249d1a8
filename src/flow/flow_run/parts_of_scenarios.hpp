// Parts of a scenario: fewer cells, objects or sites, of which a dry run tells of the whole
// (dry_run_of_a_part.cpp); and by what the whole is larger.
#pragma once

namespace ibsim {

struct FlowModel;
struct Scenario;

double objects_of(const FlowModel&);
/// What the work of the membranes grows with, an object.
double site_products(const FlowModel&);
bool same_sizes(const FlowModel&, const FlowModel&);
/// Places of the images of unbounded shear: as at the start, or shifted by half of the box, where ranks have
/// most objects near its ends.
enum class ImagesAt { start, half_of_box };
/// Number of resident objects, summed over ranks; ghosts count on each rank (objects/listed_objects.hpp).
/// One rank has all objects. The count uses the places at the start and the extents of points.
double listed_in_all(const FlowModel&, int ranks, ImagesAt, bool on_cuda);

/// Leaves so much of the objects of each kind, at least one, from all of their list alike, so that ranks have
/// as many of them as before, each of its own.
void keep_part(FlowModel&, double part);
/// Halves the box in each direction, to multiples of four cells, if this is possible. With several ranks x
/// and y are halved first, so that each rank keeps the planes of its slab. Closed objects with centres in
/// that half stay, at least one of a kind. Between walls the quarters at both walls stay, and objects keep
/// their distance from the nearer wall. Each rank keeps a layer of tiles, and modes along x.
/// @return if it could
bool halve(Scenario&);
/// As much of the scenario as can be compressed and written in a few seconds.
Scenario writable(Scenario);
/// As much of the scenario as a dry run can take in a few seconds and half of the free memory.
Scenario reduced(const Scenario&, bool on_cuda);

} // namespace ibsim
