#include "mechanics/order_of_pairs.hpp"

#include "mechanics/contact_pairs.hpp"
#include "mechanics/pairs_of_others.hpp"

#include <cstdint>

namespace ibsim {
namespace {

/// A number of the pairs of a site and of their order. In whole numbers: two kernels may join other products
/// and sums of floating point to an fma each.
struct Recorder {
  using Number = real;
  const Index* numbers; ///< CloseSites::numbers
  real* at;             ///< of each point

  struct Pair {
    std::uint64_t number;
  };
  struct Sum {
    std::uint64_t number = 0;
  };
  IBSIM_IN_KERNEL Pair of_pair(const ClosePair& p) const {
    return {2 * static_cast<std::uint64_t>(p.other) + (p.of_one_object ? 2 : 1)};
  }
  IBSIM_IN_KERNEL void add(Sum& sum, Index, const Pair& pair) const {
    sum.number = 6364136223846793005u * sum.number + pair.number;
  }
  IBSIM_IN_KERNEL Pair of_pair(const OtherPair& p) const {
    return {2 * static_cast<std::uint64_t>(p.other) + 1};
  }
  IBSIM_IN_KERNEL void end(const Sum& sum, Index i) const {
    at[numbers[i]] = static_cast<real>(sum.number >> 11); // exact
  }
};

} // namespace

template <class B>
OrderOfPairs order_of_pairs(const Stream<B>& stream, CloseSitesFinder<B>& finder,
                            std::span<const StructureSites<B>> all, std::size_t k) {
  const CloseSites list = finder.find(stream, all);
  Index first = 0;
  for (std::size_t before = 0; before < k; ++before) first += all[before].surface.objects();
  const OwnSites own{first, first + all[k].surface.objects(), finder.points(k), finder.own(k)};
  Array<real, B> by_cells(stream, own.points.positions.n), by_sites(stream, own.points.positions.n);
  for_each_close_pair(stream, list, own, finder.points(), Recorder{list.numbers, by_cells.data()});
  const Recorder record{list.numbers, by_sites.data()};
  for_each_listed(stream, finder.points(), list.count, [=] IBSIM_KERNEL(Index i) {
    if (!own.has(list.objects[i])) return;
    Recorder::Sum sum;
    list.for_each_near(i, own.sites, [&](Index j, const Real3& apart, real r, real reach) {
      record.add(sum, i,
                 record.of_pair(ClosePair{j, apart, r, reach, list.sites[i].area, list.sites[j].area,
                                          list.objects[j] == list.objects[i]}));
    });
    record.end(sum, i);
  });
  Array<real, B> others_by_cells(stream, own.points.positions.n),
      others_by_sites(stream, own.points.positions.n);
  for_each_pair_of_others(stream, list, own, finder.points(), Recorder{list.numbers, others_by_cells.data()});
  const Recorder record_others{list.numbers, others_by_sites.data()};
  for_each_listed(stream, finder.points(), list.count, [=] IBSIM_KERNEL(Index i) {
    if (!own.has(list.objects[i])) return;
    Recorder::Sum sum;
    list.for_each_near(i, own.sites, [&](Index j, const Real3& apart, real, real) {
      if (list.objects[j] != list.objects[i])
        record_others.add(sum, i, record_others.of_pair(OtherPair{j, apart, 0, 0, 0}));
    });
    record_others.end(sum, i);
  });
  return {by_cells.to_host(stream), by_sites.to_host(stream), others_by_cells.to_host(stream),
          others_by_sites.to_host(stream)};
}

template OrderOfPairs order_of_pairs(const Stream<ThisBackend>&, CloseSitesFinder<ThisBackend>&,
                                     std::span<const StructureSites<ThisBackend>>, std::size_t);

} // namespace ibsim
