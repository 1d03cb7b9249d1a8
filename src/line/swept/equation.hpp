// An equation of `kind: line`: a small struct over values of C components at points on a line.
//
//   struct E {
//     static constexpr int components;  // C: numbers a point
//     static constexpr int radius;      // rho: a tier reads the points i - rho .. i + rho of the tier before
//     static constexpr int stages;      // S: tiers a time step
//     static constexpr bool by_faces;   // false: update() reads w(c, k), k = -rho .. rho, and the value
//                                       // that the point had two tiers ago, and gets the number of the
//                                       // point in its segment; true: face(), made once for two
//                                       // neighbours, and from_faces()
//     static constexpr bool couples;    // ends that meet know of each other (blood vessels at a bifurcation)
//     static constexpr bool plain_ends; // close() is close_plainly() and no more
//   };
//
// Tier t = 1, 2, .. of a run belongs to stage (t - 1) mod S. Two rows are all that is kept: even tiers stand
// in row 0, odd ones in row 1 (article, figure 2), so a point of tier t is written over its own of tier t
// - 2. For a predictor and a corrector that is just what is wanted: row 1 has predictors, row 0 the values of
// whole steps, and the corrector adds to what it overwrites (figure 4a). All arithmetic is +, -, *, /, sqrt
// and explicit fma, and these files are compiled without contraction: the same bits in every scheme and on
// both backends.
#pragma once

#include "base/host_device.hpp"
#include "base/precision.hpp"
#include "swept/lines.hpp"

#include <cmath>

namespace ibsim::line {

template <int C>
struct Value {
  real v[C];
  IBSIM_HD real& operator[](int c) { return v[c]; }
  IBSIM_HD const real& operator[](int c) const { return v[c]; }
};

/// Points near the end of a segment: w[c][0 .. 3 rho - 1] of the tier that is read. A left end has the rho
/// points beyond the end, then the first 2 rho of the segment. A right end has the last 2 rho, then rho
/// beyond. `old` has the rho points at the end, two tiers ago. close() sets the points beyond, and may change
/// the others where no neighbour reads them. In the last stage of a step it may read only the rho points at
/// the end (the tip of a triangle).
template <class E>
struct EndWindow {
  real w[E::components][3 * E::radius];
  real old[E::components][E::radius];
};

/// Ends that need only the values next to them. The point beyond g = 0 .. rho - 1, counted from the end, is
/// for mirror the value of point g, and for wall the same with components of mirror_sign = -1 negated. For
/// open it is the value of point 0, for fixed a constant.
template <class E>
IBSIM_HD void close_plainly(EndWindow<E>& e, const Meeting& m, int side) {
  constexpr int r = E::radius;
#pragma unroll
  for (int c = 0; c < E::components; ++c)
#pragma unroll
    for (int g = 0; g < r; ++g) {
      const int beyond = side == left_side ? r - 1 - g : 2 * r + g;
      const int mirrored = side == left_side ? r + g : 2 * r - 1 - g;
      const int nearest = side == left_side ? r : 2 * r - 1;
      real value = e.w[c][mirrored];
      if (m.kind == EndKind::wall) value *= E::mirror_sign(c);
      if (m.kind == EndKind::open) value = e.w[c][nearest];
      if (m.kind == EndKind::fixed) value = m.value[c];
      e.w[c][beyond] = value;
    }
}

/// Nothing to tell, for equations without coupling.
struct NoMessage {};

} // namespace ibsim::line
