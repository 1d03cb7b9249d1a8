// interpolator.hpp on a GPU: U_j = sum over s^3 support points of phi phi phi u (paper, Algorithm 3), tile by
// tile.
//
// A thread block takes the points of a tile (tile_order.cuh). It copies the field over the tile and its rim,
// its patch, to shared memory, 42 or 32 KB, while the weights of the first points are computed; then a thread
// has a point, all three components of it.
//
// Where points are few for the tiles, copying patches costs more than it saves: those go to interpolate().
#include "coupling/interpolator.hpp"
#include "coupling/spread_algorithms.hpp"
#include "coupling/tile_order.cuh"
#include "parallel/async_copy.cuh"
#include "parallel/for_each.hpp"

#include <algorithm>

namespace ibsim {
namespace tiles {
namespace {

constexpr int interpolation_threads = 128;
constexpr Index interpolation_segment = 512; ///< points of a block
template <class Patch, class T>
constexpr std::size_t patch_bytes = sizeof(T) * 3 * Patch::points;

/// The weights of a point by direction and staggering (0, 1/2), in the number type of u, and where its
/// support begins in the patch.
template <class Pair, class T>
struct PointInPatch {
  T whole[3][Pair::Along::support], half[3][Pair::Across::support];
  int first[3][2];
  /// of component d in direction e
  template <int d, int e>
  const __device__ T* weight() const {
    if constexpr (d == e)
      return whole[e];
    else
      return half[e];
  }
};

/// Interpolates to the points of the tiles of a part. @param planes of u
template <class Pair, class Planes, class T>
__global__ void __launch_bounds__(interpolation_threads)
    interpolate_tiles_kernel(Grid grid, Planes planes, Tiles tiles, TilesOfSlab part, TileList points,
                             FaceView<const T> u, VectorsView<const real> X, VectorsView<real> U) {
  using Patch = PatchOf<Pair>;
  constexpr int edge = Patch::edge, plane = Patch::plane, patch_points = Patch::points, below = Patch::below;
  extern __shared__ double memory[];
  T* const patch = reinterpret_cast<T*>(memory); // [3][patch_points]
  // block b < own tiles: the first points of own tile b; then: what is rest in the pieces
  const auto block = static_cast<Index>(blockIdx.x);
  const Share share = block < part.own() ? first_of_tile(part.own_tile(block), points)
                                         : rest_in_piece(block - part.own(), points);
  if (share.tile < 0 || (Planes::clips && !part.owns(share.tile))) return;
  const Int3 first = tiles.first_cell(share.tile);
  for (int k = threadIdx.x; k < edge * edge * edge; k += interpolation_threads) {
    const int x = k % edge, y = k / edge % edge, z = k / (edge * edge);
    const int own_z = planes(first.z - below + z);
    if (!planes.stores(own_z)) continue; // beyond the rim of a tile that is not as wide as others
    const Index from =
        grid.index(wrap_near(first.x - below + x, grid.n.x), wrap_near(first.y - below + y, grid.n.y), own_z);
#pragma unroll
    for (int d = 0; d < 3; ++d) begin_copy(&patch[d * patch_points + z * plane + y * edge + x], &u[d][from]);
  }

  const auto placed = [&](Index p, TileCode code) {
    PointInPatch<Pair, T> at;
#pragma unroll
    for (int d = 0; d < 3; ++d) {
      const auto t = coordinate_in_tile<T>(X[d][p], grid.h, grid.n[d], first[d], code, d);
      at.first[d][0] = place_in_patch<typename Pair::Along, Patch>(t, 0, grid.n[d], first[d], at.whole[d]);
      at.first[d][1] = place_in_patch<typename Pair::Across, Patch>(t, 0.5, grid.n[d], first[d], at.half[d]);
    }
    return at;
  };
  Index i = share.begin + static_cast<Index>(threadIdx.x), p = 0;
  PointInPatch<Pair, T> at;
  if (i < share.end) at = placed(p = points.order[i], {points.codes[i]});
  wait_for_copies();
  __syncthreads();
  while (i < share.end) {
    for_each_component([&](auto component) {
      constexpr int d = component, gx = d != 0, gy = d != 1, gz = d != 2; // which staggering
      constexpr Int3 s = supports_of<Pair>(d);
      const T *const weight_x = at.template weight<d, 0>(), *const weight_y = at.template weight<d, 1>(),
                     *const weight_z = at.template weight<d, 2>();
      const T* values =
          patch + d * patch_points + at.first[2][gz] * plane + at.first[1][gy] * edge + at.first[0][gx];
      T column[s.x] = {};
#pragma unroll
      for (int c = 0; c < s.z; ++c)
#pragma unroll
        for (int b = 0; b < s.y; ++b) {
          const T weight = weight_y[b] * weight_z[c];
#pragma unroll
          for (int a = 0; a < s.x; ++a) column[a] += weight * values[c * plane + b * edge + a];
        }
      T sum = 0;
#pragma unroll
      for (int a = 0; a < s.x; ++a) sum += weight_x[a] * column[a];
      U[d][p] = sum;
    });
    i += interpolation_threads;
    if (i < share.end) at = placed(p = points.order[i], {points.codes[i]});
  }
}

} // namespace
} // namespace tiles

template <>
struct Interpolator<Cuda>::Impl {
  DeltaKernel kernel;
  Grid grid;
  Slab slab;
  Index most_points, in_all;
  tiles::Tiles tiles;
  tiles::TilesOfSlab part;
  std::unique_ptr<tiles::TileOrder> order; ///< none where points are always too few for it

