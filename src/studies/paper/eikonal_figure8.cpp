// `ibsim reproduce eikonal/figure8`: strong scaling on the cores of a CPU, the paper's algorithm and ibsim's.
#include "base/text.hpp"
#include "paper/eikonal_hearts.hpp"
#include "paper/experiments.hpp"

#include <algorithm>

namespace ibsim {

ExperimentResult eikonal_figure8(const ExperimentSettings& s) {
  const auto measure = [&] {
    Table table{
        "eikonal_figure8", "", {"threads", "shared (s)", "speedup", "window (s)", "window's speedup"}, {}};
    const Heart& heart = heart_of(s, false);
    const int most = eikonal_threads(s);
    for (int threads = 1;; threads = std::min(2 * threads, most)) {
      const auto time = [&](SolveSchedule schedule) {
        s.stop_if_asked();
        s.report(to_string(schedule) + ", " + std::to_string(threads) +
                 (threads == 1 ? " thread" : " threads"));
        return time_heart(heart, eikonal_options(schedule, MeshStorage::edges), threads).seconds;
      };
      const double shared = time(SolveSchedule::shared), window = time(SolveSchedule::window);
      const bool first = table.rows.empty();
      table.add({double(threads), shared, first ? 1 : table.number(0, "shared (s)") / shared, window,
                 first ? 1 : table.number(0, "window (s)") / window});
      if (threads == most) return table;
    }
  };
  ExperimentResult result{{measured(s, "eikonal_figure8", measure)}, {}, eikonal_notes(s)};
  result.notes.push_back("Figure 8 is of an Intel Xeon Phi (KNL) with 64 cores, and has no numbers.");
  Table& table = result.tables[0];
  table.title = "Strong scaling on the cores of a CPU, coarse heart: run times in seconds";
  const std::size_t last = table.rows.size() - 1;
  std::vector<Evidence> findings;
  if (last > 0)
    for (const auto& [claim, column] : {std::pair("shared", "speedup"), {"window", "window's speedup"}}) {
      const double threads = table.number(last, "threads"), speedup = table.number(last, column);
      findings.push_back(
          {claim, speedup >= 0.7 * threads, text("x%.1f with %.0f threads", speedup, threads)});
    }
  result.claims = judge("eikonal/figure8", s, findings, !s.coarse);
  return result;
}

} // namespace ibsim
