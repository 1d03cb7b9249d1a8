// ibsim's own spreading on the cores of a CPU: one sort for all three components, no atomics, the same bits
// for any number of threads.
//
// The cells are cut into pencils along x, at least 4 x 4 cells in y and z, and points are sorted, stably, by
// pencil. A point writes at most two cells beyond its own (s <= 4), so pencils with one pencil between them
// write to different rows. Pencils are given one of four colours, even or odd in y and in z; those of one
// colour run side by side, colour after colour. A row is then added to in an order that depends on the points
// alone. A thread has neighbouring pencils with its share of the points, in each colour about the same ones,
// so that the rows of f stay in its cache.
//
// With room for fewer than two pencils in a direction there is one, which may then reach itself around the
// periodic box.
#include "coupling/fixed_points.hpp"
#include "coupling/spread_again.hpp"
#include "coupling/spread_algorithms.hpp"
#include "coupling/stencil.hpp"
#include "parallel/for_each.hpp"
#include "parallel/for_each_share.hpp"
#include "parallel/sort_by_key.hpp"

#include <algorithm>

namespace ibsim {

/// How a direction of n cells is cut: an even number of parts of at least 4 cells, or one part.
struct Cut {
  int n, parts;
  explicit Cut(int cells) : n(cells), parts(std::max(1, cells / 4 / 2 * 2)) {}
  int colours() const { return std::min(parts, 2); }
  int part_of(int cell) const { return static_cast<int>((static_cast<std::int64_t>(cell) * parts) / n); }
};

template <class Pair, class Planes>
class PencilSpreader : public Spreader<Cpu>,
                       public KeepsOrder<Cpu>,
                       public SpreadsFloats<Cpu>,
                       public AddsToFields<Cpu> {
 public:
  static constexpr int most_beyond = 2;
  static_assert(Pair::support <= 2 * most_beyond, "a point must not write farther beyond its own cell");

  /// @param own_planes how many of them are there
  PencilSpreader(const Stream<Cpu>& stream, const Grid& grid, const Planes& planes, Index own_planes,
                 Index most_points)
      : grid_(grid), planes_(planes), own_cells_(Size{grid.n.x} * grid.n.y * own_planes),
        most_points_(most_points), y_(grid.n.y), z_(grid.n.z), by_pencil_(stream, most_points),
        first_(static_cast<std::size_t>(y_.parts) * z_.parts + 1) {}

  void spread(const Stream<Cpu>& stream, VectorsView<const real> X, VectorsView<const real> F,
              FaceView<real> f) override {
    put_in_order(stream, X);
    spread_in_order(stream, X, F, f);
  }

  void spread_again(const Stream<Cpu>& stream, VectorsView<const real> X, VectorsView<const real> F,
                    FaceView<real> f) override {
    spread_in_order(stream, X, F, f);
  }

  void add(const Stream<Cpu>& stream, VectorsView<const real> X, VectorsView<const real> F,
           AnyFaces f) override {
    with_faces(f, [&](auto faces) { add_in_order(stream, X, F, faces); });
  }

  void spread_floats(const Stream<Cpu>& stream, VectorsView<const real> X, VectorsView<const real> F,
                     FaceView<float> f, bool again) override {
    if (!again) put_in_order(stream, X);
    spread_in_order(stream, X, F, f);
  }

 private:
  void put_in_order(const Stream<Cpu>& stream, VectorsView<const real> X) {
    require_room(X.n, most_points_);
    if (X.n > 0) sort(stream, X);
  }

  template <class T>
  void spread_in_order(const Stream<Cpu>& stream, VectorsView<const real> X, VectorsView<const real> F,
                       FaceView<T> f) {
    for (int d = 0; d < 3; ++d) fill_zero(stream, f[d], own_cells_ * sizeof(T));
    add_in_order(stream, X, F, f);
  }

  template <class T>
  void add_in_order(const Stream<Cpu>&, VectorsView<const real> X, VectorsView<const real> F, FaceView<T> f) {
    if (X.n == 0) return;
    const real per_volume = 1 / grid_.cell_volume();
    const Index* order = by_pencil_.order();
    const Index of_a_colour = pencils() / colours();
    for (Index colour = 0; colour < colours(); ++colour) {
      for_each_share(first_.data(), colour * of_a_colour, (colour + 1) * of_a_colour, [&](Index pencil) {
        for (Index i = first_[pencil]; i < first_[pencil + 1]; ++i) {
          const Index p = order[i];
          const PointStencils<Pair, T> at = point_stencils<Pair, T>(grid_, X.at(p));
          for_each_component([&](auto component) {
            constexpr int d = component;
            add_weighted(grid_, planes_, at.template at<d, 0>(), at.template at<d, 1>(),
                         at.template at<d, 2>(), static_cast<T>(per_volume * F[d][p]), f[d]);
          });
        }
      });
    }
  }

  Index pencils() const { return y_.parts * z_.parts; }
  Index colours() const { return y_.colours() * z_.colours(); }

  /// The number of the pencil of a point: pencils of one colour follow each other. After the last of them
  /// come points that reach no own plane.
  Index pencil_of(real Y, real Z) const {
    if (Planes::clips && !reaches_own_planes(cell(z_, Z))) return pencils();
    const int j = y_.part_of(cell(y_, Y)), k = z_.part_of(cell(z_, Z));
    const Index colour = j % y_.colours() + y_.colours() * (k % z_.colours());
    return colour * (pencils() / colours()) + j / y_.colours() + y_.parts / y_.colours() * (k / z_.colours());
  }
  /// A coordinate that is not a number goes anywhere: its weights are not numbers either.
  int cell(const Cut& cut, real X) const {
    const real cell = std::floor(box_coordinate(X, grid_.h, cut.n));
    return cell >= 0 && cell < cut.n ? static_cast<int>(cell) : 0;
  }
  bool reaches_own_planes(int cell) const {
    bool reaches = false;
    for (int k = -most_beyond; k <= most_beyond; ++k) reaches = reaches || planes_.owns(planes_(cell + k));
    return reaches;
  }

  void sort(const Stream<Cpu>& stream, VectorsView<const real> X) {
    std::uint32_t* pencil = by_pencil_.keys();
    for_each(stream, X.n,
             [=, this](Index p) { pencil[p] = static_cast<std::uint32_t>(pencil_of(X.y[p], X.z[p])); });
    by_pencil_.sort(stream, X.n, static_cast<std::uint32_t>(pencils() - (Planes::clips ? 0 : 1)));
    const std::uint32_t* sorted = by_pencil_.sorted_keys();
    for_each(stream, pencils() + 1, [=, this](Index pencil) {
      first_[pencil] = static_cast<Index>(
          std::lower_bound(sorted, sorted + X.n, static_cast<std::uint32_t>(pencil)) - sorted);
    });
  }

  Grid grid_;
  Planes planes_;
  Size own_cells_;
  Index most_points_;
  Cut y_, z_;
  SortByKey<Cpu> by_pencil_;
  /// where a pencil's points start in the order; one more entry: the number of points
  std::vector<Index> first_;
};

template <class Planes>
std::unique_ptr<Spreader<Cpu>> make_pencil_spreader(const Stream<Cpu>& stream, DeltaKernel kernel,
                                                    const Grid& grid, const Planes& planes, Index own_planes,
                                                    Index most_points) {
  return with_kernel(kernel, [&](auto k) -> std::unique_ptr<Spreader<Cpu>> {
    return std::make_unique<PencilSpreader<decltype(k), Planes>>(stream, grid, planes, own_planes,
                                                                 most_points);
  });
}

template <>
std::unique_ptr<Spreader<Cpu>> make_tiles_spreader(const Stream<Cpu>& stream, DeltaKernel kernel,
                                                   const Grid& grid, Index most_points) {
  return make_pencil_spreader(stream, kernel, grid, PlanesOfBox{grid.n.z}, grid.n.z, most_points);
}

template <>
std::unique_ptr<Spreader<Cpu>>
make_slab_spreader(const Stream<Cpu>& stream, DeltaKernel kernel, const Grid& grid, const Slab& slab,
                   Index most_points, Index /*in_all*/, Index /*at_a_time*/, Storage /*storage*/) {
  return make_pencil_spreader(stream, kernel, grid, PlanesOfSlab(slab), slab.planes,
                              std::max(most_points, Index{1}));
}

template <>
std::unique_ptr<Spreader<Cpu>> make_spreader_of_fixed_points(const Stream<Cpu>& stream, DeltaKernel kernel,
                                                             const Grid& grid, const Slab& slab,
                                                             Index most_points, Storage storage) {
  if (slab.has_all()) return make_tiles_spreader(stream, kernel, grid, most_points);
  return make_slab_spreader(stream, kernel, grid, slab, most_points, most_points, tiles_at_a_time, storage);
}

} // namespace ibsim
