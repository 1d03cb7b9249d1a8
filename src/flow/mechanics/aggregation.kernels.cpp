// See aggregation.hpp.
#include "mechanics/aggregation.hpp"

#include "base/error.hpp"
#include "mechanics/aggregation_pairs.hpp"
#include "mechanics/attraction_table.hpp"
#include "mechanics/point_forces.hpp"
#include "parallel/reduce.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace ibsim {
namespace {

template <class B>
void nothing_held(const Stream<B>& stream, Index points, HeldPoint* at) {
  for_each(stream, points, [=] IBSIM_KERNEL(Index i) { at[i] = HeldPoint{}; });
}

/// Objects that hold one object, and by which areas; in the order in which its points meet them.
struct HeldObject {
  static constexpr int most = 48;
  Index others = 0; ///< more than `most`: not all are here
  Index object[most];
  real area[most];

  IBSIM_IN_KERNEL void add(Index of, real more) {
    Index k = 0;
    while (k < others && k < most && object[k] != of) ++k;
    if (k == others) {
      ++others;
      if (k < most) object[k] = of, area[k] = 0;
    }
    if (k < most) area[k] += more;
  }
};

/// What holds each object of a structure, from its points in their order.
template <class B>
void hold_objects(const Stream<B>& stream, Index objects, Index points_of_one, const HeldPoint* at,
                  HeldObject* held) {
  for_each(stream, objects, [=] IBSIM_KERNEL(Index object) {
    HeldObject& of = held[object];
    of.others = 0;
    for (Index p = 0; p < points_of_one; ++p) {
      const HeldPoint& point = at[object * points_of_one + p];
      for (int k = 0; k < HeldPoint::most && point.object[k] >= 0; ++k)
        if (of.others <= HeldObject::most) of.add(point.object[k], point.area[k]);
    }
  });
}

template <class B>
class Aggregation final : public PairForce<B> {
 public:
  using Sites = std::span<const StructureSites<B>>;

  Aggregation(const Stream<B>& stream, const std::vector<AggregationLaw>& laws, real h,
              std::shared_ptr<NeighbourSearch<B>> search)
      : search_(std::move(search)), table_(stream, laws, *search_),
        at_points_(static_cast<std::size_t>(search_->points())) {
    for (std::size_t k = 0; k < search_->structures(); ++k) {
      held_.emplace_back(static_cast<std::size_t>(search_->objects(k)));
      films_.emplace_back();
      for (std::size_t l = 0; l < search_->structures() && !laws.empty(); ++l)
        if (const AggregationLaw& law = laws[k * search_->structures() + l]; law.energy > 0)
          films_[k] = {std::max(films_[k].stiffness, aggregation_stiffness(law, h)),
                       std::max(films_[k].range, law.end())};
    }
  }

  NeighbourSearch<B>* search() override { return search_.get(); }

  void add(const Stream<B>& stream, Sites all) override {
    search_->for_each_structure(
        all, [&](const StructureSites<B>& of, const OwnSites& own, Index, std::size_t k) {
          if (!table_.feels(k)) return;
          const CloseSites& list = search_->list();
          for_each_pair_of_others(
              stream, list, own, search_->points(),
              ForcesOfPoints<AttractionOfPairs>{{table_.of(k, list)}, list.numbers, own.points, of.forces});
        });
  }

  std::vector<PairMeasures> measure_objects(const Stream<B>& stream, Sites all) override {
    look(stream, all);
    MeasuresOfObjects<B> found(all);
    search_->for_each_structure(
        all, [&](const StructureSites<B>& of, const OwnSites& own, Index first, std::size_t k) {
          if (!table_.feels(k)) return;
          const HeldPoint* const at = at_points_.data() + first;
          const Index n = own.points.n;
          const std::span<PairMeasures> of_kind = found.of(of);
          const std::vector<real> energies = reduce(
              stream, of.surface.objects(), n, real{0},
              [=] IBSIM_KERNEL(Index object, Index p) { return at[object * n + p].energy; }, Plus{},
              of.block.objects_in_all);
          for (std::size_t o = 0; o < energies.size(); ++o) {
            of_kind[o].energy = energies[o];
            if (energies[o] != 0) of_kind[o].stiffness.film = films_[k];
          }
        });
    return found.all;
  }

  std::vector<HeldArea> held_areas(const Stream<B>& stream, Sites all) override {
    look(stream, all);
    std::vector<std::pair<std::size_t, Index>> names; // kind and number of each object
    search_->for_each_structure(all, [&](const StructureSites<B>& of, const OwnSites&, Index, std::size_t) {
      for (Index o = 0; o < of.surface.objects(); ++o) names.push_back({of.kind, o});
    });
    std::vector<HeldArea> areas;
    search_->for_each_structure(all, [&](const StructureSites<B>& of, const OwnSites& own, Index first,
                                         std::size_t k) {
      if (!table_.feels(k)) return;
      hold_objects(stream, of.surface.objects(), own.points.n, at_points_.data() + first, held_[k].data());
      const std::vector<HeldObject> held = held_[k].to_host(stream);
      for (std::size_t o = 0; o < held.size(); ++o) {
        if (held[o].others > HeldObject::most)
          throw ResourceError("an object touches more than " + std::to_string(HeldObject::most) +
                              " others by aggregation, more than the tables can hold");
        for (Index m = 0; m < held[o].others; ++m) {
          const auto& [kind, other] = names[static_cast<std::size_t>(held[o].object[m])];
          areas.push_back({of.kind, static_cast<Index>(o), kind, other, held[o].area[m]});
        }
      }
    });
    return areas;
  }

 private:
  /// Measures all points, once for the pairs that were found last.
  void look(const Stream<B>& stream, Sites all) {
    if (looked_at_ == search_->searches()) return;
    nothing_held(stream, search_->points(), at_points_.data());
    search_->for_each_structure(
        all, [&](const StructureSites<B>&, const OwnSites& own, Index first, std::size_t k) {
          if (!table_.feels(k)) return;
          const CloseSites& list = search_->list();
          for_each_close_pair(stream, list, own, search_->points(),
                              LookAtAggregation{list.numbers, table_.of(k, list), at_points_.data() + first});
        });
    looked_at_ = search_->searches();
  }

  std::shared_ptr<NeighbourSearch<B>> search_;
  AttractionTable<B> table_;
  std::vector<Film> films_;                ///< of each structure where it is stiffest
  Array<HeldPoint, B> at_points_;          ///< as they are measured
  std::vector<Array<HeldObject, B>> held_; ///< of each structure, the same
  std::uint64_t looked_at_ = 0;            ///< number of the search at which points were measured; 0: none
};

} // namespace

template <class B>
std::unique_ptr<PairForce<B>> make_aggregation(const Stream<B>& stream,
                                               const std::vector<AggregationLaw>& laws, real h,
                                               std::shared_ptr<NeighbourSearch<B>> search) {
  return std::make_unique<Aggregation<B>>(stream, laws, h, std::move(search));
}

template std::unique_ptr<PairForce<ThisBackend>>
make_aggregation(const Stream<ThisBackend>&, const std::vector<AggregationLaw>&, real,
                 std::shared_ptr<NeighbourSearch<ThisBackend>>);

} // namespace ibsim
