#include "renderer/gl_context.hpp"

#include "base/error.hpp"
#include "program/memory_shortage.hpp"

#include <array>
#include <dlfcn.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <initializer_list>
#include <vector>

namespace ibsim::view {
namespace {

const std::string install = "install libegl1 and libgl1-mesa-dri, or a graphics driver that has EGL";

/// True if one of these libraries can be loaded: libepoxy ends the program where one is missing, so look
/// first.
bool there_is(std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (dlopen(name, RTLD_LAZY | RTLD_LOCAL)) return true;
  return false;
}

struct Device {
  EGLDisplay display = EGL_NO_DISPLAY;
  bool in_software = false;
};

/// All devices, then the surfaceless platform; those in software last.
std::vector<Device> devices() {
  std::vector<Device> hardware, software;
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_enumeration") ||
      epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_base")) {
    std::array<EGLDeviceEXT, 32> found{};
    EGLint count = 0;
    if (eglQueryDevicesEXT(static_cast<EGLint>(found.size()), found.data(), &count))
      for (EGLint i = 0; i < count; ++i) {
        const EGLDeviceEXT device = found[static_cast<std::size_t>(i)];
        const char* extensions = eglQueryDeviceStringEXT(device, EGL_EXTENSIONS);
        const bool soft =
            extensions && std::string(extensions).find("EGL_MESA_device_software") != std::string::npos;
        (soft ? software : hardware)
            .push_back({eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, nullptr), soft});
      }
  }
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
    software.push_back({eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr), true});
  hardware.insert(hardware.end(), software.begin(), software.end());
  return hardware;
}

EGLContext context_on(EGLDisplay display, OffscreenContext::Share share) {
  EGLint major = 0, minor = 0;
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, &major, &minor)) return EGL_NO_CONTEXT;
  if (!eglBindAPI(EGL_OPENGL_API)) return EGL_NO_CONTEXT;
  const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = EGL_NO_CONFIG_KHR;
  EGLint count = 0;
  if (!eglChooseConfig(display, wanted, &config, 1, &count) || count == 0) config = EGL_NO_CONFIG_KHR;
  std::vector<EGLint> version{EGL_CONTEXT_MAJOR_VERSION,       4,
                              EGL_CONTEXT_MINOR_VERSION,       5,
                              EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT};
  if (share == OffscreenContext::Share::what_others_leave &&
      epoxy_has_egl_extension(display, "EGL_IMG_context_priority"))
    version.insert(version.end(), {EGL_CONTEXT_PRIORITY_LEVEL_IMG, EGL_CONTEXT_PRIORITY_LOW_IMG});
  version.push_back(EGL_NONE);
  const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version.data());
  if (context == EGL_NO_CONTEXT) return context;
  if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return context;
  eglDestroyContext(display, context);
  return EGL_NO_CONTEXT;
}

} // namespace

struct OffscreenContext::Impl {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  bool in_software = false;
};

void require_gl_library() {
  if (!there_is({"libOpenGL.so.0", "libGL.so.1"}))
    throw ResourceError(
        "no pictures: the library libOpenGL.so.0 is not there; install libopengl0 (or libgl1)");
}

OffscreenContext::OffscreenContext(Share share) : impl_(std::make_unique<Impl>()) {
  require_address_space(std::size_t{1} << 30, "to draw"); // llvmpipe on 16 cores; drivers of GPUs take more
  if (!there_is({"libEGL.so.1"}))
    throw ResourceError("no pictures: the library libEGL.so.1 is not there; " + install);
  require_gl_library();
  const std::vector<Device> all = devices();
  for (const Device& device : all) {
    const EGLContext context = context_on(device.display, share);
    if (context == EGL_NO_CONTEXT) continue;
    impl_->display = device.display, impl_->context = context;
    impl_->in_software = device.in_software;
    return;
  }
  throw ResourceError(all.empty() ? "no pictures: EGL finds nothing to draw with; " + install
                                  : "no pictures: nothing here draws OpenGL 4.5 by EGL; " + install);
}

OffscreenContext::~OffscreenContext() {
  eglMakeCurrent(impl_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(impl_->display, impl_->context);
}

bool OffscreenContext::in_software() const { return impl_->in_software; }

std::string renderer_name() {
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return name ? name : "unknown";
}

void require_opengl_45() {
  if (epoxy_gl_version() < 45)
    throw ResourceError("no pictures: " + renderer_name() + " has OpenGL " +
                        std::to_string(epoxy_gl_version() / 10) + "." +
                        std::to_string(epoxy_gl_version() % 10) + ", and 4.5 is needed");
}

} // namespace ibsim::view
