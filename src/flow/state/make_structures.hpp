// The structures of a scenario: where the terms that make forces on each kind of object are listed.
#pragma once

#include "mechanics/pair_force.hpp"
#include "objects/listed_objects.hpp"
#include "state/structure.hpp"

namespace ibsim {

struct FlowModel;

/// The surfaces of the kinds of objects of a scenario, their operators made or read from the cache. The slow
/// part of set-up.
std::vector<SurfaceKind> make_surface_kinds(const FlowModel&, const std::string& cache_folder);

/// @param model all of it, also where some objects are listed alone: how a term answers the fluid depends on
/// how many share it
/// @param kinds as make_surface_kinds gives them for this scenario
/// @param listed of which objects; empty: of all
template <class B>
std::vector<Structure<B>> make_structures(const Stream<B>&, const FlowModel& model,
                                          const std::vector<SurfaceKind>& kinds,
                                          const ListedObjects& listed = {});

/// What acts between the objects of a scenario. Parameters are those of make_structures.
template <class B>
std::vector<std::unique_ptr<PairForce<B>>> make_pair_forces(const Stream<B>&, const FlowModel& model,
                                                            const std::vector<SurfaceKind>& kinds,
                                                            const ListedObjects& listed = {});

} // namespace ibsim
