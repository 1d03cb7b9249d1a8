// See close_sites.hpp.
#include "mechanics/close_sites.hpp"

#include "mechanics/for_each_listed.hpp"
#include "parallel/atomic_lower.hpp"
#include "parallel/atomic_take.hpp"
#include "parallel/atomic_words.hpp"
#include "parallel/for_each_team.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ibsim {
namespace {

enum Total { mixed_cells, listed_sites, placed_sites, totals };

template <class B>
void clear_notes(const Stream<B>& stream, Index cells, Index* owners, Index* total) {
  for_each(stream, cells, [=] IBSIM_KERNEL(Index i) {
    owners[i] = CloseSites::unowned;
    if (i < totals) total[i] = 0;
  });
}

/// An object notes a cell as its own. Who comes first claims it, who comes later and is another makes it that
/// of many, so what is left does not depend on who comes first.
IBSIM_IN_KERNEL void note_owner(Index* owner, Index object) {
  const Index now = look_at(owner);
  if (now == object || now == CloseSites::many) return;
  const Index before = atomic_claim(owner, CloseSites::unowned, object);
  if (before != CloseSites::unowned && before != object) atomic_put(owner, CloseSites::many);
}

/// Each site's cell, and whose sites each cell has. A team has a stretch of an object's sites and remembers
/// the cells that it has noted, as far as their places in its memory are not taken by others.
template <class B>
void note_owners(const Stream<B>& stream, ContactCells cells, VectorsView<const real> X, Index per_object,
                 Index first_object, Index* cell, Index* owners) {
  constexpr Index places = 1 << 12, teams_at_least = 512;
  const Index objects = X.n / per_object,
              stretches = std::clamp<Index>(teams_at_least / std::max<Index>(objects, 1), 1,
                                            (per_object - 1) / 512 + 1),
              stretch = (per_object - 1) / stretches + 1;
  for_each_team(
      stream, objects * stretches, sizeof(Index) * places, [=] IBSIM_KERNEL(const Team& team, Index t) {
        Index* const noted = reinterpret_cast<Index*>(team.memory);
        for (Index p = team.rank; p < places; p += team.size) noted[p] = -1;
        team.wait();
        const Index object = t / stretches, from = object * per_object, begin = t % stretches * stretch,
                    end = begin + stretch < per_object ? begin + stretch : per_object;
        for (Index s = begin + team.rank; s < end; s += team.size) {
          const Index c = cells.cell(cells.wrapped(X.at(from + s)));
          cell[from + s] = c;
          Index* const place = noted + (static_cast<std::uint32_t>(c) * 2654435761u >> 20);
          if (atomic_swap(place, c) != c) note_owner(&owners[c], first_object + object);
        }
      });
}

/// Whether there are several objects in a cell and those around it.
template <class B>
void find_mixed(const Stream<B>& stream, ContactCells cells, const Index* owners, std::uint8_t* is_mixed,
                Index* mixed, Index* total, Index* cell_of, Index* count, CellExtent* extents,
                PlacesAround* near) {
  for_each(stream, cells.count(), [=] IBSIM_KERNEL(Index c) {
    const Index owner = owners[c];
    bool several = owner == CloseSites::many;
    if (owner >= 0)
      cells.for_each_around(c, [&](int, Index other) {
        several |= owners[other] != owner && owners[other] != CloseSites::unowned;
      });
    is_mixed[c] = several;
    mixed[c] = -1;
    if (!several) return;
    const Index m = atomic_take(&total[mixed_cells], 1);
    mixed[c] = m, cell_of[m] = c, count[m] = 0, extents[m] = 0, near[m] = 0;
  });
}

/// Sites in mixed cells, in no order: their numbers of all structures, and places among their cell's.
template <class B>
void list_sites(const Stream<B>& stream, Index sites, const Index* cell, const std::uint8_t* is_mixed,
                const Index* mixed, Index* counts, Index* total, Index* found, Index* slot) {
  for_each(stream, sites, [=] IBSIM_KERNEL(Index i) {
    const Index c = cell[i];
    if (!is_mixed[c]) return;
    const Index e = atomic_take(&total[listed_sites], 1);
    found[e] = i, slot[e] = atomic_next(&counts[mixed[c]]);
  });
}

/// Where the sites of each mixed cell begin and end. @param end their numbers before
template <class B>
void give_places(const Stream<B>& stream, Index most, Index* total, Index* first, Index* end) {
  for_each_listed(stream, most, &total[mixed_cells], [=] IBSIM_KERNEL(Index m) {
    const Index begin = atomic_take(&total[placed_sites], end[m]);
    first[m] = begin, end[m] += begin;
  });
}

/// Sorts points to their cells.
template <class B>
void place_sites(const Stream<B>& stream, Index most, const Index* total, const Index* mixed,
                 const Index* first, const Index* found, const Index* cell, const Index* slot, Index* place) {
  for_each_listed(stream, most, &total[listed_sites],
                  [=] IBSIM_KERNEL(Index e) { place[first[mixed[cell[found[e]]]] + slot[e]] = found[e]; });
}

/// Copies the points of one structure to their order in the cell, with their areas at rest.
template <class B>
void order_sites(const Stream<B>& stream, ContactCells cells, Index most, const Index* total,
                 const Index* mixed, const Index* first, const Index* end, const Index* cell,
                 const Index* place, Index first_site, Index first_object, const ContactPoints& of,
                 CloseSite* sites, CloseSitePoint* points, Index* objects, Index* numbers,
                 CellExtent* extents) {
  const VectorsView<const real> X = of.positions;
  const Index per_object = of.n;
  const real* const areas = of.areas;
  for_each_listed(stream, most, &total[listed_sites], [=] IBSIM_KERNEL(Index p) {
    const Index site = place[p], i = site - first_site;
    if (i < 0 || i >= X.n) return;
    const Index c = cell[site], m = mixed[c];
    Index to = first[m];
    for (Index q = first[m]; q < end[m]; ++q) to += place[q] < site;
    const Real3 at = cells.wrapped(X.at(i));
    sites[to] = {at, areas[i % per_object]};
    const Real3 local = at - cells.centre(cells.position(c));
    points[to] = {static_cast<float>(local.x), static_cast<float>(local.y), static_cast<float>(local.z)};
    objects[to] = first_object + i / per_object;
    numbers[to] = i;
    atomic_or(&extents[m], cells.extent(at));
  });
}

/// The boxes around the sites of mixed cells, in floats.
template <class B>
void set_boxes(const Stream<B>& stream, ContactCells cells, Index most, const Index* total,
               const Index* cell_of, const CellExtent* extents, CloseSiteBox* boxes) {
  for_each_listed(stream, most, &total[mixed_cells], [=] IBSIM_KERNEL(Index m) {
    const ContactCells::Box box = cells.box(cell_of[m], extents[m]);
    const Real3 local = box.centre - cells.centre(cells.position(cell_of[m]));
    boxes[m] = {
        {static_cast<float>(local.x), static_cast<float>(local.y), static_cast<float>(local.z)},
        {static_cast<float>(box.half.x), static_cast<float>(box.half.y), static_cast<float>(box.half.z)}};
  });
}

/// Whether sites of two boxes, the second in a cell so far from that of the first, may be within the range:
/// rounding finds none too few. @param near2 see CloseSites
IBSIM_IN_KERNEL bool may_meet(const CloseSiteBox& a, const CloseSiteBox& b, const Real3& offset,
                              float near2) {
  const float x = std::fmax(std::fabs(b.centre.x - a.centre.x + static_cast<float>(offset.x)) -
                                (a.half.x + b.half.x),
                            0.0f),
              y = std::fmax(std::fabs(b.centre.y - a.centre.y + static_cast<float>(offset.y)) -
                                (a.half.y + b.half.y),
                            0.0f),
              z = std::fmax(std::fabs(b.centre.z - a.centre.z + static_cast<float>(offset.z)) -
                                (a.half.z + b.half.z),
                            0.0f);
  return x * x + y * y + z * z < near2;
}

/// The places around each mixed cell where sites of others may be within the range, added to none. A work
/// item has a place.
template <class B>
void find_near_cells(const Stream<B>& stream, ContactCells cells, real range, float near2, Index most,
                     const Index* total, const Index* owners, const Index* mixed, const Index* cell_of,
                     const CellExtent* extents, const CloseSiteBox* boxes, PlacesAround* near) {
  for_each_listed_and(stream, most, &total[mixed_cells], cells.shear ? 3 * ContactCells::rows : 27,
                      [=] IBSIM_KERNEL(Index m, Index number) {
                        // without the fourth cells along z, which a sheared box has
                        const int place = cells.shear ? number : number + number / 9 * 3;
                        const Index c = cell_of[m];
                        const Int3 position = cells.position(c);
                        const Index other = cells.cell_at(position, place);
                        if (other < 0) return;
                        const Index owner = owners[c], there = owners[other];
                        if (there == CloseSites::unowned || (there == owner && owner != CloseSites::many))
                          return;
                        if (cells.place_tells_image(position, place)
                                ? may_meet(boxes[m], boxes[mixed[other]], cells.offset(place), near2)
                                : cells.may_meet(c, extents[m], other, extents[mixed[other]], range))
                          atomic_or(&near[m], PlacesAround{1} << place);
                      });
}

/// Floats up to two sides round by less than 1e-6 of that in all.
float square_of_a_little_more(real range, const Real3& side) {
  const real more = range + 1e-5 * std::max({side.x, side.y, side.z});
  return static_cast<float>(more * more);
}

template <class B>
Index number_of_points(const std::vector<ContactPointsFinder<B>>& structures) {
  Index points = 0;
  for (const ContactPointsFinder<B>& of : structures) points += of.points();
  return points;
}

template <class B>
std::vector<ContactPointsFinder<B>> points_of(const Stream<B>& stream,
                                              const std::vector<ContactStructure>& structures,
                                              const PairRanges& ranges) {
  std::vector<ContactPointsFinder<B>> points;
  for (const ContactStructure& of : structures)
    points.emplace_back(stream, points_of_object(of.kind, of.at_start, ranges.points, ranges.within > 0),
                        of.objects);
  return points;
}

} // namespace

