// Interpolation to sites and spreading from them, whatever the ends of the box in y are: periodic; walls,
// with images beyond them; or unbounded shear, where sites may be in any image of the box, and live at
// another time of a step than the field that they meet.
#pragma once

#include "coupling/delta_kernel.hpp"
#include "coupling/interpolator.hpp"
#include "coupling/spread.hpp"
#include "coupling/wall_images.hpp"
#include "fluid/lees_edwards.hpp"
#include "fluid/navier_stokes.hpp"

namespace ibsim {

struct FlowModel;

template <class B>
class SiteCoupling {
 public:
  /// @param fluid must outlive this. @param data_sites of each kind. @param samples of all kinds together
  SiteCoupling(const Stream<B>&, const FlowModel&, NavierStokes<B>& fluid,
               const std::vector<Index>& data_sites, Index samples);

  /// u as points feel it: with what is beyond the box, between walls or in unbounded shear, where the mean
  /// shear is left out. @param at_end of the step, else at its start
  FaceView<const real> velocity_with_images(const Stream<B>&, FaceView<const real> u, bool at_end);

  /// U = the velocity of velocity_with_images, at the time of_u, at the sites X of a kind, which live at
  /// another.
  /// @param place false if the last call for this kind was with the same sites
  void interpolate(const Stream<B>&, std::size_t kind, FaceView<const real> u, VectorsView<const real> X,
                   VectorsView<real> U, Instant of_sites, Instant of_u, bool place = true);
  /// The same where only the present is at hand: at the start of a step, the sites in no order.
  void interpolate_now(const Stream<B>&, std::size_t kind, FaceView<const real> u, VectorsView<const real> X,
                       VectorsView<real> U);

  /// f = the density at a time of the step of the forces F at samples X, which live at another; zero without
  /// samples.
  void spread(const Stream<B>&, VectorsView<const real> X, VectorsView<const real> F, Instant of_samples,
              Instant of_f, FaceField<B>& f);
  /// After it, the same for vectors normal to surfaces (InnerFluid) at the same X; not in unbounded shear.
  void spread_normals(const Stream<B>&, VectorsView<const real> X, VectorsView<const real> normals,
                      FaceView<real> f);

 private:
  Grid grid_;
  DeltaKernel kernel_;
  bool walls_;
  NavierStokes<B>& fluid_;
  LeesEdwardsFlow<B>* sheared_; ///< null: not in unbounded shear
  Grid wide_;                   ///< between walls and in unbounded shear with the rows beyond the box
  std::vector<Interpolator<B>> interpolators_; ///< at the data sites of each kind
  std::unique_ptr<Spreader<B>> spreader_;      ///< none without objects
  /// velocity, then force, with the rows beyond; empty in a periodic box or without objects
  FaceField<B> with_images_;
  /// data sites of each kind, and all samples, in the box; in unbounded shear
  std::vector<Array<real, B>> boxed_;
  Array<real, B> boxed_samples_;
};

} // namespace ibsim
