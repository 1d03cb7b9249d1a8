#include "view/camera.hpp"

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

} // namespace

Matrix Camera::view() const { return of(glm::lookAt(of(eye), of(target), of(up))); }

Matrix Camera::projection(float aspect, const Vec3f& centre, float radius) const {
  const float distance = dot(unit(target - eye), centre - eye);
  const float far = std::max(distance + radius, 1e-3f * radius), near = distance - radius;
  if (parallel()) return of(glm::ortho(-aspect * height / 2, aspect * height / 2, -height / 2, height / 2, near, far));
  return of(glm::perspective(angle, aspect, std::max(near, 1e-3f * far), far));
}

Camera camera_for(Look look, const Vec3f& low, const Vec3f& high, float aspect, double zoom) {
  const Vec3f centre = 0.5f * (low + high), half = 0.5f * (high - low);
  Camera camera;
  camera.target = centre;
  const auto scale = static_cast<float>(1 / zoom);
  if (look == Look::microscope) {
    camera.eye = centre - Vec3f{4 * length(half), 0, 0};
    camera.height = 2 * std::max(half[1], half[2] / aspect) * 1.04f * scale;
    return camera;
  }
  // From the side, so that the shear plane is seen, from above and from before, so that it has depth.
  const Vec3f towards = unit({-1.0f, 0.42f, -0.55f});
  const float tangent_y = std::tan(camera.angle / 2), tangent_x = tangent_y * aspect;
  const Vec3f right = unit(cross(Vec3f{0, 1, 0}, towards)), above = cross(towards, right);
  // The nearest distance at which all corners are within the picture; of the studio, whose box is not drawn,
  // all points of the ellipsoid in the box.
  float distance = 0;
  const auto take_in = [&](const Vec3f& p) {
    const float x = std::fabs(dot(p, right)), y = std::fabs(dot(p, above)), z = dot(p, towards);
    distance = std::max({distance, z + x / tangent_x, z + y / tangent_y});
  };
  if (look == Look::data) {
    for (int c = 0; c < 8; ++c) take_in({c & 1 ? half[0] : -half[0], c & 2 ? half[1] : -half[1], c & 4 ? half[2] : -half[2]});
  } else {
    for (int i = 0; i <= 24; ++i)
      for (int j = 0; j < 48; ++j) {
        const float a = 3.14159265f * static_cast<float>(i) / 24, b = 3.14159265f * static_cast<float>(j) / 24;
        take_in({half[0] * std::sin(a) * std::cos(b), half[1] * std::cos(a), half[2] * std::sin(a) * std::sin(b)});
      }
  }
  camera.eye = centre + 1.04f * distance * scale * towards;
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
