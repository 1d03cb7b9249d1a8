// Patches of the surfaces of objects, by their sample sites: what tethers hold and forces pull.
#pragma once

#include "mechanics/pulls.hpp"
#include "surface/surface_kind.hpp"

namespace ibsim {

struct ObjectKind;
struct SitePatch;

/// Area at rest of each sample site of an object, um^2; 0 for sites outside the patch.
std::vector<real> patch_areas(const ReferenceSurface&, const SurfaceKind&, const SitePatch&);

/// Where the sample sites of one object are at the start, before it is placed, um.
std::vector<Real3> sample_sites_of_one(const ObjectKind&, const SurfaceKind&);

/// Where the sample sites of all objects are at the start: all x (object by object), all y, all z, um.
std::vector<real> sample_sites_at_start(const ObjectKind&, const SurfaceKind&);

/// The pulls and tweezers of a kind of objects. @throws InputError if no sample site lies in a patch
std::vector<Pull> pulls_of(const ObjectKind&, const SurfaceKind&);

} // namespace ibsim
