// The cells of a coarse grid by which sites of different objects find each other; their sides are no less
// than the range of contact.
//
// In unbounded shear the cells in the row above the box are those of its lowest row, moved along z by the
// seam (grid/sheared_box.hpp). With S = ceil(seam/side) the sites within a side of cell c of the highest row
// are in the cells c - S - 1 .. c - S + 2 of the lowest, wherever the seam is, and those within a side of its
// cell d in d + S - 2 .. d + S + 1 of the highest: c lies around d if and only if d lies around c. So the
// cells around a cell and itself have places 3 (4 j + k) + i, j = 0 .. 2 along y, k = 0 .. 3 along z, i = 0
// .. 2 along x, of which most are taken.
#pragma once

#include "base/host_device.hpp"
#include "grid/grid.hpp"
#include "grid/sheared_box.hpp"
#include "parallel/atomic_words.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace ibsim {

/// Where in a cell its sites are, along each axis by parts: bit p + 21 d for part p of 21 along axis d. In it
/// of all of them.
using CellExtent = std::uint64_t;
/// A bit for each place around a cell.
using PlacesAround = std::uint64_t;

struct ContactCells {
  Int3 n;                   ///< of z no more than 4 where the box is sheared and n.y < 3
  Real3 per_side, side;     ///< 1/um, um
  Real3 period, per_period; ///< um, 1/um; 0: walls there
  const ShearNow* shear;    ///< null: the box is not sheared

  IBSIM_HD Index count() const { return n.x * n.y * n.z; }

  /// Image of a point in the box, to round-off. In a sheared box y may be rounded to its height: to move it
  /// to
  /// 0 would take another z.
  IBSIM_HD Real3 wrapped(Real3 x) const {
    if (shear) x = into_box(x, *shear, period.y);
    for (int d = 0; d < 3; ++d)
      if (!(shear && d == 1)) x[d] -= period[d] * std::floor(x[d] * per_period[d]);
    return x;
  }
  IBSIM_HD int along(real x, int d) const { // of a point in the box; some cell if it is not finite
    const real t = x * per_side[d];
    return t > 0 ? (t < n[d] ? static_cast<int>(t) : n[d] - 1) : 0;
  }
  IBSIM_HD Index cell(const Real3& in_box) const {
    return along(in_box.x, 0) + n.x * (along(in_box.y, 1) + n.y * along(in_box.z, 2));
  }

  /// f(place, cell) for the cells around a cell and itself, in the order of places; each cell once.
  template <class F>
  IBSIM_IN_KERNEL void for_each_around(Index c, F f) const {
    const Int3 at = position(c);
    for (int row = 0; row < rows; ++row) for_each_in_row(at, row, f);
  }
  static constexpr int rows = 12; ///< 4 j + k
  /// Calls f for one row of these places, around the cell at a position.
  template <class F>
  IBSIM_IN_KERNEL void for_each_in_row(const Int3& at, int row, F f) const {
    if (row % 4 == 3 && !shear) return;
    const Index first = row_beside(at, row / 4, row % 4);
    if (first < 0) return;
    for (int i = 0; i < 3; ++i) {
      const int x = beside(at.x, i, 0).at;
      if (x >= 0) f(3 * row + i, first + x);
    }
  }
  /// The cell at any place around the cell at a position; -1: it is not taken.
  IBSIM_HD Index cell_at(const Int3& at, int place) const {
    const Index first = row_beside(at, place / 12, place / 3 % 4);
    const int x = beside(at.x, place % 3, 0).at;
    return first < 0 || x < 0 ? -1 : first + x;
  }
  /// Where a cell is among those along each axis.
  IBSIM_HD Int3 position(Index c) const {
    const int rest = c / n.x, z = rest / n.y;
    return {c - n.x * rest, rest - n.y * z, z};
  }
  /// The cell at a place around the cell at a position that is taken.
  IBSIM_HD Index around(const Int3& at, int place) const {
    return row_beside(at, place / 12, place / 3 % 4) + beside(at.x, place % 3, 0).at;
  }

  /// The vector from y to x, both in the box, by the nearest image; to the bit the negative of that from x to
  /// y.
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

  /// Whether a place around a cell says where the cell there lies, by which image of the box. Not if it has
  /// slid.
  IBSIM_HD bool place_tells_image(const Int3& at, int place) const {
    return n.x >= 3 && n.y >= 3 && n.z >= 3 && !(shear && beside(at.y, place / 12, 1).image != 0);
  }
  /// Then: from the centre of a cell to that of the cell at a place around it, um; and the image.
  IBSIM_HD Real3 offset(int place) const {
    return {side.x * (place % 3 - 1), side.y * (place / 12 - 1), side.z * (place / 3 % 4 - 1)};
  }
  IBSIM_HD Real3 shift(const Int3& at, int place) const {
    return {period.x * beside(at.x, place % 3, 0).image, period.y * beside(at.y, place / 12, 1).image,
            period.z * beside(at.z, place / 3 % 4, 2).image};
  }
  IBSIM_HD Real3 centre(const Int3& at) const {
    return {side.x * (at.x + real{0.5}), side.y * (at.y + real{0.5}), side.z * (at.z + real{0.5})};
  }

