// ibsim's own spreading on a GPU: no atomics on numbers, the same bits in every run.
//
//   few points         f is cleared, one kernel adds them                                    few_points.cuh
//   else               the points in the order of their tiles, stably                        tile_order.cuh
//     by patches       sums over each tile and its rim; grid points add those that cover     tile_sums.cuh,
//                                                                                            tile_rows.cuh
//     or by gathering  each tile of f is gathered from the points around it                  gather_tiles.cuh
//
// Which it is: tile_plan.hpp. Crowded tiles are shared out among blocks in any case.
#include "coupling/few_points.cuh"
#include "coupling/fixed_points.hpp"
#include "coupling/gather_tiles.cuh"
#include "coupling/spread_again.hpp"
#include "coupling/spread_algorithms.hpp"
#include "coupling/tile_plan.hpp"
#include "coupling/tile_rows.cuh"
#include "coupling/tile_sums.cuh"
#include "parallel/cuda_check.hpp"

#include <optional>

namespace ibsim {

/// Spreads into fields of either number type: T is that of f.
template <class Pair>
class TileSpreader : public Spreader<Cuda>,
                     public KeepsOrder<Cuda>,
                     public SpreadsFloats<Cuda>,
                     public AddsToFields<Cuda> {
  using Patch = tiles::PatchOf<Pair>;

 public:
  /// @param slab into whose own planes it spreads @param in_all points of all ranks, of which this one may
  /// have fewer @param at_a_time tiles of which there are patches together (layers_together)
  /// @param storage the largest of the fields that it will be given
  TileSpreader(const Stream<Cuda>& stream, const Grid& grid, const Slab& slab, Index most_points,
               Index in_all, Index at_a_time, Storage storage, PointMotion motion)
      : grid_(grid), own_planes_(slab.planes), tiles_(grid.n), part_(tiles_, slab), most_points_(most_points),
        is_part_(most_points < in_all), plan_(tile_plan(in_all, tiles_.count())),
        leaves_out_(!slab.has_all() && !plan_.gathers && plan_.pieces(in_all) == 0),
        together_(plan_.pieces(in_all) > 0
                      ? part_.layers()
                      : layers_together(part_.layers(), part_.tiles_of_layer(), at_a_time)),
        tile_patches_(plan_.tile_patches == 0 ? 0
                      : goes_by_parts()       ? (together_ + 2) * part_.tiles_of_layer()
                                              : part_.stored()),
        order_(stream, grid, most_points), storage_(storage),
        fixed_(motion == PointMotion::fixed && looks()) {
    if (!fixed_) patches_ = Array<std::byte, Cuda>(bytes_of_patches());
    if (is_part_ && (plan_.gathers || plan_.pieces(in_all) > 0))
      throw std::invalid_argument("some of the points do not tell how all are spread");
    ask_for_shared_memory<float>();
    if (storage == Storage::doubles) ask_for_shared_memory<double>();
  }

  void spread(const Stream<Cuda>& stream, VectorsView<const real> X, VectorsView<const real> F,
              FaceView<real> f) override {
    put_in_order(stream, X);
    spread_in_order(stream, X, F, false, f);
  }

  void spread_again(const Stream<Cuda>& stream, VectorsView<const real> X, VectorsView<const real> F,
                    FaceView<real> f) override {
    spread_in_order(stream, X, F, false, f);
  }

  void spread_floats(const Stream<Cuda>& stream, VectorsView<const real> X, VectorsView<const real> F,
                     FaceView<float> f, bool again) override {
    if (!again) put_in_order(stream, X);
    spread_in_order(stream, X, F, false, f);
  }

  void add(const Stream<Cuda>& stream, VectorsView<const real> X, VectorsView<const real> F,
           AnyFaces f) override {
    with_faces(f, [&](auto faces) { spread_in_order(stream, X, F, true, faces); });
  }

 private:
  template <class T>
  void ask_for_shared_memory() {
    check_cuda(cudaFuncSetAttribute(sum_kernel<T>(), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(sum_bytes<T>)),
               "asking for shared memory");
  }
  void put_in_order(const Stream<Cuda>& stream, VectorsView<const real> X) {
    require_room(X.n, most_points_);
    if (X.n == 0 || few(X.n)) return;
    order_.sort(stream, X, plan_.segment, looks(), leaves_out_ ? &part_ : nullptr);
    if (!fixed_) return;
    crowded_ = order_.crowded(stream);
    if (*crowded_ && patches_.empty()) patches_ = Array<std::byte, Cuda>(bytes_of_patches());
  }
  std::size_t bytes_of_patches() const {
    return std::size_t{3} * Patch::points *
           (static_cast<std::size_t>(tile_patches_) + plan_.pieces(most_points_)) *
           (storage_ == Storage::floats ? sizeof(float) : sizeof(double));
  }

  template <class T>
  T* patches() {
    if (storage_ == Storage::floats && storage_of<T> == Storage::doubles)
      throw std::logic_error("spreading was set up for fields of floats");
    return reinterpret_cast<T*>(patches_.data());
  }

  /// f = S F, or if it adds, f += S F.
  template <class T>
  void spread_in_order(const Stream<Cuda>& stream, VectorsView<const real> X, VectorsView<const real> F,
                       bool adds, FaceView<T> f) {
    T* const all_patches = patches<T>();
    if (X.n == 0) return adds ? void() : clear_own(stream, f);
    if (few(X.n)) return spread_few(stream, X, F, adds, f);

    const auto handle = static_cast<cudaStream_t>(stream.handle());
    const tiles::TileList points = order_.list(X.n, plan_.segment, looks());
    const Index pieces = plan_.pieces(X.n);
    T* const of_pieces = all_patches + std::size_t{3} * Patch::points * tile_patches_;
    if (crowded_ && !*crowded_) {
      // no patches: a tile has 64 points at most, a segment or less, so that pieces hold no rest either
    } else if (tile_patches_ > 0 && goes_by_parts()) {
      for (Index from = 0; from < part_.layers(); from += together_) {
        const tiles::TilesOfSlab some =
            part_.some(from, std::min(together_, part_.layers() - from), together_ + 2);
        const Index summed = from == 0 ? 0 : 2 * part_.tiles_of_layer(); // by the part before
        sum_tiles(handle, some, summed, some.stored() - summed, 0, points, X, F, all_patches);
        join_patches(handle, some, points, 0, adds, f);
      }
    } else {
      if (tile_patches_ + pieces > 0)
        sum_tiles(handle, part_, 0, tile_patches_, pieces, points, X, F, all_patches);
      if (plan_.joins && pieces > 0) {
        tiles::join_rest_kernel<Patch, T>
            <<<dim3(tiles::rest_blocks<Patch>, pieces), tiles::rest_threads, 0, handle>>>(part_, points,
                                                                                          of_pieces);
        check_cuda(cudaGetLastError(), "joining the rest of crowded tiles");
      }
      if (tile_patches_ > 0) join_patches(handle, part_, points, pieces, adds, f);
    }
    if (plan_.gathers && !(crowded_ && *crowded_)) {
      tiles::gather_tiles_kernel<Pair, T><<<part_.own(), tiles::gather_threads, 0, handle>>>(
          grid_, tiles_, part_, points, X, F, of_pieces, plan_.joins, adds, f);
      check_cuda(cudaGetLastError(), "gathering tiles");
    }
  }

  template <class T>
  static constexpr std::size_t sum_bytes =
      Pair::is_composite ? tiles::row_bytes<Pair, T> : tiles::shared_bytes<Patch, T>;
  /// The kernel that sums up patches.
  template <class T>
  static constexpr auto sum_kernel() {
    if constexpr (Pair::is_composite)
      return &tiles::sum_rows_kernel<Pair, T>;
    else
      return &tiles::sum_tiles_kernel<Pair, T>;
  }
  /// Whether patches of some layers are made and joined, then of the next. Layers beside a part are two
  /// others than its own.
  bool goes_by_parts() const { return together_ < part_.layers() && together_ + 2 <= part_.layers_in_all(); }
  template <class T>
  void sum_tiles(cudaStream_t handle, const tiles::TilesOfSlab& part, Index first_tile, Index tile_patches,
                 Index pieces, const tiles::TileList& points, VectorsView<const real> X,
                 VectorsView<const real> F, T* patches) {
    sum_kernel<T>()<<<tile_patches + pieces, tiles::threads, sum_bytes<T>, handle>>>(
        grid_, tiles_, part, first_tile, tile_patches, points, X, F, patches);
    check_cuda(cudaGetLastError(), "spreading by tiles");
  }
  template <class T>
  void join_patches(cudaStream_t handle, const tiles::TilesOfSlab& part, const tiles::TileList& points,
                    Index pieces, bool adds, FaceView<T> f) {
    constexpr Index few_tiles = 512; // then more blocks for each
    (pieces > 0
         ? tiles::join_patches_kernel<Patch, true, T>
         : tiles::join_patches_kernel<
               Patch, false,
               T>)<<<dim3(part.own(), part.own() <= few_tiles ? 2 : 1), tiles::join_threads, 0, handle>>>(
        grid_, tiles_, part, points, patches<T>(), plan_.joins, adds, f);
    check_cuda(cudaGetLastError(), "joining tiles");
  }

  bool few(Index points) const { return !is_part_ && points <= most_few_points; }
  /// Whether it matters if tiles are crowded.
  bool looks() const { return plan_.gathers && plan_.tile_patches > 0; }

  template <class T>
  void spread_few(const Stream<Cuda>& stream, VectorsView<const real> X, VectorsView<const real> F, bool adds,
                  FaceView<T> f) {
    if (!adds) clear_own(stream, f);
    tiles::spread_few_kernel<Pair, T>
        <<<X.n, tiles::few_threads, 0, static_cast<cudaStream_t>(stream.handle())>>>(grid_, part_, X, F, adds,
                                                                                     f);
    check_cuda(cudaGetLastError(), "spreading few points");
  }

  /// f = 0 in its own planes
  template <class T>
  void clear_own(const Stream<Cuda>& stream, FaceView<T> f) const {
    const std::size_t cells = std::size_t{1} * grid_.n.x * grid_.n.y * own_planes_;
    if (f.y == f.x + cells && f.z == f.y + cells) // as in a FaceField: in one operation
      return fill_zero(stream, f.x, 3 * cells * sizeof(T));
    for (int d = 0; d < 3; ++d) fill_zero(stream, f[d], cells * sizeof(T));
  }

  Grid grid_;
  Index own_planes_;
  tiles::Tiles tiles_;
  tiles::TilesOfSlab part_;
  Index most_points_;
  bool is_part_;       ///< of all points
  TilePlan plan_;      ///< of all ranks together
  bool leaves_out_;    ///< points that touch no own grid points, from the layers beside
  Index together_;     ///< layers of this one whose patches are joined together
  Index tile_patches_; ///< of this one
  tiles::TileOrder order_;
  Storage storage_;
  bool fixed_;                  ///< points, where it matters if tiles are crowded
  std::optional<bool> crowded_; ///< known of fixed points
  /// [tile patches + pieces][3][Patch::points] of a number type; written before it is read
  Array<std::byte, Cuda> patches_;
};

namespace {

std::unique_ptr<Spreader<Cuda>> tile_spreader(const Stream<Cuda>& stream, DeltaKernel kernel,
                                              const Grid& grid, const Slab& slab, Index most_points,
                                              Index in_all, Index at_a_time, Storage storage,
                                              PointMotion motion) {
  most_points = std::max(most_points, Index{1}), in_all = std::max(in_all, Index{1});
  return with_kernel(kernel, [&](auto k) -> std::unique_ptr<Spreader<Cuda>> {
    return std::make_unique<TileSpreader<decltype(k)>>(stream, grid, slab, most_points, in_all, at_a_time,
                                                       storage, motion);
  });
}

} // namespace

template <>
std::unique_ptr<Spreader<Cuda>> make_slab_spreader(const Stream<Cuda>& stream, DeltaKernel kernel,
                                                   const Grid& grid, const Slab& slab, Index most_points,
                                                   Index in_all, Index at_a_time, Storage storage) {
  return tile_spreader(stream, kernel, grid, slab, most_points, in_all, at_a_time, storage,
                       PointMotion::moving);
}
template <>
std::unique_ptr<Spreader<Cuda>> make_spreader_of_fixed_points(const Stream<Cuda>& stream, DeltaKernel kernel,
                                                              const Grid& grid, const Slab& slab,
                                                              Index most_points, Storage storage) {
  return tile_spreader(stream, kernel, grid, slab, most_points, most_points, tiles_at_a_time, storage,
                       PointMotion::fixed);
}
template <>
std::unique_ptr<Spreader<Cuda>> make_tiles_spreader(const Stream<Cuda>& stream, DeltaKernel kernel,
                                                    const Grid& grid, Index most_points) {
  return make_slab_spreader(stream, kernel, grid, slab_of_all(grid.n), most_points, most_points);
}

} // namespace ibsim
