// Figure 5: strong scaling with 1 and 4 red cells (864 data sites, 8832 sample sites each, h = 0.25 um, k =
// 0.1 us), times of interpolation and spreading (Algorithm 6) in real steps.
#include "experiments/coupling_times.hpp"
#include "experiments/experiments.hpp"

#include <cmath>

namespace ibsim {
namespace {

constexpr int paper_most_threads = 4096;

Table measure(const ExperimentSettings& s, const std::vector<int>& cell_counts) {
  Table table{"figure5",
              "",
              {"device", "cells", "threads", "interpolate (s)", "spread (s)", "interpolate speedup",
               "spread speedup", "uncertainty", "steps"},
              {}};
  for (int cells : cell_counts) {
    double interpolate = 0, spread = 0; // of the fewest threads
    for (int p : s.cuda ? s.sizes.gpu_threads : thread_counts(s)) {
      s.report(std::to_string(cells) + (cells == 1 ? " cell, " : " cells, ") + threads_text(p));
      const CouplingTimes t = time_red_cells(s, {s.cuda, p}, cells);
      if (interpolate == 0) interpolate = t.interpolate, spread = t.spread;
      table.add({std::string(s.cuda ? "GPU" : "CPU"), double(cells),
                 p ? TableValue(double(p)) : TableValue(std::string("all")), t.interpolate, t.spread,
                 interpolate / t.interpolate, spread / t.spread, t.uncertainty, double(t.steps)});
    }
  }
  return table;
}

/// The factor per doubling over the paper's range, as far as each data site of `cells` still has work for one
/// thread.
Claim factor(const Table& table, int cells, int most, const char* column, const char* operation,
             bool on_gpu) {
  std::vector<double> threads, seconds;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const double p = table.number(row, "threads");
    if (table.number(row, "cells") != cells || std::isnan(p) || p > most) continue;
    threads.push_back(p);
    seconds.push_back(table.number(row, column));
  }
  Claim claim{std::string(operation) + " with " + std::to_string(cells) + (cells == 1 ? " cell" : " cells") +
                  ": twice the threads divide the time by about 1.87 (within 5 %, or better)",
              Claim::Verdict::not_measured, "1.87", "", ""};
  if (threads.size() < 2) return claim;
  const double found = factor_per_doubling(threads, seconds);
  claim.found = factor_text(found) + " from " + factor_text(threads.front()) + " to " +
                factor_text(threads.back()) + " threads";
  claim.verdict = verdict(found >= 0.95 * 1.87);
  if (found < 0.95 * 1.87 && on_gpu)
    claim.remark = "So few points are done in microseconds today; launches, sort and the clearing of buffers "
                   "do not shrink with p.";
  return claim;
}

} // namespace

ExperimentResult figure5_strong_scaling(const ExperimentSettings& s) {
  const std::vector<int> cell_counts = s.sizes.cells >= 4 ? std::vector<int>{1, 4} : std::vector<int>{1};
  ExperimentResult result{{measure(s, cell_counts)}, {}, {}};
  Table& table = result.tables[0];
  table.title =
      "Strong scaling with red cells, Algorithms 3 and 6, seconds a call; speedup over the fewest threads";
  for (int cells : cell_counts) {
    const int sites = cells * s.sizes.data_sites;
    result.claims.push_back(factor(table, cells, s.cuda ? std::min(sites, paper_most_threads) : 1 << 30,
                                   "interpolate (s)", "interpolation", s.cuda));
    result.claims.push_back(
        factor(table, cells, s.cuda ? paper_most_threads : 1 << 30, "spread (s)", "spreading", s.cuda));
  }
  Claim plateau{"interpolation for one cell gains nothing beyond one thread a data site (1024 against 4096 "
                "threads within 10 %)",
                Claim::Verdict::not_measured, "plateau from 1024 threads", "", ""};
  const std::ptrdiff_t from = table.find({{"cells", 1.0}, {"threads", 1024.0}}),
                       to = table.find({{"cells", 1.0}, {"threads", 4096.0}});
  if (s.cuda && from >= 0 && to >= 0) {
    const double ratio = table.number(from, "interpolate (s)") / table.number(to, "interpolate (s)");
    plateau.found = "time at 1024 over time at 4096 threads " + factor_text(ratio);
    plateau.verdict = verdict(std::abs(ratio - 1) < 0.1);
  }
  result.claims.push_back(plateau);
  result.notes = {"Where threads are not limited, ibsim shares a point's sum among several of them: the row "
                  "\"all\" may lie below the plateau.",
                  "Averages end when they are known to 3 %, long before the paper's 10,000 steps: the times "
                  "do not depend on how far the cells have deformed."};
  add_note_on_accuracy(table, result.notes);
  return result;
}

} // namespace ibsim
