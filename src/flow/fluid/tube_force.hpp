// The drive of round tubes along z: a uniform force along z on the fluid inside them, the
// same as a pressure that falls by `density` a length; the fluid outside is left alone.
//
// The part of a cell that lies in a tube of radius a is taken as min(max((a - r)/h + 1/2, 0), 1), r the
// distance of its middle from the axis. It does not depend on z, so neither does the force, and no pressure
// answers it.
#pragma once

#include "base/signal.hpp"
#include "fluid/body_force.hpp"
#include "grid/stored_numbers.hpp"

#include <vector>

namespace ibsim {

/// A tube as it crosses planes z = const, um.
struct TubeSection {
  real x = 0, y = 0, radius = 0;
};

/// The part of each cell of such a plane that lies in one of the tubes, [j][i]; the box is periodic.
std::vector<real> parts_inside(const Grid&, const std::vector<TubeSection>&);

template <class B>
class TubeForce final : public BodyForce<B> {
 public:
  /// @param density of the force, pg/(um^2 us^2)
  TubeForce(const Grid&, const std::vector<TubeSection>&, Signal density, Storage = Storage::doubles);
  void prepare(const Stream<B>&, const StepInTime&) override;
  void add(const Stream<B>&, AnyFaces f) const override;

 private:
  Grid grid_;
  Signal density_;
  std::vector<real> inside_;
  StoredNumbers<B> parts_;
  StepNumbers<B> now_;
  Storage storage_;
};

} // namespace ibsim
