#include "simulation/simulation.hpp"

#include "base/log.hpp"
#include "base/text.hpp"
#include "limits/apart.hpp"
#include "limits/stability.hpp"
#include "limits/time_plan.hpp"
#include "model/scenario.hpp"
#include "objects/structure_properties.hpp"
#include "ranks/step_alone.hpp"
#include "ranks/step_of_ranks.hpp"
#include "walls/driven_flow.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

constexpr std::uint64_t flow_check_every = 64; // steps

/// Steps before a failure at which a state is still good to continue from.
constexpr std::uint64_t well_before = 32;

/// What a decision may at least find, relative to the limit at the start.
constexpr real least_part_of_first_limit = 1e-3;

/// Ranks list the objects that are there, so a single one takes its steps as several do where these come and
/// go.
std::unique_ptr<Stepper> make_stepper(const AnyStream& any, const Scenario& scenario,
                                      const std::vector<SurfaceKind>& kinds) {
  return any.with([&]<class B>(const Stream<B>& stream) -> std::unique_ptr<Stepper> {
    if (scenario.device.ranks > 1 || has_traffic(scenario))
      return make_step_of_ranks<B>(stream, scenario, scenario.time, scenario.device, kinds);
    return make_step_alone(stream, scenario, kinds, make_structures(stream, scenario, kinds),
                           make_pair_forces(stream, scenario, kinds));
  });
}

} // namespace

Simulation::Simulation(const AnyStream& stream, const Scenario& scenario,
                       const std::vector<SurfaceKind>& kinds)
    : Simulation(scenario, kinds, make_stepper(stream, scenario, kinds)) {}

Simulation::Simulation(const Scenario& scenario, const std::vector<SurfaceKind>& kinds,
                       std::unique_ptr<Stepper> stepper)
    : scenario_(scenario), kinds_(kinds), stepper_(std::move(stepper)), clock_(stepper_->clock()),
      asks_for_distances_(ibsim::asks_for_distances(scenario) && !has_traffic(scenario)) {
  for (const SurfaceKind& kind : kinds) topologies_.push_back(kind.topology);
  // a quadrature: a millisecond
  for (const ObjectKind& objects : scenario_.objects)
    reference_volumes_.push_back(volume_at_rest(objects).value_or(0));
  for (std::size_t kind = 0; kind < topologies_.size(); ++kind) {
    volumes_at_start_.emplace_back(), centres_at_start_.emplace_back();
    for (const StructureIntegrals& at_start : integrals(kind)) {
      volumes_at_start_.back().push_back(at_start.volume);
      centres_at_start_.back().push_back(at_start.centre);
    }
  }
  measure_newcomers({});
  let_come_and_go();
}

const FlowModel& Simulation::model() const { return scenario_; }

void Simulation::advance() {
  plan_step();
  forget();
  stepper_->advance();
  --clock_.steps_left;
  clock_.time = static_cast<real>(clock_.interval) * interval_length(scenario_.time, scenario_.output) -
                static_cast<real>(clock_.steps_left) * clock_.time_step;
  let_come_and_go();
}

bool Simulation::look_at_distances() {
  if (!asks_for_distances_ || !is_look_step(clock_.step)) return false;
  std::vector<std::vector<real>> of_kinds;
  for (std::size_t kind = 0; kind < topologies_.size(); ++kind) {
    of_kinds.emplace_back();
    if (meets_others(scenario_.objects[kind])) of_kinds.back() = data_sites_on_host(kind);
  }
  const bool apart = are_apart(scenario_, clock_.time, of_kinds, clock_.apart);
  if (apart == clock_.apart) return false;
  clock_.apart = apart;
  forget(); // membranes have other moduli
  log::info(text("at %.6g ms ", 1e-3 * clock_.time) + what_changes(scenario_, apart));
  return true;
}

void Simulation::plan_step() {
  Clock& s = clock_;
  const auto divide = [&](real length) {
    // with bdf2 a step is not much longer than the one before
    const EqualSteps steps =
        equal_steps(length, s.step_before > 0 ? std::min(s.step_limit, 2 * s.step_before) : s.step_limit);
    s.time_step = steps.step, s.steps_left = steps.number;
  };
  const bool changed = look_at_distances();
  const bool decide = scenario_.time.automatic && (is_decision_step(s.step) || changed);
  if (decide) {
    const real limit = automatic_step();
    const real least =
        least_part_of_first_limit * std::min(first_step_limit(scenario_, scenario_.time, false),
                                             interval_length(scenario_.time, scenario_.output));
    if (!(limit >= least)) {
      check_all();
      diverged({.step = s.step + 1, .what = Failure::What::no_step_is_safe, .value = limit});
    }
    s.step_limit = limit;
  }
  if (s.steps_left == 0) {
    ++s.interval;
    if (scenario_.time.automatic)
      divide(interval_length(scenario_.time, scenario_.output));
    else
      s.time_step = scenario_.time.step, s.steps_left = 1;
  } else if (decide && (s.time_step > s.step_limit || 1.25 * s.time_step < s.step_limit)) {
    divide(static_cast<real>(s.steps_left) * s.time_step);
  }
}

