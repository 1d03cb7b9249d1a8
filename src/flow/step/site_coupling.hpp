// Interpolation to sites and spreading from them, whatever the ends of the box in y are (ends_of_box.hpp).
#pragma once

#include "coupling/delta_kernel.hpp"
#include "coupling/fixed_points.hpp"
#include "coupling/interpolator.hpp"
#include "coupling/spread.hpp"
#include "grid/local_grid.hpp"
#include "step/ends_of_box.hpp"
#include "step/shared_sites.hpp"

namespace ibsim {

struct FlowModel;

template <class B>
class SiteCoupling {
 public:
  /// @param fluid must outlive this. @param data_sites of each kind @param samples of all kinds together, of
  /// the objects that this rank lists; in_all: of all objects, which decide how it is done
  /// @param local of the fields @param motion of the samples between calls; each rank has all fixed ones
  SiteCoupling(const Stream<B>&, const FlowModel&, const LocalGrid<B>& local, NavierStokes<B>& fluid,
               const std::vector<Index>& data_sites, const std::vector<Index>& data_sites_in_all,
               Index samples, Index samples_in_all, PointMotion motion = PointMotion::moving);
  /// Sets what several ranks exchange for each kind; none where all ranks have all of a kind.
  void share(std::vector<std::optional<SharedSites<B>>> of_kinds) { shared_ = std::move(of_kinds); }

  const EndsOfBox<B>& ends() const { return *ends_; }

  /// u as points feel it: with what is beyond the box, between walls or in unbounded shear, where the mean
  /// shear is left out. @param at_end of the step, else at its start
  AnyConstFaces velocity_with_images(const Stream<B>& stream, AnyConstFaces u, bool at_end) {
    return ends_->velocity(stream, u, at_end);
  }
  /// EndsOfBox::change
  AnyConstFaces change_with_images(const Stream<B>& stream, AnyConstFaces du) {
    return ends_->change(stream, du);
  }

  /// U = the velocity of velocity_with_images, at the time of_u, at the sites X of a kind, which live at
  /// another.
  /// @param place false if the last call for this kind was with the same sites
  void interpolate(const Stream<B>&, std::size_t kind, AnyConstFaces u, VectorsView<const real> X,
                   VectorsView<real> U, Instant of_sites, Instant of_u, bool place = true);
  /// Interpolates where only the present is at hand: at the start of a step, the sites in no order.
  void interpolate_now(const Stream<B>&, std::size_t kind, AnyConstFaces u, VectorsView<const real> X,
                       VectorsView<real> U);

  /// f = the density at a time of the step of the forces F at samples X, which live at another; zero without
  /// samples.
  /// @param place false if the last spreading, of either, was from the same X at the same times
  void spread(const Stream<B>&, VectorsView<const real> X, VectorsView<const real> F, Instant of_samples,
              Instant of_f, AnyFaces f, bool place = true);
  /// f += that density, where ends of the box fold nothing back, after a call of spread() or add() from the
  /// same X at the same times.
  void add(const Stream<B>&, VectorsView<const real> X, VectorsView<const real> F, AnyFaces f);
  /// Spreads vectors normal to surfaces (InnerFluid).
  void spread_normals(const Stream<B>&, VectorsView<const real> X, VectorsView<const real> normals,
                      Instant of_samples, Instant of_f, AnyFaces f, bool place = true);

 private:
  /// X as the field meets it. @param carried where it is another
  VectorsView<const real> points(const Stream<B>&, VectorsView<const real> X, Instant of_X, Instant of_field,
                                 Array<real, B>& carried) const;

  /// Each rank has interpolated some of the points (coupling/interpolate.hpp): U becomes that of all that a
  /// rank is given. @param U with its components behind each other
  void take_those_of_others(const Stream<B>&, std::size_t kind, VectorsView<real> U);

  /// f, with what is beyond the ends, = the density of vectors V
  void spread_from(const Stream<B>&, VectorsView<const real> X, VectorsView<const real> V, Instant of_samples,
                   Instant of_f, Image, AnyFaces f, bool place);

  DeltaKernel kernel_;
  LocalGrid<B> local_;
  std::unique_ptr<EndsOfBox<B>> ends_;
  std::vector<Index> data_sites_in_all_;       ///< of each kind
  std::vector<Interpolator<B>> interpolators_; ///< at its data sites
  std::vector<std::optional<SharedSites<B>>> shared_;
  std::unique_ptr<Spreader<B>> spreader_; ///< none without objects
  /// data sites of each kind, and all samples, where ends carry points; else empty
  std::vector<Array<real, B>> carried_;
  Array<real, B> carried_samples_;
};

} // namespace ibsim
