// The candidates around a cell of the list (close_sites.hpp): the sites of the cells around it where others
// may be near, numbered one after the other, found by the lanes of a warp together.
//
// A Warp has: lanes, their number; lane; shuffle(value, lane); wait(), for all lanes to have come there. All
// lanes take the same way through what calls these. On a GPU it is a CudaWarp.
#pragma once

#include "mechanics/close_sites.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {

constexpr int lanes = 32;

/// A place around a cell where others may be near.
struct PlaceOfCandidates {
  Index first;         ///< of its sites
  bool by_place, many; ///< the place tells the image; sites of many objects
  float x, y, z;       ///< from the centre of the cell to its own, um
  Real3 shift;         ///< of the image, if the place tells it
};
constexpr int most_places = 3 * ContactCells::rows;

/// The places around a cell, in the memory of a warp.
struct PlacesOfCell {
  PlaceOfCandidates places[most_places];
  Index begin[most_places]; ///< of the candidates of each place
};

/// Inclusive sums over the lanes.
template <class Warp>
IBSIM_IN_KERNEL Index sum_until(const Warp& warp, Index value) {
  for (int distance = 1; distance < Warp::lanes; distance *= 2) {
    const Index before = warp.shuffle(value, warp.lane >= distance ? warp.lane - distance : warp.lane);
    if (warp.lane >= distance) value += before;
  }
  return value;
}

/// Finds the places around mixed cell m. @return the number of candidates
template <class Warp>
IBSIM_IN_KERNEL Index find_candidates(const Warp& warp, PlacesOfCell& found, const CloseSites& list, Index m,
                                      const Int3& position, int& places) {
  const PlacesAround near = list.near[m];
  places = bits_of(near);
  Index all = 0;
  for (int k0 = 0; k0 < places; k0 += Warp::lanes) { // a lane has the places with its number
    const int k = k0 + warp.lane;
    Index count = 0;
    if (k < places) {
      PlacesAround left = near;
      for (int skipped = 0; skipped < k; ++skipped) left &= left - 1;
      const int place = lowest_bit(left);
      const Index c = list.cells.around(position, place), there = list.mixed[c];
      PlaceOfCandidates& of = found.places[k];
      of.first = list.first[there];
      of.many = list.owners[c] == CloseSites::many;
      of.by_place = list.cells.place_tells_image(position, place);
      const Real3 offset = of.by_place ? list.cells.offset(place) : Real3{};
      of.shift = of.by_place ? list.cells.shift(position, place) : Real3{};
      of.x = static_cast<float>(offset.x), of.y = static_cast<float>(offset.y);
      of.z = static_cast<float>(offset.z);
      count = list.end[there] - of.first;
    }
    const Index until = all + sum_until(warp, count);
    if (k < places) found.begin[k] = until - count;
    all = warp.shuffle(until, Warp::lanes - 1);
  }
  warp.wait();
  return all;
}

/// The last of these places that begins at candidate t or before.
IBSIM_IN_KERNEL int place_of_candidate(const PlacesOfCell& found, int places, Index t) {
  int low = 0, high = places;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (found.begin[middle] <= t ? low : high) = middle;
  }
  return low;
}

#if defined(__CUDACC__)

constexpr int warps_of_cells = 4; ///< of a block

struct CudaWarp {
  static constexpr int lanes = ibsim::lanes;
  int lane;
  template <class T>
  __device__ T shuffle(T value, int from) const {
    return __shfl_sync(0xffffffffu, value, from);
  }
  __device__ std::uint32_t ballot(bool mine) const { return __ballot_sync(0xffffffffu, mine); }
  __device__ void wait() const { __syncwarp(); }
};

/// Launches a kernel (list, arguments) whose warps share the mixed cells of a list. @param most that may be
/// listed
template <class Kernel, class... Arguments>
void launch_over_cells(const Stream<Cuda>& stream, const CloseSites& list, Index most, Kernel kernel,
                       const Arguments&... arguments) {
  constexpr Index most_blocks = 1 << 14; // several times what a GPU holds: cells differ in their work
  const Index cells = most < list.cells.count() ? most : list.cells.count();
  Index blocks = (cells - 1) / warps_of_cells + 1;
  if (blocks > most_blocks) blocks = most_blocks;
  kernel<<<blocks, lanes * warps_of_cells, 0, static_cast<cudaStream_t>(stream.handle())>>>(list,
                                                                                            arguments...);
  check_cuda(cudaGetLastError(), "kernel launch");
}

#endif

} // namespace ibsim
