#include "line_files/read_line_scenario.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "line_files/line_keys.hpp"
#include "schema/scenario_file.hpp"

namespace ibsim {

using namespace line;

namespace {

std::string in_words(const LineScenario& s, real time) {
  if (!s.has_dimensions()) return text("%.4g", time);
  return time >= 1e6   ? text("%.4g s", time / 1e6)
         : time >= 1e3 ? text("%.4g ms", time / 1e3)
                       : text("%.4g us", time);
}

/// Where a table that repeats jumps from its last value to its first.
void warn_of_jump(const LineScenario& s, const Tree& root, std::vector<std::string>& warnings) {
  const PulseInflow& in = s.inflow;
  if (s.equation != EquationKind::pulse || in.shape != PulseInflow::Shape::file || !in.repeats) return;
  const bool of_pressure = !in.pressures.empty();
  const std::vector<real>& values = of_pressure ? in.pressures : in.flows;
  if (values.front() == values.back()) return;
  const auto shown = [of_pressure](real q) {
    return of_pressure ? text("%.4g kPa", q) : text("%.4g mL/s", q / 1e6);
  };
  warnings.push_back(
      node_at(root, "equation.pulse.inflow").place() + "equation.pulse.inflow: the table repeats every " +
      in_words(s, in.times.back() - in.times.front()) + ", from its first time to its last; there the " +
      (of_pressure ? "pressure" : "flow") + " jumps from " + shown(values.back()) + " to " +
      shown(values.front()) + " (repeats: false follows the table once)");
}

} // namespace

LineScenario read_line_scenario_text(const std::string& text, const std::string& name,
                                     const std::vector<std::string>& overrides,
                                     std::vector<std::string>& warnings) {
  const Tree root = scenario_tree(text, name, overrides);
  scenario_kind(root, {"line"});
  LineScenario s;
  read_keys(root, line_keys(s, name), warnings);
  warn_of_jump(s, root, warnings);
  StepLimit limit;
  try {
    limit = step_limit(s, set_up(s));
  } catch (const InputError& e) {
    fail_at(node_at(root, "equation"), std::string("equation: ") + e.what());
  }
  if (s.time.step > limit.step * (1 + 1e-9)) {
    const std::string message = "time.step: " + in_words(s, s.time.step) +
                                " is more than the stability limit, " + in_words(s, limit.step) + " (" +
                                limit.why + ")";
    if (!s.time.beyond_stability_limit)
      fail_at(node_at(root, "time.step"),
              message + "; to go beyond it all the same: time.beyond_stability_limit: true");
    warnings.push_back(node_at(root, "time.step").place() + message);
  }
  return s;
}

LineScenario read_line_scenario(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                                std::vector<std::string>& warnings) {
  return read_line_scenario_text(scenario_text(file), file.string(), overrides, warnings);
}

std::string resolved_line_scenario(const LineScenario& s) {
  LineScenario fields = s;
  return write_keys(line_keys(fields, "NAME.yaml"));
}

std::vector<KeyDifference> line_scenario_differences(LineScenario first, LineScenario second) {
  return key_differences(line_keys(first, "NAME.yaml"), line_keys(second, "NAME.yaml"));
}

} // namespace ibsim
