// The sample sites that may be within a range of another object, in the order of the cells of a coarse grid,
// and in a cell in the order of their numbers: an order that does not depend on threads.
//
// Cells have sides of at least the range. Each cell notes whose sites it has: nobody's, one object's, or
// those of many; a site is listed where those of its cell and the cells around differ. All else is work on
// listed sites alone, of which there are few: a pass over all sites that notes their cells, a pass over
// cells, a pass over the notes, and then
//   counts of cells -> where each cell begins (a scan) -> places as they come -> places in order
// Nothing is allocated after the construction, and counts stay on the device.
//
// In unbounded shear the cells in the row above the box are those of its lowest row, moved along z
// (grid/sheared_box.hpp); wherever the seam is, four of them lie beside a cell's three.
#pragma once

#include "base/host_device.hpp"
#include "grid/grid.hpp"
#include "mechanics/pair_force.hpp"

namespace ibsim {

/// The coarse grid.
struct ContactCells {
  Int3 n;
  Real3 per_side, period; ///< 1/um; um, a period of 0: walls there
  const ShearNow* shear;  ///< null: the box is not sheared

  IBSIM_HD Index count() const { return n.x * n.y * n.z; }

  /// The same point in the box.
  IBSIM_HD Real3 wrapped(Real3 x) const {
    if (shear) x = into_box(x, *shear, period.y);
    for (int d = 0; d < 3; ++d)
      if (period[d] > 0) x[d] -= period[d] * std::floor(x[d] / period[d]);
    return x;
  }
  IBSIM_HD int along(real x, int d) const { // of a point in the box; some cell if it is not finite
    const real t = x * per_side[d];
    return t > 0 ? (t < n[d] ? static_cast<int>(t) : n[d] - 1) : 0;
  }
  IBSIM_HD Index cell(const Real3& in_box) const {
    return along(in_box.x, 0) + n.x * (along(in_box.y, 1) + n.y * along(in_box.z, 2));
  }

  /// f(first cell, one past the last) for the rows of cells along x around cell c and itself, in a fixed
  /// order.
  template <class F>
  IBSIM_IN_KERNEL void for_each_row_around(Index c, F f) const {
    const int x = c % n.x, rest = c / n.x, y = rest % n.y, z = rest / n.y;
    const int begin = x > 0 ? x - 1 : 0, end = x + 2 < n.x ? x + 2 : n.x;
    const bool whole = n.x < 3 || period.x == 0; // nothing beyond its ends that is not in the row
    for (int j = 0; j < (n.y < 3 ? n.y : 3); ++j) {
      const Beside b = beside(y, j, 1);
      if (b.at < 0) continue;
      const Along slid = along_z(z, b.image);
      for (int k = 0; k < slid.count; ++k) {
        int e = n.z < 3 ? k : slid.first + k;
        if (e < 0 || e >= n.z) {
          if (period.z == 0) continue;
          e -= n.z * static_cast<int>(std::floor(static_cast<real>(e) / n.z));
        }
        const Index row = n.x * (b.at + n.y * e);
        f(row + (n.x < 3 ? 0 : begin), row + (n.x < 3 ? n.x : end));
        if (whole) continue;
        if (x == 0) f(row + n.x - 1, row + n.x);
        if (x == n.x - 1) f(row, row + 1);
      }
    }
  }

  /// From y to x, both in the box, by the nearest image; to the bit the negative of that from x to y.
  IBSIM_HD Real3 apart(const Real3& x, const Real3& y) const {
    Real3 r = x - y;
    for (int d = 0; d < 3; ++d) {
      const real image = period[d] > 0 ? (r[d] > period[d] / 2 ? 1 : r[d] < -period[d] / 2 ? -1 : 0) : 0;
      r[d] -= image * period[d];
      if (shear && d == 1) {
        r.z -= image * shear->seam;
        r.z -= period.z * std::rint(r.z / period.z);
      }
    }
    return r;
  }

 private:
  struct Beside {
    int at;    ///< -1: beyond a wall
    int image; ///< of the box, in which it is
  };
  /// The j-th of the cells around cell i and itself in a direction.
  IBSIM_HD Beside beside(int i, int j, int d) const {
    if (n[d] < 3) return {j, 0};
    const int next = i + j - 1;
    if (next >= 0 && next < n[d]) return {next, 0};
    if (period[d] == 0) return {-1, 0};
    return next < 0 ? Beside{next + n[d], -1} : Beside{next - n[d], 1};
  }
  struct Along {
    int first, count;
  };
  /// The cells along z beside cell z, in a row of this image of the box.
  IBSIM_HD Along along_z(int z, int image) const {
    if (n.z < 3) return {0, n.z};
    const bool slid = shear && (image != 0 || n.y < 3);
    if (!slid) return {z - 1, 3};
    if (n.z < 4 || n.y < 3) return {0, n.z}; // no matter in which image
    return {static_cast<int>(std::floor(z - image * shear->seam * per_side.z)) - 1, 4};
  }
};

/// A listed site.
struct alignas(32) CloseSite {
  Real3 at;  ///< um, in the box
  real area; ///< present, um^2
};

/// The list, as kernels see it. Copied into lambdas.
struct CloseSites {
  static constexpr Index nobody = -1, many = -2;

  ContactCells cells;
  const Index* first;  ///< where each cell's sites begin; one more entry: how many are listed
  const Index* owners; ///< of each cell: nobody, the object, or many
  const CloseSite* sites;
  const Index *objects, *numbers; ///< of each: its object, of all structures; its site, of its structure

  IBSIM_HD const Index* count() const { return first + cells.count(); }
  IBSIM_HD bool has_others(Index begin, Index end, Index object) const {
    for (Index c = begin; c < end; ++c)
      if (owners[c] != nobody && owners[c] != object) return true;
    return false;
  }
};

/// Makes the list; has all memory that this takes: 48 bytes a sample site and 16 a cell.
template <class B>
class CloseSitesFinder {
 public:
  /// @param samples of all structures together
  CloseSitesFinder(const Stream<B>&, const Grid& box, real range, Index samples);

  /// Does not wait for the stream. Valid until the next call.
  CloseSites find(const Stream<B>&, std::span<const StructureSites<B>>);

 private:
  ContactCells cells_;
  Array<Index, B> owners_, mixed_, counts_, first_; ///< of cells
  /// Of sites: their cell. Of listed sites as they come: number, place in the cell; and then object and
  /// number in order. And their places in the order of cells.
  Array<Index, B> cell_, found_or_object_, slot_or_number_, place_, total_;
  Array<CloseSite, B> sites_;
  Array<std::byte, B> work_space_;
};

} // namespace ibsim