template <class B>
CloseSitesFinder<B>::CloseSitesFinder(const Grid& box, real range,
                                      std::vector<ContactPointsFinder<B>> of_structures)
    : range_(range), points_(std::move(of_structures)), cells_(contact_cells(box, range)),
      owners_(std::max<Index>(cells_.count(), totals)), mixed_(cells_.count()), is_mixed_(cells_.count()),
      cell_of_(std::min(cells_.count(), number_of_points(points_))), first_(cell_of_.size()),
      end_(cell_of_.size()), extents_(cell_of_.size()), boxes_(cell_of_.size()), near_(cell_of_.size()),
      cell_(number_of_points(points_)), found_or_object_(cell_.size()), slot_or_number_(cell_.size()),
      place_(cell_.size()), sites_(cell_.size()), places_in_cells_(cell_.size()), totals_(totals) {}

template <class B>
CloseSitesFinder<B>::CloseSitesFinder(const Stream<B>& stream, const Grid& box, const PairRanges& ranges,
                                      const std::vector<ContactStructure>& structures)
    : CloseSitesFinder(box, ranges.largest, points_of(stream, structures, ranges)) {
  for (const ContactStructure& of : structures) {
    PointsOfObject points = points_of_object(of.kind, of.at_start, ranges.points, ranges.within > 0);
    if (!(ranges.within > 0)) points.leaves = 0;
    itself_.emplace_back(stream, of.kind, points, of.objects, of.at_start, ranges.within);
  }
}

