// Figure 5: strong scaling with 1 and 4 red cells (864 data sites, 8832 sample sites each, h = 0.25 um, k =
// 0.1 us), times of interpolation and spreading (Algorithm 6) in real steps.
#include "bench/coupling_times.hpp"
#include "paper/experiments.hpp"

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

/// The factor per doubling over the paper's range of threads, as far as each data site still has a thread.
void find_factor(const Table& table, int cells, int most, const std::string& operation,
                 std::vector<Evidence>& findings) {
  std::vector<double> threads, seconds;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const double p = table.number(row, "threads");
    if (table.number(row, "cells") != cells || std::isnan(p) || p > most) continue;
    threads.push_back(p);
    seconds.push_back(table.number(row, operation + " (s)"));
  }
  if (threads.size() < 2) return;
  const double found = factor_per_doubling(threads, seconds);
  findings.push_back({"GPU." + std::to_string(cells) + "." + operation + ".factor", found >= 0.95 * 1.87,
                      factor_text(found) + " from " + short_number(threads.front()) + " to " +
                          short_number(threads.back()) + " threads"});
}

} // namespace

ExperimentResult figure5_strong_scaling(const ExperimentSettings& s) {
  const std::vector<int> cell_counts = s.sizes.cells >= 4 ? std::vector<int>{1, 4} : std::vector<int>{1};
  ExperimentResult result{
      {measured(s, "strong_scaling_cells", [&] { return measure(s, cell_counts); })}, {}, {}};
  Table& table = result.tables[0];
  table.name = "figure5";
  table.title =
      "Strong scaling with red cells, Algorithms 3 and 6, seconds a call; speedup over the fewest threads";
  std::vector<Evidence> findings;
  for (int cells : s.cuda ? cell_counts : std::vector<int>()) {
    const int sites = cells * s.sizes.data_sites;
    find_factor(table, cells, std::min(sites, paper_most_threads), "interpolate", findings);
    find_factor(table, cells, paper_most_threads, "spread", findings);
  }
  const std::ptrdiff_t from = table.find({{"cells", 1.0}, {"threads", 1024.0}}),
                       to = table.find({{"cells", 1.0}, {"threads", 4096.0}});
  if (s.cuda && from >= 0 && to >= 0) {
    const double ratio = table.number(from, "interpolate (s)") / table.number(to, "interpolate (s)");
    findings.push_back({"GPU.1.interpolate.plateau", std::abs(ratio - 1) < 0.1,
                        "time at 1024 over time at 4096 threads " + factor_text(ratio)});
  }
  result.claims = judge("figure5", s, findings);
  result.notes = {
      "Where threads are not limited, ibsim shares a point's sum among several of them: the row "
      "\"all\" may lie below the plateau.",
      "Averages end when they are known to 3 % (column \"steps\"), with the cells nearly at rest; "
      "the paper averages over 10,000 steps (1 ms)."};
  add_note_on_accuracy(table, result.notes);
  if (!s.cuda) result.notes.push_back("The paper has this figure for the GPU alone.");
  return result;
}

} // namespace ibsim
