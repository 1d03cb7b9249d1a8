#include "flow_run/departures.hpp"

#include "files/csv.hpp"
#include "files/run_folder.hpp"
#include "simulation/flow_model.hpp"
#include "simulation/population.hpp"

namespace ibsim {

void write_departures(const std::filesystem::path& folder, const FlowModel& model,
                      const Population& population) {
  if (!population.changes()) return;
  const auto name_of = [](const auto& all, int number) {
    return number < 0 ? std::string() : all[static_cast<std::size_t>(number)].name;
  };
  std::vector<std::vector<CsvValue>> rows;
  for (const Departure& one : population.departures)
    rows.push_back({one.until, static_cast<double>(one.id), model.objects[one.kind].name,
                    name_of(model.inlets, one.from), name_of(model.outlets, one.through), one.since,
                    one.until - one.since, one.volume, one.area, one.centre.x, one.centre.y, one.centre.z});
  replace_table(run_files(folder).departures_csv,
                {"time (us)", "object", "name", "inlet", "outlet", "time in (us)", "residence time (us)",
                 "volume (um^3)", "area (um^2)", "centre x (um)", "centre y (um)", "centre z (um)"},
                rows);
}

} // namespace ibsim
