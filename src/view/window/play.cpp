#include "window/play.hpp"

#include "base/error.hpp"
#include "renderer/orbit.hpp"
#include "window/picking.hpp"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <cmath>
#include <imgui/imgui.h>
#include <utility>

namespace ibsim::view {
namespace {

/// The distance, or what a parallel projection shows: how fine surfaces must be.
float reach(const Camera& camera) {
  return camera.parallel() ? camera.height : length(camera.target - camera.eye);
}

} // namespace

void advance(WindowState& s, PlayClock& clock, double now) {
  if (now - clock.looked > 0.5) {
    clock.looked = now;
    const bool at_end = s.frame + 1 == s.pictures->frames().size();
    if (s.pictures->refresh()) {
      s.frame = std::min(s.frame, s.pictures->frames().size() - 1);
      if (s.follow && at_end && !s.playing) s.go_to(s.pictures->frames().size() - 1);
    }
    s.tables.refresh();
  }
  if (s.playing && now - clock.played > 1 / s.frames_a_second) {
    clock.played = now;
    s.go_to(s.frame + 1 < s.pictures->frames().size() ? s.frame + 1 : 0);
  }
}

void make_scene(WindowState& s, Renderer& renderer, float aspect, int height) {
  constexpr float much = 1.3f; // nearer or further: surfaces finer or coarser
  if (!s.new_camera && std::fabs(std::log(reach(s.camera) / s.reach_of_scene)) > std::log(much))
    s.new_scene = true;
  if (s.new_scene) {
    s.new_scene = false;
    s.pictures->expect_next(s.playing);
    if (!s.new_camera) s.pictures->look_from(s.camera, height);
    try {
      if (s.new_range) s.pictures->fit_range(0, s.pictures->frames().size() - 1);
      s.new_range = false;
      Scene before = std::exchange(s.scene, s.pictures->frame(s.frame));
      s.pictures->take_back(std::move(before));
      renderer.load(s.scene);
      s.new_picture = true;
    } catch (const Error& e) {
      s.message = e.what();
    }
    if (!s.new_camera) s.reach_of_scene = reach(s.camera);
  }
  if (s.new_camera) {
    s.camera = s.pictures->camera(s.scene, aspect);
    s.reach_of_scene = reach(s.camera), s.new_camera = false;
  }
}

void move_camera(WindowState& s, float width, float height) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantCaptureMouse) return;
  if (ImGui::IsMouseDragging(ImGuiMouseButton_Left, 2) ||
      ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 2)) {
    const float x = io.MouseDelta.x / height, y = io.MouseDelta.y / height;
    if (io.KeyShift || ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 2))
      pan(s.camera, x, -y);
    else
      orbit(s.camera, 3 * x, 3 * y);
    s.new_picture |= x != 0 || y != 0;
  }
  if (io.MouseWheel != 0) approach(s.camera, std::pow(1.12f, io.MouseWheel)), s.new_picture = true;
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    const auto [from, along] =
        ray(s.camera, width / height, 2 * io.MousePos.x / width - 1, 1 - 2 * io.MousePos.y / height);
    s.picked = picked_object(s.scene, from, along);
  }
}

Wishes take_keys(WindowState& s) {
  Wishes wishes;
  if (ImGui::GetIO().WantCaptureKeyboard) return wishes;
  const auto pressed = [](int key) { return ImGui::IsKeyPressed(key); };
  const std::size_t last = s.pictures->frames().size() - 1;
  if (pressed(GLFW_KEY_Q) || pressed(GLFW_KEY_ESCAPE)) wishes.quit = true;
  if (pressed(GLFW_KEY_SPACE)) s.playing = !s.playing;
  if (pressed(GLFW_KEY_LEFT) && s.frame > 0) s.go_to(s.frame - 1);
  if (pressed(GLFW_KEY_RIGHT) && s.frame < last) s.go_to(s.frame + 1);
  if (pressed(GLFW_KEY_HOME)) s.go_to(0);
  if (pressed(GLFW_KEY_END)) s.go_to(last);
  for (int look = 0; look < 3; ++look)
    if (pressed(GLFW_KEY_1 + look) && s.options.look != static_cast<Look>(look))
      s.options.look = static_cast<Look>(look), s.changed(true);
  if (pressed(GLFW_KEY_R)) s.new_camera = s.new_picture = true;
  if (pressed(GLFW_KEY_S)) wishes.save_picture = true;
  if (pressed(GLFW_KEY_C)) s.save_camera();
  if (pressed(GLFW_KEY_P)) s.panels = !s.panels;
  if (pressed(GLFW_KEY_H) || pressed(GLFW_KEY_F1)) s.help = !s.help;
  return wishes;
}

} // namespace ibsim::view
