// OpenGL 4.5 without a display, by EGL: on a GPU where a driver offers one, else on the processor (llvmpipe).
#pragma once

#include <memory>
#include <string>

namespace ibsim::view {

/// Current in the thread that makes it, until it ends.
class OffscreenContext {
 public:
  /// The share of the time of a card that others use too.
  enum class Share {
    as_all,
    what_others_leave ///< as far as the driver can: EGL_IMG_context_priority
  };
  /// @throws ResourceError that says what is missing
  explicit OffscreenContext(Share = Share::as_all);
  ~OffscreenContext();
  bool in_software() const; ///< the processor draws, no card
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// OpenGL's own words for what draws, of the current context.
std::string renderer_name();
/// @throws ResourceError if the current context has no OpenGL 4.5
void require_opengl_45();
/// @throws ResourceError if the library that has the functions of OpenGL is not there (without it libepoxy
/// ends the program)
void require_gl_library();

} // namespace ibsim::view
