// The sample sites that may be within a range of another object, or of another part of their own, by cells of
// a coarse grid (contact_cells.hpp).
//
// Each cell notes whose sites it has: one object's, those of many, or none (unowned). Parts of an object that
// are near others of it (near_itself.hpp) make their cells those of many. A cell is mixed where those of it
// and the cells around differ, or are many, and the sites of mixed cells are listed. All else is work on
// mixed cells and listed sites alone, of which there are few: two passes over all sites, to note their cells
// and to list them, and one over cells. Then
//   counts of mixed cells -> where each begins -> sites as they come -> sites in the order of their numbers
// The extent of each cell's sites says which of the cells around it have any within the range.
//
// Where a mixed cell begins in the list depends on the order of threads, but not the order of its sites nor
// of the cells around it: sums over the sites near a site go in a fixed order. Nothing is allocated after the
// construction, and counts stay on the device.
#pragma once

#include "grid/grid.hpp"
#include "mechanics/contact_cells.hpp"
#include "mechanics/contact_properties.hpp"
#include "mechanics/near_itself.hpp"
#include "mechanics/pair_force.hpp"

namespace ibsim {

/// A listed site.
struct alignas(32) CloseSite {
  Real3 at;  ///< um, in the box
  real area; ///< of the surface at rest that belongs to it, um^2
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

  /// f(j, r_ij, |r_ij|, reach) for the sites j that listed site i feels, closer than the reach: of other
  /// objects within the range, and of its own within that of the pair. @param own those of i's structure
  template <class F>
  IBSIM_IN_KERNEL void for_each_near(Index i, const OwnSites& own, F f) const {
    const Real3 at = sites[i].at;
    const Index object = objects[i], number = numbers[i], m = mixed[cells.cell(at)];
    const bool itself = own.may_feel(number);
    for (PlacesAround left = near[m]; left; left &= left - 1) {
      const Index c = cells.around(cell[m], lowest_bit(left)), there = mixed[c], owner = owners[c];
      if (owner == object || !cells.may_reach(at, c, extents[there], range)) continue;
      const ContactCells::Image image = cells.image(cell[m], lowest_bit(left));
      for (Index j = first[there]; j < end[there]; ++j) {
        const bool same = owner == many && objects[j] == object;
        if (same && !itself) continue;
        Real3 apart = cells.apart(at, sites[j].at, image);
        real r2 = dot(apart, apart), reach = range;
        if (!(r2 < range * range && r2 > 0)) continue;
        if (same) {
          reach = own.range_of(number, numbers[j]);
          apart = own.apart(number, numbers[j]), r2 = dot(apart, apart);
          if (!(r2 < reach * reach)) continue;
        }
        f(j, apart, std::sqrt(r2), reach);
      }
    }
  }
};

/// Makes the list; has all memory that this takes: 48 bytes a sample site and 37 a cell.
template <class B>
class CloseSitesFinder {
 public:
  CloseSitesFinder(const Stream<B>&, const Grid& box, real range, const std::vector<ContactStructure>&);

  /// Does not wait for the stream. Valid until the next call.
  CloseSites find(const Stream<B>&, std::span<const StructureSites<B>>);
  /// Of a structure. Valid as long.
  OwnSites own(std::size_t structure, const StructureSites<B>& of) const {
    return itself_[structure].sites(of);
  }

  Index samples() const { return static_cast<Index>(sites_.size()); } ///< of all structures

 private:
  CloseSitesFinder(const Grid& box, real range, Index samples);

  real range_;
  std::vector<NearItself<B>> itself_; ///< of each structure
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
