// Table 2: weak scaling with scattered points, h = 0.5 um: p = 128 .. 1024 GPU threads with n = 2^16 .. 2^19
// points (on the CPU p = 1, 2, 4, .. cores with p 2^16 points).
#include "bench/coupling_times.hpp"
#include "paper/experiments.hpp"

#include <cmath>

namespace ibsim {
namespace {

constexpr int refinement = 32, paper_first_threads = 128, paper_rows = 4;

Table measure(const ExperimentSettings& s, const Table& paper) {
  Table table{"table2",
              "",
              {"device", "threads", "points", "interpolate (s)", "paper's interpolate (s)", "spread (s)",
               "paper's spread (s)", "uncertainty", "steps"},
              {}};
  const auto add = [&](const char* device, const Processor& processor, Index points) {
    s.report(std::string(device) + ", " + threads_text(processor.threads) + ", " + std::to_string(points) +
             " points");
    const CouplingTimes t =
        time_scattered_points(s, processor, refinement, points, SpreadAlgorithm::on_the_fly_buffer);
    const std::ptrdiff_t row =
        paper.find({{"threads", double(processor.threads)}, {"points", double(points)}});
    const auto of_paper = [&](const char* column) {
      return row < 0 || !processor.cuda ? TableValue(std::string()) : TableValue(paper.number(row, column));
    };
    table.add({std::string(device), double(processor.threads), double(points), t.interpolate,
               of_paper("interpolate (s)"), t.spread, of_paper("spread (s)"), t.uncertainty,
               double(t.steps)});
  };
  if (s.cuda) {
    for (int i = 0; i < paper_rows; ++i) add("GPU", {true, paper_first_threads << i}, s.sizes.points << i);
  } else {
    for (int p : thread_counts(s)) add("CPU", {false, p}, s.sizes.points * p);
  }
  return table;
}

} // namespace

ExperimentResult table2_weak_scaling(const ExperimentSettings& s) {
  const Table paper = paper_table("table2");
  ExperimentResult result{{measured(s, "weak_scaling_points", [&] { return measure(s, paper); })}, {}, {}};
  Table& table = result.tables[0];
  table.name = "table2";
  table.title =
      "Weak scaling with scattered points, h = 0.5 um, Algorithms 3 and 6, seconds a call; paper: Tesla K80";
  std::vector<Evidence> findings;
  for (std::size_t row = 1; s.cuda && row < table.rows.size(); ++row) {
    const std::string p = short_number(table.number(row, "threads"));
    const double interpolate = table.number(row, "interpolate (s)") / table.number(0, "interpolate (s)"),
                 spread = table.number(row, "spread (s)") / table.number(0, "spread (s)");
    findings.push_back({"GPU.interpolate." + p, std::abs(interpolate - 1) <= 0.10, factor_text(interpolate)});
    findings.push_back({"GPU.spread." + p, spread < 1, factor_text(spread)});
  }
  result.claims = judge("table2", s, findings);
  result.notes = {
      "The paper calls the gain of spreading artificial: fewer, better ordered writes as the points "
      "get denser."};
  add_note_on_accuracy(table, result.notes);
  if (!s.cuda)
    result.notes.push_back("On the CPU: p threads with p times " + std::to_string(s.sizes.points) +
                           " points; the paper has this table for the GPU alone.");
  return result;
}

} // namespace ibsim
