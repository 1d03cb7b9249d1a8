// See close_sites.hpp.
#include "mechanics/close_sites.hpp"

#include "mechanics/for_each_listed.hpp"
#include "parallel/atomic_lower.hpp"
#include "parallel/scan.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

ContactCells cells_of(const Grid& box, real range) {
  constexpr real most_cells = 1 << 24;
  const Real3 lengths = box.lengths();
  const real side = std::max(range, std::cbrt(lengths.x * lengths.y * lengths.z / most_cells));
  ContactCells cells{};
  for (int d = 0; d < 3; ++d) {
    cells.n[d] = std::max(1, static_cast<int>(lengths[d] / side));
    cells.per_side[d] = cells.n[d] / lengths[d];
    cells.period[d] = box.topology[d].ends == Ends::walls ? 0 : lengths[d];
  }
  return cells;
}

template <class B>
void clear_notes(const Stream<B>& stream, Index cells, Index* owners, Index* total) {
  for_each(stream, cells, [=] IBSIM_KERNEL(Index i) {
    owners[i] = CloseSites::nobody;
    if (i == 0) *total = 0;
  });
}

/// Each site's cell, and whose sites each cell has: who comes first claims it, who comes later and is another
/// makes it that of many, so what is left does not depend on who comes first.
template <class B>
void note_owners(const Stream<B>& stream, ContactCells cells, VectorsView<const real> X, Index per_object,
                 Index first_object, Index* cell, Index* owners) {
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) {
    const Index object = first_object + i / per_object, c = cells.cell(cells.wrapped(X.at(i)));
    cell[i] = c;
    const Index owner = look_at(&owners[c]);
    if (owner == object || owner == CloseSites::many) return;
    const Index before = atomic_claim(&owners[c], CloseSites::nobody, object);
    if (before != CloseSites::nobody && before != object) atomic_put(&owners[c], CloseSites::many);
  });
}

/// Whether there are several objects in a cell and those around it.
template <class B>
void find_mixed(const Stream<B>& stream, ContactCells cells, const Index* owners, Index* mixed,
                Index* counts) {
  const Index n = cells.count();
  for_each(stream, n + 1, [=] IBSIM_KERNEL(Index c) {
    counts[c] = 0;
    if (c == n) return;
    const Index owner = owners[c];
    bool several = owner == CloseSites::many;
    if (owner >= 0)
      cells.for_each_row_around(c, [&](Index begin, Index end) {
        for (Index other = begin; other < end; ++other)
          several |= owners[other] != owner && owners[other] != CloseSites::nobody;
      });
    mixed[c] = several;
  });
}

/// Sites in mixed cells, in no order: their numbers of all structures, and places among their cell's.
template <class B>
void list_sites(const Stream<B>& stream, Index sites, const Index* cell, const Index* mixed, Index* counts,
                Index* total, Index* found, Index* slot) {
  for_each(stream, sites, [=] IBSIM_KERNEL(Index i) {
    const Index c = cell[i];
    if (!mixed[c]) return;
    const Index e = atomic_next(total);
    found[e] = i, slot[e] = atomic_next(&counts[c]);
  });
}

/// To their cells.
template <class B>
void place_sites(const Stream<B>& stream, Index most, const Index* total, const Index* first,
                 const Index* found, const Index* cell, const Index* slot, Index* place) {
  for_each_listed(stream, most, total,
                  [=] IBSIM_KERNEL(Index e) { place[first[cell[found[e]]] + slot[e]] = found[e]; });
}

/// To their order in the cell, with what the forces need of them. Of one structure.
template <class B>
void order_sites(const Stream<B>& stream, ContactCells cells, Index most, const Index* first,
                 const Index* cell, const Index* place, Index first_site, Index first_object,
                 VectorsView<const real> X, DerivativeBlock block, const real* weights, CloseSite* sites,
                 Index* objects, Index* numbers) {
  const Index n_sample = block.n_sample;
  for_each_listed(stream, most, first + cells.count(), [=] IBSIM_KERNEL(Index p) {
    const Index site = place[p], i = site - first_site;
    if (i < 0 || i >= X.n) return;
    const Index c = cell[site];
    Index to = first[c];
    for (Index q = first[c]; q < first[c + 1]; ++q) to += place[q] < site;
    const Index object = i / n_sample, s = i % n_sample;
    sites[to] = {cells.wrapped(X.at(i)), weights[s] * norm(cross(block.at(SurfaceOperator::d1, object, s),
                                                                 block.at(SurfaceOperator::d2, object, s)))};
    objects[to] = first_object + object;
    numbers[to] = i;
  });
}

} // namespace

template <class B>
CloseSitesFinder<B>::CloseSitesFinder(const Stream<B>& stream, const Grid& box, real range, Index samples)
    : cells_(cells_of(box, range)), owners_(cells_.count()), mixed_(cells_.count()),
      counts_(static_cast<std::size_t>(cells_.count()) + 1), first_(counts_.size()), cell_(samples),
      found_or_object_(samples), slot_or_number_(samples), place_(samples), total_(1), sites_(samples),
      work_space_(scan_work_space(stream, cells_.count())) {}

template <class B>
CloseSites CloseSitesFinder<B>::find(const Stream<B>& stream, std::span<const StructureSites<B>> all) {
  cells_.shear = all.empty() ? nullptr : all.front().shear;
  clear_notes(stream, cells_.count(), owners_.data(), total_.data());
  Index object = 0, site = 0;
  for (const StructureSites<B>& of : all) {
    note_owners(stream, cells_, of.positions, of.surface.samples_per_object(), object, cell_.data() + site,
                owners_.data());
    site += of.positions.n, object += of.surface.objects();
  }
  const Index most = site;
  find_mixed(stream, cells_, owners_.data(), mixed_.data(), counts_.data());
  list_sites(stream, most, cell_.data(), mixed_.data(), counts_.data(), total_.data(),
             found_or_object_.data(), slot_or_number_.data());
  exclusive_scan(stream, cells_.count(), counts_.data(), first_.data(), work_space_);
  place_sites(stream, most, total_.data(), first_.data(), found_or_object_.data(), cell_.data(),
              slot_or_number_.data(), place_.data());
  site = 0, object = 0;
  for (const StructureSites<B>& of : all) {
    order_sites(stream, cells_, most, first_.data(), cell_.data(), place_.data(), site, object, of.positions,
                of.block, of.surface.weights(), sites_.data(), found_or_object_.data(),
                slot_or_number_.data());
    site += of.positions.n, object += of.surface.objects();
  }
  return {cells_,        first_.data(),           owners_.data(),
          sites_.data(), found_or_object_.data(), slot_or_number_.data()};
}

template class CloseSitesFinder<ThisBackend>;

} // namespace ibsim
