// The part of the forces of a vessel's wall along it that is not the shear stress of the fluid in the vessel.
//
// The grid has fluid behind the wall too, and forces of the wall act on both: -sum F/sum A = t + t_s, t of
// the fluid in the vessel and t_s of the fluid in the solid. Where that can move along with the wall's slip,
// as behind a straight periodic tube, t_s vanishes. In a solid that is closed it cannot: it circulates, and
// t_s was 10 to 20 % of t in tubes of 9 and 6 cells radius.
//
// The fluid goes on to the wall points, c h behind the surface, as if it had v = -c h T/mu there (T = t +
// t_s, coupling/wall_offset.hpp). t_s is mu times the slope there of the parabola through v and the
// velocities at 2.5 and 5 cells behind the points, along the wall: nothing is felt there of how forces are
// spread. In a thin solid the second place is nearer. Where the solid is thinner than some 5 cells, t_s is
// taken as zero.
//
// The points also hold the fluid between the surface and themselves, which the pressure p in the vessel
// pushes along the wall by -c h dp/ds per area: 2 c h/R of the shear stress in a tube. The part of T along
// the normal is the difference of pressure across the wall, and mu d^2u/dn^2 of the parabola above is the
// slope of the pressure in the solid. So dp/ds is the slope of the former, by a plane through the points
// within 6 cells, and the latter. The wall does not move, so the planes are a matrix that is made once.
#pragma once

#include "geometry/signed_distance.hpp"
#include "geometry/wall_points.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

/// Slopes along a surface, at fixed places, of values at fixed points on it: of the plane through those
/// within reach on the same side, by least squares. They are linear in the values: a sparse matrix, made
/// once.
class SlopesAlong {
 public:
  /// Positions are in the periodic box or in an image of it. Normals are unit vectors.
  struct Surface {
    std::vector<Real3> at, normals;
  };
  /// @param weights of the points in the least squares, such as their area
  SlopesAlong(const PeriodicBox&, real reach, Surface points, const std::vector<real>& weights,
              const Surface& places);
  /// At each place; zero where its points are too few or on a line. @param values at the points
  std::vector<Real3> of(const std::vector<real>& values) const;

 private:
  std::vector<Real3> along_, across_; ///< orthogonal unit vectors at each place
  std::vector<std::size_t> first_;    ///< entries first_[i] to first_[i + 1] belong to place i
  std::vector<int> point_;            ///< of each entry
  /// Coefficients of each entry. In floats, which round a slope to 1e-7: a vessel has some 500 entries a
  /// point.
  std::vector<float> by_along_, by_across_;
};

/// Places of a wall, with two behind each at which the velocity is looked at. They are chosen once.
class StressBehindWalls {
 public:
  /// @param model with a vessel @param places on its wall, um @param outward unit normals, into the solid
  StressBehindWalls(const FlowModel&, const std::vector<Real3>& places, std::vector<Real3> outward);

  /// t_s - c h dp/ds at each place, kPa. Waits for the stream. @param traction T at these places, kPa
  std::vector<Real3> of(Simulation&, const std::vector<Real3>& traction) const;

 private:
  struct Place {
    std::size_t number; ///< among all places
    real second;        ///< depth of the second place behind it, um
  };
  real h_, viscosity_;
  std::vector<Real3> outward_;
  WallPoints wall_;
  SlopesAlong slopes_;
  std::vector<Place> deep_;   ///< those with solid enough behind them
  std::vector<Real3> behind_; ///< two of each
};

} // namespace ibsim
