// `start`: a new run from the state of an old one.
#include "flow_files/flow_keys.hpp"
#include "model/start_plan.hpp"

namespace ibsim {

Key start_key(StartPlan& start) {
  const auto given = [&start] { return !start.from.empty(); };
  return key::map("start",
                  {key::value(
                       "from", "none, the folder of a run, or the file of a checkpoint",
                       [&start](const Tree& tree, const std::string& path) {
                         const std::string text = read_text(tree, path);
                         start.from = text == "none" ? "" : text;
                       },
                       [&start] { return start.from.empty() ? "none" : quoted_yaml(start.from); },
                       "Run or checkpoint whose velocities and sites are the start. Box, grid, numbers and "
                       "shapes of objects must agree; all else may differ. Time begins at zero."),
                   key::quantity("time", start.time, dimension::time,
                                 "Time of that state: last, or the time of one of its checkpoints.")
                       .at_least(0)
                       .or_word("last", start.last)
                       .no_effect_unless(given, "has no effect without start.from")},
                  "Start from the state of another run, with other physics.");
}

} // namespace ibsim