  Impl(const Stream<Cuda>& stream, DeltaKernel k, const Grid& g, const Slab& of, Index most, Index all)
      : kernel(k), grid(g), slab(of), most_points(most), in_all(all), tiles(g.n), part(tiles, of) {
    if (most > 0 && worth_tiles(most)) order = std::make_unique<tiles::TileOrder>(stream, grid, most);
  }
  /// Copying a patch of 1728 points must serve some points, and with few it is the launches that count.
  bool worth_tiles(Index n) const { return those_of_all(n) >= std::max(1 << 15, 64 * tiles.count()); }
  Index those_of_all(Index n) const { return in_all > 0 ? in_all : n; }

  template <class Planes, class T>
  void by_tiles(const Stream<Cuda>& stream, const Planes& planes, FaceView<const T> u,
                VectorsView<const real> X, VectorsView<real> U) const {
    const tiles::TileList points = order->list(X.n, tiles::interpolation_segment);
    const Index pieces = (X.n - 1) / tiles::interpolation_segment + 1;
    with_kernel(kernel, [&](auto k) {
      tiles::interpolate_tiles_kernel<decltype(k)>
          <<<part.own() + pieces, tiles::interpolation_threads,
             tiles::patch_bytes<tiles::PatchOf<decltype(k)>, T>,
             static_cast<cudaStream_t>(stream.handle())>>>(grid, planes, tiles, part, points, u, X, U);
    });
    check_cuda(cudaGetLastError(), "interpolation by tiles");
  }
};

template <>
Interpolator<Cuda>::Interpolator(const Stream<Cuda>& stream, DeltaKernel kernel, const Grid& grid,
                                 const Slab& slab, Index most_points, Index in_all)
    : impl_(std::make_unique<Impl>(stream, kernel, grid, slab, most_points, in_all)) {
  with_kernel(kernel, [&](auto k) {
    const auto ask = [](auto* of_kernel) {
      check_cuda(
          cudaFuncSetAttribute(of_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(tiles::patch_bytes<tiles::PatchOf<decltype(k)>, double>)),
          "asking for shared memory");
    };
    ask(&tiles::interpolate_tiles_kernel<decltype(k), PlanesOfBox, double>);
    ask(&tiles::interpolate_tiles_kernel<decltype(k), PlanesOfSlab, double>);
    ask(&tiles::interpolate_tiles_kernel<decltype(k), PlanesOfBox, float>);
    ask(&tiles::interpolate_tiles_kernel<decltype(k), PlanesOfSlab, float>);
  });
}
template <>
Interpolator<Cuda>::~Interpolator() = default;
template <>
Interpolator<Cuda>::Interpolator(Interpolator&&) noexcept = default;

template <>
void Interpolator<Cuda>::place(const Stream<Cuda>& stream, VectorsView<const real> X) {
  Impl& p = *impl_;
  require_room(X.n, p.most_points);
  if (X.n > 0 && p.worth_tiles(X.n)) p.order->sort(stream, X, tiles::interpolation_segment);
}

template <>
void Interpolator<Cuda>::interpolate(const Stream<Cuda>& stream, AnyConstFaces u, VectorsView<const real> X,
                                     VectorsView<real> U) {
  const Impl& p = *impl_;
  const bool all = p.slab.has_all();
  if (X.n == 0) return;
  if (!p.worth_tiles(X.n))
    return all ? ibsim::interpolate<Cuda>(stream, p.kernel, p.grid, u, X, U, p.those_of_all(X.n))
               : ibsim::interpolate<Cuda>(stream, p.kernel, p.grid, p.slab, u, X, U, p.those_of_all(X.n));
  if (all)
    return with_faces(u, [&](auto faces) { p.by_tiles(stream, PlanesOfBox{p.grid.n.z}, faces, X, U); });
  fill_zero(stream, U.x, sizeof(real) * 3 * static_cast<std::size_t>(U.n)); // of the points of others
  with_faces(u, [&](auto faces) { p.by_tiles(stream, PlanesOfSlab(p.slab), faces, X, U); });
}

} // namespace ibsim
