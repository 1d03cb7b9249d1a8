// `ibsim view`: a window that plays a run, by GLFW and Dear ImGui.
//
// The scene is drawn again only when it or the camera has changed; a redraw of the panels shows the last
// picture. While a run goes on its folder is looked at twice a second.
#include "base/error.hpp"
#include "view/gl_context.hpp"
#include "view/orbit.hpp"
#include "view/view.hpp"
#include "view/window_state.hpp"

#include <GLFW/glfw3.h>
#include <cmath>
#include <cstdlib>
#include <imgui/backends/imgui_impl_glfw.h>
#include <imgui/backends/imgui_impl_opengl3.h>
#include <imgui/imgui.h>

namespace ibsim::view {
namespace {

std::string glfw_said;

/// The window and its libraries, ended in the right order.
class Window {
 public:
  explicit Window(const std::string& title) {
    require_gl_library();
    glfwSetErrorCallback([](int, const char* words) { glfw_said = words ? words : ""; });
    if (!glfwInit()) fail();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4), glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    window_ = glfwCreateWindow(1280, 800, title.c_str(), nullptr, nullptr);
    if (!window_) {
      glfwTerminate();
      fail();
    }
    glfwMakeContextCurrent(window_);
    glfwSwapInterval(1);
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr; // leaves no file behind
    ImGui::StyleColorsDark();
    ImGui_ImplGlfw_InitForOpenGL(window_, true);
    ImGui_ImplOpenGL3_Init("#version 450 core");
  }
  ~Window() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    glfwDestroyWindow(window_);
    glfwTerminate();
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  operator GLFWwindow*() const { return window_; }

 private:
  [[noreturn]] static void fail() {
    throw ResourceError("no window can be opened" +
                        (glfw_said.empty() ? std::string() : " (" + glfw_said + ")") +
                        "; pictures and movies need none: ibsim render");
  }
  GLFWwindow* window_ = nullptr;
};

/// Mouse: orbit, move, zoom, pick.
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
    const std::string object = s.pictures->picked(s.scene, from, along);
    s.picked = object.empty() ? std::nullopt : std::optional<int>(std::atoi(object.c_str()));
  }
}

void take_keys(WindowState& s, GLFWwindow* window, bool& panels, bool& save_picture) {
  if (ImGui::GetIO().WantCaptureKeyboard) return;
  const auto pressed = [](int key) { return ImGui::IsKeyPressed(key); };
  const std::size_t last = s.pictures->frames().size() - 1;
  if (pressed(GLFW_KEY_Q) || pressed(GLFW_KEY_ESCAPE)) glfwSetWindowShouldClose(window, 1);
  if (pressed(GLFW_KEY_SPACE)) s.playing = !s.playing;
  if (pressed(GLFW_KEY_LEFT) && s.frame > 0) s.go_to(s.frame - 1);
  if (pressed(GLFW_KEY_RIGHT) && s.frame < last) s.go_to(s.frame + 1);
  if (pressed(GLFW_KEY_HOME)) s.go_to(0);
  if (pressed(GLFW_KEY_END)) s.go_to(last);
  for (int look = 0; look < 3; ++look)
    if (pressed(GLFW_KEY_1 + look) && s.options.look != static_cast<Look>(look))
      s.options.look = static_cast<Look>(look), s.changed(true);
  if (pressed(GLFW_KEY_R)) s.new_camera = s.new_picture = true;
  if (pressed(GLFW_KEY_S)) save_picture = true;
  if (pressed(GLFW_KEY_C)) s.save_camera();
  if (pressed(GLFW_KEY_P)) panels = !panels;
  if (pressed(GLFW_KEY_H) || pressed(GLFW_KEY_F1)) s.help = !s.help;
}

/// New frames, and the next one of those that are played.
void advance(WindowState& s, double now, double& looked, double& played) {
  if (now - looked > 0.5) {
    looked = now;
    const bool at_end = s.frame + 1 == s.pictures->frames().size();
    if (s.pictures->refresh()) {
      s.frame = std::min(s.frame, s.pictures->frames().size() - 1);
      if (s.follow && at_end && !s.playing) s.go_to(s.pictures->frames().size() - 1);
    }
    s.tables.refresh();
  }
  if (s.playing && now - played > 1 / s.frames_a_second) {
    played = now;
    s.go_to(s.frame + 1 < s.pictures->frames().size() ? s.frame + 1 : 0);
  }
}

/// Makes what has changed. A frame that cannot be read is a message, and the last picture stays.
void make_scene(WindowState& s, Renderer& renderer, float aspect) {
  if (!s.new_scene) return;
  s.new_scene = false;
  try {
    if (s.new_range) s.pictures->fit_range(0, s.pictures->frames().size() - 1);
    s.new_range = false;
    s.scene = s.pictures->frame(s.frame);
    renderer.load(s.scene);
    s.new_picture = true;
  } catch (const Error& e) {
    s.message = e.what();
  }
  if (s.new_camera) s.camera = s.pictures->camera(s.scene, aspect);
  s.new_camera = false;
}

} // namespace

void view_run(const std::filesystem::path& run, const PictureOptions& picture) {
  WindowState s(run, picture);
  const Window window("ibsim view " + run.string());
  require_opengl_45();
  std::unique_ptr<Renderer> renderer;
  int width = 0, height = 0;
  bool panels = true, own_camera = !picture.camera.empty();
  double looked = 0, played = 0;
  // for tests: leave after so many redraws, with a picture of the window
  const char* until = std::getenv("IBSIM_VIEW_REDRAWS");
  for (int redraws = 0; !glfwWindowShouldClose(window); ++redraws) {
    if (s.playing || until)
      glfwPollEvents();
    else
      glfwWaitEventsTimeout(0.1);
    int w = 0, h = 0;
    glfwGetFramebufferSize(window, &w, &h);
    if (w < 16 || h < 16) continue; // an icon
    if (w != width || h != height) {
      renderer.reset();
      renderer = std::make_unique<Renderer>(w, h);
      width = w, height = h;
      s.new_scene = true;
    }
    const double now = glfwGetTime();
    advance(s, now, looked, played);
    const float aspect = static_cast<float>(width) / static_cast<float>(height);
    make_scene(s, *renderer, aspect);
    if (s.new_camera) s.camera = s.pictures->camera(s.scene, aspect), s.new_camera = false;
    if (own_camera) s.camera = CameraFile(picture.camera).at(s.time()), own_camera = false;

    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    bool save_picture = false;
    move_camera(s, static_cast<float>(ImGui::GetIO().DisplaySize.x),
                static_cast<float>(ImGui::GetIO().DisplaySize.y));
    take_keys(s, window, panels, save_picture);
    if (panels) draw_panels(s, save_picture);
    ImGui::Render();
    if (save_picture) s.save_picture(renderer->draw(s.scene, s.camera, s.options));
    if (s.new_picture) renderer->draw(s.scene, s.camera, s.options);
    s.new_picture = false;
    renderer->show(0);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    if (until && redraws + 1 >= std::atoi(until)) {
      write_png("window.png", renderer->seen());
      return;
    }
    glfwSwapBuffers(window);
  }
}

} // namespace ibsim::view
