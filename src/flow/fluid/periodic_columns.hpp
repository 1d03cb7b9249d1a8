// What StageAlongZ (stage_along_z.hpp) does by passes, in one kernel, on the GPU: columns.cuh.
#pragma once

#include "fluid/columns.hpp"
#include "fluid/solenoidal_modes.hpp"
#include "grid/grid.hpp"
#include "parallel/array.hpp"

#include <optional>

namespace ibsim {

class PeriodicColumns {
 public:
  /// Nothing for numbers of planes that it does not take (columns.hpp).
  static std::optional<PeriodicColumns> of(const Stream<Cuda>&, const Grid&);

  /// StageAlongZ::solve
  void solve(const Stream<Cuda>&, const LinesOfModes&, real a, const Complex* x, Complex* y,
             Complex* z) const;

 private:
  PeriodicColumns(const Stream<Cuda>&, const Grid&, const Radices&, int lanes);

  Radices radices_;
  int lanes_;                  ///< modes side by side
  Array<Complex, Cuda> roots_; ///< exp(2 pi i l/n.z)
  Array<real, Cuda> dz2_;      ///< |d_z|^2 of the frequency at each place
};

} // namespace ibsim
