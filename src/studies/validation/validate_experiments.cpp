// Experiments of `ibsim reproduce` as cases: Laplace's law, and the paper's Tables 3 and 4.
#include "paper/experiments.hpp"
#include "validation/validation.hpp"

#include <cmath>

namespace ibsim {
namespace {

ExperimentSettings as_experiment(const ValidationSettings& s) {
  ExperimentSettings settings;
  settings.cuda = s.cuda;
  settings.cache_folder = s.cache_folder;
  settings.control = s.control;
  settings.say = s.say;
  return settings;
}

} // namespace

ValidationResult validate_laplace(const ValidationSettings& s) {
  ExperimentSettings settings = as_experiment(s);
  settings.sizes.levels = s.quick ? 2 : 3;
  const Table table = laplace_pressure(settings).tables[0];
  const std::size_t last = table.rows.size() - 1;
  ValidationResult result;
  result.comparisons = {
      near_in_parts(
          "pressure inside less that outside, kPa, h = " + short_number(table.number(last, "h (um)")) + " um",
          table.number(last, "jump (kPa)"), table.number(last, "2 T/R (kPa)"), 0.01),
      near("mu u/T of the spurious currents", table.number(last, "mu u / T"), 0, 1e-3, "at rest; 1e-3")};
  Curve error{"relative error of the pressure", {}, {}}, currents{"mu u/T", {}, {}};
  for (std::size_t row = 0; row <= last; ++row) {
    const double h = table.number(row, "h (um)");
    error.x.push_back(h), error.y.push_back(std::abs(table.number(row, "relative error")));
    currents.x.push_back(h), currents.y.push_back(table.number(row, "mu u / T"));
  }
  Chart chart{"laplace", "A sphere under uniform tension", "h, um", "error", {error, currents}};
  draw_band(chart, error.x.back(), near("", 0, 0.005, 0.005, "1 %"), "pressure");
  draw_band(chart, currents.x.back(), near("", 0, 0.0005, 0.0005, "1e-3"), "currents");
  result.charts = {chart};
  return result;
}

ValidationResult validate_relaxing_sphere(const ValidationSettings& s) {
  const ExperimentSettings settings = as_experiment(s);
  struct PaperTable {
    ExperimentResult (*run)(const ExperimentSettings&);
    std::string quantity, column;
  };
  ValidationResult result;
  for (const PaperTable& of : {PaperTable{table3_velocity_convergence, "velocity (cm/s)", "l2 (cm/s)"},
                               PaperTable{table4_sites_convergence, "sites (10 um)", "l2 (10 um)"}}) {
    const Table table = of.run(settings).tables[0];
    for (const double h : {0.5, 0.25}) {
      const auto row = table.find({{"h (um)", h}});
      if (row < 0) continue;
      const auto at = static_cast<std::size_t>(row);
      result.comparisons.push_back(near_in_parts(
          of.quantity + ", l2 norm of the difference between h and h/2, h = " + short_number(h) + " um",
          table.number(at, of.column), table.number(at, "paper " + of.column), 0.05));
    }
  }
  result.notes = {
      "The row h = 1 um is not asymptotic, and maxima depend on the places of single sites; all claims about "
      "these tables: `ibsim reproduce table3`, `table4`."};
  return result;
}

} // namespace ibsim