std::uint64_t Simulation::steps_in_all() const {
  const std::uint64_t end = intervals_to_end(scenario_.time, scenario_.output);
  const std::uint64_t intervals = end > clock_.interval ? end - clock_.interval : 0;
  const std::uint64_t in_each =
      scenario_.time.automatic && clock_.time_step > 0
          ? equal_steps(interval_length(scenario_.time, scenario_.output), clock_.time_step).number
          : 1;
  return clock_.step + clock_.steps_left + intervals * in_each;
}

void Simulation::join_intervals() {
  Clock& s = clock_;
  const real length = interval_length(scenario_.time, scenario_.output),
             intervals = std::ceil(s.time / length - 1e-9), left = intervals * length - s.time;
  s.interval = static_cast<std::uint64_t>(intervals);
  s.step_limit = scenario_.time.automatic ? automatic_step() : scenario_.time.step;
  if (!(s.step_limit > 0))
    diverged({.step = s.step + 1, .what = Failure::What::no_step_is_safe, .value = s.step_limit});
  const EqualSteps steps = equal_steps(left, s.step_limit);
  s.steps_left = left > 1e-9 * length ? steps.number : 0;
  s.time_step = s.steps_left > 0 ? steps.step : std::min(s.step_limit, length);
  forget(); // the clock is part of the state
}

void Simulation::diverged(Failure failure) const {
  if (clock_.population.changes() && failure.object < clock_.population.kinds[failure.kind].size())
    failure.id = static_cast<std::int64_t>(id_of(failure.kind, failure.object));
  const real ago = static_cast<real>(clock_.step) - static_cast<real>(failure.step);
  throw Diverged(failure, scenario_, scenario_.time, clock_.time - ago * clock_.time_step);
}

void Simulation::check() const {
  if (const std::optional<Failure> failure = stepper_->failure()) diverged(*failure);
  if (scenario_.objects.empty() || clock_.step % flow_check_every == 0) check_flow();
}

void Simulation::check_flow() const {
  const real speed = stepper_->max_speed();
  if (!(speed * clock_.time_step <= scenario_.grid.h))
    diverged({.step = clock_.step, .what = Failure::What::flow_too_fast, .value = speed});
}

void Simulation::check_all() {
  check();
  check_flow();
  for (std::size_t kind = 0; kind < topologies_.size(); ++kind) check_volumes(kind, integrals(kind));
}

void Simulation::check_volumes(std::size_t kind, const std::vector<StructureIntegrals>& integrals) const {
  if (topologies_[kind] != SurfaceTopology::closed) return;
  for (std::size_t object = 0; object < integrals.size(); ++object) {
    if (!is_there(kind, object)) continue;
    const ObjectKind& objects = scenario_.objects[kind];
    const Real3& stretch = objects.placements[object].stretch;
    const real at_start = reference_volumes_[kind] * stretch.x * stretch.y * stretch.z;
    const real now = integrals[object].volume;
    if (!(std::abs(now / at_start - 1) <= most_volume_change))
      diverged({.step = clock_.step,
                .what = Failure::What::volume_changed,
                .kind = kind,
                .object = object,
                .value = now});
  }
}

void Simulation::remember() {
  StateCopy oldest;
  if (kept_.size() == 2) oldest = std::move(kept_.front()), kept_.erase(kept_.begin());
  kept_.push_back(stepper_->copy(std::move(oldest)));
}

void Simulation::exchange_state(Clock& other) {
  stepper_->exchange(other);
  forget();
}

Simulation::Trace Simulation::trace(const Failure& seen) {
  if (kept_.empty()) remember();
  Trace trace{seen, nullptr, nullptr};
  const std::uint64_t last = std::max(clock_.step, seen.step);
  stepper_->go_back(*kept_[0]);
  forget();
  trace.before = stepper_->copy({});
  while (clock_.step < last) {
    trace.before = stepper_->copy(std::move(trace.before));
    try {
      advance();
      check_all();
    } catch (const Diverged& found) {
      trace.failure = found.failure;
      break;
    }
  }
  if (kept_.size() == 2) // the good one stays
    kept_.erase(kept_.begin() + (trace.failure.step >= kept_.back()->step + well_before ? 0 : 1));
  trace.good = kept_[0];
  return trace;
}

std::uint64_t steps_to(real time, real time_step) {
  return static_cast<std::uint64_t>(std::llround(time / time_step));
}

} // namespace ibsim
