#include "renderer/gl_objects.hpp"

#include "base/error.hpp"
#include "renderer/shader_sources.hpp"

#include <stdexcept>
#include <vector>

namespace ibsim::view {
namespace {

GLuint compiled(GLenum stage, const std::string& name) {
  const std::string source = shader_source(name);
  const GLuint shader = glCreateShader(stage);
  const char* text = source.c_str();
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint fine = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &fine);
  if (fine) return shader;
  std::string said(4096, ' ');
  GLsizei length = 0;
  glGetShaderInfoLog(shader, static_cast<GLsizei>(said.size()), &length, said.data());
  said.resize(static_cast<std::size_t>(length));
  glDeleteShader(shader);
  throw ResourceError("no pictures: the driver does not compile shaders/" + name + ": " + said);
}

} // namespace

Texture make_texture(GLenum format, int width, int height, GLenum filter) {
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
  if (width > most || height > most)
    throw ResourceError("no pictures: " + std::to_string(width) + " x " + std::to_string(height) +
                        " texels are needed (two a pixel each way), and this driver takes at most " +
                        std::to_string(most) + " each way");
  while (glGetError() != GL_NO_ERROR) {
  }
  GLuint name = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &name);
  Texture texture(name);
  glTextureStorage2D(texture, 1, format, width, height);
  glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, static_cast<GLint>(filter));
  glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, static_cast<GLint>(filter));
  glTextureParameteri(texture, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(texture, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  if (glGetError() == GL_OUT_OF_MEMORY)
    throw ResourceError("no memory for a picture of this size; make it smaller with --size");
  return texture;
}

Buffer make_buffer() {
  GLuint name = 0;
  glCreateBuffers(1, &name);
  return Buffer(name);
}

VertexArray make_vertex_array() {
  GLuint name = 0;
  glCreateVertexArrays(1, &name);
  return VertexArray(name);
}

Framebuffer make_framebuffer(std::initializer_list<GLuint> colours, GLuint depth) {
  GLuint name = 0;
  glCreateFramebuffers(1, &name);
  Framebuffer framebuffer(name);
  std::vector<GLenum> places;
  for (const GLuint texture : colours) {
    places.push_back(GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(places.size()));
    glNamedFramebufferTexture(framebuffer, places.back(), texture, 0);
  }
  if (places.empty())
    glNamedFramebufferDrawBuffer(framebuffer, GL_NONE);
  else
    glNamedFramebufferDrawBuffers(framebuffer, static_cast<GLsizei>(places.size()), places.data());
  if (depth) glNamedFramebufferTexture(framebuffer, GL_DEPTH_ATTACHMENT, depth, 0);
  if (glCheckNamedFramebufferStatus(framebuffer, GL_DRAW_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw ResourceError("no pictures: the driver cannot draw into textures of this kind");
  return framebuffer;
}

Program make_program(const std::string& vertex, const std::string& fragment) {
  Program program(glCreateProgram());
  for (const auto& [stage, name] : {std::pair{static_cast<GLenum>(GL_VERTEX_SHADER), vertex},
                                    {static_cast<GLenum>(GL_FRAGMENT_SHADER), fragment}}) {
    const GLuint shader = compiled(stage, name);
    glAttachShader(program, shader);
    glDeleteShader(shader); // lives as long as the program
  }
  glLinkProgram(program);
  GLint fine = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &fine);
  if (!fine)
    throw ResourceError("no pictures: the driver does not link shaders/" + vertex + " with " + fragment);
  return program;
}

} // namespace ibsim::view
