#include "flow_run/check_summary.hpp"

#include "base/exponents.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "flow_run/print_prediction.hpp"
#include "flow_run/run_prediction.hpp"
#include "limits/apart.hpp"
#include "limits/limit_with_bonds.hpp"
#include "limits/limits_of_terms.hpp"
#include "limits/step_limits.hpp"
#include "limits/time_plan.hpp"
#include "model/scenario.hpp"
#include "objects/dimensionless.hpp"
#include "program/progress.hpp"
#include "walls/driven_flow.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

std::string verdict_line(const CheckVerdict& verdict) {
  const std::string warnings = verdict.warnings == 0 ? "no warnings"
                               : verdict.warnings == 1
                                   ? "1 warning, above"
                                   : std::to_string(verdict.warnings) + " warnings, above";
  return verdict.problem.empty() ? "OK        " + warnings : "NOT OK    " + verdict.problem + "; " + warnings;
}

std::string strain_text(const FlowModel& model, const TimeSettings& time) {
  const real rate = flow_rate(model);
  if (!(rate > 0)) return ", no flow drives it";
  if (model.is_sheared()) return text(", a strain of %.3g", std::abs(strain_at(model, time.end)));
  return text(", a strain of up to %.3g", rate * time.end);
}

/// Duration of the run, and with bonds where they matter.
std::string duration_line(const Scenario& s, const DryRun& found, bool on_cuda) {
  constexpr double matters = 1.25; // times as long
  const double alone = predicted_seconds(s.time, s.output, found, !on_cuda);
  const std::string line = "about " + duration_text(alone);
  const std::optional<double> bound = predicted_seconds_with_bonds(s, s.time, s.output, found, !on_cuda);
  return bound && *bound > matters * alone ? line + ", with bonds up to " + duration_text(*bound) : line;
}

std::string run_line(const Scenario& s, const std::optional<DryRun>& found, bool on_cuda) {
  return text("run       %s%llu steps of %s to %s", s.time.automatic ? "about " : "",
              static_cast<unsigned long long>(steps_to(s.time.end, s.time.step)),
              time_text(s.time.step).c_str(), time_text(s.time.end).c_str()) +
         strain_text(s, s.time) + "; " +
         (!found                      ? std::string("its duration is not known")
          : found->gpus_elsewhere > 0 ? std::string("its duration is not known: the GPUs are not here")
                                      : duration_line(s, *found, on_cuda));
}

std::string needs_line(const Scenario& s, const std::optional<DryRun>& found, bool on_cuda) {
  if (!found) return "needs     memory and disk that could not be predicted";
  return "needs     " + memory_in_brief(s, s.time, s.output, s.device.copies, *found, on_cuda) + ", " +
         size_in_words(predicted_disk_bytes(s.time, s.output, *found)) + " of disk in " +
         one_line(s.output.folder);
}

std::string flow_text(const FlowModel& model) {
  const std::string of = rounded(1e6 * flow_rate(model), 4) + " 1/s";
  if (!(flow_rate(model) > 0)) return "fluid at rest";
  if (model.drives_vessel()) return "flow in a vessel, up to " + of + " at the wall";
  return model.has_tubes()    ? "tube flow, " + of + " at the wall"
         : model.has_walls()  ? "flow between walls, " + of + " at them"
         : model.is_sheared() ? "unbounded shear of " + of
                              : "periodic flow of " + of;
}

std::string numbers_of(const FlowModel& model, const ObjectKind& kind) {
  if (!std::holds_alternative<ClosedSurface>(kind.structure) || !(flow_rate(model) > 0)) return "";
  const DimensionlessNumbers n = dimensionless_numbers(model, kind);
  return text(" (Ca %.3g, Re %.2g, viscosity ratio %.3g)", n.capillary, n.reynolds,
              kind.closed().viscosity_ratio);
}

