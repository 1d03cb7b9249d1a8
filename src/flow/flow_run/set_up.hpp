// make_surface_kinds, which may take minutes, with a word now and then.
#pragma once

#include "surface/surface_kind.hpp"

namespace ibsim {

struct FlowModel;

std::vector<SurfaceKind> set_up_membranes(const FlowModel&, const std::string& cache_folder);

} // namespace ibsim
