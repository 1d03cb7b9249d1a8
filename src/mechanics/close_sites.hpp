// The sample sites that may be within a range of another object, in the order of the cells of a coarse grid,
// and in a cell in the order of their numbers: an order that does not depend on threads.
//
// Cells have sides of at least the range. Each cell notes the lowest and the highest object of its sites; a
// site is listed where those of its cell and the cells around differ. All else is work on listed sites alone,
// of which there are few: a pass over all sites that writes nothing but these notes, a pass over cells, a
// second pass over the sites, and then
//   counts of cells -> where each cell begins (a scan) -> places as they come -> places in order
// Nothing is allocated after the construction, and counts stay on the device.
#pragma once

#include "base/host_device.hpp"
#include "grid/grid.hpp"
#include "mechanics/pair_force.hpp"

namespace ibsim {

/// The coarse grid.
struct ContactCells {
  Int3 n;
  Real3 side, period; ///< um; a period of 0: walls there
  IBSIM_HD Index count() const { return n.x * n.y * n.z; }

  IBSIM_HD int along(real x, int d) const {
    real t = x / side[d];
    if (period[d] > 0) t -= n[d] * std::floor(t / n[d]);
    return t > 0 ? (t < n[d] ? static_cast<int>(t) : n[d] - 1) : 0; // some cell if it is not finite
  }
  IBSIM_HD Index cell(const Real3& x) const {
    return along(x.x, 0) + n.x * (along(x.y, 1) + n.y * along(x.z, 2));
  }
  /// The cells around c and itself along one direction: so many, and the m-th.
  IBSIM_HD int around(int d) const { return n[d] < 3 ? n[d] : 3; }
  /// @return -1 if it is beyond a wall
  IBSIM_HD int neighbour(int at, int m, int d) const {
    if (n[d] < 3) return m;
    const int next = at + m - 1;
    if (period[d] > 0) return next < 0 ? next + n[d] : next >= n[d] ? next - n[d] : next;
    return next < n[d] ? next : -1;
  }
  /// f(cell) for those around cell c and itself, in a fixed order.
  template <class F>
  IBSIM_IN_KERNEL void for_each_around(Index c, F f) const {
    const int x = c % n.x, y = c / n.x % n.y, z = c / (n.x * n.y);
    for (int k = 0; k < around(2); ++k)
      for (int j = 0; j < around(1); ++j)
        for (int i = 0; i < around(0); ++i) {
          const int a = neighbour(x, i, 0), b = neighbour(y, j, 1), e = neighbour(z, k, 2);
          if (a >= 0 && b >= 0 && e >= 0) f(a + n.x * (b + n.y * e));
        }
  }
  /// From y to x, by the nearest image; to the bit the negative of that from x to y.
  IBSIM_HD Real3 apart(const Real3& x, const Real3& y) const {
    Real3 r = x - y;
    for (int d = 0; d < 3; ++d)
      if (period[d] > 0) r[d] -= period[d] * std::rint(r[d] / period[d]);
    return r;
  }
};

/// A listed site.
struct alignas(32) CloseSite {
  Real3 at;  ///< um
  real area; ///< present, um^2
};

/// The list, as kernels see it. Copied into lambdas.
struct CloseSites {
  ContactCells cells;
  const Index* first;  ///< where each cell's sites begin; one more entry: how many are listed
  const Index* owners; ///< of each cell the lowest object, then minus the highest
  const CloseSite* sites;
  const Index *objects, *numbers; ///< of each: its object, of all structures; its site, of its structure

  IBSIM_HD const Index* count() const { return first + cells.count(); }
  IBSIM_HD bool has_others(Index cell, Index object) const {
    return owners[2 * cell] != object || owners[2 * cell + 1] != -object;
  }
};

/// Makes the list; has all memory that this takes: 48 bytes a sample site and 20 a cell.
template <class B>
class CloseSitesFinder {
 public:
  /// @param samples of all structures together
  CloseSitesFinder(const Stream<B>&, const Grid& box, real range, Index samples);

  /// Does not wait for the stream. Valid until the next call.
  CloseSites find(const Stream<B>&, std::span<const StructureSites<B>>);

 private:
  ContactCells cells_;
  Array<Index, B> owners_, mixed_, counts_, first_;
  Array<Index, B> found_, cell_or_number_, slot_, place_, total_;
  Array<CloseSite, B> sites_;
  Array<std::byte, B> work_space_;
};

} // namespace ibsim
