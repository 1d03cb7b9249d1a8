// The ligands of the walls that a scenario names.
#pragma once

#include "mechanics/ligand_surface.hpp"
#include "mechanics/wall_bonds.hpp"

namespace ibsim {

/// @param distances of a vessel, in the memory of who asks; null where it only asks where anchors are
inline LigandSurface ligand_surface(const AdhesionProperties& adhesion, const BondWalls& walls,
                                    const float* distances) {
  const LigandWalls on = adhesion.walls;
  LigandSurface of{
      .height = walls.height, .gap = walls.gap, .box = {walls.width, walls.height, walls.length}};
  const Real3 width = adhesion.within.high - adhesion.within.low;
  if (width.x < of.box.x || width.y < of.box.y || width.z < of.box.z) of.within = adhesion.within;
  if (on == LigandWalls::vessel) {
    of.vessel = {distances, walls.cells, walls.cell};
    return of;
  }
  if (on == LigandWalls::tube) {
    for (const BondTube& tube : walls.tubes) {
      of.radius = tube.radius;
      of.axes[of.tubes++] = {tube.x, tube.y};
    }
    of.period_x = walls.width, of.period_y = walls.height;
    return of;
  }
  of.lower = on != LigandWalls::upper, of.upper = on != LigandWalls::lower;
  of.lower_velocity = walls.lower, of.upper_velocity = walls.upper;
  return of;
}

} // namespace ibsim
