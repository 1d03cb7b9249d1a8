// Speeds of the front: speeds by region or by tetrahedron, directions from the mesh.
#pragma once

#include "eikonal/metric.hpp"

#include <map>
#include <vector>

namespace ibsim {

struct Medium {
  Speeds otherwise;               ///< where no region says more
  std::map<Index, Speeds> region; ///< by the mesh's numbers of regions
  std::vector<Vec3<float>> cells; ///< along, across, normal of each tetrahedron; empty: as above

  const Speeds& of_region(Index) const;
  /// The metric of one tetrahedron of the mesh, in its order.
  TissueMetric of(const TetMesh&, Index cell) const;
  /// True if some speeds depend on the direction, so that the mesh must know its fibres.
  bool needs_fibres() const;
  /// True if some speeds across the fibre differ in the sheet and normal to it.
  bool needs_sheets() const;
  /// True if some tissue may not conduct.
  bool has_insulators() const;
  /// The speeds of one tetrahedron, in the order of `mesh`.
  Speeds speeds_of(const TetMesh&, Index cell) const;
};

} // namespace ibsim
