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

#include <algorithm>
#include <cmath>
#include <numeric>

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
  CellSeries<B> cells(scenario, kinds);
  const auto diagnostics = run_diagnostics<B>(scenario);
  const std::vector<std::string> of_run = run_titles(scenario), of_kinds = titles_of(kind_columns),
                                 of_objects = titles_of(object_columns);
  SuspensionSeries series;
  FunctionReporter<B> look{"tables",
                           {intervals_between(scenario.time, scenario.output, scenario.output.series_every)},
                           [&](Simulation<B>& now) {
                             const CellRows rows = rows_of(cells.measure(now));
                             PresentState<B> present(now);
                             std::vector<TableValue> row;
                             for (const auto& diagnostic : diagnostics) diagnostic.append(present, row);
                             add_row(of_run, row, series.run);
                             for (const auto& kind : rows.of_kinds)
                               add_row(of_kinds, kind, series.kinds[std::get<std::string>(kind.at(1))]);
                             for (const auto& object : rows.of_objects)
                               add_row(of_objects, object,
                                       series.objects[std::get<std::string>(object.at(2))]);
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

Diffusivity diffusivity(const TableColumns& of_kind, const std::string& direction) {
  const std::vector<double>&time = of_kind.at("time"), &centre = of_kind.at("centre " + direction);
  const auto objects = static_cast<std::size_t>(std::count(time.begin(), time.end(), time.front()));
  const std::size_t rows = time.size() / objects, first = rows / 4, lag = (rows - 1 - first) / 2;
  const auto of_lag = [&](std::size_t later) {
    std::vector<double> mean(objects); // um^2/us, of each object
    for (std::size_t t = first; t + later < rows; ++t) {
      const double* const from = &centre[t * objects];
      const double* const to = &centre[(t + later) * objects];
      double common = 0;
      for (std::size_t o = 0; o < objects; ++o) common += (to[o] - from[o]) / static_cast<double>(objects);
      const double lasts = time[(t + later) * objects] - time[t * objects],
                   origins = static_cast<double>(rows - later - first);
      for (std::size_t o = 0; o < objects; ++o) {
        const double way = to[o] - from[o] - common;
        mean[o] += way * way / (2 * lasts * origins);
      }
    }
    return mean;
  };
  // n - 1 of n ways are independent once their mean is gone
  const double n = static_cast<double>(objects), independent = n / (n - 1);
  const auto mean_of = [n](const std::vector<double>& v) {
    return std::accumulate(v.begin(), v.end(), 0.0) / n;
  };
  const std::vector<double> longer = of_lag(lag), shorter = of_lag(lag / 2);
  const double mean = mean_of(longer);
  double squares = 0;
  for (const double one : longer) squares += (one - mean) * (one - mean);
  constexpr double per_second = 1e6;
  return {independent * mean * per_second, independent * std::sqrt(squares / (n * (n - 1))) * per_second,
          independent * mean_of(shorter) * per_second, time[(first + lag) * objects] - time[first * objects]};
}

} // namespace ibsim
