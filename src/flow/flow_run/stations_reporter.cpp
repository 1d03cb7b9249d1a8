#include "flow_run/stations_reporter.hpp"

#include "files/run_folder.hpp"

namespace ibsim {

StationsReporter::StationsReporter(const OutputContext& context)
    : OneTableReporter("stations", context, context.output.series_every,
                       run_files(context.output.folder).stations_csv,
                       titles_of(station_columns(context.model))),
      columns_(station_columns(context.model)), stations_(context.model, context.kinds) {}

void StationsReporter::write(Simulation& simulation) {
  std::vector<std::vector<TableValue>> rows;
  for (const AtStation& at : stations_.measure(simulation, false))
    append_values(columns_, at, rows.emplace_back());
  this->table_.append(rows);
}

} // namespace ibsim
