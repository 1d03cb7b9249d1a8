#include "flow_run/table_reporter.hpp"

#include "diagnostics/object_columns.hpp"
#include "files/run_folder.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/scenario.hpp"

namespace ibsim {
namespace {

CsvFile open_table(const std::filesystem::path& file, const std::vector<std::string>& columns,
                   const Checkpoint* from) {
  if (!from) return CsvFile(file, columns);
  const OutputMark mark = from->output(file.filename().string());
  return CsvFile::reopen(file, columns, {mark.bytes, mark.hash});
}

OutputMark mark_of(real time, const CsvFile& table) {
  const TablePosition position = table.position();
  return {time, 0, position.bytes, position.hash};
}

} // namespace

template <class B>
TableReporter<B>::TableReporter(const OutputContext<B>& context)
    : OutputReporter<B>("series", context, context.scenario.output.series_every),
      run_(open_table(run_files(context.scenario.output.folder).run_csv, run_titles(context.scenario),
                      context.from)),
      diagnostics_(run_diagnostics<B>(context.scenario)),
      cells_(open_table(run_files(context.scenario.output.folder).cells_csv, titles_of(object_columns),
                        context.from),
             context.scenario, context.kinds),
      run_marks_(mark_of(context.mark("run.csv").time, run_)),
      cells_marks_(mark_of(context.mark("cells.csv").time, cells_.table())) {}

template <class B>
void TableReporter<B>::write(Simulation<B>& simulation) {
  cells_.append(simulation);
  PresentState<B> now(simulation);
  std::vector<TableValue> row;
  for (const Diagnostic<PresentState<B>>& diagnostic : diagnostics_) diagnostic.append(now, row);
  run_.append(row);
}

template <class B>
void TableReporter<B>::mark(real time) {
  run_marks_.add(mark_of(time, run_));
  cells_marks_.add(mark_of(time, cells_.table()));
}

template <class B>
void TableReporter<B>::add_marks(std::map<std::string, OutputMark>& marks, real time) const {
  marks["run.csv"] = run_marks_.until(time);
  marks["cells.csv"] = cells_marks_.until(time);
}

template class TableReporter<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class TableReporter<Cuda>;
#endif

} // namespace ibsim
