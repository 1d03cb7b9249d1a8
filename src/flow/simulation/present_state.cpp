// Values of a simulation's present state that are remembered or follow from others; limits of its steps.
#include "limits/accuracy.hpp"
#include "limits/stability.hpp"
#include "model/scenario.hpp"
#include "objects/gap_to_images.hpp"
#include "objects/structure_properties.hpp"
#include "simulation/simulation.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

const Measured<real> unresolved_parts = measured(
    "unresolved parts", Joined::objects, Needs::evaluation,
    []<class B>(const PartOfState<B>& part, std::size_t kind) { return part.found->unresolved[kind]; });

} // namespace

std::vector<Simulation::HostArray> Simulation::arrays_on_host() const {
  std::vector<HostArray> arrays;
  for (const auto& [name, size] : stepper_->array_names())
    arrays.push_back({name, stepper_->array_on_host(arrays.size())});
  return arrays;
}

std::vector<real> Simulation::array_on_host(const std::string& name) const {
  const auto names = stepper_->array_names();
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].first == name) return stepper_->array_on_host(i);
  throw std::logic_error("no array " + name + " in the state");
}

std::vector<real> Simulation::velocity_on_host() const {
  std::vector<real> words = stepper_->array_on_host(0);
  if (scenario_.fluid_storage() == Storage::doubles) return words;
  const auto* const floats = reinterpret_cast<const float*>(words.data());
  return {floats, floats + 2 * words.size()};
}

std::vector<real> Simulation::pressure_on_host() const {
  const auto cells = static_cast<std::ptrdiff_t>(scenario_.grid.cells());
  const std::vector<real> fields =
      stepper_->on_host(4 * static_cast<std::size_t>(cells), [this](real* to) { stepper_->fluid_field(to); });
  return {fields.begin() + 3 * cells, fields.end()}; // behind the velocity
}

std::vector<real> Simulation::surface_field_on_host(std::size_t kind, SurfaceField field) {
  const std::size_t sites = static_cast<std::size_t>(scenario_.objects[kind].sites().sample) *
                            scenario_.objects[kind].placements.size();
  return stepper_->on_host(sites * static_cast<std::size_t>(components_of(field)),
                           [&](real* to) { stepper_->surface_field(kind, field, to); });
}

std::optional<real> Simulation::present_gap() {
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
  const std::vector<real> X = data_sites_on_host(the_kind);
  return gap_to_images(scenario_.grid, X, std::sqrt(3 * area / static_cast<real>(X.size())), reach * h);
}

Simulation::PresentLimits Simulation::present_limits() {
  real limit = advective_step_limit(stepper_->max_speed(), scenario_.grid.h),
       accurate = accurate_step_limit(scenario_);
  const std::optional<real> gap = scenario_.is_bdf2() ? present_gap() : std::nullopt;
  const Stiffness of_pairs = pairs().stiffness;
  for (std::size_t kind = 0; kind < topologies_.size(); ++kind) {
    const Stiffness stiffness = stepper_->stiffness(kind);
    const Film pressed = meets_others(scenario_.objects[kind]) ? of_pairs.film : Film{};
    limit = std::min(limit, elastic_step_limit(stiffness, scenario_.objects[kind], scenario_, gap, pressed));
    accurate =
        std::min(accurate, accurate_step_limit(stiffness, scenario_.objects[kind], scenario_, clock_.step));
  }
  limit = std::min(limit, pair_step_limit(of_pairs, scenario_));
  return {scenario_.time.safety * limit, scenario_.time.safety * accurate};
}

real Simulation::automatic_step() {
  const PresentLimits limits = present_limits();
  return std::min({limits.stable, limits.accurate, scenario_.time.largest_step});
}

const std::vector<StructureIntegrals>& Simulation::integrals(std::size_t kind) {
  known_.integrals.resize(topologies_.size());
  std::vector<StructureIntegrals>& found = known_.integrals.at(kind);
  if (found.empty()) found = stepper_->integrals(kind);
  return found;
}

const std::vector<real>& Simulation::unresolved_part_of_forces(std::size_t kind) {
  known_.unresolved.resize(topologies_.size());
  std::vector<real>& found = known_.unresolved.at(kind);
  if (found.empty()) found = stepper_->measure(unresolved_parts, kind);
  return found;
}

const std::vector<PairMeasures>& Simulation::pair_measures() {
  if (!known_.pairs) known_.pairs = stepper_->pair_measures();
  return *known_.pairs;
}

const std::vector<HeldArea>& Simulation::held_areas() {
  if (!known_.held_areas) known_.held_areas = stepper_->held_areas();
  return *known_.held_areas;
}

std::uint64_t Simulation::hash() {
  // a word for mixed and for single precision, none for double
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15ull;
  if (!known_.hash) known_.hash = stepper_->hash() ^ (static_cast<std::uint64_t>(scenario_.precision) * odd);
  return *known_.hash;
}

} // namespace ibsim
