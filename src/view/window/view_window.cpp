// `ibsim view`: a window that plays a run, by GLFW and Dear ImGui.
//
// The scene is drawn again only when it or the camera has changed; a redraw of the panels shows the last
// picture. While a run goes on its folder is looked at twice a second.
#include "base/error.hpp"
#include "pictures/view.hpp"
#include "renderer/gl_context.hpp"
#include "window/play.hpp"

#include <GLFW/glfw3.h>
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

} // namespace

void view_run(const std::filesystem::path& run, const PictureOptions& picture) {
  WindowState s(run, picture);
  const Window window("ibsim view " + run.string());
  require_opengl_45();
  std::unique_ptr<Renderer> renderer;
  int width = 0, height = 0;
  bool own_camera = !picture.camera.empty();
  PlayClock clock;
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
    advance(s, clock, glfwGetTime());
    make_scene(s, *renderer, static_cast<float>(width) / static_cast<float>(height), height);
    if (own_camera) s.camera = CameraFile(picture.camera).at(s.time()), own_camera = false;

    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    move_camera(s, ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y);
    Wishes wishes = take_keys(s);
    if (wishes.quit) glfwSetWindowShouldClose(window, 1);
    if (s.panels) draw_panels(s, wishes.save_picture);
    ImGui::Render();
    if (s.new_picture) renderer->paint(s.scene, s.camera, s.options);
    s.new_picture = false;
    if (wishes.save_picture) s.save_picture(renderer->picture());
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
