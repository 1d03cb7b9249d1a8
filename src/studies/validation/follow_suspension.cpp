#include "validation/follow_suspension.hpp"

#include "diagnostics/kind_columns.hpp"
#include "diagnostics/run_diagnostics.hpp"
#include "flow_run/cell_output.hpp"
#include "packing/place_objects.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/make_structures.hpp"
#include "simulation/reporter.hpp"
#include "simulation/run.hpp"
#include "simulation/scenario.hpp"
#include "simulation/time_plan.hpp"

namespace ibsim {
namespace {

/// "wall stress (kPa)" is called "wall stress".
std::string without_unit(const std::string& title) { return title.substr(0, title.find(" (")); }

void add_row(const std::vector<std::string>& titles, const std::vector<TableValue>& row, TableColumns& to) {
  for (std::size_t i = 0; i < titles.size(); ++i)
    if (const double* number = std::get_if<double>(&row[i])) to[without_unit(titles[i])].push_back(*number);
}

template <class B>
SuspensionSeries follow_averages(const Stream<B>& stream, const Scenario& scenario,
                                 const ValidationSettings& s) {
  const std::vector<SurfaceKind> kinds = make_surface_kinds(scenario, s.cache_folder);
  Simulation<B> simulation(stream, scenario, kinds);
  CellSeries<B> cells(stream, scenario, kinds);
  const auto diagnostics = run_diagnostics<B>(scenario);
  const std::vector<std::string> of_run = run_titles(scenario), of_kinds = titles_of(kind_columns),
                                 of_objects = titles_of(object_columns);
  SuspensionSeries series;
  FunctionReporter<B> look{"tables",
                           {intervals_between(scenario.time, scenario.output, scenario.output.series_every)},
                           [&](Simulation<B>& now) {
                             const typename CellSeries<B>::Rows rows = cells.measure(now);
                             PresentState<B> present(now);
                             std::vector<TableValue> row;
                             for (const auto& diagnostic : diagnostics) diagnostic.append(present, row);
                             add_row(of_run, row, series.run);
                             for (const auto& kind : rows.of_kinds)
                               add_row(of_kinds, kind, series.kinds[std::get<std::string>(kind.at(1))]);
                             for (const auto& object : rows.of_objects)
                               add_row(of_objects, object, series.objects);
                           }};
  run<B>(simulation, {&look}, s.control);
  return series;
}

} // namespace

SeriesStatistics SuspensionSeries::mean(const std::string& quantity, double from) const {
  const std::vector<double>& values = run.at(quantity);
  const auto first = static_cast<std::size_t>(from * static_cast<double>(values.size()));
  return series_statistics(std::span<const double>(values).subspan(first));
}

SuspensionSeries follow_suspension(Scenario scenario, const ValidationSettings& s) {
  place_objects(scenario, s.cache_folder.string());
#if defined(IBSIM_WITH_CUDA)
  if (s.cuda) return follow_averages(Stream<Cuda>(), scenario, s);
#endif
  return follow_averages(Stream<Cpu>(), scenario, s);
}

double diffusivity(const TableColumns& kind, const std::string& direction) {
  const std::vector<double>&time = kind.at("time"),
        &square = kind.at("mean squared displacement " + direction),
        &mean = kind.at("mean displacement " + direction);
  double n = 0, t = 0, y = 0, tt = 0, ty = 0;
  for (std::size_t i = time.size() / 2; i < time.size(); ++i) {
    const double seconds = time[i] * 1e-6, spread = square[i] - mean[i] * mean[i];
    n += 1, t += seconds, y += spread, tt += seconds * seconds, ty += seconds * spread;
  }
  return (n * ty - t * y) / (n * tt - t * t) / 2;
}

} // namespace ibsim
