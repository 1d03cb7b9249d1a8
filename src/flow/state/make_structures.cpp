#include "state/make_structures.hpp"

#include "limits/relaxes_tension.hpp"
#include "limits/ripple_response.hpp"
#include "limits/viscous_response.hpp"
#include "mechanics/area_constraint.hpp"
#include "mechanics/bending.hpp"
#include "mechanics/laws.hpp"
#include "mechanics/membrane_viscosity.hpp"
#include "mechanics/object_bonds.hpp"
#include "mechanics/relaxed_tension.hpp"
#include "mechanics/tethers.hpp"
#include "mechanics/wall_bonds.hpp"
#include "mechanics/weight.hpp"
#include "model/flow_model.hpp"
#include "objects/bond_objects.hpp"
#include "objects/bond_walls.hpp"
#include "objects/gravity.hpp"
#include "objects/pair_force_maker.hpp"
#include "objects/pair_forces.hpp"
#include "objects/population.hpp"
#include "objects/start_shape.hpp"
#include "objects/structure_properties.hpp"
#include "parallel/with_cuda.hpp"
#include "state/most_together.hpp"
#include "state/site_patches.hpp"
#include "state/term_maker.hpp"
#include "surface/point.hpp"
#include "walls/sheets.hpp"
#include "walls/tubes.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <type_traits>

