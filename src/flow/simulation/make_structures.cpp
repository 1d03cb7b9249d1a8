#include "simulation/make_structures.hpp"

#include "mechanics/area_constraint.hpp"
#include "mechanics/contact.hpp"
#include "mechanics/tethers.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/site_patches.hpp"
#include "simulation/start_shape.hpp"
#include "simulation/tubes.hpp"

namespace ibsim {

std::vector<SurfaceKind> make_surface_kinds(const Scenario& scenario,
                                            const std::filesystem::path& cache_folder) {
  std::vector<SurfaceKind> kinds;
  for (const ObjectKind& object : scenario.objects) {
    if (object.tube) {
      kinds.push_back(tube_surface(scenario, object));
      continue;
    }
    check(object.law); // before the minutes that operators may take
    kinds.push_back(
        make_closed_surface(object.surface, object.data_sites, object.sample_sites, cache_folder));
    set_start(kinds.back(), object);
    if (object.bending.modulus > 0 || object.viscosity.viscosity > 0 || scenario.keep_volume)
      add_data_operators(kinds.back(), cache_folder);
    if (scenario.membrane == MembraneForm::resolved)
      add_resolved_space(kinds.back(), resolved_degree(object.data_sites, object.sample_sites,
                                                       area_and_volume(object.surface).area, scenario.grid.h)
                                           .degree);
  }
  return kinds;
}

/// The terms of a kind of objects, the in-plane law first: it makes the pass over the sites.
template <class B>
typename Structure<B>::Terms terms_of(const Stream<B>& stream, const ObjectKind& object,
                                      const SurfaceKind& kind) {
  const int objects = static_cast<int>(object.placements.size());
  typename Structure<B>::Terms terms;
  if (object.tube) {
    for (const TetherProperties& tethers : object.tethers)
      terms.push_back(make_tethers<B>(stream, tethers.stiffness, tube_areas(object, kind),
                                      sample_sites_at_start(object, kind)));
    return terms;
  }
  terms.push_back(make_in_plane<B>(object.law));
  if (object.bending.modulus > 0) terms.push_back(make_bending<B>(stream, kind, objects, object.bending));
  if (object.viscosity.viscosity > 0) {
    std::vector<Real3> stretches;
    for (const Placement& placement : object.placements) stretches.push_back(placement.stretch);
    terms.push_back(make_membrane_viscosity<B>(stream, kind, objects, object.viscosity, stretches));
  }
  if (object.global_area_modulus > 0)
    terms.push_back(make_area_constraint<B>(stream, kind, objects, object.global_area_modulus));
  for (const TetherProperties& tethers : object.tethers)
    terms.push_back(make_tethers<B>(stream, tethers.stiffness,
                                    patch_areas(object.surface, kind, tethers.patch),
                                    sample_sites_at_start(object, kind)));
  if (const std::vector<Pull> pulls = pulls_of(object, kind); !pulls.empty())
    terms.push_back(make_pulls<B>(stream, pulls));
  return terms;
}

template <class B>
std::vector<Structure<B>> make_structures(const Stream<B>& stream, const Scenario& scenario,
                                          const std::vector<SurfaceKind>& kinds) {
  std::vector<Structure<B>> structures;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const ObjectKind& object = scenario.objects[kind];
    structures.emplace_back(stream, kinds[kind], static_cast<int>(object.placements.size()),
                            terms_of(stream, object, kinds[kind]), scenario.remove_net_force);
  }
  return structures;
}

template <class B>
std::vector<std::unique_ptr<PairForce<B>>> make_pair_forces(const Stream<B>& stream, const Scenario& scenario,
                                                            const std::vector<SurfaceKind>& kinds) {
  std::vector<std::unique_ptr<PairForce<B>>> forces;
  std::vector<std::pair<Index, int>> sizes;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    sizes.emplace_back(kinds[kind].operators.n_sample,
                       static_cast<int>(scenario.objects[kind].placements.size()));
  if (scenario.has_contact())
    forces.push_back(make_contact<B>(stream, scenario.contact, scenario.grid, sizes));
  return forces;
}

template std::vector<std::unique_ptr<PairForce<Cpu>>> make_pair_forces(const Stream<Cpu>&, const Scenario&,
                                                                       const std::vector<SurfaceKind>&);
template std::vector<Structure<Cpu>> make_structures(const Stream<Cpu>&, const Scenario&,
                                                     const std::vector<SurfaceKind>&);
#if defined(IBSIM_WITH_CUDA)
template std::vector<std::unique_ptr<PairForce<Cuda>>> make_pair_forces(const Stream<Cuda>&, const Scenario&,
                                                                        const std::vector<SurfaceKind>&);
template std::vector<Structure<Cuda>> make_structures(const Stream<Cuda>&, const Scenario&,
                                                      const std::vector<SurfaceKind>&);
#endif

} // namespace ibsim
