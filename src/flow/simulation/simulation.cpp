#include "simulation/simulation.hpp"

#include "base/log.hpp"
#include "base/text.hpp"
#include "limits/apart.hpp"
#include "limits/stability.hpp"
#include "limits/time_plan.hpp"
#include "model/scenario.hpp"
#include "objects/structure_properties.hpp"
#include "parallel/with_cuda.hpp"
#include "ranks/step_alone.hpp"
#include "ranks/step_of_ranks.hpp"
#include "walls/driven_flow.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace ibsim {
namespace {

constexpr std::uint64_t flow_check_every = 64; // steps

/// Steps before a failure at which a state is still good to continue from.
constexpr std::uint64_t well_before = 32;

/// What a decision may at least find, relative to the limit at the start.
constexpr real least_part_of_first_limit = 1e-3;

/// What the timer is told of a run. On a GPU the steps of its sample are not recorded and nothing goes side
/// by side in them: so many steps make it take every eighth at most.
template <class B>
std::uint64_t steps_for_the_timer(const TimeSettings& time) {
  constexpr std::uint64_t least = std::is_same_v<B, Cuda> ? 3000 : 0;
  return std::max(least, steps_to(time.end, time.step));
}

/// Ranks list the objects that are there, so a single one takes its steps as several do where these come and
/// go.
template <class B>
std::unique_ptr<Stepper<B>> make_stepper(const Stream<B>& stream, const Scenario& scenario,
                                         const std::vector<SurfaceKind>& kinds) {
  if (scenario.device.ranks > 1 || has_traffic(scenario))
    return make_step_of_ranks<B>(stream, scenario, scenario.time, scenario.device, kinds);
  return make_step_alone(stream, scenario, kinds, make_structures(stream, scenario, kinds),
                         make_pair_forces(stream, scenario, kinds));
}

} // namespace

template <class B>
Simulation<B>::Simulation(const Stream<B>& stream, const Scenario& scenario,
                          const std::vector<SurfaceKind>& kinds)
    : Simulation(stream, scenario, kinds, make_stepper(stream, scenario, kinds)) {}

template <class B>
Simulation<B>::Simulation(const Stream<B>& stream, const Scenario& scenario,
                          const std::vector<SurfaceKind>& kinds, std::vector<Structure<B>> structures,
                          typename ImmersedBoundaryStep<B>::PairForces pair_forces)
    : Simulation(stream, scenario, kinds,
                 make_step_alone(stream, scenario, kinds, std::move(structures), std::move(pair_forces))) {}

