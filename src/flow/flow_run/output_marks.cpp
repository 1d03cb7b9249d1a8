#include "flow_run/output_marks.hpp"

#include "diagnostics/kind_columns.hpp"
#include "diagnostics/profiles.hpp"
#include "diagnostics/run_diagnostics.hpp"
#include "diagnostics/station_diagnostics.hpp"
#include "files/run_folder.hpp"
#include "flow_run/bond_events_reporter.hpp"
#include "flow_run/bonds_reporter.hpp"
#include "flow_run/cell_output.hpp"
#include "model/output_plan.hpp"

namespace ibsim {
void OutputHistory::add(const OutputMark& mark) {
  constexpr std::size_t most = 512; // intervals, each of a step or more: further back no run goes
  marks_.push_back(mark);
  if (marks_.size() > most) marks_.pop_front();
}

const OutputMark& OutputHistory::until(real time) const {
  const real limit = time * (1 + 1e-12) + 1e-12;
  for (auto mark = marks_.rbegin(); mark != marks_.rend(); ++mark)
    if (mark->time <= limit) return *mark;
  return marks_.front();
}

FoundOutputs require_outputs(const FlowModel& model, const OutputPlan& output, const Checkpoint& checkpoint) {
  const std::filesystem::path folder = output.folder;
  const RunFiles files = run_files(folder);
  FoundOutputs found;
  look_at_table(files.run_csv, run_titles(model), checkpoint.output("run.csv"), found);
  look_at_table(files.cells_csv, titles_of(object_columns), checkpoint.output("cells.csv"), found);
  look_at_table(files.kinds_csv, titles_of(kind_columns), checkpoint.output("kinds.csv"), found);
  look_at_table(files.contacts_csv, contact_titles(), checkpoint.output("contacts.csv"), found);
  if (has_aggregation(model) && checkpoint.outputs.contains("aggregates.csv")) {
    look_at_table(files.aggregates_csv, aggregate_titles(), checkpoint.output("aggregates.csv"), found);
    look_at_table(files.aggregated_pairs_csv, aggregated_pair_titles(),
                  checkpoint.output("aggregated_pairs.csv"), found);
  }
  if (output.profiles && checkpoint.outputs.contains("profiles.csv"))
    look_at_table(files.profiles_csv, titles_of(profile_columns(model)), checkpoint.output("profiles.csv"),
                  found);
  if (measures_stations(model) && checkpoint.outputs.contains("stations.csv"))
    look_at_table(files.stations_csv, titles_of(station_columns(model)), checkpoint.output("stations.csv"),
                  found);
  if (output.profiles && measures_layers(model) && checkpoint.outputs.contains("station_profiles.csv"))
    look_at_table(files.station_profiles_csv, titles_of(station_layer_columns),
                  checkpoint.output("station_profiles.csv"), found);
  if (checkpoint.outputs.contains("bonds.csv"))
    look_at_table(files.bonds_csv, bond_titles(), checkpoint.output("bonds.csv"), found);
  if (checkpoint.outputs.contains("bond_events.csv"))
    look_at_table(files.bond_events_csv, bond_event_titles(), checkpoint.output("bond_events.csv"), found);
  const auto hashes = state_hashes(files.run_csv, checkpoint.output("run.csv"));
  for (const char* name : {cells_series, fluid_series, wall_series, bonds_series})
    look_at_frames(folder, name, checkpoint.output(name), hashes, found);
  return found;
}

} // namespace ibsim
