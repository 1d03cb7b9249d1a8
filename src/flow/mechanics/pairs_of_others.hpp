// for_each_pair_of_others(stream, list, own, most, work): the pairs of the sites of two objects that are
// within the range of the list (close_sites.hpp), of all listed sites of a structure. Forces that objects do
// not exert on themselves use it. For kernel files only. A Work, which is copied into the kernel, has
//
//   Pair of_pair(const OtherPair&)   what it needs of a pair
//   Sum                              of a site; one that is made from nothing has no pairs
//   add(Sum&, i, const Pair&)        to listed site i, in the order of CloseSites::for_each_near
//   end(Sum, i)                      of listed site i, once it has all
//
// On a CPU a thread has a site. On a GPU a warp has a cell of the list, and a lane a site of it:
//
//   candidates    the sites of the cells around, some at a time, as floats in the memory of the warp
//   near          a bit for each candidate that may be near the lane's site
//   waiting       the near candidates of all lanes: in each turn a lane adds its next one
//   pairs         once as many wait as there are lanes, a lane has one of them, of whatever site
//   sums          each lane adds the pairs of its own site in their order, which is that of the CPU
//
// So all lanes read exact places at once, though a cell has fewer sites than lanes and some have few pairs.
#pragma once

#include "mechanics/contact_pairs_of_cell.hpp"
#include "mechanics/for_each_listed.hpp"

#include <cstdint>

