// The points of surfaces (contact_points.hpp), here called sites, that may be within a range of another
// object, or of another part of their own, by cells of a coarse grid (contact_cells.hpp).
//
// Each cell notes whose sites it has: one object's, those of many, or none (unowned). Parts of an object that
// are near others of it (near_itself.hpp) make their cells those of many. A cell is mixed where those of it
// and the cells around differ, or are many, and the sites of mixed cells are listed. All else is work on
// mixed cells and listed sites alone, of which there are few: two passes over all sites, to note their cells
// and to list them, and one over cells. Then
//   counts of mixed cells -> where each begins -> sites as they come -> sites in the order of their numbers
// The extent of each cell's sites says which of the cells around it have any within the range, and floats
// relative to the centres of cells which sites are.
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

/// A place relative to the centre of a cell, um, in floats: of a listed site, or of the middle of the box
/// around those of a cell, with its half widths.
struct alignas(16) CloseSitePoint {
  float x, y, z;
};
struct alignas(16) CloseSiteBox {
  CloseSitePoint centre, half;
};

/// The list, as kernels see it. Copied into lambdas.
struct CloseSites {
  static constexpr Index unowned = -1, many = -2;

  ContactCells cells;
  real range;
  float near2;                      ///< the square of the range and a little
  const Index *count, *mixed_count; ///< of listed sites; of mixed cells
  const Index* owners;              ///< of each cell: unowned, the object, or many
  const Index* mixed;               ///< of each cell that is mixed, its number among these
  const Index *cell, *first, *end;  ///< of each mixed cell: itself, where its sites begin and end
  const CellExtent* extents;        ///< of each mixed cell
  const CloseSiteBox* boxes;        ///< the same as numbers
  const PlacesAround* near;         ///< those where others may be within the range
  const CloseSite* sites;
  const CloseSitePoint* points;   ///< the same, to tell most of those that are too far away
  const Index *objects, *numbers; ///< of each: its object, of all structures; its number in its structure

  /// Calls f(j, r_ij, |r_ij|, reach) for the sites j that listed site i feels, closer than the reach: of
  /// other objects within the range, and of its own within the pair's. @param own those of i's structure
  ///
  /// Sites that may be near are noted first and looked at together, some at a time. Few are near, each at
  /// another turn of the work items of a GPU, which would all wait for it.
  template <class F>
  IBSIM_IN_KERNEL void for_each_near(Index i, const OwnPoints& own, F f) const {
    constexpr int most_noted = 32;
    const Real3 at = sites[i].at;
    const Index object = objects[i], number = numbers[i], here = cells.cell(at);
    const Int3 position = cells.position(here);
    const bool itself = own.may_feel(number);
    const CloseSitePoint point = points[i];
    PlacesAround left = near[mixed[here]];
    int place = 0, count = most_noted;
    bool by_place = false;
    CloseSitePoint from{};
    Index j = 0, stop = 0; // of the cell at that place
    int image_of = -1;     // the place whose shift is known
    bool has_image = false;
    Real3 shift{};
    while (count == most_noted) {
      Index noted[most_noted];
      std::uint8_t place_of[most_noted];
      for (count = 0; count < most_noted && (j < stop || left);) {
        while (j == stop && left) { // to the next cell of which sites may be near
          place = lowest_bit(left), left &= left - 1;
          const Index c = cells.around(position, place), there = mixed[c];
          by_place = cells.place_tells_image(position, place);
          if (by_place) {
            const Real3 offset = cells.offset(place);
            from = {point.x - static_cast<float>(offset.x), point.y - static_cast<float>(offset.y),
                    point.z - static_cast<float>(offset.z)};
          }
          if (owners[c] != object &&
              (by_place ? is_near(from, boxes[there]) : cells.may_reach(at, c, extents[there], range)))
            j = first[there], stop = end[there];
        }
        for (; j < stop && count < most_noted; ++j) { // without a branch that no one foresees
          noted[count] = j, place_of[count] = static_cast<std::uint8_t>(place);
          count += (!by_place || is_near(from, points[j])) & (itself || objects[j] != object);
        }
      }
      for (int k = 0; k < count; ++k) {
        const Index other = noted[k];
        if (place_of[k] != image_of) {
          image_of = place_of[k], has_image = cells.place_tells_image(position, image_of);
          if (has_image) shift = cells.shift(position, image_of);
        }
        Real3 apart = has_image ? at - sites[other].at - shift : cells.apart(at, sites[other].at);
        real r2 = dot(apart, apart), reach = range;
        if (!(r2 < range * range && r2 > 0)) continue;
        if (objects[other] == object) {
          reach = own.range_of(number, numbers[other]);
          apart = own.apart(number, numbers[other]), r2 = dot(apart, apart);
          if (!(r2 < reach * reach)) continue;
        }
        f(other, apart, std::sqrt(r2), reach);
      }
    }
  }

