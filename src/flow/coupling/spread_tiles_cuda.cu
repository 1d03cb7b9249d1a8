// ibsim's own spreading on a GPU: no atomics on numbers, the same bits in every run.
//
//   few points         f is cleared, one kernel adds them                                    few_points.cuh
//   else               the points in the order of their tiles, stably                        tile_order.cuh
//     by patches       sums over each tile and its rim; grid points add those that cover     tile_sums.cuh
//     or by gathering  each tile of f is gathered from the points around it                  gather_tiles.cuh
//
// Which it is: tile_plan.hpp. Crowded tiles are shared out among blocks in any case.
#include "coupling/few_points.cuh"
#include "coupling/gather_tiles.cuh"
#include "coupling/spread_again.hpp"
#include "coupling/spread_algorithms.hpp"
#include "coupling/tile_plan.hpp"
#include "coupling/tile_sums.cuh"
#include "parallel/cuda_check.hpp"

namespace ibsim {

template <class Kernel>
class TileSpreader : public Spreader<Cuda>, public KeepsOrder<Cuda> {
 public:
  TileSpreader(const Stream<Cuda>& stream, const Grid& grid, Index most_points)
      : grid_(grid), tiles_(grid.n), most_points_(most_points), plan_(tile_plan(most_points, tiles_.count())),
        order_(stream, grid, most_points),
        patches_(std::size_t{3} * tiles::patch_points *
                 (static_cast<std::size_t>(plan_.tile_patches) + plan_.pieces(most_points))) {
    check_cuda(cudaFuncSetAttribute(tiles::sum_tiles_kernel<Kernel>,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(tiles::shared_bytes)),
               "asking for shared memory");
  }

  void spread(const Stream<Cuda>& stream, VectorsView<const real> X, VectorsView<const real> F,
              FaceView<real> f) override {
    require_room(X.n, most_points_);
    if (X.n > most_few_points) order_.sort(stream, X, plan_.segment, looks());
    spread_again(stream, X, F, f);
  }

  void spread_again(const Stream<Cuda>& stream, VectorsView<const real> X, VectorsView<const real> F,
                    FaceView<real> f) override {
    if (X.n == 0) return clear(stream, grid_, f);
    if (X.n <= most_few_points) return spread_few(stream, X, F, f);

    const auto handle = static_cast<cudaStream_t>(stream.handle());
    const tiles::TileList points = order_.list(X.n, plan_.segment, looks());
    const Index tiles = tiles_.count(), patches = plan_.tile_patches + plan_.pieces(X.n);
    real* const of_pieces = patches_.data() + std::size_t{3} * tiles::patch_points * plan_.tile_patches;
    if (patches > 0) {
      tiles::sum_tiles_kernel<Kernel><<<patches, tiles::threads, tiles::shared_bytes, handle>>>(
          grid_, tiles_, plan_.tile_patches, points, X, F, patches_.data());
      check_cuda(cudaGetLastError(), "spreading by tiles");
    }
    if (plan_.joins && plan_.pieces(X.n) > 0) {
      tiles::
          join_rest_kernel<<<dim3(tiles::rest_blocks, plan_.pieces(X.n)), tiles::rest_threads, 0, handle>>>(
              points, of_pieces);
      check_cuda(cudaGetLastError(), "joining the rest of crowded tiles");
    }
    if (plan_.tile_patches > 0) {
      constexpr Index few_tiles = 512; // then more blocks for each
      tiles::join_patches_kernel<<<dim3(tiles, tiles <= few_tiles ? 2 : 1), tiles::join_threads, 0, handle>>>(
          grid_, tiles_, points, patches_.data(), plan_.joins, f);
      check_cuda(cudaGetLastError(), "joining tiles");
    }
    if (plan_.gathers) {
      tiles::gather_tiles_kernel<Kernel><<<tiles, tiles::gather_threads, 0, handle>>>(
          grid_, tiles_, points, X, F, of_pieces, plan_.joins, f);
      check_cuda(cudaGetLastError(), "gathering tiles");
    }
  }

 private:
  /// Whether it matters if tiles are crowded.
  bool looks() const { return plan_.gathers && plan_.tile_patches > 0; }

  void spread_few(const Stream<Cuda>& stream, VectorsView<const real> X, VectorsView<const real> F,
                  FaceView<real> f) {
    const std::size_t cells = grid_.cells();
    if (f.y == f.x + cells && f.z == f.y + cells) // as in a FaceField: in one operation
      fill_zero(stream, f.x, 3 * cells * sizeof(real));
    else
      clear(stream, grid_, f);
    tiles::spread_few_kernel<Kernel>
        <<<X.n, tiles::few_threads, 0, static_cast<cudaStream_t>(stream.handle())>>>(grid_, X, F, f);
    check_cuda(cudaGetLastError(), "spreading few points");
  }

  Grid grid_;
  tiles::Tiles tiles_;
  Index most_points_;
  TilePlan plan_;
  tiles::TileOrder order_;
  Array<real, Cuda> patches_; ///< [tile patches + pieces][3][patch_points]; written before it is read
};

template <>
std::unique_ptr<Spreader<Cuda>> make_tiles_spreader(const Stream<Cuda>& stream, DeltaKernel kernel,
                                                    const Grid& grid, Index most_points) {
  return with_kernel(kernel, [&](auto k) -> std::unique_ptr<Spreader<Cuda>> {
    return std::make_unique<TileSpreader<decltype(k)>>(stream, grid, most_points);
  });
}

} // namespace ibsim