namespace ibsim {

/// The surface of a kind of objects, with the operators that its terms need.
SurfaceKind make_surface(const FlowModel& model, const ObjectKind& object, const ClosedSurface& closed,
                         const std::string& cache_folder) {
  check(closed.law); // before the minutes that operators may take
  const bool resolved = model.membrane == MembraneForm::resolved, viscous = closed.viscosity.viscosity > 0;
  SurfaceKind kind =
      resolved ? make_resolved_surface(closed.surface, closed.data_sites, closed.sample_sites,
                                       resolved_degree(object, model).degree)
               : make_closed_surface(closed.surface, closed.data_sites, closed.sample_sites, cache_folder);
  if (model.keep_volume || (!resolved && (closed.bending.modulus > 0 || viscous)))
    add_data_operators(kind, cache_folder);
  set_start(kind, object);
  if (model.precision == Precision::single && kind.has_weak_form()) kind.storage = Storage::floats;
  return kind;
}
SurfaceKind make_surface(const FlowModel& model, const ObjectKind&, const Tube& tube, const std::string&) {
  return tube_surface(model, tube);
}

SurfaceKind make_surface(const FlowModel& model, const ObjectKind&, const Sheet& sheet, const std::string&) {
  if (sheet.membrane) check(sheet.membrane->law);
  return sheet_surface(model, sheet);
}

SurfaceKind make_surface(const FlowModel&, const ObjectKind&, const Tracer&, const std::string&) {
  return make_point();
}

std::vector<SurfaceKind> make_surface_kinds(const FlowModel& model, const std::string& cache_folder) {
  std::vector<SurfaceKind> kinds;
  for (const ObjectKind& object : model.objects) {
    if (object.packing) throw std::logic_error("\"" + object.name + "\" was read without its places");
    kinds.push_back(std::visit([&](const auto& of) { return make_surface(model, object, of, cache_folder); },
                               object.structure));
    kinds.back().objects_in_all = static_cast<Index>(object.placements.size());
    if (object.placements.size() > most_together || may_come_and_go(model, kinds.size() - 1))
      kinds.back().columns = Columns::apart; // the bits of an object do not depend on the others
  }
  return kinds;
}

/// What membranes have wherever they are: the in-plane law, first, and what differentiates twice.
template <class B>
typename Structure<B>::Terms terms_of_membrane(const Stream<B>& stream, const FlowModel& model,
                                               const ObjectKind& object, const Membrane& membrane,
                                               const SurfaceKind& kind) {
  const int objects = static_cast<int>(object.placements.size());
  typename Structure<B>::Terms terms;
  terms.push_back(make_in_plane<B>(membrane.law));
  if (membrane.bending.modulus > 0) terms.push_back(make_bending<B>(stream, kind, objects, membrane.bending));
  std::vector<Real3> stretches;
  for (const Placement& placement : object.placements) stretches.push_back(placement.stretch);
  if (relaxes_tension(object, model)) {
    terms.push_back(make_relaxed_tension<B>(stream, kind, objects, membrane.law, membrane.viscosity,
                                            stretches, ripple_response(object, model)));
  } else if (membrane.viscosity.viscosity > 0) {
    terms.push_back(make_membrane_viscosity<B>(stream, kind, objects, membrane.viscosity, stretches,
                                               viscous_response(membrane.viscosity, model), model.is_bdf2()));
  }
  return terms;
}

/// Bonds of a kind by one of its adhesions. @param number of it, from 1
/// @param kinds of the model. A rank has all objects of those with ligands (binds_objects)
template <class B>
std::unique_ptr<SampleTerm<B>> make_bonds(const Stream<B>& stream, const FlowModel& model,
                                          const AdhesionProperties& of, int number, const SurfaceKind& kind,
                                          const std::vector<SurfaceKind>& kinds,
                                          const std::vector<Index>& numbers) {
  const BondWalls walls = bond_walls(model);
  if (of.walls != LigandWalls::objects) return make_wall_bonds<B>(stream, of, number, walls, numbers);
  const std::size_t k = ligand_kind(model, of).value(); // check_bond_objects has looked
  const LigandObjects ligands{k, kinds[k], static_cast<int>(model.objects[k].placements.size()), walls};
  return make_object_bonds<B>(stream, of, number, kind, ligands, numbers);
}

/// The terms of a kind of objects, the in-plane law first: it makes the pass over the sites.
template <class B>
typename Structure<B>::Terms terms_of(const Stream<B>& stream, const FlowModel& model,
                                      const ObjectKind& object, const ClosedSurface& closed,
                                      const SurfaceKind& kind, const std::vector<SurfaceKind>& kinds,
                                      const std::vector<Index>& numbers) {
  const int objects = static_cast<int>(object.placements.size());
  typename Structure<B>::Terms terms = terms_of_membrane(stream, model, object, closed, kind);
  if (closed.global_area_modulus > 0)
    terms.push_back(make_area_constraint<B>(stream, kind, objects, closed.global_area_modulus));
  for (const TetherProperties& tethers : object.tethers)
    terms.push_back(make_tethers<B>(stream, tethers.stiffness,
                                    patch_areas(closed.surface, kind, tethers.patch),
                                    sample_sites_at_start(object, kind)));
  if (const std::vector<Pull> pulls = pulls_of(object, kind); !pulls.empty())
    terms.push_back(make_pulls<B>(stream, pulls, model.is_bdf2()));
  for (std::size_t i = 0; i < object.adhesions.size(); ++i)
    terms.push_back(
        make_bonds<B>(stream, model, object.adhesions[i], static_cast<int>(i + 1), kind, kinds, numbers));
  if (const Real3 weight = excess_weight(model, object); norm(weight) > 0)
    terms.push_back(make_weight<B>(stream, kind, weight, volumes_at_start(object)));
  return terms;
}

std::vector<real> site_areas(const Tube& tube, const SurfaceKind& kind) { return tube_areas(tube, kind); }
std::vector<real> site_areas(const Sheet& sheet, const SurfaceKind& kind) { return sheet_areas(sheet, kind); }

/// What holds a tube or a sheet, and what an elastic sheet resists by.
template <class B, class Wall>
typename Structure<B>::Terms terms_of(const Stream<B>& stream, const FlowModel& model,
                                      const ObjectKind& object, const Wall& wall, const SurfaceKind& kind,
                                      const std::vector<SurfaceKind>&, const std::vector<Index>&) {
  const Membrane* const membrane = membrane_of(object);
  typename Structure<B>::Terms terms;
  if (membrane) terms = terms_of_membrane(stream, model, object, *membrane, kind);
  for (const TetherProperties& tethers : object.tethers)
    terms.push_back(make_tethers<B>(stream, tethers.stiffness, site_areas(wall, kind),
                                    sample_sites_at_start(object, kind)));
  return terms;
}

/// A tracer makes none.
template <class B>
typename Structure<B>::Terms terms_of(const Stream<B>&, const FlowModel&, const ObjectKind&, const Tracer&,
                                      const SurfaceKind&, const std::vector<SurfaceKind>&,
                                      const std::vector<Index>&) {
  return {};
}

/// Terms that no key gives.
template <class B>
void add_others(const Stream<B>& stream, const FlowModel& model, const TermSurroundings& around,
                typename Structure<B>::Terms& terms) {
  for (const TermSpec& spec : model.terms) {
    if (!spec.acts_on(around.object)) continue;
    if constexpr (std::is_same_v<B, Cpu>)
      terms.push_back(spec.make.cpu(stream, around));
    else
      terms.push_back(spec.make.cuda(stream, around));
  }
}

template <class B>
std::vector<Structure<B>> make_structures(const Stream<B>& stream, const FlowModel& model,
                                          const std::vector<SurfaceKind>& kinds,
                                          const ListedObjects& listed) {
  const std::vector<ObjectKind> objects = with_listed_alone(model, listed).objects;
  std::vector<Structure<B>> structures;
  Index before = 0; // objects of the kinds before
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const ObjectKind& object = objects[kind];
    std::vector<Index> numbers(object.placements.size()); // among all objects of all kinds
    std::iota(numbers.begin(), numbers.end(), Index{0});
    if (!listed.empty() && !listed[kind].is_all) numbers = listed[kind].objects;
    for (Index& number : numbers) number += before;
    before += static_cast<Index>(model.objects[kind].placements.size());
    typename Structure<B>::Terms terms = std::visit(
        [&](const auto& structure) {
          return terms_of(stream, model, object, structure, kinds[kind], kinds, numbers);
        },
        object.structure);
    add_others(stream, model, {object, kinds[kind], numbers}, terms);
    structures.emplace_back(stream, kinds[kind], static_cast<int>(object.placements.size()), std::move(terms),
                            model.remove_net_force);
  }
  return structures;
}

