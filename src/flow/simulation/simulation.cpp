#include "simulation/simulation.hpp"

#include "parallel/with_cuda.hpp"
#include "simulation/driven_flow.hpp"
#include "simulation/make_state.hpp"
#include "simulation/max_speed.hpp"
#include "simulation/scenario.hpp"
#include "simulation/stability.hpp"
#include "simulation/state_hash.hpp"
#include "simulation/structure_properties.hpp"
#include "simulation/time_plan.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace ibsim {
namespace {

constexpr std::uint64_t flow_check_every = 64; // steps

/// So many steps before a failure, a state is good to go on from.
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

} // namespace

template <class B>
Simulation<B>::Simulation(const Stream<B>& stream, const Scenario& scenario,
                          const std::vector<SurfaceKind>& kinds)
    : Simulation(stream, scenario, kinds, make_structures(stream, scenario, kinds),
                 make_pair_forces(stream, scenario, kinds)) {
  ranks_ = make_step_of_ranks<B>(stream, scenario, kinds, state_);
}

template <class B>
Simulation<B>::Simulation(const Stream<B>& stream, const Scenario& scenario,
                          const std::vector<SurfaceKind>& kinds, std::vector<Structure<B>> structures,
                          typename ImmersedBoundaryStep<B>::PairForces pair_forces)
    : stream_(stream), scenario_(scenario),
      step_(stream, scenario, std::move(structures), std::move(pair_forces)),
      state_(state_at_start(stream, scenario, scenario.time.step, kinds, step_)),
      timer_(stream, phase_names, steps_for_the_timer<B>(scenario.time)) {
  // a quadrature: a millisecond
  for (const ObjectKind& objects : scenario.objects)
    reference_volumes_.push_back(volume_at_rest(objects).value_or(0));
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    volumes_at_start_.emplace_back(), centres_at_start_.emplace_back();
    for (const StructureIntegrals& at_start : step_.structure(kind).integrals(stream, state_.of(kind))) {
      volumes_at_start_.back().push_back(at_start.volume);
      centres_at_start_.back().push_back(at_start.centre);
    }
  }
  if (scenario.keep_volume) step_.keep_volumes(stream, kinds, state_);
}

template <class B>
const FlowModel& Simulation<B>::model() const {
  return scenario_;
}

template <class B>
State<B>& Simulation<B>::whole() const {
  if (!is_whole_) ranks_->gather(state_), is_whole_ = true;
  return state_;
}

template <class B>
State<B>& Simulation<B>::begin_change() {
  whole();
  is_dealt_ = false;
  return state_;
}

