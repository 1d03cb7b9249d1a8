// Ends of the box in y, as points meet them: the seam between SiteCoupling and the topology. In a periodic
// box nothing; between walls their images; in unbounded shear the images that slide past, in which points may
// be themselves. Other ends (an inflow) are another class, and a line in make_ends_of_box.
#pragma once

#include "coupling/wall_images.hpp"
#include "fluid/navier_stokes.hpp"
#include "grid/points.hpp"
#include "grid/slab.hpp"

namespace ibsim {

template <class B>
class EndsOfBox {
 public:
  virtual ~EndsOfBox() = default;

  /// The grid of the fields that points meet: that of the box, or with the rows beyond it.
  virtual Grid grid() const = 0;
  /// u as points meet it; less a mean flow that the box does not repeat. @param at_end of the step, else at
  /// its start
  virtual AnyConstFaces velocity(const Stream<B>&, AnyConstFaces u, bool at_end) = 0;
  /// A change of the velocity within a step as points meet it: walls are at rest.
  virtual AnyConstFaces change(const Stream<B>& stream, AnyConstFaces du) {
    return velocity(stream, du, true);
  }
  /// Where a density is spread before fold().
  virtual AnyFaces density(AnyFaces f) = 0;
  /// f = the density of the box, with what was spread beyond its ends. @param of_f when it acts in the step
  virtual void fold(const Stream<B>&, Instant of_f, Image, AnyFaces f) = 0;

  /// Points may be in any image of the box and live at another time than the field: those of points() are to
  /// be taken instead.
  virtual bool carries_points() const { return false; }
  virtual void points(const Stream<B>&, VectorsView<const real> /*X*/, Instant /*of_X*/, Instant /*of_field*/,
                      VectorsView<real> /*carried*/) const {}
  /// U += the mean flow that velocity() leaves out, at X
  virtual void add_mean_flow(const Stream<B>&, Instant /*of_u*/, VectorsView<const real> /*X*/,
                             VectorsView<real> /*U*/) const {}
  /// The shear of that mean flow, on the device; null: there is none.
  virtual const ShearNow* shear(Instant) const { return nullptr; }
};

/// @param slab of which the fields are @param fluid must outlive them
template <class B>
std::unique_ptr<EndsOfBox<B>> make_ends_of_box(const Stream<B>&, const Grid&, const Slab& slab,
                                               NavierStokes<B>& fluid, bool has_points);

} // namespace ibsim
