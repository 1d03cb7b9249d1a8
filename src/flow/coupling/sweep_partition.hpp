// The partition by which A. Kassen, V. Shankar and A. Fogelson cut the grid in the draft of their paper ("A
// fine-grained parallel implementation of the immersed boundary method", unpublished): into columns along x,
// or into single cells, and these parts into sweeps, so that points in different parts of one sweep have no
// support point in common.
//
// A point touches s support points in a direction, so parts may share a sweep if in some direction they are
// at least s cells apart, both ways around the periodic box. The draft's sets of every s-th cell do that
// where s divides n. In general: cut the ring of n cells into m = max(1, floor(n/s)) groups, of floor(n/m) or
// ceil(n/m) cells each, and let a cell's colour be its place in its group. Cells of one colour then have a
// whole group between them, which is at least s cells; or there is but one group.
//
// That takes ceil(n/m) colours: s if s divides n, s + 1 from n = s (s - 1) on, all n if n < 2s. No ring can
// do with fewer, for a colour never has more than m cells. A sweep is one colour for each direction that is
// cut: s^d sweeps over cells, s^(d-1) over columns, if s divides n.
#pragma once

#include "base/error.hpp"
#include "grid/grid.hpp"

#include <algorithm>

namespace ibsim {

/// The cells 0 .. n-1 of a periodic direction, cut into groups and coloured, for kernels of support s.
struct RingColouring {
  int n = 1, groups = 1, colours = 1;

  RingColouring(int cells, int s)
      : n(cells), groups(std::max(1, cells / s)), colours((cells - 1) / groups + 1) {}

  /// Group g starts at floor(g n / groups).
  IBSIM_HD int group_of(int cell) const {
    return static_cast<int>(((cell + std::int64_t{1}) * groups - 1) / n);
  }
  IBSIM_HD int colour_of(int cell) const {
    return cell - static_cast<int>(std::int64_t{group_of(cell)} * n / groups);
  }
};

/// What the parts are.
enum class SweepOver { columns, cells };

/// Numbers the parts of all three components. The parts of a sweep follow each other.
///   sweep index = part + parts_of_component (component + 3 sweep), the draft's sort index sigma(X).
/// The components have grids of their own, so theirs are swept side by side. A group that lacks a colour
/// leaves a gap.
struct SweepPartition {
  RingColouring x, y, z;
  SweepOver over;

  /// @throws InputError if the grid has too many cells to be numbered so.
  SweepPartition(const Grid& grid, SweepOver parts, int s)
      : x(parts == SweepOver::columns ? 1 : grid.n.x, s), y(grid.n.y, s), z(grid.n.z, s), over(parts) {
    if (3.0 * x.groups * y.groups * z.groups * x.colours * y.colours * z.colours > 4294967295.0)
      throw InputError("the grid has too many points for spreading by sweeps; use tiles");
  }

  IBSIM_HD Index sweeps() const { return x.colours * y.colours * z.colours; }
  IBSIM_HD Index parts_of_component() const { return x.groups * y.groups * z.groups; }
  IBSIM_HD Index parts_of_sweep() const { return 3 * parts_of_component(); }

  IBSIM_HD std::uint32_t sweep_index(int component, int i, int j, int k) const {
    if (over == SweepOver::columns) i = 0;
    const Index part = x.group_of(i) + x.groups * (y.group_of(j) + y.groups * z.group_of(k));
    const Index sweep = x.colour_of(i) + x.colours * (y.colour_of(j) + y.colours * z.colour_of(k));
    return static_cast<std::uint32_t>(part) + static_cast<std::uint32_t>(parts_of_component()) *
                                                  static_cast<std::uint32_t>(component + 3 * sweep);
  }
};

} // namespace ibsim