template <class B>
void Simulation<B>::advance() {
  plan_step();
  forget();
  if (ranks_) {
    if (!is_dealt_ || ranks_->must_be_dealt()) ranks_->deal(whole()), is_dealt_ = true;
    ranks_->advance(state_, timer_);
    is_whole_ = false;
  } else {
    step_.advance(stream_, state_, timer_);
  }
  --state_.steps_left;
  state_.time = static_cast<real>(state_.interval) * interval_length(scenario_.time, scenario_.output) -
                static_cast<real>(state_.steps_left) * state_.time_step;
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
  const bool decide = scenario_.time.automatic && is_decision_step(s.step);
  if (decide) {
    const real limit = safe_step();
    const real least =
        least_part_of_first_limit * std::min(first_step_limit(scenario_, scenario_.time),
                                             interval_length(scenario_.time, scenario_.output));
    if (!(limit >= least)) {
      check_all();
      diverged({.step = s.step + 1, .what = Failure::What::no_step_is_safe, .value = limit});
    }
    s.step_limit = std::min(limit, scenario_.time.largest_step);
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
  s.step_limit =
      scenario_.time.automatic ? std::min(safe_step(), scenario_.time.largest_step) : scenario_.time.step;
  if (!(s.step_limit > 0))
    diverged({.step = s.step + 1, .what = Failure::What::no_step_is_safe, .value = s.step_limit});
  const EqualSteps steps = equal_steps(left, s.step_limit);
  s.steps_left = left > 1e-9 * length ? steps.number : 0;
  s.time_step = s.steps_left > 0 ? steps.step : std::min(s.step_limit, length);
  forget(); // the clock is part of the state
}

template <class B>
real Simulation<B>::safe_step() {
  real limit = advective_step_limit(present_max_speed(), scenario_.grid.h);
  const Evaluation& now = derivatives();
  const real gap =
      scenario_.is_bdf2() && scenario_.has_contact() ? pairs().least.objects : 0; // only contact looks for it
  for (std::size_t kind = 0; kind < state_.data_sites.size(); ++kind) {
    const Stiffness stiffness =
        step_.structure(kind).stiffness(stream_, whole().of(kind), now.derivatives[kind]);
    limit = std::min(limit,
                     elastic_step_limit(stiffness, scenario_, gap, viscosity_ratio(scenario_.objects[kind])));
  }
  limit = std::min(limit, contact_step_limit(pairs().stiffness, scenario_));
  return scenario_.time.safety * limit;
}

template <class B>
void Simulation<B>::evaluate() {
  if (!known_.evaluation) known_.evaluation = step_.evaluate(stream_, whole());
}

template <class B>
const Evaluation& Simulation<B>::derivatives() {
  if (known_.evaluation && !step_.holds(*known_.evaluation)) known_.evaluation.reset();
  evaluate();
  return *known_.evaluation;
}

template <class B>
void Simulation<B>::pressure(real* p) {
  evaluate();
  step_.pressure(stream_, whole(), step_.viscosity() ? derivatives() : *known_.evaluation, p);
}

template <class B>
const VaryingViscosity<B>* Simulation<B>::viscosity() {
  return step_.viscosity() ? step_.present_viscosity(stream_, whole(), derivatives()) : nullptr;
}

template <class B>
const std::vector<StructureIntegrals>& Simulation<B>::integrals(std::size_t kind) {
  known_.integrals.resize(step_.structures());
  std::vector<StructureIntegrals>& found = known_.integrals.at(kind);
  if (found.empty())
    found = step_.structure(kind).integrals(stream_, whole().of(kind), derivatives().derivatives[kind]);
  return found;
}

template <class B>
const std::vector<real>& Simulation<B>::unresolved_part_of_forces(std::size_t kind) {
  evaluate();
  return known_.evaluation->unresolved[kind];
}

template <class B>
void Simulation<B>::principal_tensions(std::size_t kind, real* t1, real* t2) {
  step_.structure(kind).principal_tensions(stream_, whole().of(kind), derivatives().derivatives[kind], t1,
                                           t2);
}

template <class B>
void Simulation<B>::area_elements(std::size_t kind, real* areas) {
  step_.structure(kind).surface().area_elements(stream_, derivatives().derivatives[kind], areas);
}

template <class B>
const PairMeasures& Simulation<B>::pairs() {
  if (!known_.pairs) known_.pairs = step_.measure_pairs(stream_, derivatives());
  return *known_.pairs;
}

template <class B>
std::uint64_t Simulation<B>::hash() {
  if (!known_.hash) known_.hash = state_hash(stream_, whole());
  return *known_.hash;
}

template <class B>
void Simulation<B>::diverged(Failure failure) const {
  const real ago = static_cast<real>(state_.step) - static_cast<real>(failure.step);
  throw Diverged(failure, scenario_, scenario_.time, state_.time - ago * state_.time_step);
}

template <class B>
void Simulation<B>::check() const {
  if (const std::optional<Failure> failure = ranks_ && is_dealt_ ? ranks_->failure() : step_.failure(stream_))
    diverged(*failure);
  if (scenario_.objects.empty() || state_.step % flow_check_every == 0) check_flow();
}

template <class B>
real Simulation<B>::present_max_speed() const {
  if (!is_whole_) return ranks_->max_speed();
  return max_speed(stream_, scenario_.grid, FaceView<const real>(state_.velocity.view()));
}

template <class B>
void Simulation<B>::check_flow() const {
  const real speed = present_max_speed();
  if (!(speed * state_.time_step <= scenario_.grid.h))
    diverged({.step = state_.step, .what = Failure::What::flow_too_fast, .value = speed});
}

template <class B>
void Simulation<B>::check_all() {
  check();
  check_flow();
  for (std::size_t kind = 0; kind < state_.data_sites.size(); ++kind) check_volumes(kind, integrals(kind));
}

template <class B>
void Simulation<B>::check_volumes(std::size_t kind, const std::vector<StructureIntegrals>& integrals) const {
  if (step_.structure(kind).surface().topology() != SurfaceTopology::closed) return;
  for (std::size_t object = 0; object < integrals.size(); ++object) {
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
  kept_.push_back(copy_of(stream_, scenario_.grid, whole(), std::move(oldest)));
}

template <class B>
void Simulation<B>::exchange_state(State<B>& other) {
  std::swap(begin_change(), other);
  forget();
  step_.forget_failure(stream_);
}

template <class B>
typename Simulation<B>::Trace Simulation<B>::trace(const Failure& seen) {
  if (kept_.empty()) remember();
  const auto copy = [&](const State<B>& state) { return copy_of(stream_, scenario_.grid, state, {}); };
  Trace trace{seen, nullptr, copy(kept_[0]), Array<real, B>(stream_, scenario_.grid.cells())};
  const std::uint64_t last = std::max(state_.step, seen.step);
  State<B> start = copy(kept_[0]);
  exchange_state(start);
  while (state_.step < last) {
    trace.before = copy_of(stream_, scenario_.grid, whole(), std::move(trace.before));
    try {
      advance();
      check_all();
    } catch (const Diverged& found) {
      trace.failure = found.failure;
      break;
    }
  }
  std::swap(whole(), trace.before), forget();
  pressure(trace.pressure_before.data());
  std::swap(state_, trace.before), forget();
  trace.good = &kept_[trace.failure.step >= kept_.back().step + well_before ? kept_.size() - 1 : 0];
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
