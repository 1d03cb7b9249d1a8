// for_each_pair_of_others(stream, list, own, most, work): the pairs of the sites of two objects that are
// within the range of the list (close_sites.hpp), of all listed sites of a structure. Forces that objects do
// not exert on themselves use it. For kernel files only. A Work, which is copied into the kernel, has
//
//   Sum                            of a site; one that is made from nothing has no pairs
//   add(Sum&, const OtherPair&)    in the order of CloseSites::for_each_near
//   end(Sum, i)                    of listed site i, once it has all
//
// On a CPU a thread has a site. On a GPU a warp has a cell of the list, and a lane a site of it:
//
//   candidates    the sites of the cells around, some at a time, as floats in the memory of the warp
//   near          a bit for each candidate that may be near the lane's site
//   pairs         each lane has its bits one after the other
//
// So no lane waits for the exact place of a site that is too far away. Sums have the order of the CPU's.
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

/// Memory of a warp: some candidates of a cell.
struct OthersMemory {
  struct alignas(16) Candidate {
    float x, y, z; ///< from the centre of the cell, um; x is not a number where the place tells no image
    Index object;
  };
  Candidate candidates[candidates_at_once];
  Index site[candidates_at_once]; ///< of each, among those listed
  std::uint8_t place[candidates_at_once];
  PlacesOfCell around;
};

/// Notes some candidates, the first of them t0. @return how many
template <class Warp>
IBSIM_IN_KERNEL int note_candidates(const Warp& warp, OthersMemory& memory, const CloseSites& list,
                                    int places, Index t0, Index all) {
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

/// Sums over the sites of mixed cell m that belong to a structure.
template <class Warp, class Work>
IBSIM_IN_KERNEL void for_each_pair_of_others_in_cell(const Warp& warp, OthersMemory& memory,
                                                     const CloseSites& list, const OwnSites& own, Index m,
                                                     const Work& work) {
  const Int3 position = list.cells.position(list.cell[m]);
  int places = 0;
  const Index all = find_candidates(warp, memory.around, list, m, position, places);
  const real range2 = list.range * list.range;
  for (Index from = list.first[m]; from < list.end[m]; from += Warp::lanes) {
    const Index i = from + warp.lane;
    const Index object = i < list.end[m] ? list.objects[i] : Index{-1};
    const bool is_own = object >= 0 && own.has(object);
    const CloseSite mine = is_own ? list.sites[i] : CloseSite{};
    const CloseSitePoint at = is_own ? list.points[i] : CloseSitePoint{};
    typename Work::Sum sum{};
    for (Index t0 = 0; t0 < all; t0 += candidates_at_once) {
      const int count = note_candidates(warp, memory, list, places, t0, all);
      std::uint64_t near = 0;
      for (int c = 0; c < count; ++c) {
        const OthersMemory::Candidate& other = memory.candidates[c];
        const float x = at.x - other.x, y = at.y - other.y, z = at.z - other.z;
        const bool may_be = !(x * x + y * y + z * z >= list.near2) && other.object != object;
        near |= static_cast<std::uint64_t>(may_be) << c;
      }
      if (!is_own) near = 0;
      for (; near; near &= near - 1) {
        const int c = lowest_bit(near);
        const Index j = memory.site[c];
        const PlaceOfCandidates& place = memory.around.places[memory.place[c]];
        const CloseSite those = list.sites[j];
        const Real3 apart =
            place.by_place ? mine.at - those.at - place.shift : list.cells.apart(mine.at, those.at);
        const real r2 = dot(apart, apart);
        if (r2 < range2 && r2 > 0) work.add(sum, {j, apart, r2, mine.area, those.area});
      }
      warp.wait(); // before others take the places of these candidates
    }
    if (is_own) work.end(sum, i);
  }
  warp.wait();
}

#if defined(__CUDACC__)

template <class Work>
__global__ void __launch_bounds__(lanes* warps_of_cells)
    for_each_pair_of_others_kernel(CloseSites list, OwnSites own, Work work) {
  __shared__ alignas(16) unsigned char memory[warps_of_cells * sizeof(OthersMemory)];
  const int warp = static_cast<int>(threadIdx.x) / lanes;
  auto& of_warp = reinterpret_cast<OthersMemory*>(memory)[warp];
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
      work.add(sum, {j, apart, dot(apart, apart), list.sites[i].area, list.sites[j].area});
    });
    work.end(sum, i);
  });
}

#endif

} // namespace ibsim
