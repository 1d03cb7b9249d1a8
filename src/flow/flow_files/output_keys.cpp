// `output`: what is written when.
#include "base/error.hpp"
#include "flow_files/flow_keys.hpp"
#include "limits/time_plan.hpp"
#include "model/scenario.hpp"
#include "schema/common_keys.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

/// Intervals where nothing is said. A row of the tables takes up to three steps, and a disk writes a frame in
/// the time of a hundred (docs/measures.md), so they are a hundred steps apart and more, unless that gave too
/// few to see anything. Checkpoints come by the clock: what can be lost is time.
void set_defaults(Scenario& s) {
  if (s.time.automatic) s.time.step = std::min(first_step_limit(s, s.time), s.time.end);
  const real end = s.time.end, step = s.time.step;
  const auto nth = [&](real n) {
    if (!s.time.automatic) {
      const real every = std::max(step, end / n), whole = std::round(every / step) * step;
      return std::abs(whole / every - 1) <= 1e-6 ? every : whole;
    }
    // the intervals set the steps, and each is a part of the next
    for (const real parts : {500, 100, 50, 10})
      if (parts <= n && end / parts >= step) return end / parts;
    return end;
  };
  constexpr real steps_apart = 100;
  const auto at_most = [&](real most, real fewest) {
    return nth(std::clamp(end / (steps_apart * step), fewest, most));
  };
  OutputPlan& output = s.output;
  output.cells_every = at_most(50, 10), output.fluid_every = nth(10), output.checkpoint_every = 0;
  output.series_every = at_most(500, 50);
  output.profiles_every = std::max(output.cells_every, output.series_every);
  output.averages_from = end / 2;
  output.wall_every = output.cells_every;
  output.cells = output.fluid = output.wall = output.checkpoints = output.profiles = true;
}

Key interval(const std::string& name, real& every, const TimeSettings& time, const std::string& default_text,
             const std::string& help) {
  return key::quantity(name, every, dimension::time, help)
      .at_least(0)
      .by_default(default_text)
      .warn([&every, &time] {
        return every > 0 && every < time.step && !time.automatic
                   ? "is shorter than the time step; output comes once a step"
                   : "";
      });
}

/// One that may also be `never`.
Key interval_or_never(const std::string& name, real& every, bool& wanted, const TimeSettings& time,
                      const std::string& default_text, const std::string& help) {
  return interval(name, every, time, default_text, help)
      .or_word(
          "never", [&wanted] { return !wanted; },
          [&wanted, &every](bool never) {
            wanted = !never;
            if (never) every = 0;
          });
}

/// Live pictures, beside which a run takes the very same steps.
Key pictures_key(OutputPlan::Pictures& pictures, const TimeSettings& time) {
  return key::map("pictures",
                  {interval_or_never("every", pictures.every, pictures.wanted, time, "never",
                                     "Time between pictures of the surfaces, drawn during the run; 0 us: "
                                     "only at the start and the end."),
                   key::choice("look", pictures.look, {"microscope", "studio", "data"},
                               "Look of the pictures, as for ibsim render.")},
                  "Pictures in the folder pictures during the run. The run never waits for a picture and "
                  "leaves it out instead; ibsim render draws frames afterwards.");
}

} // namespace

Key output_key(Scenario& s, const std::string& name) {
  OutputPlan& output = s.output;
  return key::
      map("output",
          {folder_key(output.folder, name),
           interval_or_never("cells_every", output.cells_every, output.cells, s.time,
                             "a 50th of the end, or 100 steps, but 10 frames",
                             "Time between frames of the surfaces; 0 us: only at the start and the end.")
               .afterwards([&s] {
                 if (s.objects.empty()) s.output.cells = false;
                 if (!s.output.cells) s.output.cells_every = 0;
               }),
           interval_or_never(
               "fluid_every", output.fluid_every, output.fluid, s.time, "a tenth of the end",
               "Time between frames of velocity and pressure; 0 us: only at the start and the end."),
           interval_or_never(
               "wall_every", output.wall_every, output.wall, s.time, "as cells_every",
               "Time between frames of a vessel's wall with the stress on it; 0 us: only at the "
               "start and the end.")
               .only_if([&s] { return s.has_vessel(); }, "has no meaning without a vessel"),
           interval(
               "series_every", output.series_every, s.time, "a 500th of the end, or 100 steps, but 50 rows",
               "Time between rows of run.csv, cells.csv and kinds.csv; 0 us: only at the start and the end.")
               .beforehand([](const Tree* given, const std::string& path) {
                 if (given && given->kind == Tree::Kind::scalar && given->text == "never")
                   fail_at(*given,
                           path + ": the table is always written; 0 us means at the start and the end");
               }),
           interval_or_never("profiles_every", output.profiles_every, output.profiles, s.time,
                             "as cells_every",
                             "Time between profiles of velocity and volume fractions (profiles.csv), rounded "
                             "to whole intervals of the other outputs. 0 us: only at the start and the end."),
           key::quantity(
               "averages_from", output.averages_from, dimension::time,
               "Start of the averages over time (averages.csv, mean_profiles.csv), after the start-up.")
               .at_least(0)
               .by_default("half of the end"),
           interval_or_never(
               "checkpoint_every", output.checkpoint_every, output.checkpoints, s.time, "0 us",
               "Time between checkpoints; 0 us: only at the end; never: only at a stop or failure.")
               .afterwards([&output] {
                 if (!output.checkpoints) output.checkpoint_every_wall_clock = 0;
               }),
           wall_clock_key(output.checkpoint_every_wall_clock), pictures_key(output.pictures, s.time),
           key::choice("precision", output.precision, {"single", "double"},
                       "Precision of the numbers in frames.")
               .changes(ChangeEffect::format),
           key::integer("compression", output.compression, 0, 9,
                        "Compression of frames by gzip; 0 is none. It takes longer than the computation.")
               .changes(ChangeEffect::format)},
          "Content, folder and times of the output.")
          .beforehand([&s](const Tree*, const std::string&) { set_defaults(s); })
          .changes(ChangeEffect::nothing);
}

} // namespace ibsim
