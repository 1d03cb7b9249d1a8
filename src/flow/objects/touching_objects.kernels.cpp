#include "objects/touching_objects.hpp"

#include "model/flow_model.hpp"
#include "objects/listed_objects.hpp"
#include "objects/structure_properties.hpp"
#include "parallel/atomic_lower.hpp"
#include "parallel/for_each.hpp"
#include "parallel/select.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

constexpr Index no_object = -1;
constexpr real far = std::numeric_limits<real>::max();

struct IsTaken {
  const Index* others;
  IBSIM_HD bool operator()(Index place) const { return others[place] != no_object; }
};

/// The place of `other` in a table of a power of two of places that has room for all.
IBSIM_IN_KERNEL Index place_of(Index* table, Index places, Index other) {
  for (Index p = static_cast<Index>(static_cast<std::uint32_t>(other) * 2654435761u >> 8) & (places - 1);;
       p = (p + 1) & (places - 1)) {
    Index there = look_at(&table[p]);
    if (there == no_object) there = atomic_claim(&table[p], no_object, other);
    if (there == other || there == no_object) return p;
  }
}

IBSIM_HD real into_period(real x, real period) { return x - period * std::floor(x / period); }

/// Cells and images, as kernels see them. Copied into lambdas.
struct CellBox {
  Int3 n;
  Real3 lengths;
  bool walls; ///< in y
  real seam;  ///< by which the image above is moved along z

  IBSIM_HD Real3 inside(const Real3& x) const {
    const real image = walls ? real{0} : std::floor(x.y / lengths.y);
    return {into_period(x.x, lengths.x), x.y - image * lengths.y, into_period(x.z - image * seam, lengths.z)};
  }
  IBSIM_HD static int place(real x, real length, int cells) {
    const int i = static_cast<int>(x / length * static_cast<real>(cells));
    return i < 0 ? 0 : (i < cells ? i : cells - 1);
  }
  IBSIM_HD Index cell(int i, int j, int k) const { return i + n.x * (j + n.y * k); }
  IBSIM_HD Index cell_of(const Real3& x) const {
    return cell(place(x.x, lengths.x, n.x), place(x.y, lengths.y, n.y), place(x.z, lengths.z, n.z));
  }
  IBSIM_HD static int around(int i, int n) { return i < 0 ? i + n : (i < n ? i : i - n); }
  IBSIM_HD static real nearest(real x, real period) { return x - period * std::rint(x / period); }
};

CellBox cell_box(const FlowModel& model, const Int3& cells, real time) {
  const Real3 lengths = model.grid.lengths();
  const real moved = sliding_of_images(model, time).value_or(0);
  return {cells, lengths, model.has_walls(), into_period(moved, lengths.z)};
}

} // namespace

template <class B>
TouchingObjects<B>::TouchingObjects(const FlowModel& model) : model_(model), reach_(contact_reach(model)) {
  for (const ObjectKind& kind : model.objects)
    if (has_inside(kind)) closed_ += kind.placements.size();
  constexpr int most = 256; // cells in a direction
  const Real3 box = model.grid.lengths();
  for (int d = 0; d < 3; ++d) cells_[d] = std::clamp(static_cast<int>(box[d] / reach_), 1, most);
}

template <class B>
void TouchingObjects<B>::make_room(const Stream<B>& stream, Index sites, Index objects, Index most_sites) {
  const auto n = static_cast<std::size_t>(sites);
  const auto each = static_cast<Index>(
      std::bit_ceil(static_cast<std::uint32_t>(std::min(most_sites, std::max<Index>(objects, 1)))));
  const std::size_t all = static_cast<std::size_t>(each) * static_cast<std::size_t>(objects);
  if (sort_ && slots_.size() == n && each == each_ && others_.size() == all) return;
  const std::size_t cells = static_cast<std::size_t>(cells_.x) * cells_.y * cells_.z;
  each_ = each;
  places_ = Array<real, B>(3 * n), slots_ = Array<Index, B>(n);
  others_ = Array<Index, B>(all), taken_ = Array<Index, B>(all), count_ = Array<Index, B>(1);
  distances_ = Array<real, B>(all);
  work_space_ =
      Array<std::byte, B>(select_work_space(stream, static_cast<Index>(all), IsTaken{others_.data()}));
  first_ = Array<Index, B>(cells), end_ = Array<Index, B>(cells);
  sort_ = std::make_unique<SortByKey<B>>(stream, sites);
}

