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
/// Of how many objects all ranks together have arrays: of one all, of several those near their slabs, some
/// of them more than once (simulation/listed_objects.hpp). Places are those of the start, extents those of
/// points all around, and images that slide have gone by half of the box.
template <class B>
double listed_in_all(const FlowModel&, int ranks);

/// Leaves so much of the objects of each kind, at least one, from all of their list alike, so that ranks have
/// as many of them as before, each of its own.
void keep_part(FlowModel&, double part);
/// Halves the box in each direction, if it can be, and what follows from it. A side without a half of whole
/// pairs of cells gets a multiple of four. Several ranks halve x and y as long as these are long, so that
/// each keeps the planes of its slab, beside which it has others. Closed objects stay whose centres are in
/// that half, at least one of a kind. Between walls these are the quarters at both, as far from the nearer
/// wall as before. Each of the ranks keeps a layer of tiles, and modes along x. @return if it could
bool halve(Scenario&);
/// As much of the scenario as can be compressed and written in a few seconds.
Scenario writable(Scenario);
/// As much of the scenario as a dry run can take in a few seconds and half of the free memory.
template <class B>
Scenario reduced(const Scenario&);

} // namespace ibsim