/// What the forces that use the search need of it; nothing where none does.
std::optional<PairRanges> ranges_of(const std::vector<PairForceSpec>& specs) {
  std::optional<PairRanges> all;
  for (const PairForceSpec& spec : specs) {
    if (!(spec.search.points > 0)) continue;
    if (!all) all = PairRanges(spec.range, spec.search.points, spec.search.within);
    all->largest = std::max(all->largest, spec.range);
    all->points = std::min(all->points, spec.search.points);
    all->within = std::max(all->within, spec.search.within);
  }
  return all;
}

template <class B>
std::vector<std::unique_ptr<PairForce<B>>> make_pair_forces(const Stream<B>& stream, const FlowModel& model,
                                                            const std::vector<SurfaceKind>& kinds,
                                                            const ListedObjects& listed) {
  std::vector<std::unique_ptr<PairForce<B>>> forces;
  const std::vector<PairForceSpec> specs = pair_forces_of(model);
  if (specs.empty()) return forces;
  const std::vector<ObjectKind> objects = with_listed_alone(model, listed).objects;
  std::vector<ContactStructure> structures;
  PairSurroundings<B> around{model.grid, structures, {}, {}};
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const ObjectKind& object = objects[kind];
    if (!meets_others(object)) continue;
    std::vector<Real3> at_start; // only what is closed feels itself
    if (kinds[kind].topology == SurfaceTopology::closed) at_start = sample_sites_of_one(object, kinds[kind]);
    structures.push_back(
        {kinds[kind], static_cast<int>(object.placements.size()), std::move(at_start), kind});
    around.kinds.push_back(&model.objects[kind]);
  }
  if (const std::optional<PairRanges> ranges = ranges_of(specs))
    around.search = std::make_shared<NeighbourSearch<B>>(stream, model.grid, *ranges, structures);
  for (const PairForceSpec& spec : specs) {
    if constexpr (std::is_same_v<B, Cpu>)
      forces.push_back(spec.make.cpu(stream, around));
    else
      forces.push_back(spec.make.cuda(stream, around));
  }
  return forces;
}

template std::vector<std::unique_ptr<PairForce<Cpu>>>
make_pair_forces(const Stream<Cpu>&, const FlowModel&, const std::vector<SurfaceKind>&, const ListedObjects&);
template std::vector<Structure<Cpu>> make_structures(const Stream<Cpu>&, const FlowModel&,
                                                     const std::vector<SurfaceKind>&, const ListedObjects&);
#if defined(IBSIM_WITH_CUDA)
template std::vector<std::unique_ptr<PairForce<Cuda>>> make_pair_forces(const Stream<Cuda>&, const FlowModel&,
                                                                        const std::vector<SurfaceKind>&,
                                                                        const ListedObjects&);
template std::vector<Structure<Cuda>> make_structures(const Stream<Cuda>&, const FlowModel&,
                                                      const std::vector<SurfaceKind>&, const ListedObjects&);
#endif

} // namespace ibsim
