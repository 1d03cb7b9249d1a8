// Values of a simulation's present state: by one rank from its step, by several from theirs.
#include "limits/accuracy.hpp"
#include "limits/stability.hpp"
#include "model/scenario.hpp"
#include "objects/gap_to_images.hpp"
#include "objects/pair_forces.hpp"
#include "objects/structure_properties.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/simulation.hpp"
#include "state/state_hash.hpp"
#include "walls/driven_flow.hpp"
#include "walls/gaps_to_walls.hpp"
#include "walls/tubes.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

template <class B>
std::vector<typename Simulation<B>::HostArray> Simulation<B>::arrays_on_host() const {
  std::vector<HostArray> arrays;
  if (ranks_) {
    for (const auto& [name, size] : ranks_->array_names())
      arrays.push_back({name, ranks_->array_on_host(arrays.size())});
    return arrays;
  }
  for_each_array(state_, [&](const std::string& name, const Array<real, B>& array) {
    arrays.push_back({name, array.to_host(stream_)});
  });
  return arrays;
}

template <class B>
std::vector<real> Simulation<B>::array_on_host(const std::string& name) const {
  if (ranks_) {
    const auto names = ranks_->array_names();
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i].first == name) return ranks_->array_on_host(i);
    throw std::logic_error("no array " + name + " in the state");
  }
  const Array<real, B>* found = nullptr;
  for_each_array(state_, [&](const std::string& of, const Array<real, B>& array) {
    if (of == name) found = &array;
  });
  if (!found) throw std::logic_error("no array " + name + " in the state");
  return found->to_host(stream_);
}

template <class B>
void Simulation<B>::set_arrays(
    const std::function<const std::vector<real>&(const std::string&, std::size_t)>& array) {
  forget();
  if (ranks_) return ranks_->set_arrays(state_, array);
  for_each_array(state_, [&](const std::string& name, Array<real, B>& values) {
    values.set(stream_, array(name, values.size()));
  });
}

template <class B>
typename Simulation<B>::Sites Simulation<B>::present_sites(std::size_t kind) const {
  if (!ranks_) return {state_.sites(kind), {}};
  Sites sites{{}, ranks_->sites_of_all(kind)};
  sites.X = vectors_view<const real>(sites.room.data(), static_cast<Index>(sites.room.size() / 3));
  return sites;
}

template <class B>
std::optional<real> Simulation<B>::present_gap() {
  std::size_t membranes = 0, the_kind = 0;
  for (std::size_t kind = 0; kind < scenario_.objects.size(); ++kind)
    if (membrane_of(scenario_.objects[kind]))
      membranes += scenario_.objects[kind].placements.size(), the_kind = kind;
  if (membranes > 1) // only contact looks for it
    return scenario_.has_contact() ? std::optional<real>(pairs().least.objects) : std::nullopt;
  if (membranes == 1 && !is_there(the_kind, 0)) return {};
  if (membranes == 0 || !has_inside(scenario_.objects[the_kind])) return {}; // sheets are the images' own
  constexpr real reach = 8; // cells, at which what is shared is less than a fiftieth
  const real h = scenario_.grid.h, area = area_at_rest(scenario_.objects[the_kind]);
  const Sites sites = present_sites(the_kind);
  std::vector<real> X(3 * static_cast<std::size_t>(sites.X.n));
  copy_to_host(stream_, X.data(), sites.X.x, X.size() * sizeof(real));
  return gap_to_images(scenario_.grid, X, std::sqrt(3 * area / static_cast<real>(X.size())), reach * h);
}

template <class B>
typename Simulation<B>::PresentLimits Simulation<B>::present_limits() {
  real limit = advective_step_limit(present_max_speed(), scenario_.grid.h),
       accurate = accurate_step_limit(scenario_);
  const std::optional<real> gap = scenario_.is_bdf2() ? present_gap() : std::nullopt;
  const Stiffness of_pairs = pairs().stiffness;
  for (std::size_t kind = 0; kind < topologies_.size(); ++kind) {
    const Stiffness stiffness =
        ranks_ ? ranks_->stiffness(state_, kind)
               : step_->structure(kind).stiffness(stream_, state_.of(kind), derivatives().derivatives[kind]);
    const Film pressed = meets_others(scenario_.objects[kind]) ? of_pairs.film : Film{};
    limit = std::min(limit, elastic_step_limit(stiffness, scenario_.objects[kind], scenario_, gap, pressed));
    accurate =
        std::min(accurate, accurate_step_limit(stiffness, scenario_.objects[kind], scenario_, state_.step));
  }
  limit = std::min(limit, pair_step_limit(of_pairs, scenario_));
  return {scenario_.time.safety * limit, scenario_.time.safety * accurate};
}

template <class B>
real Simulation<B>::automatic_step() {
  const PresentLimits limits = present_limits();
  return std::min({limits.stable, limits.accurate, scenario_.time.largest_step});
}

template <class B>
void Simulation<B>::evaluate() {
  if (!ranks_ && !known_.evaluation) known_.evaluation = step_->evaluate(stream_, state_);
}

template <class B>
const Evaluation& Simulation<B>::derivatives() {
  if (known_.evaluation && !step_->holds(*known_.evaluation)) known_.evaluation.reset();
  evaluate();
  return *known_.evaluation;
}

template <class B>
PartOfState<B> Simulation<B>::all_of_it(bool with_derivatives) {
  if (with_derivatives) derivatives();
  evaluate();
  return {stream_, scenario_, slab_, *step_, state_, *known_.evaluation};
}

