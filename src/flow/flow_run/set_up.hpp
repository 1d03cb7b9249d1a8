// make_surface_kinds, which may take minutes, with a word now and then.
#pragma once

#include "simulation/simulation.hpp"

namespace ibsim {

std::vector<SurfaceKind> set_up_membranes(const Scenario&, const std::filesystem::path& cache_folder);

} // namespace ibsim
