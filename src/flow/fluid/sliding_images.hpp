// A flow solver whose images of the box slide past it (lees_edwards.hpp), as those see it who bring points
// and forces to the fluid: fields are less the mean flow, have the rows beyond the box, and each instant of a
// step has its own frame.
#pragma once

#include "fluid/time_scheme.hpp"
#include "grid/grid.hpp"
#include "grid/sheared_box.hpp"
#include "parallel/stream.hpp"

namespace ibsim {

template <class B>
class SlidingImages {
 public:
  virtual ~SlidingImages() = default;

  /// The shear at the three instants of the step that was prepared, on the device.
  virtual const ShearNow* now(Instant = Instant::start) const = 0;
  /// v of u at the start of the step, with the rows beyond the box. Comes before step() with imex_rk and
  /// before pressure(), which look at this v and at no u.
  virtual AnyConstFaces open(const Stream<B>&, AnyConstFaces u) = 0;
  /// v at the end of the last step, with the rows beyond the box.
  virtual AnyConstFaces at_end() const = 0;
  /// f = a force density at this instant, what is beyond the box brought into it: the transpose of what fills
  /// the rows beyond.
  virtual void fold(const Stream<B>&, AnyConstFaces wide, AnyFaces f, Instant = Instant::start) = 0;
};

} // namespace ibsim
