#include "paper/experiment.hpp"

#include "base/error.hpp"
#include "paper/experiments.hpp"

#include <sstream>

namespace ibsim {

void ExperimentSettings::stop_if_asked() const {
  if (control.stop_requested && control.stop_requested())
    throw Interrupted("stopped; the experiments that are complete are kept");
}

std::string ExperimentSettings::line() const {
  std::ostringstream line;
  line << "threads " << threads << "; steps " << steps << "; " << (coarse ? "coarse" : "full") << "; kernel "
       << to_string(kernel) << "; quadrature " << (quadrature == QuadratureRule::rbf ? "rbf" : "harmonics")
       << "; points " << sizes.points << "; refinements";
  for (int r : sizes.refinements) line << ' ' << r;
  line << "; hearts of " << std::uint64_t(sizes.heart_coarse) << " and " << std::uint64_t(sizes.heart_fine)
       << " tetrahedra";
  line << "; levels " << sizes.levels << "; cells " << sizes.cells << " of " << sizes.data_sites << " and "
       << sizes.sample_sites << " sites at " << sizes.cell_h << " um; GPU threads";
  for (int p : sizes.gpu_threads) line << ' ' << p;
  return line.str();
}

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all{
      {"table1", "how time depends on the grid, scattered points", table1_grid_dependence},
      {"figure3", "speedup over the serial algorithms, scattered points", figure3_speedup},
      {"figure4", "strong scaling, scattered points", figure4_strong_scaling},
      {"table2", "weak scaling, scattered points", table2_weak_scaling},
      {"table3", "convergence of the fluid velocity, relaxing sphere", table3_velocity_convergence},
      {"table4", "convergence of the data sites, relaxing sphere", table4_sites_convergence},
      {"figure5", "strong scaling, red cells", figure5_strong_scaling},
      {"table5", "weak scaling, red cells", table5_weak_scaling},
      {"laplace", "pressure in a sphere under uniform tension, against Laplace's law", laplace_pressure},
      {"eikonal/table5", "eikonal equation with 18 and 6 numbers a tetrahedron", eikonal_table5},
      {"eikonal/table6", "eikonal equation, domain decompositions, coarse heart", eikonal_table6},
      {"eikonal/table7", "eikonal equation, domain decompositions, fine heart", eikonal_table7},
      {"eikonal/figure8", "eikonal equation, strong scaling on a CPU", eikonal_figure8},
      {"swept/heat", "time a step of the swept rule, heat conduction", swept_heat},
      {"swept/ks", "time a step of the swept rule, Kuramoto-Sivashinsky", swept_kuramoto_sivashinsky},
      {"swept/euler", "time a step of the swept rule, Euler equations", swept_euler},
  };
  return all;
}

std::vector<Experiment> experiments_called(const std::string& word) {
  const std::string wanted = word.starts_with("paper/") ? word.substr(6) : word;
  const auto group = [](const std::string& name) {
    const std::size_t slash = name.rfind('/');
    return slash == std::string::npos ? std::string() : name.substr(0, slash + 1);
  };
  std::vector<Experiment> list;
  for (const Experiment& experiment : experiments())
    if (wanted == experiment.name || wanted == group(experiment.name) + "all") list.push_back(experiment);
  return list;
}

Table measured(const ExperimentSettings& s, const std::string& name, const std::function<Table()>& measure) {
  return s.store ? s.store->get(name, s.line(), measure) : measure();
}

} // namespace ibsim
