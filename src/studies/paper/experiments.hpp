// The experiments, one function and one file each (the two figures of scattered points and the two tables of
// the sphere share what they measure).
#pragma once

#include "paper/experiment.hpp"

namespace ibsim {

ExperimentResult table1_grid_dependence(const ExperimentSettings&);
ExperimentResult figure3_speedup(const ExperimentSettings&);
ExperimentResult figure4_strong_scaling(const ExperimentSettings&);
ExperimentResult table2_weak_scaling(const ExperimentSettings&);
ExperimentResult table3_velocity_convergence(const ExperimentSettings&);
ExperimentResult table4_sites_convergence(const ExperimentSettings&);
ExperimentResult figure5_strong_scaling(const ExperimentSettings&);
ExperimentResult table5_weak_scaling(const ExperimentSettings&);
ExperimentResult laplace_pressure(const ExperimentSettings&);
ExperimentResult eikonal_table5(const ExperimentSettings&);
ExperimentResult eikonal_table6(const ExperimentSettings&);
ExperimentResult eikonal_table7(const ExperimentSettings&);
ExperimentResult eikonal_figure8(const ExperimentSettings&);
ExperimentResult swept_heat(const ExperimentSettings&);
ExperimentResult swept_kuramoto_sivashinsky(const ExperimentSettings&);
ExperimentResult swept_euler(const ExperimentSettings&);

} // namespace ibsim