  /// The extent of one site in the box.
  IBSIM_HD CellExtent extent(const Real3& in_box) const {
    CellExtent parts_of_all = 0;
    for (int d = 0; d < 3; ++d) {
      const real t = (in_box[d] * per_side[d] - along(in_box[d], d)) * parts;
      const int part = t > 0 ? (t < parts ? static_cast<int>(t) : parts - 1) : 0;
      parts_of_all |= CellExtent{1} << (part + parts * d);
    }
    return parts_of_all;
  }
  /// Whether the sites of two cells of these extents may be within a range of each other: whether the boxes
  /// around them are.
  IBSIM_HD bool may_meet(Index c, CellExtent in_c, Index other, CellExtent in_other, real range) const {
    const Box a = box(c, in_c), b = box(other, in_other);
    return within(apart(a.centre, b.centre), a.half + b.half, range);
  }
  /// True if one site in the box may reach the sites of another cell.
  IBSIM_HD bool may_reach(const Real3& in_box, Index other, CellExtent in_other, real range) const {
    const Box b = box(other, in_other);
    return within(apart(in_box, b.centre), b.half, range);
  }

  /// The box around the sites of a cell of this extent.
  struct Box {
    Real3 centre, half;
  };
  IBSIM_HD Box box(Index c, CellExtent extent) const {
    const Int3 at = position(c);
    Box b;
    for (int d = 0; d < 3; ++d) {
      const CellExtent taken = extent >> (parts * d) & ((CellExtent{1} << parts) - 1);
      const int first = lowest_bit(taken), last = highest_bit(taken);
      b.centre[d] = side[d] * (at[d] + real(first + last + 1) / (2 * parts));
      b.half[d] = side[d] * real(last - first + 1) / (2 * parts);
    }
    return b;
  }

 private:
  static constexpr int parts = 21; ///< three times as many fit a CellExtent

  /// Whether things so far apart, of these half widths together, may be within a range.
  IBSIM_HD bool within(const Real3& centres, const Real3& half, real range) const {
    if (shear && n.y < 5) return true; // sites may be nearest by another image than their boxes' centres
    real gap2 = 0;
    for (int d = 0; d < 3; ++d) {
      const real gap = std::fabs(centres[d]) - half[d];
      if (gap > 0) gap2 += gap * gap;
    }
    return gap2 < range * range * (1 + real{1e-6}); // rounding finds no pair too few
  }
  struct Beside {
    int at;    ///< -1: beyond a wall, or no other than those before
    int image; ///< of the box, in which it is
  };
  /// The j-th of the cells around cell i and itself in a direction.
  IBSIM_HD Beside beside(int i, int j, int d) const {
    if (n[d] < 3) return {j < n[d] ? j : -1, 0};
    const int next = i + j - 1;
    if (next >= 0 && next < n[d]) return {next, 0};
    if (period[d] == 0) return {-1, 0};
    return next < 0 ? Beside{next + n[d], -1} : Beside{next - n[d], 1};
  }
  /// Where the row of cells along x begins that is the j-th in y and the k-th in z around a cell; -1: none.
  IBSIM_HD Index row_beside(const Int3& at, int j, int k) const {
    const Beside b = beside(at.y, j, 1);
    if (b.at < 0) return -1;
    int e = k, count = n.z;
    const bool slid = shear && (b.image != 0 || n.y < 3);
    if (n.z >= 3 && !slid)
      e = at.z - 1 + k, count = 3;
    else if (n.z >= 4 && n.y >= 3) { // the row has slid
      const int cells = static_cast<int>(std::ceil(shear->seam * per_side.z));
      e = at.z - 1 + k + (b.image > 0 ? -cells : cells - 1), count = 4;
    }
    // else all of them, no more than four, no matter in which image
    if (k >= count) return -1;
    if (e < 0 || e >= n.z) {
      if (period.z == 0) return -1;
      e -= n.z * static_cast<int>(std::floor(static_cast<real>(e) / n.z));
    }
    return n.x * (b.at + n.y * e);
  }
};

/// The cells of a box, for a range in um; no more than 2^24, without the shear.
inline ContactCells contact_cells(const Grid& box, real range) {
  constexpr real most_cells = 1 << 24;
  const Real3 lengths = box.lengths();
  const real side = std::max(range, std::cbrt(lengths.x * lengths.y * lengths.z / most_cells));
  ContactCells cells{};
  for (int d = 0; d < 3; ++d) cells.n[d] = std::max(1, static_cast<int>(lengths[d] / side));
  if (box.topology.y.ends == Ends::lees_edwards && cells.n.y < 3) cells.n.z = std::min(cells.n.z, 4);
  for (int d = 0; d < 3; ++d) {
    const bool walls = box.topology[d].ends == Ends::walls;
    cells.per_side[d] = cells.n[d] / lengths[d];
    cells.side[d] = lengths[d] / cells.n[d];
    cells.period[d] = walls ? 0 : lengths[d];
    cells.per_period[d] = walls ? 0 : 1 / lengths[d];
  }
  return cells;
}

} // namespace ibsim
