// The meshes that need no file: a box, a ball, a ventricle. Lengths in um. Made in parallel, the same bits
// for any number of threads.
#pragma once

#include "mesh/tetrahedra.hpp"

#include <cstdint>

namespace ibsim {

/// A box from 0 to `size`, of cubes cut into six tetrahedra each (Kuhn), with edges of at most `edge` along
/// the axes.
struct BoxMesh {
  Real3 size;
  real edge = 0;
  real jiggle = 0; ///< inner vertices are moved by up to so much of an edge in each direction; below 0.2
  std::uint64_t seed = 1;
};
TetMesh make_mesh(const BoxMesh&);

/// Around the origin.
struct BallMesh {
  real radius = 0, edge = 0;
};
TetMesh make_mesh(const BallMesh&);

/// The wall between two half ellipsoids about the z axis, cut off above `base`; its tip points to -z.
/// Defaults: a left ventricle, with 107 cm^3 of muscle.
struct Ventricle {
  real edge = 0;
  real inner_radius = 20e3, inner_length = 55e3; ///< semi-axes across and along z
  real outer_radius = 30e3, outer_length = 65e3;
  real base = 20e3; ///< z of the rim

  /// 0 at the inner surface, 1 at the outer: t where (x^2 + y^2)/r(t)^2 + z^2/l(t)^2 = 1 with semi-axes that
  /// grow linearly.
  real depth(const Real3&) const;
  /// Volume between the ellipsoids, below the rim.
  real volume() const;
};
TetMesh make_mesh(const Ventricle&);

/// The edge at which a ventricle has about so many tetrahedra.
real edge_for(Ventricle, real tetrahedra);

/// Fibres that turn linearly with depth, from an angle at the inner surface to one at the outer, measured
/// from the circumference towards the base; sheets point across the wall. The known rule of Streeter et al.,
/// Circ. Res. 24 (1969) 339, doi:10.1161/01.RES.24.3.339.
struct FibreRule {
  real inner_angle = 1.0471975511965976, outer_angle = -1.0471975511965976; ///< 60 and -60 degrees
};
void set_fibres(TetMesh&, const Ventricle&, const FibreRule&);

} // namespace ibsim