namespace ibsim {

/// A listed site and one of another object that it feels.
struct OtherPair {
  Index other;         ///< among those listed
  Real3 apart;         ///< from the other to it, um
  real r2;             ///< square of their distance, um^2
  real area, its_area; ///< at rest, um^2
};

constexpr int candidates_at_once = 64; ///< a bit of a word each

/// Memory of a warp: some candidates of a cell, and pairs that wait.
template <class Pair>
struct OthersMemory {
  struct alignas(16) Candidate {
    float x, y, z; ///< from the centre of the cell, um; x is not a number where the place tells no image
    Index object;
  };
  struct Waiting {
    Index other; ///< among those listed
    std::uint8_t place, lane;
  };
  CloseSite mine[lanes]; ///< site of each lane
  Pair found[lanes];
  Candidate candidates[candidates_at_once];
  Index site[candidates_at_once]; ///< of each, among those listed
  PlacesOfCell around;
  Waiting waiting[2 * lanes];
  std::uint8_t place[candidates_at_once];
  bool feels[lanes]; ///< of each pair found: it is within the range
};

/// Notes some candidates, the first of them t0. @return how many
template <class Warp, class Memory>
IBSIM_IN_KERNEL int note_candidates(const Warp& warp, Memory& memory, const CloseSites& list, int places,
                                    Index t0, Index all) {
  const int count = all - t0 < candidates_at_once ? static_cast<int>(all - t0) : candidates_at_once;
  for (int slot = warp.lane; slot < count; slot += Warp::lanes) {
    const int k = place_of_candidate(memory.around, places, t0 + slot);
    const PlaceOfCandidates& of = memory.around.places[k];
    const Index j = of.first + t0 + slot - memory.around.begin[k];
    const CloseSitePoint local = list.points[j];
    memory.candidates[slot] = {of.by_place ? local.x + of.x : NAN, local.y + of.y, local.z + of.z,
                               list.objects[j]};
    memory.site[slot] = j, memory.place[slot] = static_cast<std::uint8_t>(k);
  }
  warp.wait();
  return count;
}

/// Finds the first `count` pairs that wait, a lane each, and adds them to their sites. @param own a bit for
/// each pair that waits and is of the lane's site i
template <class Warp, class Memory, class Work>
IBSIM_IN_KERNEL void find_waiting(const Warp& warp, Memory& memory, const CloseSites& list, int count,
                                  const Work& work, std::uint64_t& own, typename Work::Sum& sum, Index i) {
  warp.wait(); // all have noted theirs
  if (warp.lane < count) {
    const auto pair = memory.waiting[warp.lane];
    const PlaceOfCandidates& place = memory.around.places[pair.place];
    const CloseSite mine = memory.mine[pair.lane], those = list.sites[pair.other];
    const Real3 apart =
        place.by_place ? mine.at - those.at - place.shift : list.cells.apart(mine.at, those.at);
    const real r2 = dot(apart, apart);
    const bool feels = r2 < list.range * list.range && r2 > 0;
    memory.feels[warp.lane] = feels;
    if (feels)
      memory.found[warp.lane] = work.of_pair(OtherPair{pair.other, apart, r2, mine.area, those.area});
  }
  warp.wait();
  for (std::uint64_t left = own & ((std::uint64_t{1} << Warp::lanes) - 1); left; left &= left - 1)
    if (const int k = lowest_bit(left); memory.feels[k]) work.add(sum, i, memory.found[k]);
  own >>= Warp::lanes;
  memory.waiting[warp.lane] = memory.waiting[warp.lane + Warp::lanes]; // what waits next
  warp.wait();
}

/// Sums over the sites of mixed cell m that belong to a structure.
template <class Warp, class Memory, class Work>
IBSIM_IN_KERNEL void for_each_pair_of_others_in_cell(const Warp& warp, Memory& memory, const CloseSites& list,
                                                     const OwnSites& own, Index m, const Work& work) {
  const Int3 position = list.cells.position(list.cell[m]);
  int places = 0;
  const Index all = find_candidates(warp, memory.around, list, m, position, places);
  const std::uint32_t lanes_before = (std::uint32_t{1} << warp.lane) - 1;
  for (Index from = list.first[m]; from < list.end[m]; from += Warp::lanes) {
    const Index i = from + warp.lane;
    const Index object = i < list.end[m] ? list.objects[i] : Index{-1};
    const bool is_own = object >= 0 && own.has(object);
    const CloseSitePoint at = is_own ? list.points[i] : CloseSitePoint{};
    if (is_own) memory.mine[warp.lane] = list.sites[i];
    typename Work::Sum sum{};
    int waiting = 0;
    std::uint64_t waits = 0; // a bit for each pair that waits and is of this lane
    for (Index t0 = 0; t0 < all; t0 += candidates_at_once) {
      const int count = note_candidates(warp, memory, list, places, t0, all);
      std::uint64_t near = 0;
      for (int c = 0; c < count; ++c) {
        const auto& other = memory.candidates[c];
        const float x = at.x - other.x, y = at.y - other.y, z = at.z - other.z;
        const bool may_be = !(x * x + y * y + z * z >= list.near2) && other.object != object;
        near |= static_cast<std::uint64_t>(may_be) << c;
      }
      if (!is_own) near = 0;
      while (const std::uint32_t having = warp.ballot(near != 0)) {
        if (near != 0) {
          const int c = lowest_bit(near), k = waiting + bits_of(having & lanes_before);
          near &= near - 1;
          memory.waiting[k] = {memory.site[c], memory.place[c], static_cast<std::uint8_t>(warp.lane)};
          waits |= std::uint64_t{1} << k;
        }
        waiting += bits_of(having);
        if (waiting < Warp::lanes) continue;
        find_waiting(warp, memory, list, Warp::lanes, work, waits, sum, i);
        waiting -= Warp::lanes;
      }
      warp.wait(); // before others take the places of these candidates
    }
    if (waiting > 0) find_waiting(warp, memory, list, waiting, work, waits, sum, i);
    if (is_own) work.end(sum, i);
    warp.wait(); // before the next sites of the cell take their places
  }
  warp.wait();
}

#if defined(__CUDACC__)

template <class Work>
__global__ void __launch_bounds__(lanes* warps_of_cells)
    for_each_pair_of_others_kernel(CloseSites list, OwnSites own, Work work) {
  using Memory = OthersMemory<typename Work::Pair>;
  __shared__ alignas(alignof(Memory)) unsigned char memory[warps_of_cells * sizeof(Memory)];
  const int warp = static_cast<int>(threadIdx.x) / lanes;
  auto& of_warp = reinterpret_cast<Memory*>(memory)[warp];
  const Index all = *list.mixed_count, step = static_cast<Index>(gridDim.x) * warps_of_cells;
  for (Index m = static_cast<Index>(blockIdx.x) * warps_of_cells + warp; m < all; m += step)
    for_each_pair_of_others_in_cell(CudaWarp{static_cast<int>(threadIdx.x) % lanes}, of_warp, list, own, m,
                                    work);
}

/// @param most that may be listed
template <class Work>
void for_each_pair_of_others(const Stream<Cuda>& stream, const CloseSites& list, const OwnSites& own,
                             Index most, const Work& work) {
  launch_over_cells(stream, list, most, for_each_pair_of_others_kernel<Work>, own, work);
}

#else

template <class Work>
void for_each_pair_of_others(const Stream<Cpu>& stream, const CloseSites& list, const OwnSites& own,
                             Index most, const Work& work) {
  for_each_listed(stream, most, list.count, [=](Index i) {
    if (!own.has(list.objects[i])) return;
    typename Work::Sum sum{};
    list.for_each_near(i, OwnPoints{}, [&](Index j, const Real3& apart, real, real) {
      work.add(sum, i,
               work.of_pair(OtherPair{j, apart, dot(apart, apart), list.sites[i].area, list.sites[j].area}));
    });
    work.end(sum, i);
  });
}

#endif

} // namespace ibsim
