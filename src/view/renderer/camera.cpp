#include "renderer/camera.hpp"

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/type_ptr.hpp>

namespace ibsim::view {
namespace {

glm::vec3 of(const Vec3f& v) { return {v[0], v[1], v[2]}; }

Matrix of(const glm::mat4& m) {
  Matrix out{};
  std::copy_n(glm::value_ptr(m), 16, out.begin());
  return out;
}

std::pair<Vec3f, Vec3f> bounds(const std::vector<Vec3f>& points) {
  Vec3f low = points.at(0), high = low;
  for (const Vec3f& p : points)
    for (std::size_t d = 0; d < 3; ++d) low[d] = std::min(low[d], p[d]), high[d] = std::max(high[d], p[d]);
  return {low, high};
}

constexpr float margin = 1.06f;

} // namespace

Matrix Camera::view() const { return of(glm::lookAt(of(eye), of(target), of(up))); }

Matrix Camera::projection(float aspect, const Vec3f& centre, float radius) const {
  const float distance = dot(unit(target - eye), centre - eye);
  const float far = std::max(distance + radius, 1e-3f * radius), near = distance - radius;
  if (parallel())
    return of(glm::ortho(-aspect * height / 2, aspect * height / 2, -height / 2, height / 2, near, far));
  return of(glm::perspective(angle, aspect, std::max(near, 1e-3f * far), far));
}

Camera camera_for(Look look, const Vec3f& low, const Vec3f& high, float aspect, double zoom) {
  std::vector<Vec3f> corners;
  for (int c = 0; c < 8; ++c)
    corners.push_back({c & 1 ? high[0] : low[0], c & 2 ? high[1] : low[1], c & 4 ? high[2] : low[2]});
  return camera_for(look, corners, aspect, zoom);
}

Camera camera_for(Look look, const std::vector<Vec3f>& points, float aspect, double zoom) {
  // From the side, so that the shear plane is seen, from above and from before, so that it has depth.
  if (look != Look::microscope) return camera_from({-1.0f, 0.42f, -0.55f}, {0, 1, 0}, points, aspect, zoom);
  const auto [low, high] = bounds(points);
  const Vec3f centre = 0.5f * (low + high), half = 0.5f * (high - low);
  Camera camera;
  camera.target = centre, camera.eye = centre - Vec3f{4 * length(half), 0, 0};
  camera.height = 2 * std::max(half[1], half[2] / aspect) * margin / static_cast<float>(zoom);
  return camera;
}

Camera camera_from(const Vec3f& from, const Vec3f& up, const std::vector<Vec3f>& points, float aspect,
                   double zoom) {
  const auto [low, high] = bounds(points);
  Camera camera;
  camera.target = 0.5f * (low + high), camera.up = up;
  const Vec3f towards = unit(from), right = unit(cross(up, towards)), above = cross(towards, right);
  const float tangent_y = std::tan(camera.angle / 2), tangent_x = tangent_y * aspect;
  float distance = 0;
  for (const Vec3f& point : points) {
    const Vec3f p = point - camera.target;
    const float x = std::fabs(dot(p, right)), y = std::fabs(dot(p, above)), z = dot(p, towards);
    distance = std::max({distance, z + x / tangent_x, z + y / tangent_y});
  }
  camera.eye = camera.target + distance * margin / static_cast<float>(zoom) * towards;
  return camera;
}

Matrix operator*(const Matrix& a, const Matrix& b) {
  return of(glm::make_mat4(a.data()) * glm::make_mat4(b.data()));
}

Vec3f project(const Matrix& m, const Vec3f& p) {
  const glm::vec4 v = glm::make_mat4(m.data()) * glm::vec4(of(p), 1);
  return {v.x / v.w, v.y / v.w, v.z / v.w};
}

} // namespace ibsim::view
