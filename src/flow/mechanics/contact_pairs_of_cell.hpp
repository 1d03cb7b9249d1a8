// The pairs of the sites of a cell of the list (close_sites.hpp), by the lanes of a warp together: what a
// lane would wait for by itself, the cells around, their sites, the few of these that are near, is there for
// all at once.
//
//   places        a lane has a cell around: where its sites begin and where they lie
//   candidates    a lane has one of the sites of these cells, 32 at a time; of each site of the cell all
//                 lanes say whether theirs may be near
//   pairs         of all sites of the cell with the candidates that may be near: a lane has a pair, and finds
//                 what the Work (contact_pairs.hpp) finds of it
//   sums          a lane has a site of the cell again, and adds what was found of its pairs in their order,
//                 which is that of CloseSites::for_each_near: the same bits
//
// A Warp (candidates_of_cell.hpp) has ballot(bool) too, a bit a lane.
#pragma once

#include "mechanics/candidates_of_cell.hpp"

#include <cstdint>

namespace ibsim {

/// Which of the listed sites are those of a structure, and what they feel of their own objects.
struct OwnSites {
  Index first_object, end;
  ContactPoints points;
  OwnPoints sites;
  IBSIM_HD bool has(Index object) const { return object >= first_object && object < end; }
};

/// A listed site and one that it feels, in the number type of a Work.
template <class T>
struct ClosePairOf {
  Index other;      ///< among those listed
  Vec3<T> apart;    ///< from the other to it, um
  T r, reach;       ///< how far that is; what is farther feels nothing, um
  T area, its_area; ///< at rest, um^2
  bool of_one_object;
};
using ClosePair = ClosePairOf<real>;

template <class T>
IBSIM_HD Vec3<T> vector_of(const Real3& v) {
  return {static_cast<T>(v.x), static_cast<T>(v.y), static_cast<T>(v.z)};
}

template <class Pair>
struct WarpMemory {
  Real3 at[lanes]; ///< of sites of the cell
  real area[lanes];
  Pair found[lanes];                  ///< of pairs
  Index object[lanes], number[lanes]; ///< of sites of the cell
  PlacesOfCell around;
  Index candidate[lanes];
  int place_of[lanes];                ///< of each, among these places
  std::uint16_t pairs[lanes * lanes]; ///< site * lanes + candidate
  bool feels[lanes];                  ///< of each pair of those found
};

/// What is found of a pair, if the site feels the candidate. Vectors between sites are differences in double,
/// all that follows is in the number type of the work. @return whether it does
template <class Memory, class Work>
IBSIM_IN_KERNEL bool find_pair(const Memory& memory, const CloseSites& list, const OwnPoints& own, int pair,
                               const Work& work, typename Work::Pair& found) {
  using T = typename Work::Number;
  const int site = pair / lanes, candidate = pair % lanes;
  const Index other = memory.candidate[candidate];
  const PlaceOfCandidates& place = memory.around.places[memory.place_of[candidate]];
  const Real3 at = memory.at[site];
  const CloseSite those = list.sites[other];
  Vec3<T> apart = vector_of<T>(place.by_place ? at - those.at - place.shift : list.cells.apart(at, those.at));
  T r2 = dot(apart, apart), reach = static_cast<T>(list.range);
  if (!(r2 < reach * reach && r2 > 0)) return false;
  const bool of_one_object = list.objects[other] == memory.object[site];
  if (of_one_object) {
    reach = static_cast<T>(own.range_of(memory.number[site], list.numbers[other]));
    apart = vector_of<T>(own.apart(memory.number[site], list.numbers[other])), r2 = dot(apart, apart);
    if (!(r2 < reach * reach)) return false;
  }
  found = work.of_pair({other, apart, std::sqrt(r2), reach, static_cast<T>(memory.area[site]),
                        static_cast<T>(those.area), of_one_object});
  return true;
}

/// Sums over the sites of mixed cell m that belong to a structure.
template <class Warp, class Memory, class Work>
IBSIM_IN_KERNEL void for_each_pair_of_cell(const Warp& warp, Memory& memory, const CloseSites& list,
                                           const OwnSites& own, Index m, const Work& work) {
  const Int3 position = list.cells.position(list.cell[m]);
  int places = 0;
  const Index candidates = find_candidates(warp, memory.around, list, m, position, places);
  for (Index from = list.first[m]; from < list.end[m]; from += lanes) {
    const Index i = from + warp.lane;
    const bool is_site = i < list.end[m];
    const Index object = is_site ? list.objects[i] : Index{-1}, number = is_site ? list.numbers[i] : Index{0};
    const bool is_own = is_site && own.has(object), itself = is_own && own.sites.may_feel(number);
    if (warp.ballot(is_own) == 0) continue;
    const CloseSite mine = is_site ? list.sites[i] : CloseSite{};
    const CloseSitePoint point = is_site ? list.points[i] : CloseSitePoint{};
    const int sites = static_cast<int>(list.end[m] - from < lanes ? list.end[m] - from : Index{lanes});
    memory.at[warp.lane] = mine.at, memory.area[warp.lane] = mine.area;
    memory.object[warp.lane] = object, memory.number[warp.lane] = number;
    typename Work::Sum sum{};
    for (Index t0 = 0; t0 < candidates; t0 += lanes) {
      const Index t = t0 + warp.lane;
      const bool is_candidate = t < candidates;
      bool by_place = false, of_many = false;
      Index other_object = -1;
      CloseSitePoint there{};
      if (is_candidate) {
        const int k = place_of_candidate(memory.around, places, t);
        const PlaceOfCandidates& of = memory.around.places[k];
        const Index j = of.first + t - memory.around.begin[k];
        by_place = of.by_place, of_many = of.many, other_object = list.objects[j];
        const CloseSitePoint local = list.points[j];
        there = {local.x + of.x, local.y + of.y, local.z + of.z};
        memory.candidate[warp.lane] = j, memory.place_of[warp.lane] = k;
      }
      std::uint32_t near = 0; // the candidates that may be near this lane's site
      for (int s = 0; s < sites; ++s) {
        const float x = warp.shuffle(point.x, s) - there.x, y = warp.shuffle(point.y, s) - there.y,
                    z = warp.shuffle(point.z, s) - there.z;
        const bool of_other = warp.shuffle(object, s) != other_object,
                   feels_own = warp.shuffle(static_cast<int>(itself), s) != 0 && of_many;
        const std::uint32_t all = warp.ballot(is_candidate && (of_other || feels_own) &&
                                              (!by_place || x * x + y * y + z * z < list.near2));
        if (warp.lane == s && is_own) near = all;
      }
      const Index count = bits_of(near), end = sum_until(warp, count), begin = end - count,
                  pairs = warp.shuffle(end, lanes - 1);
      Index next = begin;
      for (std::uint32_t left = near; left; left &= left - 1)
        memory.pairs[next++] = static_cast<std::uint16_t>(warp.lane * lanes + lowest_bit(left));
      warp.wait();
      for (Index p0 = 0; p0 < pairs; p0 += lanes) {
        const Index p = p0 + warp.lane;
        if (p < pairs)
          memory.feels[warp.lane] =
              find_pair(memory, list, own.sites, memory.pairs[p], work, memory.found[warp.lane]);
        warp.wait();
        for (Index q = begin > p0 ? begin : p0; q < end && q < p0 + lanes; ++q)
          if (memory.feels[q - p0]) work.add(sum, i, memory.found[q - p0]);
        warp.wait();
      }
    }
    if (is_own) work.end(sum, i);
    warp.wait(); // before the next sites of the cell take their places
  }
  warp.wait();
}

} // namespace ibsim
