#include "flow_run/bonds_reporter.hpp"

#include "files/run_folder.hpp"
#include "mechanics/wall_bonds.hpp"
#include "model/flow_model.hpp"
#include "simulation/measures.hpp"

namespace ibsim {
namespace {

constexpr real piconewtons = 1000; ///< in a nN

} // namespace

std::vector<std::string> bond_titles() {
  return {"time (us)",
          "object",
          "name",
          "bond",
          "bonds",
          "formed",
          "broken",
          "bond force x (pN)",
          "bond force y (pN)",
          "bond force z (pN)",
          "mean bond force (pN)",
          "largest bond force (pN)"};
}

BondsReporter::BondsReporter(const OutputContext& context)
    : OneTableReporter("bonds", context, context.output.series_every,
                       run_files(context.output.folder).bonds_csv, bond_titles()) {}

void BondsReporter::write(Simulation& simulation) {
  const FlowModel& model = simulation.model();
  std::vector<std::vector<CsvValue>> rows;
  for (std::size_t kind = 0; kind < model.objects.size(); ++kind) {
    const ObjectKind& of = model.objects[kind];
    const std::size_t adhesions = of.adhesions.size(), objects = of.placements.size();
    if (adhesions > 0) {
      const std::vector<real> numbers = simulation.values().measure(measures_of_terms, kind);
      for (std::size_t o = 0; o < objects; ++o) {
        if (!simulation.is_there(kind, o)) continue;
        for (std::size_t a = 0; a < adhesions; ++a) {
          const real* const m = &numbers[(o * adhesions + a) * numbers_of_bonds];
          const real bonds = m[0], force = m[6], largest = m[7];
          rows.push_back({simulation.time(), static_cast<double>(simulation.id_of(kind, o)), of.name,
                          of.adhesions[a].bond, bonds, m[1], m[2], piconewtons * m[3], piconewtons * m[4],
                          piconewtons * m[5], bonds > 0 ? piconewtons * force / bonds : 0,
                          piconewtons * largest});
        }
      }
    }
  }
  this->table_.append(rows);
}

} // namespace ibsim
