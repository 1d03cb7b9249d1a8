// `start`: a new run from the state of an old one.
#include "flow_files/flow_keys.hpp"
#include "simulation/start_plan.hpp"

namespace ibsim {

Key start_key(StartPlan& start) {
  const auto given = [&start] { return !start.from.empty(); };
  return key::map(
      "start",
      {key::value(
           "from", "none, the folder of a run, or the file of a checkpoint",
           [&start](const Tree& tree, const std::string& path) {
             const std::string text = read_text(tree, path);
             start.from = text == "none" ? "" : text;
           },
           [&start] { return start.from.empty() ? "none" : quoted_yaml(start.from); },
           "The run starts from the velocities and the sites that another run left. Box, grid, numbers and "
           "shapes of objects are those of that run; all else may differ. Time begins at zero."),
       key::quantity("time", start.time, dimension::time,
                     "The time of that state: last, or that of one of its checkpoints.")
           .at_least(0)
           .or_word("last", start.last)
           .no_effect_unless(given, "has no effect without start.from")},
      "A new run from the state of an old one, with other physics.");
}

} // namespace ibsim
