// Table 5: weak scaling with red cells: p = 64 .. 512 GPU threads with 1 .. 8 cells (on the CPU p = 1, 2, 4,
// .. cores with p cells).
#include "experiments/coupling_times.hpp"
#include "experiments/experiments.hpp"

#include <algorithm>

namespace ibsim {
namespace {

constexpr int threads_a_cell = 64;

Table measure(const ExperimentSettings& s, const Table& paper) {
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
  ExperimentResult result{{measure(s, paper)}, {}, {}};
  Table& table = result.tables[0];
  table.title = "Weak scaling with red cells (" + std::to_string(s.sizes.data_sites) + " data sites, " +
                std::to_string(s.sizes.sample_sites) +
                " sample sites each), Algorithms 3 and 6, seconds a call; paper: Tesla K80";
  for (const char* operation : {"interpolate", "spread"}) {
    const std::string column = std::string(operation) + " (s)";
    const auto ratio = [&](const Table& t) {
      double least = t.number(0, column), most = least;
      for (std::size_t row = 1; row < t.rows.size(); ++row)
        least = std::min(least, t.number(row, column)), most = std::max(most, t.number(row, column));
      return most / least;
    };
    Claim claim{std::string(operation) + " takes the same time when threads and cells double together "
                                         "(largest over smallest at most 1.12)",
                Claim::Verdict::not_measured, factor_text(ratio(paper)), "", ""};
    if (table.rows.size() > 1) {
      claim.found = factor_text(ratio(table));
      claim.verdict = verdict(ratio(table) <= 1.12);
      if (ratio(table) > 1.12 && *operation == 's' && s.cuda)
        claim.remark = "Clearing and adding the buffers takes the same time for any number of cells here, "
                       "and the sort is not limited to p threads.";
    }
    result.claims.push_back(claim);
  }
  result.notes = {
      "The cells stand so far apart at the start that no two touch the same grid points, as in the paper.",
      "Averages end when they are known to 3 %; the paper averages over 10,000 steps (1 ms)."};
  add_note_on_accuracy(table, result.notes);
  if (!s.cuda)
    result.notes.push_back("On the CPU: p threads with p cells; the paper has this table for the GPU alone.");
  return result;
}

} // namespace ibsim