std::string model_line(const FlowModel& s) {
  constexpr std::size_t most_kinds = 2;
  std::vector<const ObjectKind*> kinds; // those with numbers first
  for (const bool closed : {true, false})
    for (const ObjectKind& kind : s.objects)
      if (std::holds_alternative<ClosedSurface>(kind.structure) == closed) kinds.push_back(&kind);
  std::string line =
      text("model     grid of %d x %d x %d, h = %.4g um, ", s.grid.n.x, s.grid.n.y, s.grid.n.z, s.grid.h) +
      flow_text(s);
  for (std::size_t k = 0; k < std::min(most_kinds, kinds.size()); ++k)
    line += (k == 0 ? "; " : ", ") + text("%zu x ", kinds[k]->placements.size()) + one_line(kinds[k]->name) +
            numbers_of(s, *kinds[k]);
  if (kinds.size() > most_kinds)
    line +=
        text(", and %zu more kind%s", kinds.size() - most_kinds, kinds.size() == most_kinds + 1 ? "" : "s");
  return line;
}

/// The term of a kind that allows the shortest steps.
std::string limiting_term(const ObjectKind& kind, const FlowModel& model) {
  const std::vector<LimitOfTerm> terms = limits_of_terms(kind, model);
  const auto least =
      std::min_element(terms.begin(), terms.end(),
                       [](const LimitOfTerm& a, const LimitOfTerm& b) { return a.limit < b.limit; });
  return least == terms.end() ? "" : std::string(", most by ") + least->term;
}

/// Steps that bonds will allow. None hold at the start, from which the number of steps is predicted.
std::string with_bonds(const FlowModel& model, real least) {
  constexpr real matters = 1.25; // times as many steps
  std::string line;
  for (const ObjectKind& kind : model.objects)
    if (const std::optional<LimitWithBonds> of = limit_with_bonds(kind, model);
        of && of->limit * matters < least)
      line += text(
          "; %.2g us with %.3g bonds, where half of \"%s\" lies at ligands: up to %.2g times as many steps",
          of->limit, of->bonds, one_line(kind.name).c_str(), least / of->limit);
  return line;
}

std::string step_line(const FlowModel& placed, const TimeSettings& time) {
  const FlowModel model = time.automatic ? as_it_starts(placed) : placed;
  const StepLimits limits = step_limits(model);
  real least = limits.flow;
  std::string by = "the flow (h/2 in a step)";
  for (std::size_t k = 0; k < limits.objects.size(); ++k)
    if (limits.objects[k] < least) {
      least = limits.objects[k];
      by = "elasticity of " + one_line(model.objects[k].name) + limiting_term(model.objects[k], model);
    }
  if (time.automatic && limits.accuracy < least) least = limits.accuracy, by = "accuracy";
  if (!std::isfinite(least)) return "step      no limit";
  const std::string limit = text("%.3g us", least);
  if (!time.automatic) return "step      as given; the limit is " + limit + ", by " + by;
  const real wanted = std::min(time.largest_step, time.safety * least);
  if (time.largest_step < time.safety * least) return "step      limited by time.largest_step";
  const bool starts_apart = placed.has_contact() && !model.has_contact();
  const std::string near =
      starts_apart ? text("; %.3g us while objects can meet", step_limits(placed).automatic()) : "";
  // an interval of output has a whole number of steps
  return (time.step < wanted / 2
              ? "step      limited by the intervals of output; the next limit is " + limit + ", by " + by
              : "step      limited by " + by + ": " + limit) +
         near + with_bonds(model, least);
}

} // namespace

std::vector<std::string> check_summary(const Scenario& s, const std::optional<DryRun>& found, bool on_cuda,
                                       const CheckVerdict& verdict) {
  return {verdict_line(verdict),
          run_line(s, found, on_cuda),
          needs_line(s, found, on_cuda),
          model_line(s),
          step_line(s, s.time),
          "more      ibsim check --verbose has all limits, sources of constants, time and memory by part"};
}

} // namespace ibsim
