// A doubly periodic surface given by a formula: the derivatives of X are known at each site, and its
// operators have no matrix (site_operators.hpp), so that all of X is the affine part (SurfaceKind::affine).
#pragma once

#include "surface/surface_kind.hpp"

namespace ibsim {

class AffineSurface {
 public:
  /// @param parameter_area shared out to the sites equally
  AffineSurface(int sites, real parameter_area);

  struct Site {
    Real3 node;    ///< in the parameter domain
    Real3 at_rest; ///< X, um
    Real3 e1, e2;  ///< the directions in which it is differentiated; e1 x e2 points to the outside
    Real3 d1, d2, d11, d12, d22;
  };
  void add(const Site&);
  /// When all have been added. @param triangles of these sites
  SurfaceKind finished(std::vector<Vec3<int>> triangles);

 private:
  SurfaceKind kind_;
};

} // namespace ibsim
