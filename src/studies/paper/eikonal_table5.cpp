// `ibsim reproduce eikonal/table5`: run times with 18 and with 6 numbers a tetrahedron, by the eikonal
// paper's algorithms and by ibsim's schedule.
#include "paper/eikonal_hearts.hpp"
#include "paper/experiments.hpp"

#include <cmath>

namespace ibsim {
namespace {

constexpr double paper_coarse = 3073529, paper_fine = 24400999;

Table empty_table() {
  return {"eikonal_table5",
          "Eikonal equation with 18 and 6 numbers a tetrahedron: run times in seconds",
          {"heart", "tetrahedra", "numbers", "device", "algorithm", "time (s)", "paper's time (s)",
           "solves a tetrahedron", "rounds", "bytes a tetrahedron", "set-up (s)"},
          {}};
}

/// The rows of one heart and device.
Table measure(const ExperimentSettings& s, bool fine, bool gpu) {
  const Table paper = paper_table("eikonal_table5");
  const Heart& heart = heart_of(s, fine);
  const double cells = heart.mesh.cells();
  Table table = empty_table();
  for (const MeshStorage storage : {MeshStorage::products, MeshStorage::edges})
    for (const SolveSchedule schedule :
         {gpu ? SolveSchedule::scan : SolveSchedule::shared, SolveSchedule::window}) {
      s.stop_if_asked();
      s.report(size_text(cells) + ", " + to_string(storage) + ", " + (gpu ? "GPU" : "CPU") + ", " +
               to_string(schedule));
      const HeartTime t = time_heart(heart, eikonal_options(schedule, storage), gpu ? 0 : eikonal_threads(s));
      const double numbers = storage == MeshStorage::products ? 18 : 6;
      const auto row = paper.find({{"tetrahedra", fine ? paper_fine : paper_coarse}, {"numbers", numbers}});
      TableValue of_paper = std::string();
      if (schedule != SolveSchedule::window && row >= 0)
        of_paper = paper.number(static_cast<std::size_t>(row), gpu ? "CUDA (s)" : "OpenMP (s)");
      table.add({std::string(fine ? "fine" : "coarse"), cells, numbers, std::string(gpu ? "GPU" : "CPU"),
                 to_string(schedule), t.seconds, of_paper, double(t.statistics.solves) / cells,
                 double(t.statistics.rounds), t.bytes_a_tetrahedron, t.set_up});
    }
  return table;
}

/// The time of an algorithm of the measured table; NaN if there is none.
double time_of(const Table& table, const std::string& heart, double numbers, const std::string& device,
               const std::string& algorithm) {
  const auto row =
      table.find({{"heart", heart}, {"numbers", numbers}, {"device", device}, {"algorithm", algorithm}});
  return row < 0 ? std::nan("") : table.number(static_cast<std::size_t>(row), "time (s)");
}

} // namespace

ExperimentResult eikonal_table5(const ExperimentSettings& s) {
  ExperimentResult result{{empty_table()}, {}, eikonal_notes(s)};
  result.notes.push_back(
      "scan: the paper's Algorithm 8, corrected; shared: its Algorithm 5; window: ibsim's default.");
  Table& table = result.tables[0];
  for (const bool fine : {false, true})
    for (const bool gpu : {true, false}) {
      if (gpu && !s.cuda) continue;
      const std::string name =
          std::string("eikonal_table5_") + (fine ? "fine" : "coarse") + (gpu ? "_gpu" : "_cpu");
      const Table part = measured(s, name, [&] { return measure(s, fine, gpu); });
      table.rows.insert(table.rows.end(), part.rows.begin(), part.rows.end());
    }
  std::vector<Evidence> findings;
  for (const std::string heart : {"coarse", "fine"}) {
    for (const std::string device : {"GPU", "CPU"}) {
      const std::string algorithm = device == "GPU" ? "scan" : "shared", place = heart + "." + device;
      const double six = time_of(table, heart, 6, device, algorithm);
      find_ratio(findings, place + ".storage", time_of(table, heart, 18, device, algorithm) / six, 1.1);
      find_ratio(findings, place + ".window", six / time_of(table, heart, 6, device, "window"), 1);
    }
    find_ratio(findings, heart + ".GPU.faster",
               time_of(table, heart, 6, "CPU", "shared") / time_of(table, heart, 6, "GPU", "scan"), 1);
  }
  result.claims = judge("eikonal/table5", s, findings, !s.coarse);
  return result;
}

} // namespace ibsim
