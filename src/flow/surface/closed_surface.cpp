// Closed surfaces: quasi-uniform nodes on the unit sphere, radial basis functions between them.
#include "surface/mapped_shape.hpp"
#include "surface/surface_kind.hpp"

#include <numbers>

namespace ibsim {
namespace {

/// @param data_evenly_on the surface on which the data sites lie evenly
SurfaceKind without_operators(const ReferenceSurface& reference, const ReferenceSurface& data_evenly_on,
                              int n_data, int n_sample) {
  SurfaceKind kind;
  kind.topology = SurfaceTopology::closed;
  kind.parameter_area = 4 * std::numbers::pi;
  kind.data_nodes = quasi_uniform_nodes(data_evenly_on, n_data);
  kind.sample_nodes = quasi_uniform_nodes(reference, n_sample);
  for (const Real3& xi : kind.data_nodes) kind.data_at_rest.push_back(position(reference, xi));
  kind.triangles = triangulate(kind.sample_nodes);
  return kind;
}

/// The unit sphere, with the symmetry that sites of the surface have.
ReferenceSurface sphere_of(const ReferenceSurface& reference) {
  const bool symmetric = reference.shape != ReferenceShape::sphere && !reference.map;
  return {symmetric ? ReferenceShape::ellipsoid : ReferenceShape::sphere, {1, 1, 1}};
}

} // namespace

SurfaceKind make_closed_surface(const ReferenceSurface& reference, int n_data, int n_sample,
                                const std::string& cache_folder) {
  SurfaceKind kind = without_operators(reference, reference, n_data, n_sample);
  kind.operators = cached_rbf_operators(kind.data_nodes, kind.sample_nodes, cache_folder);
  return kind;
}

SurfaceKind make_resolved_surface(const ReferenceSurface& reference, int n_data, int n_sample, int degree) {
  SurfaceKind kind = without_operators(reference, sphere_of(reference), n_data, n_sample);
  if (reference.map && reference.map->degree > degree) { // the space has no more of the shape
    const ReferenceSurface held = up_to_degree(reference, degree);
    for (std::size_t i = 0; i < kind.data_nodes.size(); ++i)
      kind.data_at_rest[i] = position(held, kind.data_nodes[i]);
    for (const Real3& xi : kind.sample_nodes) kind.samples_at_start.push_back(position(held, xi));
  }
  kind.operators = sites_of_operators(kind.data_nodes, kind.sample_nodes);
  add_resolved_space(kind, degree);
  return kind;
}

void add_data_operators(SurfaceKind& kind, const std::string& cache_folder) {
  if (kind.has_weak_form())
    kind.at_data = resolved_operators(kind, kind.data_nodes);
  else
    kind.at_data = cached_rbf_operators(kind.data_nodes, kind.data_nodes, cache_folder);
}

} // namespace ibsim
