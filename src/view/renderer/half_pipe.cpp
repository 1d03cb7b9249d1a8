#include "renderer/half_pipe.hpp"

#include <cmath>
#include <numbers>

namespace ibsim::view {

void add_half_pipe(Mesh& mesh, const Vec3f& middle, float radius, float thickness, float from, float to,
                   const Vec3f& towards, std::uint32_t kind) {
  constexpr int parts = 64; // of the half circle: straight to a pixel where the tube fills the picture
  const bool along = std::hypot(towards[0], towards[1]) < 1e-3f * length(towards) || length(towards) == 0;
  const float viewer = along ? std::numbers::pi_v<float> / 2 : std::atan2(towards[1], towards[0]);
  const auto out = [&](int i) {
    const float a = viewer + std::numbers::pi_v<float> * (0.5f + static_cast<float>(i) / parts);
    return Vec3f{std::cos(a), std::sin(a), 0};
  };
  const auto at = [&](const Vec3f& direction, float r, float z) {
    return Vec3f{middle[0] + r * direction[0], middle[1] + r * direction[1], z};
  };
  /// a, b, c, d around a face that is seen from where its normal points
  const auto face = [&](const Vec3f& a, const Vec3f& b, const Vec3f& c, const Vec3f& d,
                        const Vec3f& normal_ab, const Vec3f& normal_cd) {
    const std::uint32_t first = mesh.add({a, normal_ab, 0, kind});
    mesh.add({b, normal_ab, 0, kind}), mesh.add({c, normal_cd, 0, kind}), mesh.add({d, normal_cd, 0, kind});
    const bool turned = dot(cross(b - a, c - a), normal_ab) < 0;
    mesh.add_triangle(first, turned ? first + 2 : first + 1, turned ? first + 1 : first + 2);
    mesh.add_triangle(first, turned ? first + 3 : first + 2, turned ? first + 2 : first + 3);
  };
  const float outer = radius + thickness;
  for (int i = 0; i < parts; ++i) {
    const Vec3f a = out(i), b = out(i + 1);
    face(at(a, radius, from), at(a, radius, to), at(b, radius, to), at(b, radius, from), -1.0f * a,
         -1.0f * b);
    face(at(a, outer, from), at(a, outer, to), at(b, outer, to), at(b, outer, from), a, b);
    for (const float z : {from, to}) {
      const Vec3f end{0, 0, z == from ? -1.0f : 1.0f};
      face(at(a, radius, z), at(a, outer, z), at(b, outer, z), at(b, radius, z), end, end);
    }
  }
  for (const int i : {0, parts}) {
    const Vec3f a = out(i), cut{std::cos(viewer), std::sin(viewer), 0};
    face(at(a, radius, from), at(a, radius, to), at(a, outer, to), at(a, outer, from), cut, cut);
  }
}

} // namespace ibsim::view