template <class B>
CloseSites CloseSitesFinder<B>::find(const Stream<B>& stream, std::span<const StructureSites<B>> all) {
  cells_.shear = all.empty() ? nullptr : all.front().shear;
  clear_notes(stream, static_cast<Index>(owners_.size()), owners_.data(), totals_.data());
  Index object = 0, site = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const ContactPoints points = points_[k].find(stream, all[k]);
    note_owners(stream, cells_, points.positions, points.n, object, cell_.data() + site, owners_.data());
    site += points.positions.n, object += all[k].surface.objects();
  }
  site = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    itself_[k].find(stream, points(k), cell_.data() + site, owners_.data());
    site += points_[k].points();
  }
  const Index most = site, most_mixed = static_cast<Index>(cell_of_.size());
  find_mixed(stream, cells_, owners_.data(), is_mixed_.data(), mixed_.data(), totals_.data(), cell_of_.data(),
             end_.data(), extents_.data(), near_.data());
  list_sites(stream, most, cell_.data(), is_mixed_.data(), mixed_.data(), end_.data(), totals_.data(),
             found_or_object_.data(), slot_or_number_.data());
  give_places(stream, most_mixed, totals_.data(), first_.data(), end_.data());
  place_sites(stream, most, totals_.data(), mixed_.data(), first_.data(), found_or_object_.data(),
              cell_.data(), slot_or_number_.data(), place_.data());
  site = 0, object = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    order_sites(stream, cells_, most, totals_.data(), mixed_.data(), first_.data(), end_.data(), cell_.data(),
                place_.data(), site, object, points(k), sites_.data(), places_in_cells_.data(),
                found_or_object_.data(), slot_or_number_.data(), extents_.data());
    site += points_[k].points(), object += all[k].surface.objects();
  }
  set_boxes(stream, cells_, most_mixed, totals_.data(), cell_of_.data(), extents_.data(), boxes_.data());
  const float near2 = square_of_a_little_more(range_, cells_.side);
  find_near_cells(stream, cells_, range_, near2, most_mixed, totals_.data(), owners_.data(), mixed_.data(),
                  cell_of_.data(), extents_.data(), boxes_.data(), near_.data());
  return {.cells = cells_,
          .range = range_,
          .near2 = near2,
          .count = totals_.data() + listed_sites,
          .mixed_count = totals_.data() + mixed_cells,
          .owners = owners_.data(),
          .mixed = mixed_.data(),
          .cell = cell_of_.data(),
          .first = first_.data(),
          .end = end_.data(),
          .extents = extents_.data(),
          .boxes = boxes_.data(),
          .near = near_.data(),
          .sites = sites_.data(),
          .points = places_in_cells_.data(),
          .objects = found_or_object_.data(),
          .numbers = slot_or_number_.data()};
}

template class CloseSitesFinder<ThisBackend>;

} // namespace ibsim
