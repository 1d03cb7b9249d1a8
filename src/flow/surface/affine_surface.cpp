#include "surface/affine_surface.hpp"

#include <utility>

namespace ibsim {

AffineSurface::AffineSurface(int sites, real parameter_area) {
  kind_.topology = SurfaceTopology::doubly_periodic;
  kind_.parameter_area = parameter_area;
  const auto n = static_cast<std::size_t>(sites);
  kind_.operators.n_data = kind_.operators.n_sample = sites;
  kind_.operators.weights.assign(n, parameter_area / sites);
  kind_.affine.assign(3 * std::size_t{surface_operators} * n, 0);
}

void AffineSurface::add(const Site& site) {
  const std::size_t n = kind_.operators.weights.size(), number = kind_.sample_nodes.size();
  kind_.sample_nodes.push_back(site.node);
  kind_.data_at_rest.push_back(site.at_rest);
  kind_.operators.e1.push_back(site.e1), kind_.operators.e2.push_back(site.e2);
  for (const auto& [which, value] :
       {std::pair{SurfaceOperator::d1, site.d1}, std::pair{SurfaceOperator::d2, site.d2},
        std::pair{SurfaceOperator::d11, site.d11}, std::pair{SurfaceOperator::d12, site.d12},
        std::pair{SurfaceOperator::d22, site.d22}})
    for (std::size_t d = 0; d < 3; ++d)
      kind_.affine[number + n * (static_cast<std::size_t>(which) + std::size_t{surface_operators} * d)] =
          value[static_cast<int>(d)];
}

SurfaceKind AffineSurface::finished(std::vector<Vec3<int>> triangles) {
  kind_.data_nodes = kind_.sample_nodes;
  kind_.samples_at_start = kind_.data_at_rest;
  kind_.triangles = std::move(triangles);
  return std::move(kind_);
}

} // namespace ibsim
