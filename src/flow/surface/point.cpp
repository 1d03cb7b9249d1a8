#include "surface/point.hpp"

#include "surface/affine_surface.hpp"

namespace ibsim {

SurfaceKind make_point() {
  AffineSurface point(1, 1);
  const Real3 along_z{0, 0, 1}, along_x{1, 0, 0};
  point.add({.e1 = along_z, .e2 = along_x, .d1 = along_z, .d2 = along_x});
  SurfaceKind kind = point.finished({});
  kind.topology = SurfaceTopology::point;
  return kind;
}

} // namespace ibsim
