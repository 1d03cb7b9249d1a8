#include "validation/follow_suspension.hpp"

#include "diagnostics/kind_columns.hpp"
#include "diagnostics/profiles.hpp"
#include "diagnostics/run_diagnostics.hpp"
#include "flow_run/cell_output.hpp"
#include "limits/time_plan.hpp"
#include "model/scenario.hpp"
#include "objects/population.hpp"
#include "packing/place_objects.hpp"
#include "simulation/reporter.hpp"
#include "simulation/run.hpp"
#include "state/make_structures.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ibsim {
namespace {

constexpr double per_second = 1e6; // 1/us

/// The ways of objects along a direction, rows of a table as rows of a matrix.
class Ways {
 public:
  Ways(const TableColumns& of_kind, const std::string& direction)
      : time_(of_kind.at("time")), centre_(of_kind.at("centre " + direction)),
        objects_(static_cast<std::size_t>(std::count(time_.begin(), time_.end(), time_.front()))),
        rows_(time_.size() / objects_), first_(rows_ / 4) {}

  std::size_t longest_lag() const { return (rows_ - 1 - first_) / 2; }
  double time_of(std::size_t lag) const {
    return time_[(first_ + lag) * objects_] - time_[first_ * objects_];
  }
  /// The mean of (y(t + lag) - y(t))^2 of each object less the common way, um^2.
  std::vector<double> mean_squares(std::size_t lag) const {
    const double n = static_cast<double>(objects_), origins = static_cast<double>(rows_ - lag - first_);
    std::vector<double> mean(objects_);
    for (std::size_t t = first_; t + lag < rows_; ++t) {
      const double* const from = &centre_[t * objects_];
      const double* const to = &centre_[(t + lag) * objects_];
      double common = 0;
      for (std::size_t o = 0; o < objects_; ++o) common += (to[o] - from[o]) / n;
      for (std::size_t o = 0; o < objects_; ++o) {
        const double way = to[o] - from[o] - common;
        // n - 1 of n ways are independent once their mean is gone
        mean[o] += n / (n - 1) * way * way / origins;
      }
    }
    return mean;
  }
  /// Half of its slope from half of a lag to the lag, um^2/s.
  std::vector<double> diffusivities(std::size_t lag) const {
    std::vector<double> found = mean_squares(lag);
    const std::vector<double> shorter = mean_squares(lag / 2);
    const double lasts = time_of(lag) - time_of(lag / 2);
    for (std::size_t o = 0; o < objects_; ++o) found[o] = per_second * (found[o] - shorter[o]) / (2 * lasts);
    return found;
  }

 private:
  const std::vector<double>&time_, &centre_;
  std::size_t objects_, rows_, first_;
};

double mean_of(const std::vector<double>& v) {
  return std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
}

/// "wall stress (kPa)" is called "wall stress".
std::string without_unit(const std::string& title) { return title.substr(0, title.find(" (")); }

void add_row(const std::vector<std::string>& titles, const std::vector<TableValue>& row, TableColumns& to) {
  for (std::size_t i = 0; i < titles.size(); ++i)
    if (const double* number = std::get_if<double>(&row[i])) to[without_unit(titles[i])].push_back(*number);
}

SuspensionSeries follow_averages(const AnyStream& stream, const Scenario& scenario,
                                 const ValidationSettings& s) {
  const std::vector<SurfaceKind> kinds = make_surface_kinds(scenario, s.cache_folder);
  Simulation simulation(stream, scenario, kinds);
  CellSeries cells(scenario, kinds);
  const auto diagnostics = run_diagnostics(scenario);
  const std::vector<std::string> of_run = run_titles(scenario), of_kinds = titles_of(kind_columns),
                                 of_objects = titles_of(object_columns);
  SuspensionSeries series;
  FunctionReporter look{"tables",
                        {intervals_between(scenario.time, scenario.output, scenario.output.series_every)},
                        [&](Simulation& now) {
                          const CellRows rows = rows_of(cells.measure(now));
                          PresentState present(now);
                          std::vector<TableValue> row;
                          for (const auto& diagnostic : diagnostics) diagnostic.append(present, row);
                          add_row(of_run, row, series.run);
                          for (const auto& kind : rows.of_kinds)
                            add_row(of_kinds, kind, series.kinds[std::get<std::string>(kind.at(1))]);
                          for (const auto& object : rows.of_objects)
                            add_row(of_objects, object, series.objects[std::get<std::string>(object.at(2))]);
                        }};
  const Profiles profiles(scenario);
  const auto columns = profile_columns(scenario);
  FunctionReporter look_across{
      "profiles",
      {intervals_between(scenario.time, scenario.output, scenario.output.profiles_every)},
      [&](Simulation& now) {
        for (const ProfileRow& layer : profiles.measure(now)) {
          std::vector<TableValue> row;
          append_values(columns, layer, row);
          add_row(titles_of(columns), row, series.profiles);
        }
      }};
  run(simulation, {&look, &look_across}, s.control);
  return series;
}

} // namespace

SeriesStatistics SuspensionSeries::mean(const std::string& quantity, double from, double to) const {
  const std::vector<double>& values = run.at(quantity);
  const auto row = [&](double part) {
    return static_cast<std::size_t>(part * static_cast<double>(values.size()));
  };
  return series_statistics(std::span<const double>(values).subspan(row(from), row(to) - row(from)));
}

SuspensionSeries follow_suspension(Scenario scenario, const ValidationSettings& s) {
  place_objects(scenario, s.cache_folder.string());
  scenario = with_slots(std::move(scenario));
  return on_stream(s.cuda, [&](const AnyStream& stream) { return follow_averages(stream, scenario, s); });
}

Diffusivity diffusivity(const TableColumns& of_kind, const std::string& direction) {
  const Ways ways(of_kind, direction);
  const std::size_t lag = ways.longest_lag() / 4;
  const std::vector<double> each = ways.diffusivities(lag);
  const double n = static_cast<double>(each.size()), mean = mean_of(each);
  double squares = 0;
  for (const double one : each) squares += (one - mean) * (one - mean);
  return {mean, std::sqrt(squares / (n * (n - 1))), mean_of(ways.diffusivities(2 * lag)), ways.time_of(lag)};
}

Curve diffusivity_by_lag(const TableColumns& of_kind, const std::string& direction, double time_unit) {
  const Ways ways(of_kind, direction);
  Curve curve{direction, {}, {}, false};
  const std::size_t longest = ways.longest_lag(), step = std::max<std::size_t>(1, longest / 24);
  for (std::size_t lag = step; lag <= longest; lag += step)
    curve.x.push_back(ways.time_of(lag) / time_unit),
        curve.y.push_back(per_second * mean_of(ways.mean_squares(lag)) / (2 * ways.time_of(lag)));
  return curve;
}

} // namespace ibsim