 private:
  /// Whether a point may be within the range of another, or of a box: rounding finds none too few.
  IBSIM_HD bool is_near(const CloseSitePoint& a, const CloseSitePoint& b) const {
    const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z < near2;
  }
  IBSIM_HD bool is_near(const CloseSitePoint& a, const CloseSiteBox& b) const {
    const float x = std::fmax(std::fabs(a.x - b.centre.x) - b.half.x, 0.0f),
                y = std::fmax(std::fabs(a.y - b.centre.y) - b.half.y, 0.0f),
                z = std::fmax(std::fabs(a.z - b.centre.z) - b.half.z, 0.0f);
    return x * x + y * y + z * z < near2;
  }
};

/// What all who use the list need of it, um.
struct PairRanges {
  real largest; ///< sites that are farther apart feel nothing
  real points;  ///< points lie 2.5 times closer than this (contact_points.hpp)
  real within;  ///< between parts of one object (self_contact.hpp); 0: objects do not feel themselves

  PairRanges(real largest_range, real of_points, real within_objects)
      : largest(largest_range), points(of_points), within(within_objects) {}
  /// Ranges of one force that acts between objects and within them.
  PairRanges(real range) : PairRanges(range, range, range) {}
};

/// Makes the list; has all memory that this takes: 100 bytes a point and 69 a cell.
template <class B>
class CloseSitesFinder {
 public:
  CloseSitesFinder(const Stream<B>&, const Grid& box, const PairRanges&,
                   const std::vector<ContactStructure>&);

  /// Does not wait for the stream. Valid until the next call.
  CloseSites find(const Stream<B>&, std::span<const StructureSites<B>>);
  /// The points of a structure. Valid as long.
  ContactPoints points(std::size_t structure) const { return points_[structure].found(); }
  OwnPoints own(std::size_t structure) const { return itself_[structure].points(points(structure)); }

  Index points() const { return static_cast<Index>(sites_.size()); } ///< of all structures

 private:
  CloseSitesFinder(const Grid& box, real range, std::vector<ContactPointsFinder<B>> points);

  real range_;
  std::vector<ContactPointsFinder<B>> points_; ///< of each structure
  std::vector<NearItself<B>> itself_;          ///< of each
  ContactCells cells_;
  Array<Index, B> owners_, mixed_;        ///< of cells
  Array<std::uint8_t, B> is_mixed_;       ///< of cells
  Array<Index, B> cell_of_, first_, end_; ///< of mixed cells
  Array<CellExtent, B> extents_;          ///< of mixed cells
  Array<CloseSiteBox, B> boxes_;          ///< of mixed cells
  Array<PlacesAround, B> near_;           ///< of mixed cells
  /// The cell of each site; number and place in the cell of listed sites as they come, then object and number
  /// in order; and their places in the order of cells.
  Array<Index, B> cell_, found_or_object_, slot_or_number_, place_;
  Array<CloseSite, B> sites_;
  Array<CloseSitePoint, B> places_in_cells_;
  Array<Index, B> totals_; ///< mixed cells, listed sites, those that have a place
};

} // namespace ibsim
