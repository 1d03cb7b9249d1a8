#include "renderer/renderer.hpp"

#include "pictures/annotations.hpp"
#include "pictures/frame_values.hpp"
#include "renderer/colours.hpp"
#include "renderer/gl_context.hpp"
#include "renderer/gpu_buffers.hpp"
#include "renderer/pass_times.hpp"

#include <algorithm>

namespace ibsim::view {
namespace {

constexpr int shadow_size = 2048, layers = 4;

void clear_colour(GLuint framebuffer, int which, float value) {
  const float all[4] = {value, value, value, value};
  glClearNamedFramebufferfv(framebuffer, GL_COLOR, which, all);
}
void clear_depth(GLuint framebuffer, float value) {
  glClearNamedFramebufferfv(framebuffer, GL_DEPTH, 0, &value);
}

} // namespace

struct Renderer::Impl {
  int width, height;
  Programs programs;
  VertexArray nothing = make_vertex_array();
  Buffer block = make_buffer();
  GpuMesh surfaces, things;
  Texture slice, map = make_texture(GL_RGBA8, 256, 1, GL_LINEAR);
  std::string map_name;
  Annotations annotations;

  Texture result, texels, depth, path, point, point_depth, occlusion, smooth, shadow, layer, layer_depth[2];
  Framebuffer to_result, to_texels, to_path, to_points, to_occlusion, to_smooth, to_shadow, to_layer[2];
  bool path_is_fine = false;
  PassTimes* times = nullptr; ///< where somebody wants them

  void ended(const char* pass) {
    if (times) times->ended(pass);
  }

  Impl(int w, int h) : width(w), height(h), annotations(w, h) {
    result = make_texture(GL_RGBA8, w, h);
    texels = make_texture(GL_RGBA16F, w * texels_a_pixel, h * texels_a_pixel);
    depth = make_texture(GL_DEPTH_COMPONENT32F, w * texels_a_pixel, h * texels_a_pixel);
    to_result = make_framebuffer({result}, 0);
    to_texels = make_framebuffer({texels}, depth);
  }

