// A rank's part of the grid: whole planes of constant z, and how a component of a field lies in its memory.
//
// A field of a slab stores `ghosts` planes below its own ones and as many above, copies of those of the ranks
// beside it, around the box. Its views point to the *first own plane*: cell (i, j, first + k) is at
// i + n.x (j + n.y k), k = -ghosts .. planes + ghosts - 1, and own planes are one block, which transforms
// take. A rank that has all planes has no ghosts: its fields are those of a Grid, and stencils go around.
//
// Between walls and in unbounded shear too, the neighbours in z are those around the box.
#pragma once

#include "grid/mac_grid.hpp"
#include "parallel/backend.hpp"

namespace ibsim {

struct Slab {
  Int3 whole{};     ///< cells of the box in each direction
  Index first = 0;  ///< of its planes, in the box
  Index planes = 0; ///< of its own
  Index ghosts = 0; ///< planes on either side; 0: it has all planes

  IBSIM_HD bool has_all() const { return planes == whole.z; }
  /// Planes in memory.
  IBSIM_HD Index stored() const { return planes + 2 * ghosts; }
  /// The stored plane, 0 .. stored() - 1, of plane k of space (any integer: it is taken around the box); -1
  /// if there is none. That of an own plane is ghosts + k - first.
  IBSIM_HD Index local(Index k) const {
    Index at = (k - first + ghosts) % whole.z;
    if (at < 0) at += whole.z;
    return at < stored() ? at : -1;
  }
  /// Whether plane k of the box, 0 .. whole.z - 1, is one of its own.
  IBSIM_HD bool owns(Index k) const { return k >= first && k < first + planes; }

  IBSIM_HD Index plane_cells() const { return whole.x * whole.y; }
  IBSIM_HD Size own_cells() const { return Size{plane_cells()} * planes; }
  /// Values of a component, ghosts included, and how many of them come before the first own plane.
  IBSIM_HD Size stored_cells() const { return Size{plane_cells()} * stored(); }
  IBSIM_HD Size ghost_cells() const { return Size{plane_cells()} * ghosts; }
  /// Own cells in each direction.
  IBSIM_HD Int3 own() const { return {whole.x, whole.y, planes}; }
};

/// All of the box.
IBSIM_HD Slab slab_of_all(Int3 n) { return {n, 0, n.z, 0}; }
/// The grid of a slab's own planes, for what asks of no neighbours in z: loops over its cells.
inline Grid own_grid(const Grid& grid, const Slab& slab) { return {slab.own(), grid.h, grid.topology}; }

/// Ghost planes of a slab: what the widest delta kernel reaches beyond the cell of a point. Stencils of the
/// fluid reach one.
constexpr Index ghost_planes = 2;

/// The plane with which a layer begins, of so many; the number of planes for the layer after the last one.
constexpr Index first_plane_of_layer(Index layer, Index planes, int layers) {
  return static_cast<Index>(Size{layer} * planes / layers);
}
/// Where there are many layers, two go together: sections, of which ranks have whole ones.
constexpr Index layers_of_section(int layers) { return layers < 32 ? 1 : 2; }
constexpr int sections_of(int layers) { return (layers - 1) / layers_of_section(layers) + 1; }
/// The layer with which a rank's part begins; the number of layers for the rank after the last one.
constexpr Index first_layer(int rank, int ranks, int layers) {
  return rank == ranks
             ? layers
             : layers_of_section(layers) * static_cast<Index>(Size{sections_of(layers)} * rank / ranks);
}

/// Slab of rank 0 .. ranks - 1, made of whole sections. Sections go to the ranks in order and as evenly as
/// possible; `layers` of them divide the planes of the box as evenly as possible.
/// @throws InputError if some rank would have fewer planes than ghosts
Slab slab_of(const Grid&, int rank, int ranks, int layers);

/// A layer has this many planes at most.
inline constexpr int most_planes_of_layer = 8;
/// The layers of a backend: those of the tiles of coupling/tile_order.cuh on a GPU; on cores as thin as a
/// rank may be in small boxes, which tests cut into many.
template <class B>
int layers_of(const Grid& grid);
template <>
inline int layers_of<Cuda>(const Grid& grid) {
  return (grid.n.z - 1) / most_planes_of_layer + 1;
}
template <>
inline int layers_of<Cpu>(const Grid& grid) {
  if (grid.n.z >= 8 * most_planes_of_layer) return layers_of<Cuda>(grid);
  return grid.n.z < 2 * ghost_planes ? 1 : grid.n.z / ghost_planes;
}

} // namespace ibsim
