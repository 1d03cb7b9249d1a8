#include "flow_run/departures.hpp"

#include "files/csv.hpp"
#include "files/run_folder.hpp"
#include "flow_run/passages.hpp"
#include "model/flow_model.hpp"
#include "objects/population.hpp"

namespace ibsim {

void write_departures(const std::filesystem::path& folder, const FlowModel& model,
                      const Population& population) {
  if (!population.changes()) return;
  const auto name_of = [](const auto& all, int number) {
    return number < 0 ? std::string() : all[static_cast<std::size_t>(number)].name;
  };
  std::vector<std::string> titles{"time (us)",
                                  "object",
                                  "name",
                                  "inlet",
                                  "outlet",
                                  "time in (us)",
                                  "residence time (us)",
                                  "centre in x (um)",
                                  "centre in y (um)",
                                  "centre in z (um)",
                                  "centre x (um)",
                                  "centre y (um)",
                                  "centre z (um)"};
  titles.insert(titles.end(), measure_titles.begin(), measure_titles.end());
  std::vector<std::vector<CsvValue>> rows;
  for (const Departure& one : population.departures) {
    const Real3 &in = one.came_at, &out = one.surface.centre;
    std::vector<CsvValue>& row = rows.emplace_back();
    row = {one.until,
           static_cast<double>(one.id),
           model.objects[one.kind].name,
           name_of(model.inlets, one.from),
           name_of(model.outlets, one.through),
           one.since,
           one.until - one.since,
           in.x,
           in.y,
           in.z,
           out.x,
           out.y,
           out.z};
    for (const real measure : measures_of(one)) row.push_back(measure);
  }
  replace_table(run_files(folder).departures_csv, titles, rows);
}

} // namespace ibsim
