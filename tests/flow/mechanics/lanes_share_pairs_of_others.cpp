// The walk of a warp over pairs of other objects (mechanics/pairs_of_others.hpp), with threads for its lanes:
// each site has the pairs that it has by itself, in the same order, for any number of lanes.
#include "mechanics/meeting.hpp"
#include "mechanics/pairs_of_others.hpp"

#include <barrier>
#include <cstring>
#include <thread>

namespace ibsim {
namespace {

/// Lanes of a warp that are threads.
template <int count>
struct Threads {
  static constexpr int most_bytes = 16;
  std::barrier<> together{count};
  alignas(8) unsigned char words[count][most_bytes];
};

template <int count>
struct ThreadWarp {
  static constexpr int lanes = count;
  Threads<count>* threads;
  int lane;

  void wait() const { threads->together.arrive_and_wait(); }
  template <class T>
  T shuffle(T value, int from) const {
    static_assert(sizeof(T) <= Threads<count>::most_bytes);
    std::memcpy(threads->words[lane], &value, sizeof(T));
    wait();
    std::memcpy(&value, threads->words[from], sizeof(T));
    wait();
    return value;
  }
  std::uint32_t ballot(bool mine) const {
    threads->words[lane][0] = mine;
    wait();
    std::uint32_t all = 0;
    for (int k = 0; k < count; ++k) all |= std::uint32_t{threads->words[k][0]} << k;
    wait();
    return all;
  }
};

/// Notes the others of each listed site, in their order.
struct NoteOthers {
  std::vector<std::vector<Index>>* of_sites;

  struct Pair {
    Index other;
    real r2;
  };
  struct Sum {
    std::vector<Index> others;
  };
  Pair of_pair(const OtherPair& p) const { return {p.other, p.r2}; }
  void add(Sum& sum, Index, const Pair& p) const {
    if (p.r2 > 0) sum.others.push_back(p.other);
  }
  void end(const Sum& sum, Index i) const { (*of_sites)[static_cast<std::size_t>(i)] = sum.others; }
};

template <int count>
std::vector<std::vector<Index>> others_by_lanes(const CloseSites& list, const OwnSites& own, Index sites) {
  std::vector<std::vector<Index>> found(static_cast<std::size_t>(sites));
  Threads<count> threads;
  OthersMemory<NoteOthers::Pair> memory;
  std::vector<std::jthread> lanes_of_warp;
  for (int lane = 0; lane < count; ++lane)
    lanes_of_warp.emplace_back([&, lane] {
      for (Index m = 0; m < *list.mixed_count; ++m)
        for_each_pair_of_others_in_cell(ThreadWarp<count>{&threads, lane}, memory, list, own, m,
                                        NoteOthers{&found});
    });
  lanes_of_warp.clear();
  return found;
}

// Balls of 2.1 um radius whose surfaces are 0 to 0.2 um apart, one across the ends of the box: cells have up
// to some hundred sites, more than lanes, and others fewer.
TEST(PairsOfOthers, are_in_order_for_any_number_of_lanes) {
  const Stream<Cpu> stream;
  const SurfaceKind balls = make_closed_surface({ReferenceShape::sphere, {2.1, 2.1, 2.1}}, 60, 300, {});
  Meeting<Cpu> meeting(stream);
  meeting.add(balls, {ball({2.3, 2.3, 2.3}, 2.1), ball({6.6, 2.3, 2.3}, 2.1), ball({10.2, 2.3, 2.3}, 2.1)});
  for (const real range : {0.5, 3.5}) { // of many cells, and of few that tell no image
    CloseSitesFinder<Cpu> finder(stream, Grid{{24, 24, 24}, 0.5}, range, meeting.structures_in_contact());
    const std::vector<StructureSites<Cpu>> sites = meeting.sites();
    const CloseSites list = finder.find(stream, sites);
    const OwnSites own{0, 3, finder.points(0), finder.own(0)};
    std::vector<std::vector<Index>> expected(static_cast<std::size_t>(*list.count));
    std::size_t pairs = 0;
    for (Index i = 0; i < *list.count; ++i)
      list.for_each_near(i, own.sites, [&](Index j, const Real3&, real, real) {
        if (list.objects[j] != list.objects[i]) expected[static_cast<std::size_t>(i)].push_back(j), ++pairs;
      });
    EXPECT_GT(pairs, 100u);
    EXPECT_EQ(others_by_lanes<1>(list, own, *list.count), expected) << range;
    EXPECT_EQ(others_by_lanes<3>(list, own, *list.count), expected) << range;
  }
}

} // namespace
} // namespace ibsim
