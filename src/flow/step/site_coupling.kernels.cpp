#include "step/site_coupling.hpp"

#include "coupling/interpolate.hpp"
#include "coupling/spread_again.hpp"
#include "model/flow_model.hpp"

#include <cstdint>
#include <stdexcept>

namespace ibsim {
namespace {

template <class B>
std::unique_ptr<Spreader<B>> spreader_of(const Stream<B>& stream, const FlowModel& model, const Grid& grid,
                                         const LocalGrid<B>& local, Index samples, Index in_all) {
  const Storage storage = model.fluid_storage();
  // on a GPU the number of all points decides how some of them are spread, on one rank too
  if (local.alone() && storage == Storage::doubles &&
      (std::is_same_v<B, Cpu> || samples == in_all || model.spread != SpreadAlgorithm::tiles))
    return make_spreader<B>(stream, model.spread, model.kernel, grid, samples);
  if (model.spread != SpreadAlgorithm::tiles) // require_distributable
    throw std::invalid_argument("several ranks, and fields of floats, spread by tiles alone");
  return make_slab_spreader<B>(stream, model.kernel, grid, local.slab, samples, in_all, tiles_at_a_time,
                               storage);
}

} // namespace

template <class B>
SiteCoupling<B>::SiteCoupling(const Stream<B>& stream, const FlowModel& model, const LocalGrid<B>& local,
                              NavierStokes<B>& fluid, const std::vector<Index>& data_sites,
                              const std::vector<Index>& data_sites_in_all, Index samples,
                              Index samples_in_all, PointMotion motion)
    : kernel_(model.kernel), local_(local),
      ends_(make_ends_of_box(stream, model.grid, local.slab, fluid, samples_in_all > 0)),
      data_sites_in_all_(data_sites_in_all), shared_(data_sites.size()) {
  const auto room = [&](Index points) {
    return ends_->carries_points() ? Array<real, B>(stream, 3 * static_cast<std::size_t>(points))
                                   : Array<real, B>();
  };
  for (std::size_t kind = 0; kind < data_sites.size(); ++kind) {
    interpolators_.emplace_back(stream, kernel_, ends_->grid(), local.slab, data_sites[kind],
                                data_sites_in_all[kind]);
    carried_.push_back(room(data_sites[kind]));
  }
  if (samples_in_all == 0) return;
  spreader_ = motion == PointMotion::fixed && model.spread == SpreadAlgorithm::tiles
                  ? make_spreader_of_fixed_points<B>(stream, kernel_, ends_->grid(), local.slab, samples,
                                                     model.fluid_storage())
                  : spreader_of<B>(stream, model, ends_->grid(), local, samples, samples_in_all);
  carried_samples_ = room(samples);
}

template <class B>
VectorsView<const real> SiteCoupling<B>::points(const Stream<B>& stream, VectorsView<const real> X,
                                                Instant of_X, Instant of_field,
                                                Array<real, B>& carried) const {
  if (!ends_->carries_points()) return X;
  const VectorsView<real> all = vectors_view(carried.data(), X.n);
  ends_->points(stream, X, of_X, of_field, all);
  return all;
}

template <class B>
void SiteCoupling<B>::interpolate(const Stream<B>& stream, std::size_t kind, AnyConstFaces u,
                                  VectorsView<const real> X, VectorsView<real> U, Instant of_sites,
                                  Instant of_u, bool place) {
  const VectorsView<const real> at = points(stream, X, of_sites, of_u, carried_[kind]);
  // what carries points does so for each time, and their order with them
  if (place || ends_->carries_points()) interpolators_[kind].place(stream, at);
  interpolators_[kind].interpolate(stream, u, at, U);
  take_those_of_others(stream, kind, U);
  ends_->add_mean_flow(stream, of_u, X, U);
}

template <class B>
void SiteCoupling<B>::take_those_of_others(const Stream<B>& stream, std::size_t kind, VectorsView<real> U) {
  // words of zero bits where another rank has the point
  if (local_.alone()) return;
  if (shared_[kind])
    shared_[kind]->add_words(stream, *local_.ranks, U);
  else
    local_.ranks->add_words(stream, reinterpret_cast<std::uint64_t*>(U.x), Size{3} * U.n, MessagesOf::sites);
}

template <class B>
void SiteCoupling<B>::interpolate_now(const Stream<B>& stream, std::size_t kind, AnyConstFaces u,
                                      VectorsView<const real> X, VectorsView<real> U) {
  const VectorsView<const real> at = points(stream, X, Instant::start, Instant::start, carried_[kind]);
  if (local_.alone())
    ibsim::interpolate<B>(stream, kernel_, ends_->grid(), u, at, U, data_sites_in_all_[kind]);
  else
    ibsim::interpolate<B>(stream, kernel_, ends_->grid(), local_.slab, u, at, U, data_sites_in_all_[kind]);
  take_those_of_others(stream, kind, U);
  ends_->add_mean_flow(stream, Instant::start, X, U);
}

template <class B>
void SiteCoupling<B>::spread(const Stream<B>& stream, VectorsView<const real> X, VectorsView<const real> F,
                             Instant of_samples, Instant of_f, AnyFaces f, bool place) {
  if (spreader_) return spread_from(stream, X, F, of_samples, of_f, Image::velocity, f, place);
  const auto own = static_cast<std::size_t>(local_.slab.own_cells());
  with_faces(f, [&](auto faces) {
    for (int d = 0; d < 3; ++d) fill_zero(stream, faces[d], sizeof(*faces.x) * own);
  });
}

template <class B>
void SiteCoupling<B>::add(const Stream<B>& stream, VectorsView<const real> X, VectorsView<const real> F,
                          AnyFaces f) {
  if (local_.grid.topology.y.ends != Ends::periodic)
    throw std::logic_error("at the ends of this box forces are not added where they are");
  if (spreader_) spread_and_add<B>(stream, *spreader_, X, F, f);
}

template <class B>
void SiteCoupling<B>::spread_normals(const Stream<B>& stream, VectorsView<const real> X,
                                     VectorsView<const real> normals, Instant of_samples, Instant of_f,
                                     AnyFaces f, bool place) {
  spread_from(stream, X, normals, of_samples, of_f, Image::normals, f, place);
}

template <class B>
void SiteCoupling<B>::spread_from(const Stream<B>& stream, VectorsView<const real> X,
                                  VectorsView<const real> V, Instant of_samples, Instant of_f, Image image,
                                  AnyFaces f, bool place) {
  const VectorsView<const real> at = place ? points(stream, X, of_samples, of_f, carried_samples_)
                                     : ends_->carries_points()
                                         ? vectors_view<const real>(carried_samples_.data(), X.n)
                                         : X;
  spread_into<B>(stream, *spreader_, at, V, ends_->density(f), !place);
  ends_->fold(stream, of_f, image, f);
}

template class SiteCoupling<ThisBackend>;

} // namespace ibsim