  void make_path(bool fine) {
    if (to_path && path_is_fine == fine) return;
    const int scale = fine ? texels_a_pixel : 1;
    to_path.reset();
    path = make_texture(GL_RG32F, width * scale, height * scale, fine ? GL_NEAREST : GL_LINEAR);
    to_path = make_framebuffer({path}, 0);
    path_is_fine = fine;
  }
  void make_shading() {
    if (to_points) return;
    point = make_texture(GL_RGBA32F, width, height);
    point_depth = make_texture(GL_DEPTH_COMPONENT32F, width, height);
    occlusion = make_texture(GL_R8, width, height), smooth = make_texture(GL_R8, width, height, GL_LINEAR);
    to_occlusion = make_framebuffer({occlusion}, 0), to_smooth = make_framebuffer({smooth}, 0);
    to_points = make_framebuffer({point}, point_depth);
  }
  void make_shadow() {
    if (to_shadow) return;
    shadow = make_texture(GL_DEPTH_COMPONENT32F, shadow_size, shadow_size, GL_LINEAR);
    glTextureParameteri(shadow, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTextureParameteri(shadow, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    to_shadow = make_framebuffer({}, shadow);
  }
  void make_layers() {
    if (to_layer[0]) return;
    layer = make_texture(GL_RGBA16F, width * texels_a_pixel, height * texels_a_pixel);
    for (int i = 0; i < 2; ++i) {
      layer_depth[i] = make_texture(GL_DEPTH_COMPONENT32F, width * texels_a_pixel, height * texels_a_pixel);
      to_layer[i] = make_framebuffer({layer}, layer_depth[i]);
    }
  }

  void begin(GLuint framebuffer, int scale, GLuint program, bool with_depth) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, width * scale, height * scale);
    glUseProgram(program);
    (with_depth ? glEnable : glDisable)(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
  }
  void fullscreen(GLuint framebuffer, int scale, GLuint program) {
    begin(framebuffer, scale, program, false);
    glBindVertexArray(nothing);
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }

  void draw_path(int images, bool fine) {
    make_path(fine);
    clear_colour(to_path, 0, 0);
    begin(to_path, fine ? texels_a_pixel : 1, programs.thickness, false);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    surfaces.draw(images);
    glDisable(GL_BLEND);
    ended("path of light");
  }
  void draw_occlusion(int images) {
    make_shading();
    clear_colour(to_points, 0, 0), clear_depth(to_points, 1);
    begin(to_points, 1, programs.point, true);
    surfaces.draw(images), things.draw(1);
    ended("points");
    glBindTextureUnit(0, point);
    fullscreen(to_occlusion, 1, programs.occlusion);
    glBindTextureUnit(1, occlusion);
    fullscreen(to_smooth, 1, programs.smooth);
    ended("occlusion");
  }
  void draw_things(const Scene& scene) {
    clear_colour(to_texels, 0, 0), clear_depth(to_texels, 1);
    begin(to_texels, texels_a_pixel, programs.thing, true);
    things.draw(1);
    if (!scene.slice || !slice) return;
    glUseProgram(programs.slice);
    glProgramUniform3fv(programs.slice, 0, 1, scene.slice->corner.data());
    glProgramUniform3fv(programs.slice, 1, 1, scene.slice->along.data());
    glProgramUniform3fv(programs.slice, 2, 1, scene.slice->across.data());
    glBindTextureUnit(0, slice);
    glBindVertexArray(nothing);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  }

  void microscope(const Scene& scene, int images) {
    draw_things(scene);
    ended("things");
    draw_path(images, true);
    glBindTextureUnit(0, texels), glBindTextureUnit(1, path);
    fullscreen(to_result, 1, programs.microscope);
    ended("light");
  }
  void studio(const Scene& scene, int images) {
    make_shadow();
    clear_depth(to_shadow, 1);
    glBindFramebuffer(GL_FRAMEBUFFER, to_shadow);
    glViewport(0, 0, shadow_size, shadow_size);
    glUseProgram(programs.shadow);
    glEnable(GL_DEPTH_TEST);
    surfaces.draw(images);
    ended("shadow");
    draw_occlusion(images);
    draw_path(images, false);
    draw_things(scene);
    ended("things");
    begin(to_texels, texels_a_pixel, programs.studio, true);
    glBindTextureUnit(1, smooth), glBindTextureUnit(2, shadow), glBindTextureUnit(3, path);
    surfaces.draw(images);
    ended("surfaces");
    glBindTextureUnit(0, texels);
    fullscreen(to_result, 1, programs.develop);
    ended("development");
  }
  void data(const Scene& scene, int images, bool translucent) {
    if (!translucent) draw_occlusion(images);
    draw_things(scene);
    ended("things");
    if (translucent) {
      draw_layers(images);
    } else {
      begin(to_texels, texels_a_pixel, programs.data, true);
      glBindTextureUnit(1, smooth);
      surfaces.draw(images);
    }
    ended("surfaces");
    glBindTextureUnit(0, texels);
    fullscreen(to_result, 1, programs.develop);
    ended("development");
  }
  /// Nearest layer first, each put under what is there: the opaque things come last.
  void draw_layers(int images) {
    make_layers();
    Framebuffer to_sum;
    Texture sum = make_texture(GL_RGBA16F, width * texels_a_pixel, height * texels_a_pixel);
    to_sum = make_framebuffer({sum}, 0);
    clear_colour(to_sum, 0, 0);
    clear_depth(to_layer[1], 0);
    const auto put_under = [&](GLuint what) {
      begin(to_sum, texels_a_pixel, programs.layer, false);
      glEnable(GL_BLEND);
      glBlendFunc(GL_ONE_MINUS_DST_ALPHA, GL_ONE);
      glBindTextureUnit(0, what);
      glBindVertexArray(nothing);
      glDrawArrays(GL_TRIANGLES, 0, 3);
      glDisable(GL_BLEND);
    };
    for (int i = 0; i < layers; ++i) {
      const GLuint target = to_layer[i % 2];
      clear_colour(target, 0, 0), clear_depth(target, 1);
      begin(target, texels_a_pixel, programs.data, true);
      glBindTextureUnit(0, layer_depth[1 - i % 2]), glBindTextureUnit(4, depth);
      surfaces.draw(images);
      put_under(layer);
    }
    put_under(texels);
    begin(to_texels, texels_a_pixel, programs.layer, false);
    glBindTextureUnit(0, sum);
    glBindVertexArray(nothing);
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }

  void draw(const Scene& scene, const Camera& camera, const PictureOptions& options) {
    if (map_name != scene.map) {
      glTextureSubImage2D(map, 0, 0, 0, 256, 1, GL_RGBA, GL_UNSIGNED_BYTE, map_colours(scene.map).data());
      map_name = scene.map;
    }
    const FrameBlock values = frame_block(scene, camera, options, width, height);
    glNamedBufferData(block, sizeof values, &values, GL_STREAM_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, block);
    glBindTextureUnit(5, map);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glDisable(GL_CULL_FACE), glDisable(GL_SCISSOR_TEST), glDisable(GL_FRAMEBUFFER_SRGB);
    const int images = static_cast<int>(std::min<std::size_t>(27, scene.images.size()));
    if (options.look == Look::microscope) microscope(scene, images);
    if (options.look == Look::studio) studio(scene, images);
    if (options.look == Look::data) data(scene, images, options.opacity < 1);
    glBindFramebuffer(GL_FRAMEBUFFER, to_result);
    annotations.draw(scene, camera, options);
    ended("writing");
  }
};

Renderer::Renderer(int width, int height) {
  require_opengl_45();
  impl_ = std::make_unique<Impl>(width, height);
}
Renderer::~Renderer() = default;

void Renderer::load(const Scene& scene) {
  impl_->surfaces.load(scene.surfaces);
  impl_->things.load(scene.things);
  if (!scene.slice) return;
  const PictureInScene& p = *scene.slice;
  impl_->slice = make_texture(GL_RGBA8, p.width, p.height, GL_LINEAR);
  glTextureSubImage2D(impl_->slice, 0, 0, 0, p.width, p.height, GL_RGBA, GL_UNSIGNED_BYTE, p.pixels.data());
}

namespace {
/// OpenGL's first row is the lowest.
void turn_over(Image& image) {
  const std::size_t row = 4 * static_cast<std::size_t>(image.width);
  for (int y = 0; y < image.height / 2; ++y)
    std::swap_ranges(image.pixels.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(y)),
                     image.pixels.begin() +
                         static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(y + 1)),
                     image.pixels.end() - static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(y + 1)));
}
} // namespace

