#include "diagnostics/rigid_motion.hpp"

namespace ibsim {
namespace {

/// The solution of a 3 x 3 system with a symmetric matrix of these columns.
Real3 solved(const Real3 (&columns)[3], const Real3& right) {
  const real determinant = dot(columns[0], cross(columns[1], columns[2]));
  if (!(determinant > 0)) return {}; // all sites in one place, or on a line
  return {dot(right, cross(columns[1], columns[2])) / determinant,
          dot(columns[0], cross(right, columns[2])) / determinant,
          dot(columns[0], cross(columns[1], right)) / determinant};
}

} // namespace

RigidMotion rigid_motion(const MotionSums& s, const Real3& centre) {
  if (!(s.sites > 0)) return {};
  const Real3 at = s.positions / s.sites, mean = s.velocities / s.sites;
  const Real3 moments = s.moments - s.sites * cross(at, mean);
  const Real3 d = s.diagonal - s.sites * Real3{at.x * at.x, at.y * at.y, at.z * at.z},
              m = s.mixed - s.sites * Real3{at.x * at.y, at.x * at.z, at.y * at.z};
  const Real3 inertia[3] = {{d.y + d.z, -m.x, -m.y}, {-m.x, d.x + d.z, -m.z}, {-m.y, -m.z, d.x + d.y}};
  RigidMotion motion;
  motion.spin = solved(inertia, moments);
  motion.velocity = mean + cross(motion.spin, centre - (s.origin + at));
  return motion;
}

} // namespace ibsim
