// Closed surfaces: quasi-uniform nodes on the unit sphere, radial basis functions between them.
#include "surface/surface_kind.hpp"

#include <numbers>

namespace ibsim {

SurfaceKind make_closed_surface(const ReferenceSurface& reference, int n_data, int n_sample,
                                const std::string& cache_folder) {
  SurfaceKind kind;
  kind.topology = SurfaceTopology::closed;
  kind.parameter_area = 4 * std::numbers::pi;
  kind.data_nodes = quasi_uniform_nodes(reference, n_data);
  kind.sample_nodes = quasi_uniform_nodes(reference, n_sample);
  for (const Real3& xi : kind.data_nodes) kind.data_at_rest.push_back(position(reference, xi));
  kind.operators = cached_rbf_operators(kind.data_nodes, kind.sample_nodes, cache_folder);
  kind.triangles = triangulate(kind.sample_nodes);
  return kind;
}

void add_data_operators(SurfaceKind& kind, const std::string& cache_folder) {
  kind.at_data = cached_rbf_operators(kind.data_nodes, kind.data_nodes, cache_folder);
}

} // namespace ibsim
