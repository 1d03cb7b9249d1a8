// The structures of a scenario: where the terms that make forces on each kind of object are listed.
#pragma once

#include "mechanics/pair_force.hpp"
#include "simulation/structure.hpp"

namespace ibsim {

struct FlowModel;

/// The surfaces of the kinds of objects of a scenario, their operators made or read from the cache. The slow
/// part of set-up.
std::vector<SurfaceKind> make_surface_kinds(const FlowModel&, const std::string& cache_folder);

/// @param kinds as make_surface_kinds gives them for this scenario
template <class B>
std::vector<Structure<B>> make_structures(const Stream<B>&, const FlowModel&,
                                          const std::vector<SurfaceKind>& kinds);

/// What acts between the objects of a scenario.
template <class B>
std::vector<std::unique_ptr<PairForce<B>>> make_pair_forces(const Stream<B>&, const FlowModel&,
                                                            const std::vector<SurfaceKind>& kinds);

} // namespace ibsim
