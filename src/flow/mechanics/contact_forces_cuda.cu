#include "mechanics/contact_forces.cuh"
#include "parallel/cuda_check.hpp"

namespace ibsim {
namespace {

constexpr int warps = 4; ///< of a block

struct CudaWarp {
  int lane;
  template <class T>
  __device__ T shuffle(T value, int from) const {
    return __shfl_sync(0xffffffffu, value, from);
  }
  __device__ std::uint32_t ballot(bool mine) const { return __ballot_sync(0xffffffffu, mine); }
  __device__ void wait() const { __syncwarp(); }
};

__global__ void __launch_bounds__(lanes* warps)
    add_contact_forces_kernel(CloseSites list, ContactLaw law, OwnSites own, VectorsView<real> F) {
  __shared__ WarpMemory memory[warps];
  const int warp = static_cast<int>(threadIdx.x) / lanes;
  const Index all = *list.mixed_count, step = static_cast<Index>(gridDim.x) * warps;
  for (Index m = static_cast<Index>(blockIdx.x) * warps + warp; m < all; m += step)
    add_forces_of_cell(CudaWarp{static_cast<int>(threadIdx.x) % lanes}, memory[warp], list, law, own, m, F);
}

} // namespace

template <>
void add_contact_forces(const Stream<Cuda>& stream, const CloseSites& list, const ContactLaw& law,
                        const OwnSites& own, Index most, VectorsView<real> F) {
  constexpr Index most_blocks = 1 << 14; // several times what a GPU holds: cells differ in their work
  const Index cells = most < list.cells.count() ? most : list.cells.count(),
              blocks = (cells - 1) / warps + 1 < most_blocks ? (cells - 1) / warps + 1 : most_blocks;
  add_contact_forces_kernel<<<blocks, lanes * warps, 0, static_cast<cudaStream_t>(stream.handle())>>>(
      list, law, own, F);
  check_cuda(cudaGetLastError(), "forces of contact");
}

} // namespace ibsim
