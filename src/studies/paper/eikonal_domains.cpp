// `ibsim reproduce eikonal/table6` and `eikonal/table7`: the eikonal paper's two domain decompositions by
// number of sub-domains, on its coarse and on its fine heart.
#include "paper/eikonal_hearts.hpp"
#include "paper/experiments.hpp"

namespace ibsim {
namespace {

/// A row a number of sub-domains; 0 is the algorithm without them, `scan`.
Table measure(const ExperimentSettings& s, const std::string& name, bool fine, const Table& paper) {
  Table table{name,
              "",
              {"sub-domains", "first (s)", "paper's first (s)", "second (s)", "paper's second (s)",
               "first, exchanges", "second, exchanges", "first, solves a tetrahedron",
               "second, solves a tetrahedron"},
              {}};
  const Heart& heart = heart_of(s, fine);
  const auto time = [&](SolveSchedule schedule, int domains) {
    s.stop_if_asked();
    s.report(to_string(schedule) + (domains > 0 ? ", " + std::to_string(domains) + " sub-domains" : ""));
    return time_heart(heart, eikonal_options(schedule, MeshStorage::edges, domains),
                      s.cuda ? 0 : eikonal_threads(s));
  };
  const auto solves = [&](const HeartTime& t) { return double(t.statistics.solves) / heart.mesh.cells(); };
  const std::string nothing;
  for (std::size_t row = 0; row < paper.rows.size(); ++row) {
    const int domains = static_cast<int>(paper.number(row, "subdomains"));
    const HeartTime first = time(SolveSchedule::domains_1, domains),
                    second = time(SolveSchedule::domains_2, domains);
    table.add({double(domains), first.seconds, paper.number(row, "first (s)"), second.seconds,
               paper.number(row, "second (s)"), double(first.statistics.rounds),
               double(second.statistics.rounds), solves(first), solves(second)});
  }
  const HeartTime whole = time(SolveSchedule::scan, 0);
  const Table table5 = paper_table("eikonal_table5");
  const double of_paper = table5.number(fine ? 3 : 1, "CUDA (s)");
  table.add({0.0, whole.seconds, of_paper, whole.seconds, of_paper, nothing, nothing, solves(whole),
             solves(whole)});
  return table;
}

ExperimentResult measure_and_title(const ExperimentSettings& s, const std::string& name, bool fine) {
  const Table paper = paper_table(name);
  ExperimentResult result{
      {measured(s, name, [&] { return measure(s, name, fine, paper); })}, {}, eikonal_notes(s)};
  result.tables[0].title = std::string("Two domain decompositions by number of sub-domains, ") +
                           (fine ? "fine" : "coarse") + " heart: run times in seconds";
  result.notes.push_back("The row of 0 sub-domains is the paper's Algorithm 8 (scan), with 6 numbers.");
  return result;
}

double time_of(const Table& table, double domains, const std::string& which) {
  return table.number(static_cast<std::size_t>(table.find({{"sub-domains", domains}})), which + " (s)");
}

} // namespace

ExperimentResult eikonal_table6(const ExperimentSettings& s) {
  ExperimentResult result = measure_and_title(s, "eikonal_table6", false);
  const Table& table = result.tables[0];
  std::vector<Evidence> findings;
  find_ratio(findings, "second.320", time_of(table, 74, "second") / time_of(table, 320, "second"), 1);
  find_ratio(findings, "first.320", time_of(table, 320, "first") / time_of(table, 74, "first"), 1);
  find_ratio(findings, "second against first", time_of(table, 320, "first") / time_of(table, 320, "second"),
             1);
  find_ratio(findings, "second against none", time_of(table, 0, "second") / time_of(table, 320, "second"), 1);
  result.claims = judge("eikonal/table6", s, findings, !s.coarse);
  return result;
}

ExperimentResult eikonal_table7(const ExperimentSettings& s) {
  ExperimentResult result = measure_and_title(s, "eikonal_table7", true);
  const Table& table = result.tables[0];
  std::vector<Evidence> findings;
  for (const std::string which : {"first", "second"})
    find_ratio(findings, which + ".8000", time_of(table, 8000, which) / time_of(table, 2700, which), 1);
  find_ratio(findings, "first against second", time_of(table, 2700, "second") / time_of(table, 2700, "first"),
             1);
  find_ratio(findings, "first against none", time_of(table, 2700, "first") / time_of(table, 0, "first"), 1);
  result.claims = judge("eikonal/table7", s, findings, !s.coarse);
  return result;
}

} // namespace ibsim
