// Memory of a receptor for a table of bond events (wall_bonds.hpp), in two vectors:
//
//   last     time at which its present bond was formed, time at which its last one broke, and the force then
//   broken   anchor a of the last one, time at which it was formed, negative for the upper wall, anchor b
//
// Times are counted in us by the clock of the adhesion, which begins at 0 with the run. Events between two
// rows of tables follow from that alone, so they are the same on any number of ranks and after a resume, as
// long as no receptor lets go twice between two rows.
//
// A bond that a copy has from its original (bonds_of_copies.hpp) has minus the time at which it was formed.
// Once it has broken, its force has a negative sign, also of zero.
#pragma once

#include "base/host_device.hpp"
#include "grid/points.hpp"

#include <cmath>

namespace ibsim {

/// Copied into lambdas; of no receptors where events are not recorded.
struct BondLives {
  VectorsView<real> last{}, broken{}; ///< of each receptor
  const real* clock = nullptr;        ///< when the present step began, us
  real step = 0;                      ///< its length, us

  IBSIM_HD void form(Index i) const {
    if (last.n > 0) last.x[i] = *clock + step;
  }
  /// @param a, b of its anchor @param force pg um/us^2
  IBSIM_HD void end(Index i, real a, real b, bool upper, real force) const {
    if (last.n == 0) return;
    const real born = std::fabs(last.x[i]);
    broken.set(i, {a, upper ? -born : born, b});
    last.y[i] = *clock + step, last.z[i] = std::copysign(force, last.x[i]);
  }
  /// The bond is that of an original, whose earlier ones are not those of the copy.
  IBSIM_HD void take_over(Index i) const {
    if (last.n == 0) return;
    last.set(i, {-std::fabs(last.x[i]), 0, 0});
    broken.set(i, {});
  }
};

} // namespace ibsim
