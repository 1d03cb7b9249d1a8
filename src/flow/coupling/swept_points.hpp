// The first lines of columnwise spreading (sweep_partition.hpp), shared by the sweeps over columns and over
// cells, and the search for the parts that hold points (its `compact`).
//
//   index_j = j, sort_j = sigma(X_j);  sort-by-key(sort, index)
//
// An item is one component of one point: item = p + n d. Items are sorted, stably, by part and sweep
// (sweep_partition.hpp), all three components at once, so the points of a part keep the order in which they
// came, and every grid point is added to in an order that depends on the points alone.
#pragma once

#include "coupling/spread_algorithms.hpp"
#include "coupling/stencil.hpp"
#include "coupling/sweep_partition.hpp"
#include "parallel/for_each_counted.hpp"
#include "parallel/select.hpp"
#include "parallel/sort_by_key.hpp"

namespace ibsim {
namespace detail {

/// The first of 0 .. n-1 with ascending[at(i)] >= value, n if there is none.
template <class At>
IBSIM_HD Index first_not_below(std::uint64_t value, const std::uint32_t* ascending, Index n, At at) {
  Index low = 0, high = n;
  while (low < high) {
    const Index middle = low + (high - low) / 2;
    if (ascending[at(middle)] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

struct Itself {
  IBSIM_HD Index operator()(Index i) const { return i; }
};
struct Entry {
  const Index* of;
  IBSIM_HD Index operator()(Index i) const { return of[i]; }
};
struct StartsPart { // sorted item i is the first of its part
  const std::uint32_t* sweep_index;
  IBSIM_HD bool operator()(Index i) const { return i == 0 || sweep_index[i] != sweep_index[i - 1]; }
};

} // namespace detail

template <class Pair, class B>
class SweptPoints {
 public:
  SweptPoints(const Stream<B>& stream, const Grid& grid, SweepOver over, Index most_points)
      : grid_(grid), partition_(grid, over, Pair::support), most_points_(most_points),
        by_part_(stream, items_of(most_points)) {}

  void sort(const Stream<B>& stream, VectorsView<const real> X) {
    const Grid grid = grid_;
    const SweepPartition partition = partition_;
    std::uint32_t* sweep_index = by_part_.keys();
    for_each(stream, 3 * X.n, [=] IBSIM_KERNEL(Index item) {
      const int d = item / X.n;
      const Index p = item % X.n;
      int cell[3];
      real r;
      for (int e = 0; e < 3; ++e)
        cell[e] = cell_in<Pair>(d, e, box_coordinate(X[e][p], grid.h, grid.n[e]), grid.n[e], r);
      sweep_index[item] = partition.sweep_index(d, cell[0], cell[1], cell[2]);
    });
    const std::uint32_t all = static_cast<std::uint32_t>(partition.sweeps()) * partition.parts_of_sweep();
    by_part_.sort(stream, 3 * X.n, all - 1);
  }

  const SweepPartition& partition() const { return partition_; }
  Index most_points() const { return most_points_; }
  /// The sweep indices of the items, ascending, and the items in that order.
  const std::uint32_t* sweep_index() const { return by_part_.sorted_keys(); }
  const Index* items() const { return by_part_.order(); }

 private:
  Grid grid_;
  SweepPartition partition_;
  Index most_points_;
  SortByKey<B> by_part_;
};

/// The parts that hold points, sweep by sweep; everything stays on the device.
template <class B>
class OccupiedParts {
 public:
  OccupiedParts(const Stream<B>& stream, const SweepPartition& partition, Index most_items)
      : first_item_(most_items + std::size_t{1}), parts_(1), first_part_(partition.sweeps()),
        parts_of_sweep_(partition.sweeps()),
        work_space_(select_work_space(stream, most_items, detail::StartsPart{})) {}

  void find(const Stream<B>& stream, const SweepPartition& partition, Index n,
            const std::uint32_t* sweep_index) {
    Index *first_item = first_item_.data(), *parts = parts_.data();
    Index *first_part = first_part_.data(), *parts_of_sweep = parts_of_sweep_.data();
    select(stream, n, detail::StartsPart{sweep_index}, first_item, parts, work_space_);
    const std::uint64_t stride = partition.parts_of_sweep();
    for_each(stream, partition.sweeps(), [=] IBSIM_KERNEL(Index sweep) {
      const detail::Entry first{first_item};
      first_part[sweep] = detail::first_not_below(sweep * stride, sweep_index, *parts, first);
      parts_of_sweep[sweep] =
          detail::first_not_below((sweep + 1) * stride, sweep_index, *parts, first) - first_part[sweep];
      if (sweep == 0) first_item[*parts] = n;
    });
  }

  /// Where part j starts in the sorted list; part j + 1 starts where it ends.
  const Index* first_item() const { return first_item_.data(); }
  /// Which part a sweep starts with, and how many it has.
  const Index* first_part() const { return first_part_.data(); }
  const Index* parts_of_sweep() const { return parts_of_sweep_.data(); }

 private:
  Array<Index, B> first_item_, parts_, first_part_, parts_of_sweep_;
  Array<std::byte, B> work_space_;
};

/// Sweeps with a work item for each part that holds points, and no other.
template <class Pair, class B>
class PrunedSweeps {
 public:
  PrunedSweeps(const Stream<B>& stream, const Grid& grid, SweepOver over, Index most_points)
      : grid_(grid), points_(stream, grid, over, most_points),
        parts_(stream, points_.partition(), items_of(most_points)) {}

  /// f = 0, then body(items, first, last) for each part: its items are items[first] .. items[last - 1]. Parts
  /// of a sweep go side by side, sweeps after each other.
  template <class Body>
  void for_each_part(const Stream<B>& stream, VectorsView<const real> X, FaceView<real> f, Body body) {
    require_room(X.n, points_.most_points());
    clear(stream, grid_, f);
    if (X.n == 0) return;
    const SweepPartition& partition = points_.partition();
    points_.sort(stream, X);
    parts_.find(stream, partition, 3 * X.n, points_.sweep_index());

    const Index most = std::min(3 * X.n, partition.parts_of_sweep());
    const Index *items = points_.items(), *first_item = parts_.first_item();
    for (Index sweep = 0; sweep < partition.sweeps(); ++sweep) {
      const Index* first_part = parts_.first_part() + sweep;
      for_each_counted(stream, most, parts_.parts_of_sweep() + sweep, [=] IBSIM_KERNEL(Index p) {
        const Index part = *first_part + p;
        body(items, first_item[part], first_item[part + 1]);
      });
    }
  }

  const Grid& grid() const { return grid_; }

 private:
  Grid grid_;
  SweptPoints<Pair, B> points_;
  OccupiedParts<B> parts_;
};

/// Adds the force of one item to all its support points.
template <class Pair>
IBSIM_HD void spread_item(const Grid& grid, VectorsView<const real> X, VectorsView<const real> F, Index item,
                          FaceView<real> f) {
  const int d = item / X.n;
  const Index p = item % X.n;
  with_component(d, [&](auto component) {
    const auto at = component_stencils<Pair, component>(grid, X.at(p));
    add_weighted(grid, at.x, at.y, at.z, F[d][p] / grid.cell_volume(), f[d]);
  });
}

} // namespace ibsim
