#include "objects/suitable_sites.hpp"

#include "model/flow_model.hpp"
#include "model/object_kind.hpp"
#include "surface/resolved_space.hpp"
#include "surface/sites.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

/// How many sample sites carry forces of the grid's degree on an ellipsoid; 0 of other shapes.
real sample_sites_for_edges(const ReferenceSurface& surface, real area, real h) {
  constexpr int any = 1 << 24;
  constexpr real e_folds = 6;
  if (surface.shape != ReferenceShape::ellipsoid) return 0;
  const auto [c, a] = std::minmax({surface.half_axes.x, surface.half_axes.y, surface.half_axes.z});
  const real degree = 2 * resolved_degree(any, any, area, h).degree + e_folds / std::atanh(c / a);
  return degree * degree;
}

} // namespace

real sample_spacing(const FlowModel& model) {
  return is_composite(model.kernel) && model.membrane == MembraneForm::resolved
             ? sample_cells_apart_of_composite
             : sample_cells_apart;
}

SiteCounts suitable_sites(const ReferenceSurface& surface, real h, real sample_apart) {
  const real area = area_and_volume(surface).area;
  // a multiple of four, for operators four times smaller (surface/site_symmetry.hpp), and of four of these,
  // as a GPU likes the sides of matrices
  constexpr int block = 16;
  const auto within = [](real n, int least, int most) {
    return n > most    ? most
           : n > least ? std::min(most, block * static_cast<int>(std::ceil(n / block)))
                       : least;
  };
  const auto apart = [&](real cells) { return area / (cells * cells * h * h); };
  return {within(std::max(apart(1.6), real(data_sites_for_grid(area, h))), 200, 2000),
          within(std::max(apart(sample_apart), sample_sites_for_edges(surface, area, h)), 400, 40000)};
}

} // namespace ibsim