void Renderer::paint(const Scene& scene, const Camera& camera, const PictureOptions& options) {
  impl_->draw(scene, camera, options);
}

std::vector<std::pair<std::string, double>> Renderer::measure(const Scene& scene, const Camera& camera,
                                                              const PictureOptions& options) {
  PassTimes times;
  impl_->times = &times;
  paint(scene, camera, options);
  impl_->times = nullptr;
  return times.all();
}

void Renderer::finish() const { glFinish(); }

Image Renderer::picture() const {
  Image image{impl_->width, impl_->height, {}};
  image.pixels.resize(4 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
  glGetTextureImage(impl_->result, 0, GL_RGBA, GL_UNSIGNED_BYTE, static_cast<GLsizei>(image.pixels.size()),
                    image.pixels.data());
  turn_over(image);
  return image;
}

void Renderer::show(unsigned framebuffer) const {
  glBlitNamedFramebuffer(impl_->to_result, framebuffer, 0, 0, impl_->width, impl_->height, 0, 0, impl_->width,
                         impl_->height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glViewport(0, 0, impl_->width, impl_->height);
}

Image Renderer::seen() const {
  Image image{impl_->width, impl_->height, {}};
  image.pixels.resize(4 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  glReadPixels(0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE, image.pixels.data());
  for (std::size_t i = 3; i < image.pixels.size(); i += 4) image.pixels[i] = 255;
  turn_over(image);
  return image;
}

std::vector<float> Renderer::paths() const {
  const int w = impl_->width * texels_a_pixel, h = impl_->height * texels_a_pixel;
  std::vector<float> texels(2 * static_cast<std::size_t>(w) * static_cast<std::size_t>(h));
  glGetTextureImage(impl_->path, 0, GL_RG, GL_FLOAT, static_cast<GLsizei>(texels.size() * sizeof(float)),
                    texels.data());
  std::vector<float> out(static_cast<std::size_t>(impl_->width) * static_cast<std::size_t>(impl_->height));
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      const std::size_t from =
          static_cast<std::size_t>(x) + static_cast<std::size_t>(w) * static_cast<std::size_t>(h - 1 - y);
      const std::size_t to =
          static_cast<std::size_t>(x / texels_a_pixel) +
          static_cast<std::size_t>(impl_->width) * static_cast<std::size_t>(y / texels_a_pixel);
      out[to] += (texels[2 * from] + texels[2 * from + 1]) / (texels_a_pixel * texels_a_pixel);
    }
  return out;
}

} // namespace ibsim::view
