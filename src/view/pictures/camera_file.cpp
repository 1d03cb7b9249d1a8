#include "base/error.hpp"
#include "base/text.hpp"
#include "files/file_bytes.hpp"
#include "renderer/camera.hpp"
#include "schema/tree.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim::view {
namespace {

Vec3f vector_of(const Tree& tree, const std::string& what, Dimension dimension) {
  const Real3 v = read_vector(tree, what, dimension);
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

Camera read_camera(const Tree& tree, const std::string& path, bool keyframe) {
  std::vector<std::string> keys{"eye", "target", "up", "angle", "height"};
  if (keyframe) keys.push_back("time");
  const Fields fields(tree, path, keys);
  Camera camera;
  camera.eye = vector_of(fields.need("eye", "[-20 um, 14 um, -6 um]"), fields.path("eye"), dimension::length);
  camera.target =
      vector_of(fields.need("target", "[8 um, 8 um, 8 um]"), fields.path("target"), dimension::length);
  if (const Tree* up = fields.find("up")) camera.up = vector_of(*up, fields.path("up"), dimension::number);
  if (const Tree* angle = fields.find("angle"))
    camera.angle = static_cast<float>(read_positive(*angle, fields.path("angle"), dimension::angle));
  if (const Tree* height = fields.find("height"))
    camera.height = static_cast<float>(read_positive(*height, fields.path("height"), dimension::length));
  if (fields.find("angle") && fields.find("height"))
    fail_at(*fields.find("height"),
            fields.path("height") + ": goes without angle, which is of a perspective");
  if (camera.angle > 3) fail_at(*fields.find("angle"), fields.path("angle") + " must be less than 170 deg");
  const Vec3f ahead = camera.target - camera.eye;
  if (!(length(ahead) > 0)) fail_at(tree, "eye and target are the same point");
  if (!(length(cross(ahead, camera.up)) > 1e-6f * length(ahead) * length(camera.up)))
    fail_at(tree, "up points along the line of sight");
  return camera;
}

/// Catmull and Rom's curve through p1 and p2, at t of 0..1 between them.
Vec3f between(const Vec3f& p0, const Vec3f& p1, const Vec3f& p2, const Vec3f& p3, float t) {
  const Vec3f a = 0.5f * (p2 - p0), b = 0.5f * (p3 - p1), d = p2 - p1;
  return p1 + t * (a + t * ((3.0f * d - 2.0f * a - b) + t * (a + b - 2.0f * d)));
}

} // namespace

CameraFile::CameraFile(const std::filesystem::path& path) {
  const Tree root = parse_yaml(read_file(path, most_scenario_bytes), path.string());
  if (root.kind != Tree::Kind::map || !root.find("keyframes")) {
    keyframes_.emplace_back(0, read_camera(root, "camera", false));
    return;
  }
  const Fields fields(root, "camera", {"keyframes"});
  const Tree& list = *fields.find("keyframes");
  if (list.kind != Tree::Kind::list || list.items.empty())
    fail_at(list, "keyframes must be a list of cameras, each with a time");
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const std::string name = "keyframes." + std::to_string(i);
    const Camera camera = read_camera(list.items[i], name, true);
    const Tree* time = list.items[i].find("time");
    if (!time) fail_at(list.items[i], name + ".time must be given, as in time: 100 us");
    const double at = read_quantity(*time, name + ".time", dimension::time);
    if (!keyframes_.empty() && !(at > keyframes_.back().first))
      fail_at(*time, name + ".time is not later than the one before");
    keyframes_.emplace_back(at, camera);
  }
}

Camera CameraFile::at(double time) const {
  const auto after = std::upper_bound(keyframes_.begin(), keyframes_.end(), time,
                                      [](double t, const auto& keyframe) { return t < keyframe.first; });
  if (after == keyframes_.begin()) return keyframes_.front().second;
  if (after == keyframes_.end()) return keyframes_.back().second;
  const auto i = static_cast<std::size_t>(after - keyframes_.begin());
  const auto& [t1, one] = keyframes_[i - 1];
  const auto& [t2, two] = keyframes_[i];
  const Camera& zero = keyframes_[i >= 2 ? i - 2 : i - 1].second;
  const Camera& three = keyframes_[std::min(i + 1, keyframes_.size() - 1)].second;
  const auto t = static_cast<float>((time - t1) / (t2 - t1));
  Camera camera = one;
  camera.eye = between(zero.eye, one.eye, two.eye, three.eye, t);
  camera.target = between(zero.target, one.target, two.target, three.target, t);
  camera.up = unit((1 - t) * one.up + t * two.up);
  camera.angle = (1 - t) * one.angle + t * two.angle;
  camera.height = (1 - t) * one.height + t * two.height;
  return camera;
}

void write_camera(const std::filesystem::path& path, const Camera& c) {
  const auto vector = [](const Vec3f& v, const char* unit) {
    return text("[%.6g%s, %.6g%s, %.6g%s]\n", v[0], unit, v[1], unit, v[2], unit);
  };
  std::string content =
      "eye: " + vector(c.eye, " um") + "target: " + vector(c.target, " um") + "up: " + vector(c.up, "");
  content += c.parallel() ? text("height: %.6g um\n", c.height)
                          : text("angle: %.6g deg\n", c.angle * 180 / 3.14159265358979);
  write_file(path, content);
}

} // namespace ibsim::view
