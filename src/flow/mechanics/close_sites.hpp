// The sample sites that may be within a range of another object, by cells of a coarse grid
// (contact_cells.hpp).
//
// Each cell notes whose sites it has: one object's, those of many, or none (unowned). It is mixed where those
// of it and the cells around differ, and the sites of mixed cells are listed. All else is work on mixed cells
// and listed sites alone, of which there are few: two passes over all sites, to note their cells and to list
// them, and one over cells. Then
//   counts of mixed cells -> where each begins -> sites as they come -> sites in the order of their numbers
// The extent of each cell's sites says which of the cells around it have any within the range, and only
// sites that find another object's there get an area: the others are done with.
//
// Where a mixed cell begins in the list depends on the order of threads, but not the order of its sites nor
// of the cells around it: sums over the sites near a site go in a fixed order. Nothing is allocated after the
// construction, and counts stay on the device.
#pragma once

#include "grid/grid.hpp"
#include "mechanics/contact_cells.hpp"
#include "mechanics/pair_force.hpp"

namespace ibsim {

/// A listed site.
struct alignas(32) CloseSite {
  Real3 at;  ///< um, in the box
  real area; ///< present, um^2; 0: no site of another object is within the range
};

/// The list, as kernels see it. Copied into lambdas.
struct CloseSites {
  static constexpr Index unowned = -1, many = -2;

  ContactCells cells;
  real range;
  const Index* count;              ///< of listed sites
  const Index* owners;             ///< of each cell: unowned, the object, or many
  const Index* mixed;              ///< of each cell that is mixed, its number among these
  const Index *cell, *first, *end; ///< of each mixed cell: itself, where its sites begin and end
  const CellExtent* extents;       ///< of each mixed cell
  const PlacesAround* near;        ///< those where others may be within the range
  const CloseSite* sites;
  const Index *objects, *numbers; ///< of each: its object, of all structures; its site, of its structure

  /// f(j, r_ij, |r_ij|^2) for the sites j of other objects within the range of listed site i, until it is
  /// false.
  template <class F>
  IBSIM_IN_KERNEL void while_near(Index i, F f) const {
    const Real3 at = sites[i].at;
    const Index object = objects[i], m = mixed[cells.cell(at)];
    for (PlacesAround left = near[m]; left; left &= left - 1) {
      const Index c = cells.around(cell[m], lowest_bit(left)), there = mixed[c], owner = owners[c];
      if (owner == object || !cells.may_reach(at, c, extents[there], range)) continue;
      for (Index j = first[there]; j < end[there]; ++j) {
        if (owner == many && objects[j] == object) continue;
        const Real3 apart = cells.apart(at, sites[j].at);
        const real r2 = dot(apart, apart);
        if (r2 < range * range && r2 > 0 && !f(j, apart, r2)) return;
      }
    }
  }
};

/// Makes the list; has all memory that this takes: 48 bytes a sample site and 37 a cell.
template <class B>
class CloseSitesFinder {
 public:
  /// @param samples of all structures together
  CloseSitesFinder(const Stream<B>&, const Grid& box, real range, Index samples);

  /// Does not wait for the stream. Valid until the next call.
  CloseSites find(const Stream<B>&, std::span<const StructureSites<B>>);

 private:
  real range_;
  ContactCells cells_;
  Array<Index, B> owners_, mixed_;        ///< of cells
  Array<std::uint8_t, B> is_mixed_;       ///< of cells
  Array<Index, B> cell_of_, first_, end_; ///< of mixed cells
  Array<CellExtent, B> extents_;          ///< of mixed cells
  Array<PlacesAround, B> near_;           ///< of mixed cells
  /// The cell of each site; number and place in the cell of listed sites as they come, then object and number
  /// in order; and their places in the order of cells.
  Array<Index, B> cell_, found_or_object_, slot_or_number_, place_;
  Array<CloseSite, B> sites_;
  Array<Index, B> totals_; ///< mixed cells, listed sites, those that have a place
};

} // namespace ibsim
