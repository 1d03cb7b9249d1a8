#include "step/ends_of_box.hpp"

#include "coupling/sheared_points.hpp"
#include "grid/rows_beyond.hpp"

namespace ibsim {
namespace {

template <class B>
class InPeriodicBox final : public EndsOfBox<B> {
 public:
  explicit InPeriodicBox(const Grid& grid) : grid_(grid) {}
  Grid grid() const override { return grid_; }
  AnyConstFaces velocity(const Stream<B>&, AnyConstFaces u, bool) override { return u; }
  AnyFaces density(AnyFaces f) override { return f; }
  void fold(const Stream<B>&, Instant, Image, AnyFaces) override {}

 private:
  Grid grid_;
};

/// A field from its first ghost on.
template <class Double, class Float>
EitherFaces<Double, Float> with_ghosts(const EitherFaces<Double, Float>& field, const Slab& slab) {
  const Size ghosts = slab.ghost_cells();
  return with_faces(field, [&]<class T>(FaceView<T> f) -> EitherFaces<Double, Float> {
    return FaceView<T>{f.x - ghosts, f.y - ghosts, f.z - ghosts};
  });
}

template <class B>
class BetweenWalls final : public EndsOfBox<B> {
 public:
  BetweenWalls(const Stream<B>& stream, const Grid& grid, const Slab& slab, const NavierStokes<B>& fluid)
      : grid_(grid), slab_(slab), wide_(with_rows_beyond(slab)), fluid_(fluid),
        with_images_(stream, wide_, fluid.storage()), at_rest_(stream, 2) {
    fill_zero(stream, at_rest_.data(), 2 * sizeof(real));
  }
  Grid grid() const override { return with_rows_beyond(grid_); }
  AnyConstFaces velocity(const Stream<B>& stream, AnyConstFaces u, bool at_end) override {
    const WallsNow* const now = fluid_.walls(at_end);
    return with_images(stream, now->lower, now->upper, u);
  }
  AnyConstFaces change(const Stream<B>& stream, AnyConstFaces du) override {
    return with_images(stream, at_rest_.data(), at_rest_.data(), du);
  }
  AnyFaces density(AnyFaces) override { return with_images_.any(); }
  void fold(const Stream<B>& stream, Instant, Image image, AnyFaces f) override {
    fold_image_rows<B>(stream, own_grid(grid_, slab_), with_images_.any(), f, image);
  }

 private:
  AnyConstFaces with_images(const Stream<B>& stream, const real* lower, const real* upper, AnyConstFaces u) {
    const Grid stored{{grid_.n.x, grid_.n.y, slab_.stored()}, grid_.h, grid_.topology};
    fill_image_rows<B>(stream, stored, lower, upper, with_ghosts(u, slab_),
                       with_ghosts(with_images_.any(), wide_));
    return with_images_.any();
  }

  Grid grid_;
  Slab slab_, wide_;
  const NavierStokes<B>& fluid_;
  FaceField<B> with_images_; ///< velocity, then force
  Array<real, B> at_rest_;   ///< velocity of a wall along x and z
};

template <class B>
class InShear final : public EndsOfBox<B> {
 public:
  InShear(const Stream<B>& stream, const Grid& grid, const Slab& slab, SlidingImages<B>& images,
          Storage storage, bool has_points)
      : grid_(grid), images_(images) {
    if (has_points) density_ = FaceField<B>(stream, with_rows_beyond(slab), storage);
  }
  Grid grid() const override { return with_rows_beyond(grid_); }
  AnyConstFaces velocity(const Stream<B>& stream, AnyConstFaces u, bool at_end) override {
    return at_end ? images_.at_end() : images_.open(stream, u);
  }
  AnyFaces density(AnyFaces) override { return density_.any(); }
  void fold(const Stream<B>& stream, Instant of_f, Image, AnyFaces f) override {
    images_.fold(stream, density_.any(), f, of_f);
  }

  bool carries_points() const override { return true; }
  void points(const Stream<B>& stream, VectorsView<const real> X, Instant of_X, Instant of_field,
              VectorsView<real> carried) const override {
    bring_into_box<B>(stream, grid_.lengths().y, shear(of_X), shear(of_field), X, carried);
  }
  void add_mean_flow(const Stream<B>& stream, Instant of_u, VectorsView<const real> X,
                     VectorsView<real> U) const override {
    ibsim::add_mean_flow<B>(stream, grid_.lengths().y, shear(of_u), X, U);
  }
  const ShearNow* shear(Instant at) const override { return images_.now(at); }

 private:
  Grid grid_;
  SlidingImages<B>& images_;
  FaceField<B> density_;
};

} // namespace

template <class B>
std::unique_ptr<EndsOfBox<B>> make_ends_of_box(const Stream<B>& stream, const Grid& grid, const Slab& slab,
                                               NavierStokes<B>& fluid, bool has_points) {
  if (SlidingImages<B>* const images = fluid.sliding_images())
    return std::make_unique<InShear<B>>(stream, grid, slab, *images, fluid.storage(), has_points);
  if (grid.topology.y.ends == Ends::walls && has_points)
    return std::make_unique<BetweenWalls<B>>(stream, grid, slab, fluid);
  return std::make_unique<InPeriodicBox<B>>(grid);
}

template std::unique_ptr<EndsOfBox<ThisBackend>>
make_ends_of_box(const Stream<ThisBackend>&, const Grid&, const Slab&, NavierStokes<ThisBackend>&, bool);

} // namespace ibsim
