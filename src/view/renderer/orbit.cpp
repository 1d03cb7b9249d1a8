#include "renderer/orbit.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim::view {
namespace {

/// Rodrigues' formula.
Vec3f turned(const Vec3f& v, const Vec3f& axis, float angle) {
  return std::cos(angle) * v + std::sin(angle) * cross(axis, v) +
         ((1 - std::cos(angle)) * dot(axis, v)) * axis;
}

/// What the picture shows from its lower to its upper edge at the target.
float height_at_target(const Camera& c) {
  return c.parallel() ? c.height : 2 * std::tan(c.angle / 2) * length(c.target - c.eye);
}

} // namespace

void orbit(Camera& camera, float right, float upwards) {
  const Vec3f up = unit(camera.up);
  Vec3f out = turned(camera.eye - camera.target, up, -right);
  const float polar = std::acos(std::clamp(dot(unit(out), up), -1.0f, 1.0f)); // 0: above
  const float wanted = std::clamp(polar - upwards, 0.05f, 3.09f);
  out = turned(out, unit(cross(up, out)), wanted - polar);
  camera.eye = camera.target + out;
}

void approach(Camera& camera, float factor) {
  if (camera.parallel())
    camera.height /= factor;
  else
    camera.eye = camera.target + (1 / factor) * (camera.eye - camera.target);
}

void pan(Camera& camera, float right, float upwards) {
  const Vec3f ahead = unit(camera.target - camera.eye), side = unit(cross(ahead, camera.up));
  const float height = height_at_target(camera);
  const Vec3f by = (-right * height) * side + (-upwards * height) * cross(side, ahead);
  camera.eye = camera.eye + by, camera.target = camera.target + by;
}

std::pair<Vec3f, Vec3f> ray(const Camera& camera, float aspect, float right, float upwards) {
  const Vec3f ahead = unit(camera.target - camera.eye), side = unit(cross(ahead, camera.up)),
              above = cross(side, ahead);
  if (camera.parallel())
    return {camera.eye + (0.5f * camera.height * aspect * right) * side +
                (0.5f * camera.height * upwards) * above,
            ahead};
  const float tangent = std::tan(camera.angle / 2);
  return {camera.eye, unit(ahead + (tangent * aspect * right) * side + (tangent * upwards) * above)};
}

} // namespace ibsim::view
