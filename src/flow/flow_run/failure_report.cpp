#include "flow_run/failure_report.hpp"

#include "base/text.hpp"
#include "base/units.hpp"
#include "files/run_folder.hpp"
#include "flow_run/fluid_writer.hpp"
#include "flow_run/surface_writer.hpp"
#include "model/scenario.hpp"
#include "program/progress.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

using Trace = Simulation::Trace;

std::string near(const Real3& p) { return text(", near (%.4g, %.4g, %.4g) um", p.x, p.y, p.z); }

/// Where the fluid is fastest: the face of the largest |u_d|.
Real3 fastest_face(Simulation& simulation) {
  const Grid& grid = simulation.model().grid;
  const std::vector<real> u = simulation.velocity_on_host();
  const auto largest =
      std::max_element(u.begin(), u.end(), [](real a, real b) { return std::abs(a) < std::abs(b); });
  const Size face = largest - u.begin();
  const auto d = static_cast<int>(face / grid.cells()), c = static_cast<int>(face % grid.cells());
  Real3 at{c % grid.n.x + 0.5, c / grid.n.x % grid.n.y + 0.5, c / grid.n.x / grid.n.y + 0.5};
  at[d] -= 0.5;
  return grid.h * at;
}

/// Place of the site that failed, in the simulation's present state.
std::string place(Simulation& simulation, const Failure& failure) {
  using What = Failure::What;
  if (failure.what == What::flow_too_fast) return near(fastest_face(simulation));
  if (failure.what == What::volume_changed || failure.what == What::no_step_is_safe) return {};
  const bool at_sample = failure.what == What::force_not_finite || failure.what == What::surface_folded ||
                         failure.what == What::sample_beyond_a_wall;
  const auto site = static_cast<Index>(failure.site);
  if (at_sample) return near(simulation.values().sample_site(failure.kind, failure.object, site));
  return near(simulation.values().data_site(failure.kind, failure.object, site));
}

/// Two frames of surfaces and fluid. The simulation's state is the failed one, before and after.
void write_snapshot(Simulation& simulation, Trace& trace, const std::vector<SurfaceKind>& kinds) {
  const FlowModel& model = simulation.model();
  const OutputPlan& output = simulation.scenario().output;
  FluidWriter fluid(model, output, failure_fluid_series);
  std::optional<SurfaceWriter> surfaces;
  if (!kinds.empty()) surfaces.emplace(model, output, kinds, failure_cells_series);
  BackgroundWriter writer;
  const auto frame = [&] {
    const std::uint64_t hash = simulation.hash();
    fluid.append(simulation, hash, writer);
    if (surfaces) surfaces->append(simulation, hash, writer);
  };
  simulation.exchange_state(*trace.before);
  frame();
  simulation.exchange_state(*trace.before);
  frame();
  writer.wait();
  fluid.settle();
  if (surfaces) surfaces->settle();
}

/// The largest safe step of a state, us, without a margin.
real largest_safe_step(Simulation& simulation, Clock& state) {
  simulation.exchange_state(state);
  const real limit = simulation.safe_step() / simulation.scenario().time.safety;
  simulation.exchange_state(state);
  return limit;
}

/// `--set ...` for a run with smaller steps.
std::string smaller_steps(Simulation& simulation, Trace& trace) {
  const TimeSettings& time = simulation.scenario().time;
  if (time.automatic) return "--set time.safety=" + text("%.2g", time.safety / 2);
  real limit = time.step;
  for (const StateCopy& state : {trace.good, trace.before})
    limit = std::min(limit, time.safety * largest_safe_step(simulation, *state));
  return "--set time.step=\"" + format_quantity(smaller_step(time.step, limit), dimension::time) + "\"";
}

/// A fold of what was already pressed below 0.58 of its area, where Skalak's law begins to give way, as the
/// run began. Smaller steps fold it as well.
bool was_put_there_pressed(Simulation& simulation, Trace& trace) {
  const Failure& failure = trace.failure;
  if (failure.what != Failure::What::surface_folded || trace.good->step > 0) return false;
  simulation.exchange_state(*trace.good);
  const real area_ratio = simulation.integrals(failure.kind)[failure.object].min_area_ratio;
  simulation.exchange_state(*trace.good);
  return area_ratio < 0.58;
}

} // namespace

real smaller_step(real present, real limit) {
  constexpr real most = 16; // a state about to fail may ask for anything
  const real least = std::clamp(limit > 0 ? std::ceil(present / limit) : most, real{2}, most);
  for (real n = least; n < 2 * least; ++n)
    if (format_quantity(present / n, dimension::time).size() <= 9) return present / n; // "0.0125 us"
  return present / least;
}

std::string report_failure(Simulation& simulation, const Failure& seen, const std::vector<SurfaceKind>& kinds,
                           RunOutputs& outputs) {
  Trace trace = simulation.trace(seen);
  const Failure& failure = trace.failure;
  const FlowModel& model = simulation.model();
  const TimeSettings& time = simulation.scenario().time;
  const std::string folder = simulation.scenario().output.folder;
  std::string message =
      text("the simulation diverged at step %llu (t = ", static_cast<unsigned long long>(failure.step)) +
      time_text(simulation.time()) + "): ";
  message += describe(failure, model);
  const real step = simulation.time_step(), limit = largest_safe_step(simulation, *trace.good);
  const bool pressed = was_put_there_pressed(simulation, trace);
  const bool too_large = !pressed && !is_at_the_start(failure) && steps_are_too_large(step, limit);
  const std::string smaller = too_large ? smaller_steps(simulation, trace) : "";
  std::string way_on = too_large ? "start again with smaller steps: " + smaller
                       : pressed ? remedy_at_the_start(model, model.objects[failure.kind])
                                 : remedy(failure, model, time, step, limit);
  if (failure.what != Failure::What::flow_too_fast) simulation.exchange_state(*trace.before);
  message += place(simulation, failure);
  if (failure.what == Failure::What::surface_folded)
    message += text("; a part of its membrane was compressed to %.2g of its area at rest",
                    simulation.integrals(failure.kind)[failure.object].min_area_ratio);
  if (failure.what != Failure::What::flow_too_fast) simulation.exchange_state(*trace.before);

  try {
    outputs.finish();
    write_snapshot(simulation, trace, kinds);
    message += "; the failed state is in " + folder + "/failure_*.vtkhdf.series";
    if (trace.good->step > 0) {
      simulation.exchange_state(*trace.good);
      outputs.write_checkpoint(simulation);
      outputs.finish();
      const std::string from = "t = " + time_text(simulation.time());
      if (too_large)
        way_on = "go on from " + from + " with smaller steps: ibsim resume " + folder + " " + smaller;
      else
        way_on += "; the checkpoint in " + folder + " is of " + from;
    }
  } catch (const ResourceError& e) {
    message += std::string("; the failed state could not be written: ") + e.what();
  }
  return message + "; " + way_on;
}

} // namespace ibsim
