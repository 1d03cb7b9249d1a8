// for_each_close_pair(stream, list, own, most, work): what is done with the pairs of sites that feel each
// other (close_sites.hpp), of all listed sites of a structure. For kernel files only. A Work, which is copied
// into the kernel, has
//
//   Number                      the number type of a pair: real or float
//   Pair                        what is found of a pair
//   of_pair(ClosePairOf<Number>) -> Pair
//   Sum                         of a site; one that is made from nothing has no pairs
//   add(Sum&, i, Pair)          of listed site i, in the order of CloseSites::for_each_near
//   end(Sum, i)                 of listed site i, once it has all
//
// On a CPU a thread has a site. On a GPU a warp has a cell of the list (contact_pairs_of_cell.hpp): the same
// sums in the same order, to the bit.
#pragma once

#include "mechanics/contact_pairs_of_cell.hpp"
#include "mechanics/for_each_listed.hpp"

namespace ibsim {

/// Two works that go over the pairs together.
template <class F, class G>
struct BothOfPairs {
  using Number = real;
  F one;
  G other;

  struct Pair {
    typename F::Pair one;
    typename G::Pair other;
  };
  struct Sum {
    typename F::Sum one;
    typename G::Sum other;
  };
  IBSIM_IN_KERNEL Pair of_pair(const ClosePair& p) const { return {one.of_pair(p), other.of_pair(p)}; }
  IBSIM_IN_KERNEL void add(Sum& sum, Index i, const Pair& p) const {
    one.add(sum.one, i, p.one), other.add(sum.other, i, p.other);
  }
  IBSIM_IN_KERNEL void end(const Sum& sum, Index i) const { one.end(sum.one, i), other.end(sum.other, i); }
};

#if defined(__CUDACC__)

template <class Work>
__global__ void __launch_bounds__(lanes* warps_of_cells)
    for_each_close_pair_kernel(CloseSites list, OwnSites own, Work work) {
  // not of that type, whose members may have values at first
  __shared__ alignas(16) unsigned char memory[warps_of_cells * sizeof(WarpMemory<typename Work::Pair>)];
  const int warp = static_cast<int>(threadIdx.x) / lanes;
  auto& of_warp = reinterpret_cast<WarpMemory<typename Work::Pair>*>(memory)[warp];
  const Index all = *list.mixed_count, step = static_cast<Index>(gridDim.x) * warps_of_cells;
  for (Index m = static_cast<Index>(blockIdx.x) * warps_of_cells + warp; m < all; m += step)
    for_each_pair_of_cell(CudaWarp{static_cast<int>(threadIdx.x) % lanes}, of_warp, list, own, m, work);
}

/// @param most that may be listed
template <class Work>
void for_each_close_pair(const Stream<Cuda>& stream, const CloseSites& list, const OwnSites& own, Index most,
                         const Work& work) {
  launch_over_cells(stream, list, most, for_each_close_pair_kernel<Work>, own, work);
}

#else

template <class Work>
void for_each_close_pair(const Stream<Cpu>& stream, const CloseSites& list, const OwnSites& own, Index most,
                         const Work& work) {
  for_each_listed(stream, most, list.count, [=](Index i) {
    if (!own.has(list.objects[i])) return;
    using T = typename Work::Number;
    typename Work::Sum sum{};
    list.for_each_near(i, own.sites, [&](Index j, const Real3& apart, real r, real reach) {
      work.add(sum, i,
               work.of_pair({j, vector_of<T>(apart), static_cast<T>(r), static_cast<T>(reach),
                             static_cast<T>(list.sites[i].area), static_cast<T>(list.sites[j].area),
                             list.objects[j] == list.objects[i]}));
    });
    work.end(sum, i);
  });
}

#endif

} // namespace ibsim