template <class B>
void Simulation<B>::pressure(real* p) {
  evaluate();
  step_->pressure(stream_, state_, step_->viscosity() ? derivatives() : *known_.evaluation, p);
}

template <class B>
const VaryingViscosity<B>* Simulation<B>::viscosity() {
  return step_->viscosity() ? step_->present_viscosity(stream_, state_, derivatives()) : nullptr;
}

template <class B>
const std::vector<StructureIntegrals>& Simulation<B>::integrals(std::size_t kind) {
  known_.integrals.resize(topologies_.size());
  std::vector<StructureIntegrals>& found = known_.integrals.at(kind);
  if (!found.empty()) return found;
  found = ranks_
              ? ranks_->integrals(state_, kind)
              : step_->structure(kind).integrals(stream_, state_.of(kind), derivatives().derivatives[kind]);
  return found;
}

template <class B>
const std::vector<real>& Simulation<B>::unresolved_part_of_forces(std::size_t kind) {
  if (!ranks_) {
    evaluate();
    return known_.evaluation->unresolved[kind];
  }
  known_.unresolved.resize(topologies_.size());
  std::vector<real>& found = known_.unresolved.at(kind);
  if (found.empty()) found = ranks_->unresolved_part_of_forces(state_, kind);
  return found;
}

template <class B>
VectorsView<const real> Simulation<B>::site_velocities(std::size_t kind) {
  if (ranks_) return ranks_->site_velocities(state_, kind);
  evaluate();
  return step_->site_velocities(kind);
}

template <class B>
std::vector<MotionSums> Simulation<B>::motion_sums(std::size_t kind, const std::vector<Index>& markers) {
  if (ranks_) return ranks_->motion_sums(state_, kind, markers);
  evaluate();
  const Array<Index, B> on_device(stream_, markers);
  return ibsim::motion_sums<B>(stream_, static_cast<int>(markers.size()), std::as_const(state_).sites(kind),
                               step_->site_velocities(kind), on_device.data());
}

template <class B>
std::vector<FarthestSites> Simulation<B>::farthest_sites(std::size_t kind) {
  if (ranks_) return ranks_->farthest_sites(state_, kind);
  evaluate();
  const Index objects = step_->structure(kind).surface().objects();
  return ibsim::farthest_sites<B>(stream_, objects, step_->sample_positions(kind), objects);
}

template <class B>
std::vector<FlowTotals> Simulation<B>::flow_totals() {
  if (!ranks_)
    return ibsim::flow_totals<B>(stream_, slab_of_all(scenario_.grid.n), scenario_.grid.h,
                                 state_.velocity.any(), step_->fluctuation(stream_, state_));
  return ranks_->flow_totals(state_);
}

template <class B>
std::vector<real> Simulation<B>::plane_sums(PlaneSums what) {
  return sum_of_planes(ranks_ ? ranks_->plane_sums(state_, what)
                              : ibsim::plane_sums(all_of_it(what == PlaneSums::shear), what),
                       scenario_.grid.n.z);
}

template <class B>
std::vector<real> Simulation<B>::object_sums(ObjectSums what, std::size_t kind) {
  if (ranks_) return ranks_->object_sums(state_, what, kind);
  return ibsim::object_sums(all_of_it(), what, kind);
}

template <class B>
std::vector<Touch> Simulation<B>::touches() {
  if (ranks_) return ranks_->touches(state_);
  if (!touching_) touching_.emplace(scenario_);
  std::vector<VectorsView<const real>> sites;
  for (std::size_t kind = 0; kind < topologies_.size(); ++kind)
    sites.push_back(std::as_const(state_).sites(kind));
  return touching_->find(stream_, state_.time, slab_, sites);
}

template <class B>
std::vector<real> Simulation<B>::gaps_to_walls(std::size_t kind) {
  if (ranks_) return ranks_->gaps_to_walls(state_, kind);
  evaluate();
  return ibsim::gaps_to_walls<B>(stream_, scenario_.grid, inner_parts(scenario_),
                                 step_->sample_positions(kind));
}

template <class B>
std::vector<std::string> Simulation<B>::term_names(std::size_t kind) const {
  return ranks_ ? ranks_->term_names(kind) : step_->structure(kind).term_names();
}

template <class B>
const std::vector<PairMeasures>& Simulation<B>::pair_measures() {
  if (known_.pairs) return *known_.pairs;
  if (ranks_ && pair_forces_of(scenario_).empty())
    known_.pairs.emplace();
  else if (ranks_)
    known_.pairs = ranks_->pair_measures(state_);
  else
    known_.pairs = step_->measures_together(step_->measure_pairs(stream_, derivatives()));
  return *known_.pairs;
}

template <class B>
const std::vector<HeldArea>& Simulation<B>::held_areas() {
  if (known_.held_areas) return *known_.held_areas;
  if (pair_forces_of(scenario_).empty())
    known_.held_areas.emplace();
  else if (ranks_)
    known_.held_areas = ranks_->held_areas(state_);
  else
    known_.held_areas = step_->held_areas(stream_, derivatives());
  return *known_.held_areas;
}

template <class B>
std::uint64_t Simulation<B>::hash() {
  if (known_.hash) return *known_.hash;
  known_.hash = ranks_ ? ranks_->hash(state_) : state_hash(stream_, state_);
  if (state_.population.changes()) *known_.hash ^= hash_of(state_.population);
  return *known_.hash;
}

template class Simulation<Cpu>; // what stands here, and the rest in simulation.cpp
#if defined(IBSIM_WITH_CUDA)
template class Simulation<Cuda>;
#endif

} // namespace ibsim
