#include "pictures/box_axes.hpp"

#include "base/text.hpp"
#include "pictures/annotations.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim::view {
namespace {

struct Edge {
  Vec3f from{}, to{}; ///< on the picture, pixels
  float length = 0;
  Vec3f middle() const { return 0.5f * (from + to); }
  bool upright() const { return std::fabs(to[1] - from[1]) > std::fabs(to[0] - from[0]); }
};

/// Upright ones to the left, others below.
bool farther_out(const Edge& a, const Edge& b) {
  return a.upright() ? a.middle()[0] < b.middle()[0] : a.middle()[1] > b.middle()[1];
}

} // namespace

BoxAxes box_axes(const Scene& scene, const Camera& camera, int width, int height, float em,
                 const std::function<float(const std::string&)>& width_of) {
  const auto w = static_cast<float>(width), h = static_cast<float>(height);
  const Vec3f centre = 0.5f * (scene.low + scene.high), ahead = unit(camera.target - camera.eye);
  const Matrix all = camera.projection(w / h, centre, length(scene.high - scene.low)) * camera.view();
  const auto pixel = [&](const Vec3f& p) {
    const Vec3f clip = project(all, p);
    return Vec3f{(clip[0] + 1) / 2 * w, (1 - clip[1]) / 2 * h, 0};
  };
  const auto corner = [&](std::size_t c) {
    return Vec3f{c & 1 ? scene.high[0] : scene.low[0], c & 2 ? scene.high[1] : scene.low[1],
                 c & 4 ? scene.high[2] : scene.low[2]};
  };
  BoxAxes axes;
  for (std::size_t c = 0; c < 8 && !camera.parallel(); ++c)
    if (dot(corner(c) - camera.eye, ahead) <= 0) return axes; // the camera stands in the box
  const Vec3f middle = pixel(centre);
  const float least_length = 4 * em;
  for (std::size_t d = 0; d < 3; ++d) {
    Edge best;
    Vec3f begin{};
    for (std::size_t c = 0; c < 8; ++c) {
      if (c & (1u << d)) continue;
      Edge edge{pixel(corner(c)), pixel(corner(c | 1u << d)), 0};
      edge.length = length(edge.to - edge.from);
      if (best.length == 0 || farther_out(edge, best)) best = edge, begin = corner(c);
    }
    if (best.length < least_length) continue; // seen from its end
    axes.strokes.push_back({best.from[0], best.from[1], best.to[0], best.to[1]});
    const Vec3f along = (1 / best.length) * (best.to - best.from);
    Vec3f out{-along[1], along[0], 0};
    if (dot(out, best.middle() - middle) < 0) out = -1.0f * out;
    const auto taken = [&](const Vec3f& place, const std::string& text) {
      return std::any_of(axes.words.begin(), axes.words.end(), [&](const BoxAxes::Word& other) {
        return std::fabs(other.x - place[0]) < 0.5f * (width_of(other.text) + width_of(text)) &&
               std::fabs(other.y - place[1]) < em;
      });
    };
    const auto word = [&](const Vec3f& at, float distance, const std::string& text) {
      const float half = 0.5f * (std::fabs(out[0]) * width_of(text) + std::fabs(out[1]) * em);
      const Vec3f place = at + (distance + half) * out;
      if (!taken(place, text)) axes.words.push_back({place[0], place[1], text});
      return distance + 2 * half;
    };
    float reach = 0;
    for (const double t : ticks(scene.low[d], scene.high[d])) {
      Vec3f p = begin;
      p[d] = static_cast<float>(t);
      const Vec3f at = pixel(p), end = at + 0.3f * em * out;
      axes.strokes.push_back({at[0], at[1], end[0], end[1]});
      reach = std::max(reach, word(at, 0.45f * em, text("%.6g", t)));
    }
    word(best.middle(), reach + 0.35f * em,
         std::string(1, "xyz"[d]) + (scene.um_per_unit == 1000 ? " (mm)" : " (\u00b5m)"));
  }
  return axes;
}

} // namespace ibsim::view
