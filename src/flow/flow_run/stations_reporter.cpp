#include "flow_run/stations_reporter.hpp"

#include "files/run_folder.hpp"
#include "parallel/with_cuda.hpp"

namespace ibsim {

template <class B>
StationsReporter<B>::StationsReporter(const OutputContext<B>& context)
    : OneTableReporter<B>("stations", context, context.output.series_every,
                          run_files(context.output.folder).stations_csv,
                          titles_of(station_columns(context.model))),
      columns_(station_columns(context.model)), stations_(context.model, context.kinds) {}

template <class B>
void StationsReporter<B>::write(Simulation<B>& simulation) {
  std::vector<std::vector<TableValue>> rows;
  for (const AtStation& at : stations_.measure(simulation, false))
    append_values(columns_, at, rows.emplace_back());
  this->table_.append(rows);
}

template class StationsReporter<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class StationsReporter<Cuda>;
#endif

} // namespace ibsim
