#include "flow_run/table_reporter.hpp"

#include "diagnostics/kind_columns.hpp"
#include "files/run_folder.hpp"

namespace ibsim {

TableReporter::TableReporter(const OutputContext& context)
    : OutputReporter("series", context, context.output.series_every),
      diagnostics_(run_diagnostics(context.model)), series_(context.model, context.kinds),
      run_(context, run_files(context.output.folder).run_csv, run_titles(context.model)),
      cells_(context, run_files(context.output.folder).cells_csv, titles_of(object_columns)),
      kinds_(context, run_files(context.output.folder).kinds_csv, titles_of(kind_columns)),
      contacts_(context, run_files(context.output.folder).contacts_csv, contact_titles()) {
  if (!has_aggregation(context.model)) return;
  const RunFiles files = run_files(context.output.folder);
  aggregates_.emplace(context, files.aggregates_csv, aggregate_titles());
  held_pairs_.emplace(context, files.aggregated_pairs_csv, aggregated_pair_titles());
}

void TableReporter::write(Simulation& simulation) {
  MeasuredCells cells = series_.measure(simulation);
  PresentState now(simulation);
  std::vector<TableValue> row;
  for (const Diagnostic<PresentState>& diagnostic : diagnostics_) diagnostic.append(now, row);
  writer_.add([this, cells = std::move(cells), row = std::move(row)] {
    const CellRows rows = rows_of(cells);
    cells_.append(rows.of_objects);
    kinds_.append(rows.of_kinds);
    contacts_.append(rows.of_contacts);
    if (aggregates_) aggregates_->append(rows.of_aggregates), held_pairs_->append(rows.of_held_pairs);
    run_.append({row});
  });
}

void TableReporter::mark(real time) {
  writer_.add([this, time] {
    for (RunTable* table : tables()) table->add_mark(time);
  });
}

void TableReporter::add_marks(std::map<std::string, OutputMark>& marks, real time) const {
  writer_.wait();
  for (const RunTable* table : {&run_, &cells_, &kinds_, &contacts_}) table->add_marks(marks, time);
  if (aggregates_) aggregates_->add_marks(marks, time), held_pairs_->add_marks(marks, time);
}

std::vector<RunTable*> TableReporter::tables() {
  std::vector<RunTable*> all{&run_, &cells_, &kinds_, &contacts_};
  if (aggregates_) all.insert(all.end(), {&*aggregates_, &*held_pairs_});
  return all;
}

} // namespace ibsim
