// OpenGL's objects, each deleted with its owner, while the context is current.
#pragma once

#include <epoxy/gl.h>
#include <initializer_list>
#include <string>
#include <utility>

namespace ibsim::view {

/// A name of OpenGL's and how it is deleted.
template <auto Delete>
class Handle {
 public:
  Handle() = default;
  explicit Handle(GLuint name) : name_(name) {}
  ~Handle() { reset(); }
  Handle(Handle&& o) noexcept : name_(std::exchange(o.name_, 0)) {}
  Handle& operator=(Handle&& o) noexcept {
    std::swap(name_, o.name_);
    return *this;
  }
  operator GLuint() const { return name_; }
  void reset() {
    if (name_) Delete(std::exchange(name_, 0));
  }

 private:
  GLuint name_ = 0;
};

inline void delete_texture(GLuint n) { glDeleteTextures(1, &n); }
inline void delete_framebuffer(GLuint n) { glDeleteFramebuffers(1, &n); }
inline void delete_buffer(GLuint n) { glDeleteBuffers(1, &n); }
inline void delete_vertex_array(GLuint n) { glDeleteVertexArrays(1, &n); }
inline void delete_program(GLuint n) { glDeleteProgram(n); }

using Texture = Handle<delete_texture>;
using Framebuffer = Handle<delete_framebuffer>;
using Buffer = Handle<delete_buffer>;
using VertexArray = Handle<delete_vertex_array>;
using Program = Handle<delete_program>;

/// @throws ResourceError if the card has no memory for it
Texture make_texture(GLenum format, int width, int height, GLenum filter = GL_NEAREST);
Buffer make_buffer();
VertexArray make_vertex_array();
/// Textures as colour attachments 0, 1, ...; depth 0: none. @throws ResourceError
Framebuffer make_framebuffer(std::initializer_list<GLuint> colours, GLuint depth);
/// A program from two files of shaders/. @throws std::logic_error with the compiler's words
Program make_program(const std::string& vertex, const std::string& fragment);

} // namespace ibsim::view