template <class B>
Simulation<B>::Simulation(const Stream<B>& stream, const Scenario& scenario,
                          const std::vector<SurfaceKind>& kinds, std::unique_ptr<Stepper<B>> stepper)
    : stream_(stream), scenario_(scenario), kinds_(kinds), stepper_(std::move(stepper)),
      state_(stepper_->state()),
      asks_for_distances_(ibsim::asks_for_distances(scenario) && !has_traffic(scenario)),
      timer_(stream, phase_names, steps_for_the_timer<B>(scenario.time)) {
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

template <class B>
const FlowModel& Simulation<B>::model() const {
  return scenario_;
}

template <class B>
void Simulation<B>::advance() {
  plan_step();
  forget();
  stepper_->advance(timer_);
  --state_.steps_left;
  state_.time = static_cast<real>(state_.interval) * interval_length(scenario_.time, scenario_.output) -
                static_cast<real>(state_.steps_left) * state_.time_step;
  let_come_and_go();
}

template <class B>
bool Simulation<B>::look_at_distances() {
  if (!asks_for_distances_ || !is_look_step(state_.step)) return false;
  std::vector<std::vector<real>> of_kinds;
  for (std::size_t kind = 0; kind < topologies_.size(); ++kind) {
    of_kinds.emplace_back();
    if (!meets_others(scenario_.objects[kind])) continue;
    const auto sites = stepper_->sites(kind);
    of_kinds.back().resize(3 * static_cast<std::size_t>(sites.X.n));
    copy_to_host(stream_, of_kinds.back().data(), sites.X.x, of_kinds.back().size() * sizeof(real));
  }
  const bool apart = are_apart(scenario_, state_.time, of_kinds, state_.apart);
  if (apart == state_.apart) return false;
  state_.apart = apart;
  forget(); // membranes have other moduli
  log::info(text("at %.6g ms ", 1e-3 * state_.time) + what_changes(scenario_, apart));
  return true;
}

template <class B>
void Simulation<B>::plan_step() {
  State<B>& s = state_;
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

template <class B>
std::uint64_t Simulation<B>::steps_in_all() const {
  const std::uint64_t end = intervals_to_end(scenario_.time, scenario_.output);
  const std::uint64_t intervals = end > state_.interval ? end - state_.interval : 0;
  const std::uint64_t in_each =
      scenario_.time.automatic && state_.time_step > 0
          ? equal_steps(interval_length(scenario_.time, scenario_.output), state_.time_step).number
          : 1;
  return state_.step + state_.steps_left + intervals * in_each;
}

template <class B>
void Simulation<B>::join_intervals() {
  State<B>& s = state_;
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

template <class B>
void Simulation<B>::diverged(Failure failure) const {
  if (state_.population.changes() && failure.object < state_.population.kinds[failure.kind].size())
    failure.id = static_cast<std::int64_t>(id_of(failure.kind, failure.object));
  const real ago = static_cast<real>(state_.step) - static_cast<real>(failure.step);
  throw Diverged(failure, scenario_, scenario_.time, state_.time - ago * state_.time_step);
}

template <class B>
void Simulation<B>::check() const {
  if (const std::optional<Failure> failure = stepper_->failure()) diverged(*failure);
  if (scenario_.objects.empty() || state_.step % flow_check_every == 0) check_flow();
}

template <class B>
void Simulation<B>::check_flow() const {
  const real speed = stepper_->max_speed();
  if (!(speed * state_.time_step <= scenario_.grid.h))
    diverged({.step = state_.step, .what = Failure::What::flow_too_fast, .value = speed});
}

template <class B>
void Simulation<B>::check_all() {
  check();
  check_flow();
  for (std::size_t kind = 0; kind < topologies_.size(); ++kind) check_volumes(kind, integrals(kind));
}

template <class B>
void Simulation<B>::check_volumes(std::size_t kind, const std::vector<StructureIntegrals>& integrals) const {
  if (topologies_[kind] != SurfaceTopology::closed) return;
  for (std::size_t object = 0; object < integrals.size(); ++object) {
    if (!is_there(kind, object)) continue;
    const ObjectKind& objects = scenario_.objects[kind];
    const Real3& stretch = objects.placements[object].stretch;
    const real at_start = reference_volumes_[kind] * stretch.x * stretch.y * stretch.z;
    const real now = integrals[object].volume;
    if (!(std::abs(now / at_start - 1) <= most_volume_change))
      diverged({.step = state_.step,
                .what = Failure::What::volume_changed,
                .kind = kind,
                .object = object,
                .value = now});
  }
}

template <class B>
void Simulation<B>::remember() {
  State<B> oldest;
  if (kept_.size() == 2) oldest = std::move(kept_.front()), kept_.erase(kept_.begin());
  kept_.push_back(stepper_->copy(std::move(oldest)));
}

template <class B>
void Simulation<B>::exchange_state(State<B>& other) {
  stepper_->exchange(other);
  forget();
}

template <class B>
typename Simulation<B>::Trace Simulation<B>::trace(const Failure& seen) {
  if (kept_.empty()) remember();
  Trace trace{seen, nullptr, {}};
  const std::uint64_t last = std::max(state_.step, seen.step);
  stepper_->go_back(kept_[0]);
  forget();
  trace.before = stepper_->copy({});
  while (state_.step < last) {
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
    kept_.erase(kept_.begin() + (trace.failure.step >= kept_.back().step + well_before ? 0 : 1));
  trace.good = &kept_[0];
  return trace;
}

std::uint64_t steps_to(real time, real time_step) {
  return static_cast<std::uint64_t>(std::llround(time / time_step));
}

template class Simulation<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class Simulation<Cuda>;
#endif

} // namespace ibsim
