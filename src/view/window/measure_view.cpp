// The number of pictures a second that a window would show: its own loop without a window, panels and the
// wait for the screen, each picture drawn to its end.
#include "base/wall_clock.hpp"
#include "pictures/view.hpp"
#include "renderer/gl_context.hpp"
#include "renderer/orbit.hpp"
#include "window/play.hpp"

#include <algorithm>
#include <epoxy/gl.h>

namespace ibsim::view {
namespace {

/// Redraws until the time is up, at least three. @param each is done before a redraw @return of a second
template <class Each>
double redraws_a_second(WindowState& s, Renderer& renderer, double seconds, Each each) {
  const float aspect = static_cast<float>(s.options.width) / static_cast<float>(s.options.height);
  const auto redraw = [&] {
    each();
    make_scene(s, renderer, aspect, s.options.height);
    renderer.paint(s.scene, s.camera, s.options);
    glFinish();
  };
  redraw(); // what is made once
  const double start = now();
  int redraws = 0;
  for (constexpr int least = 3; redraws < least || now() - start < seconds; ++redraws) redraw();
  return redraws / (now() - start);
}

} // namespace

ViewSpeed measure_view(const std::filesystem::path& run, const PictureOptions& picture, double seconds) {
  const double start = now();
  WindowState s(run, picture);
  const OffscreenContext context;
  Renderer renderer(picture.width, picture.height);
  make_scene(s, renderer, static_cast<float>(picture.width) / static_cast<float>(picture.height),
             picture.height);
  renderer.paint(s.scene, s.camera, s.options);
  glFinish();
  ViewSpeed speed;
  speed.first_picture = now() - start, speed.renderer = renderer_name();
  speed.turning = redraws_a_second(s, renderer, seconds, [&] { orbit(s.camera, 0.02f, 0); });
  constexpr int measured = 5;
  for (int i = 0; i < measured; ++i) {
    const auto passes = renderer.measure(s.scene, s.camera, s.options);
    if (speed.passes.empty()) speed.passes.resize(passes.size());
    for (std::size_t p = 0; p < passes.size(); ++p)
      speed.passes[p].first = passes[p].first, speed.passes[p].second += passes[p].second / measured;
  }
  PlayClock clock;
  s.playing = true, s.frames_a_second = 1e9f; // the next frame at each redraw
  speed.playing = redraws_a_second(s, renderer, seconds, [&] { advance(s, clock, now()); });
  speed.frames = s.pictures->frames().size(), speed.triangles = s.scene.surfaces.triangles.size() / 3;
  return speed;
}

} // namespace ibsim::view
