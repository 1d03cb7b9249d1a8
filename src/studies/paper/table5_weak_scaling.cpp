// Table 5: weak scaling with red cells: p = 64 .. 512 GPU threads with 1 .. 8 cells (on the CPU p = 1, 2, 4,
// .. cores with p cells).
#include "bench/coupling_times.hpp"
#include "paper/experiments.hpp"

#include <cmath>

namespace ibsim {
namespace {

constexpr int threads_a_cell = 64;

Table measure_cells(const ExperimentSettings& s, const Table& paper) {
  Table table{"table5",
              "",
              {"device", "threads", "cells", "interpolate (s)", "paper's interpolate (s)", "spread (s)",
               "paper's spread (s)", "uncertainty", "steps"},
              {}};
  for (int cells = 1; cells <= s.sizes.cells && (s.cuda || cells <= all_cores(s)); cells *= 2) {
    const int p = s.cuda ? threads_a_cell * cells : cells;
    s.report(std::to_string(cells) + (cells == 1 ? " cell, " : " cells, ") + threads_text(p));
    const CouplingTimes t = time_red_cells(s, {s.cuda, p}, cells);
    const std::ptrdiff_t row = s.cuda ? paper.find({{"cells", double(cells)}}) : -1;
    const auto of_paper = [&](const char* column) {
      return row < 0 ? TableValue(std::string()) : TableValue(paper.number(row, column));
    };
    table.add({std::string(s.cuda ? "GPU" : "CPU"), double(p), double(cells), t.interpolate,
               of_paper("interpolate (s)"), t.spread, of_paper("spread (s)"), t.uncertainty,
               double(t.steps)});
  }
  return table;
}

} // namespace

ExperimentResult table5_weak_scaling(const ExperimentSettings& s) {
  const Table paper = paper_table("table5");
  ExperimentResult result{
      {measured(s, "weak_scaling_cells", [&] { return measure_cells(s, paper); })}, {}, {}};
  Table& table = result.tables[0];
  table.name = "table5";
  table.title = "Weak scaling with red cells (" + std::to_string(s.sizes.data_sites) + " data sites, " +
                std::to_string(s.sizes.sample_sites) +
                " sample sites each), Algorithms 3 and 6, seconds a call; paper: Tesla K80";
  std::vector<Evidence> findings;
  for (std::size_t row = 1; s.cuda && row < table.rows.size(); ++row)
    for (const std::string operation : {"interpolate", "spread"}) {
      const double ratio = table.number(row, operation + " (s)") / table.number(0, operation + " (s)");
      findings.push_back({"GPU." + operation + "." + short_number(table.number(row, "threads")),
                          std::abs(ratio - 1) <= 0.12, factor_text(ratio)});
    }
  result.claims = judge("table5", s, findings);
  result.notes = {
      "The cells stand so far apart at the start that no two touch the same grid points, as in the paper.",
      "Averages end when they are known to 3 % (column \"steps\"), with the cells nearly at rest; the paper "
      "averages over 10,000 steps (1 ms)."};
  add_note_on_accuracy(table, result.notes);
  if (!s.cuda)
    result.notes.push_back("On the CPU: p threads with p cells; the paper has this table for the GPU alone.");
  return result;
}

} // namespace ibsim
