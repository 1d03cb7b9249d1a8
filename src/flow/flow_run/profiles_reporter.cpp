#include "flow_run/profiles_reporter.hpp"

#include "files/run_folder.hpp"

namespace ibsim {

ProfilesReporter::ProfilesReporter(const OutputContext& context)
    : OneTableReporter("profiles", context, context.output.profiles_every,
                       run_files(context.output.folder).profiles_csv,
                       titles_of(profile_columns(context.model))),
      columns_(profile_columns(context.model)), profiles_(context.model) {
  if (!measures_layers(context.model)) return;
  stations_.emplace(context.model, context.kinds);
  of_stations_.emplace(context, run_files(context.output.folder).station_profiles_csv,
                       titles_of(station_layer_columns));
}

void ProfilesReporter::write(Simulation& simulation) {
  std::vector<std::vector<TableValue>> rows;
  for (const ProfileRow& layer : profiles_.measure(simulation))
    append_values(columns_, layer, rows.emplace_back());
  this->table_.append(rows);
  if (!stations_) return;
  std::vector<std::vector<TableValue>> of_stations;
  std::size_t station = 0;
  for (const AtStation& at : stations_->measure(simulation, true))
    for (const StationLayer& layer : stations_->layers(at, station++))
      append_values(station_layer_columns, layer, of_stations.emplace_back());
  of_stations_->append(of_stations);
}

} // namespace ibsim