template <class B>
std::vector<Touch> TouchingObjects<B>::find(const Stream<B>& stream, real time, const Slab& slab,
                                            const std::vector<VectorsView<const real>>& sites,
                                            const ListedObjects& listed) {
  if (closed_ < 2) return {};
  std::vector<std::size_t> kinds;
  std::vector<Index> numbers; // of the objects that are here, among all
  Index n = 0, most_sites = 0, first_number = 0;
  for (std::size_t kind = 0; kind < model_.objects.size(); ++kind) {
    const auto objects = static_cast<Index>(model_.objects[kind].placements.size());
    if (has_inside(model_.objects[kind]) && sites[kind].n > 0) {
      kinds.push_back(kind), n += sites[kind].n;
      const bool is_all = listed.empty() || listed[kind].is_all;
      const Index here = is_all ? objects : static_cast<Index>(listed[kind].objects.size());
      for (Index o = 0; o < here; ++o)
        numbers.push_back(first_number + (is_all ? o : listed[kind].objects[static_cast<std::size_t>(o)]));
      most_sites = std::max(most_sites, sites[kind].n / here);
    }
    first_number += objects;
  }
  if (n == 0) return {};
  make_room(stream, n, static_cast<Index>(numbers.size()), most_sites);
  const CellBox box = cell_box(model_, cells_, time);
  const VectorsView<real> places = vectors_view(places_.data(), n);
  Index *const slots = slots_.data(), *const first = first_.data(), *const end = end_.data(),
               *const others = others_.data();
  real* const distances = distances_.data();
  const Index each_object = each_, all = static_cast<Index>(others_.size());
  std::uint32_t* const keys = sort_->keys();

  Index before = 0, first_slot = 0;
  for (const std::size_t kind : kinds) {
    const VectorsView<const real> X = sites[kind];
    const Index each = model_.objects[kind].sites().data, offset = before, slot = first_slot;
    for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) {
      const Real3 x = box.inside(X.at(i));
      places.set(offset + i, x);
      slots[offset + i] = slot + i / each;
      keys[offset + i] = static_cast<std::uint32_t>(box.cell_of(x));
    });
    before += X.n, first_slot += X.n / each;
  }
  const Index cells = static_cast<Index>(first_.size());
  sort_->sort(stream, n, static_cast<std::uint32_t>(cells - 1));
  const std::uint32_t* const sorted = sort_->sorted_keys();
  const Index* const order = sort_->order();
  first_.zero(stream), end_.zero(stream);
  for_each(stream, n, [=] IBSIM_KERNEL(Index i) {
    if (i == 0 || sorted[i - 1] != sorted[i]) first[sorted[i]] = i;
    if (i == n - 1 || sorted[i + 1] != sorted[i]) end[sorted[i]] = i + 1;
  });
  for_each(stream, all, [=] IBSIM_KERNEL(Index p) { others[p] = no_object, distances[p] = far; });
  const real reach = reach_, planes_a_um = 1 / model_.grid.h;
  for_each(stream, n, [=] IBSIM_KERNEL(Index i) {
    const Real3 x = places.at(i);
    const auto plane = static_cast<Index>(x.z * planes_a_um);
    if (!slab.owns(plane < slab.whole.z ? plane : slab.whole.z - 1)) return;
    const int cx = CellBox::place(x.x, box.lengths.x, box.n.x),
              cy = CellBox::place(x.y, box.lengths.y, box.n.y);
    Index found = no_object;
    real least = reach * reach;
    for (int row = cy - 1; row <= cy + 1; ++row) {
      const int image = row < 0 ? -1 : (row < box.n.y ? 0 : 1); // of those that are looked at
      if (image != 0 && box.walls) continue;
      const real y = x.y - static_cast<real>(image) * box.lengths.y,
                 z = into_period(x.z - static_cast<real>(image) * box.seam, box.lengths.z);
      const int cz = CellBox::place(z, box.lengths.z, box.n.z);
      for (int k = cz - 1; k <= cz + 1; ++k)
        for (int m = cx - 1; m <= cx + 1; ++m) {
          const Index c = box.cell(CellBox::around(m, box.n.x), CellBox::around(row, box.n.y),
                                   CellBox::around(k, box.n.z));
          for (Index s = first[c]; s < end[c]; ++s) {
            const Index j = order[s];
            if (slots[j] == slots[i]) continue;
            const Real3 other = places.at(j);
            const Real3 apart{CellBox::nearest(x.x - other.x, box.lengths.x), y - other.y,
                              CellBox::nearest(z - other.z, box.lengths.z)};
            if (const real r2 = dot(apart, apart); r2 < least) least = r2, found = slots[j];
          }
        }
    }
    if (found == no_object) return;
    Index* const table = others + std::size_t(slots[i]) * each_object;
    atomic_lower(&distances[table - others + place_of(table, each_object, found)], std::sqrt(least));
  });

  Index* const taken = taken_.data();
  select(stream, all, IsTaken{others}, taken, count_.data(), work_space_);
  const auto found = static_cast<Index>(count_.to_host(stream)[0]);
  if (found == 0) return {};
  if (touches_.size() < static_cast<std::size_t>(found))
    touches_ = Array<Touch, B>(static_cast<std::size_t>(found + found / 4));
  Touch* const touches = touches_.data();
  for_each(stream, found, [=] IBSIM_KERNEL(Index k) {
    const Index p = taken[k];
    touches[k] = {p / each_object, others[p], distances[p]};
  });
  std::vector<Touch> of_objects(static_cast<std::size_t>(found));
  copy_to_host(stream, of_objects.data(), touches, sizeof(Touch) * of_objects.size());
  for (Touch& touch : of_objects)
    touch.object = numbers[static_cast<std::size_t>(touch.object)],
    touch.other = numbers[static_cast<std::size_t>(touch.other)];
  return of_objects;
}

template class TouchingObjects<ThisBackend>;

} // namespace ibsim
