#include "simulation/site_coupling.hpp"

#include "coupling/interpolate.hpp"
#include "coupling/sheared_points.hpp"
#include "coupling/spread_again.hpp"
#include "simulation/flow_model.hpp"

namespace ibsim {

template <class B>
SiteCoupling<B>::SiteCoupling(const Stream<B>& stream, const FlowModel& model, NavierStokes<B>& fluid,
                              const std::vector<Index>& data_sites, Index samples)
    : grid_(model.grid), kernel_(model.kernel), walls_(model.has_walls()), fluid_(fluid),
      sheared_(fluid.sheared()), wide_(walls_ || sheared_ ? with_rows_beyond(grid_) : grid_) {
  for (const Index sites : data_sites) {
    interpolators_.emplace_back(stream, kernel_, wide_, sites);
    if (sheared_) boxed_.emplace_back(stream, 3 * static_cast<std::size_t>(sites));
  }
  if (samples == 0) return;
  spreader_ = make_spreader<B>(stream, model.spread, kernel_, wide_, samples);
  if (walls_ || sheared_) with_images_ = FaceField<B>(stream, wide_);
  if (sheared_) boxed_samples_ = Array<real, B>(stream, 3 * static_cast<std::size_t>(samples));
}

template <class B>
FaceView<const real> SiteCoupling<B>::velocity_with_images(const Stream<B>& stream, FaceView<const real> u,
                                                           bool at_end) {
  if (sheared_) return at_end ? sheared_->at_end() : sheared_->open(stream, u);
  if (!spreader_ || !walls_) return u;
  const WallsNow* const now = fluid_.walls(at_end);
  fill_image_rows<B>(stream, grid_, now->lower, now->upper, u, with_images_.view());
  return with_images_.view();
}

template <class B>
void SiteCoupling<B>::interpolate(const Stream<B>& stream, std::size_t kind, FaceView<const real> u,
                                  VectorsView<const real> X, VectorsView<real> U, Instant of_sites,
                                  Instant of_u, bool place) {
  Interpolator<B>& interpolator = interpolators_[kind];
  if (!sheared_) {
    if (place) interpolator.place(stream, X);
    return interpolator.interpolate(stream, u, X, U);
  }
  const real height = grid_.lengths().y;
  const VectorsView<real> box = vectors_view(boxed_[kind].data(), X.n);
  bring_into_box<B>(stream, height, sheared_->now(of_sites), sheared_->now(of_u), X, box);
  interpolator.place(stream, box);
  interpolator.interpolate(stream, u, box, U);
  add_mean_flow<B>(stream, height, sheared_->now(of_u), X, U);
}

template <class B>
void SiteCoupling<B>::interpolate_now(const Stream<B>& stream, std::size_t kind, FaceView<const real> u,
                                      VectorsView<const real> X, VectorsView<real> U) {
  if (sheared_) return interpolate(stream, kind, u, X, U, Instant::start, Instant::start);
  ibsim::interpolate<B>(stream, kernel_, wide_, u, X, U);
}

template <class B>
void SiteCoupling<B>::spread(const Stream<B>& stream, VectorsView<const real> X, VectorsView<const real> F,
                             Instant of_samples, Instant of_f, FaceField<B>& f) {
  if (!spreader_) return f.values().zero(stream);
  if (sheared_) {
    const VectorsView<real> box = vectors_view(boxed_samples_.data(), X.n);
    bring_into_box<B>(stream, grid_.lengths().y, sheared_->now(of_samples), sheared_->now(of_f), X, box);
    spreader_->spread(stream, box, F, with_images_.view());
    return sheared_->fold(stream, with_images_.view(), f.view(), of_f);
  }
  spreader_->spread(stream, X, F, (walls_ ? with_images_ : f).view());
  if (walls_) fold_image_rows<B>(stream, grid_, with_images_.view(), f.view());
}

template <class B>
void SiteCoupling<B>::spread_normals(const Stream<B>& stream, VectorsView<const real> X,
                                     VectorsView<const real> normals, FaceView<real> f) {
  spread_again<B>(stream, *spreader_, X, normals, walls_ ? with_images_.view() : f);
  if (walls_) fold_image_rows<B>(stream, grid_, with_images_.view(), f, Image::normals);
}

template class SiteCoupling<ThisBackend>;

} // namespace ibsim
