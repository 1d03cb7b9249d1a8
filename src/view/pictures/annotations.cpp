#include "pictures/annotations.hpp"

#include "base/text.hpp"
#include "pictures/box_axes.hpp"
#include "pictures/range_units.hpp"
#include "renderer/colours.hpp"
#include "renderer/gl_objects.hpp"
#include "renderer/shader_sources.hpp"

#include <algorithm>
#include <cmath>
#include <imgui/imgui.h>

namespace ibsim::view {
namespace {

struct Corner {
  float x, y, u, v;
  Vec4f colour;
};

constexpr float plain = -1; // u of what is no letter

} // namespace

double round_length(double x) {
  const double power = std::pow(10, std::floor(std::log10(x)));
  for (const double m : {5.0, 2.0})
    if (m * power <= x * (1 + 1e-9)) return m * power;
  return power;
}

std::vector<double> ticks(double least, double most) {
  std::vector<double> out;
  if (!(most > least)) return {least};
  const double step = round_length((most - least) / 4);
  for (double k = std::ceil(least / step - 1e-6); k * step <= most + 1e-6 * step; ++k)
    out.push_back(k == 0 ? 0 : k * step);
  return out;
}

struct Annotations::Impl {
  int width, height;
  float em; ///< height of the writing, pixels
  ImFontAtlas atlas;
  ImFont* font = nullptr;
  Texture letters;
  Program program = make_program("overlay.vert", "overlay.frag");
  Buffer buffer = make_buffer();
  VertexArray array = make_vertex_array();
  std::vector<Corner> corners; ///< triangles
  Vec4f plate{};               ///< behind words, where objects fill the picture

  Impl(int w, int h)
      : width(w), height(h), em(std::max(9.0f, std::round(static_cast<float>(std::min(h, w)) / 42.0f))) {
    const std::span<const unsigned char> file = font_file();
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.OversampleH = 3, config.OversampleV = 2, config.PixelSnapH = false;
    static const ImWchar letters_used[] = {0x20, 0xff, 0x370, 0x3ff, 0x2070, 0x20a0, 0};
    font = atlas.AddFontFromMemoryTTF(const_cast<unsigned char*>(file.data()), static_cast<int>(file.size()),
                                      em, &config, letters_used);
    unsigned char* pixels = nullptr;
    int atlas_width = 0, atlas_height = 0;
    atlas.GetTexDataAsAlpha8(&pixels, &atlas_width, &atlas_height);
    letters = make_texture(GL_R8, atlas_width, atlas_height, GL_LINEAR);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage2D(letters, 0, 0, 0, atlas_width, atlas_height, GL_RED, GL_UNSIGNED_BYTE, pixels);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glVertexArrayVertexBuffer(array, 0, buffer, 0, sizeof(Corner));
    for (GLuint i = 0; i < 3; ++i) {
      glEnableVertexArrayAttrib(array, i);
      glVertexArrayAttribBinding(array, i, 0);
      glVertexArrayAttribFormat(array, i, i == 2 ? 4 : 2, GL_FLOAT, GL_FALSE, i * 2 * sizeof(float));
    }
  }

  void rectangle(float x0, float y0, float x1, float y1, float u0, float v0, float u1, float v1,
                 const Vec4f& c) {
    const Corner a{x0, y0, u0, v0, c}, b{x1, y0, u1, v0, c}, d{x0, y1, u0, v1, c}, e{x1, y1, u1, v1, c};
    for (const Corner& corner : {a, b, e, a, e, d}) corners.push_back(corner);
  }
  /// A line of a stroke's width.
  void stroke(const BoxAxes::Stroke& s, const Vec4f& c) {
    const float dx = s.x1 - s.x0, dy = s.y1 - s.y0, length = std::max(std::hypot(dx, dy), 1e-6f),
                half = 0.5f * std::max(1.0f, em / 16), nx = -dy / length * half, ny = dx / length * half;
    const Corner a{s.x0 + nx, s.y0 + ny, plain, 0, c}, b{s.x1 + nx, s.y1 + ny, plain, 0, c},
        d{s.x0 - nx, s.y0 - ny, plain, 0, c}, e{s.x1 - nx, s.y1 - ny, plain, 0, c};
    for (const Corner& corner : {a, b, e, a, e, d}) corners.push_back(corner);
  }
  void bar(float x, float y, float w, float h, const Vec4f& c) {
    rectangle(x, y, x + w, y + h, plain, 0, plain, 0, c);
  }

  float width_of(const std::string& text) const { return font->CalcTextSizeA(em, 1e9f, 0, text.c_str()).x; }
  /// @param align 0: from x to the right, 0.5: around x, 1: up to x. @param y of the upper edge
  void write(float x, float y, const std::string& text, float align, const Vec4f& c) {
    x = std::round(x - align * width_of(text)), y = std::round(y);
    if (plate[3] > 0) bar(x - 0.3f * em, y - 0.1f * em, width_of(text) + 0.6f * em, 1.3f * em, plate);
    for (std::size_t i = 0; i < text.size();) {
      unsigned code = static_cast<unsigned char>(text[i++]);
      if (code >= 0xe0 && i + 1 < text.size()) {
        code = (code & 15) << 12 | (static_cast<unsigned char>(text[i]) & 63u) << 6 |
               (static_cast<unsigned char>(text[i + 1]) & 63u);
        i += 2;
      } else if (code >= 0xc0 && i < text.size()) {
        code = (code & 31) << 6 | (static_cast<unsigned char>(text[i++]) & 63u);
      }
      const ImFontGlyph* glyph = font->FindGlyph(static_cast<ImWchar>(code));
      if (!glyph) continue;
      if (glyph->Visible)
        rectangle(x + glyph->X0, y + glyph->Y0, x + glyph->X1, y + glyph->Y1, glyph->U0, glyph->V0, glyph->U1,
                  glyph->V1, c);
      x += glyph->AdvanceX;
    }
  }

  /// um in words: "5 um", "20 nm", "1 mm", with the letter that typography wants.
  static std::string length_words(double um) {
    if (um >= 1000) return text("%g mm", um / 1000);
    return um >= 1 ? text("%g \u00b5m", um) : text("%g nm", um * 1000);
  }
  static std::string typeset(std::string units) {
    for (std::size_t at; (at = units.find("um")) != std::string::npos;) units.replace(at, 1, "\u00b5");
    for (std::size_t at; (at = units.find("us")) != std::string::npos;) units.replace(at, 1, "\u00b5");
    for (std::size_t at; (at = units.find("uN")) != std::string::npos;) units.replace(at, 1, "\u00b5");
    for (std::size_t at; (at = units.find("^2")) != std::string::npos;) units.replace(at, 2, "\u00b2");
    return units;
  }

  void scale_bar(const Scene& scene, const Camera& camera, const Vec4f& ink) {
    const Vec3f centre = 0.5f * (scene.low + scene.high);
    const float distance = dot(unit(camera.target - camera.eye), centre - camera.eye);
    const double units_a_pixel =
        (camera.parallel() ? camera.height : 2 * std::tan(camera.angle / 2) * distance) /
        static_cast<double>(height);
    if (!(units_a_pixel > 0)) return;
    const double um = round_length(units_a_pixel * scene.um_per_unit * 0.16 * width);
    const float pixels = static_cast<float>(um / scene.um_per_unit / units_a_pixel), margin = 1.4f * em;
    const float y = static_cast<float>(height) - margin;
    if (plate[3] > 0) bar(margin - 0.3f * em, y - em / 3, pixels + 0.6f * em, em / 2, plate);
    bar(margin, y - em / 6, pixels, em / 6, ink);
    write(margin + pixels / 2, y - 1.45f * em, length_words(um), 0.5f, ink);
  }

  void map_bar(const Range& of_files, const Vec4f& ink) {
    const Range range = in_usual_units(of_files);
    const float h = 0.5f * static_cast<float>(height), w = 0.8f * em,
                top = 0.5f * (static_cast<float>(height) - h);
    std::vector<std::string> words;
    float widest = 0;
    const std::vector<double> at = ticks(range.least, range.most);
    for (const double t : at)
      words.push_back(text("%.6g", t)), widest = std::max(widest, width_of(words.back()));
    const float x = static_cast<float>(width) - 1.4f * em - widest - 0.5f * em - w;
    for (int i = 0; i < 128; ++i) { // pieces, so that the map's corners are where they are
      const float a = static_cast<float>(i) / 128, b = static_cast<float>(i + 1) / 128;
      rectangle(x, top + h * (1 - b), x + w, top + h * (1 - a), 2 + b, 0, 2 + b, 0, {1, 1, 1, 1});
    }
    for (std::size_t i = 0; i < at.size(); ++i) {
      const float y =
          top +
          h * (1 - static_cast<float>((at[i] - range.least) / std::max(range.most - range.least, 1e-300)));
      bar(x + w, y - 0.5f, 0.25f * em, std::max(1.0f, em / 16), ink);
      write(x + w + 0.5f * em, y - 0.58f * em, words[i], 0, ink);
    }
    const std::string title = range.name + (range.units.empty() ? "" : " (" + typeset(range.units) + ")");
    write(static_cast<float>(width) - 1.4f * em, top - 1.9f * em, title, 1, ink);
  }

  /// Ticks along the lower and the left edge of the scene's rectangle.
  void write_axes(const Scene& scene, const Camera& camera, const Vec4f& ink) {
    const PictureInScene& picture = *scene.slice;
    const Range right = in_usual_units(scene.axes->right), up = in_usual_units(scene.axes->up);
    const Vec3f centre = 0.5f * (scene.low + scene.high);
    const Matrix all = camera.projection(static_cast<float>(width) / static_cast<float>(height), centre,
                                         length(scene.high - scene.low)) *
                       camera.view();
    const auto pixel = [&](const Vec3f& p) {
      const Vec3f clip = project(all, p);
      return Vec3f{(clip[0] + 1) / 2 * static_cast<float>(width),
                   (1 - clip[1]) / 2 * static_cast<float>(height), 0};
    };
    const Vec3f low = pixel(picture.corner), high = pixel(picture.corner + picture.along + picture.across);
    const float line = std::max(1.0f, em / 16);
    const auto part = [](const Range& r, double t) {
      return static_cast<float>((t - r.least) / std::max(r.most - r.least, 1e-300));
    };
    const auto title = [](const Range& r) {
      return r.name + (r.units.empty() ? "" : " (" + typeset(r.units) + ")");
    };
    for (const double t : ticks(right.least, right.most)) {
      const float x = low[0] + part(right, t) * (high[0] - low[0]);
      bar(x - line / 2, low[1], line, 0.3f * em, ink);
      write(x, low[1] + 0.4f * em, text("%.6g", t), 0.5f, ink);
    }
    for (const double t : ticks(up.least, up.most)) {
      const float y = low[1] + part(up, t) * (high[1] - low[1]);
      bar(low[0] - 0.3f * em, y - line / 2, 0.3f * em, line, ink);
      write(low[0] - 0.5f * em, y - 0.58f * em, text("%.6g", t), 1, ink);
    }
    write(0.5f * (low[0] + high[0]), low[1] + 1.9f * em, title(right), 0.5f, ink);
    write(low[0], high[1] - 1.7f * em, title(up), 0.5f, ink);
  }

  void write_box_axes(const Scene& scene, const Camera& camera, const Vec4f& ink) {
    const BoxAxes axes = box_axes(scene, camera, width, height, em,
                                  [this](const std::string& text) { return width_of(text); });
    for (const BoxAxes::Stroke& line : axes.strokes) stroke(line, ink);
    for (const BoxAxes::Word& word : axes.words) write(word.x, word.y - 0.5f * em, word.text, 0.5f, ink);
  }

  void flush() {
    if (corners.empty()) return;
    glNamedBufferData(buffer, static_cast<GLsizeiptr>(corners.size() * sizeof(Corner)), corners.data(),
                      GL_STREAM_DRAW);
    glViewport(0, 0, width, height);
    glUseProgram(program);
    glProgramUniform2f(program, 0, static_cast<float>(width), static_cast<float>(height));
    glBindTextureUnit(0, letters);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glBindVertexArray(array);
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners.size()));
    glDisable(GL_BLEND);
    corners.clear();
  }
};

Annotations::Annotations(int width, int height) : impl_(std::make_unique<Impl>(width, height)) {}
Annotations::~Annotations() = default;

void Annotations::draw(const Scene& scene, const Camera& camera, const PictureOptions& options) {
  if (!options.annotations) return;
  const bool light = background_of(options.background, static_cast<int>(options.look)).dark();
  const Vec4f ink = light ? Vec4f{0.92f, 0.92f, 0.92f, 1} : Vec4f{0.13f, 0.13f, 0.15f, 1};
  Impl& p = *impl_;
  p.plate = light ? Vec4f{0, 0, 0, 0.7f} : Vec4f{1, 1, 1, 0.7f};
  if (scene.images.size() == 1) p.plate = {};
  const bool box = options.axes && !scene.axes;
  if (!scene.flat_units && !box) p.scale_bar(scene, camera, ink);
  if (box) p.write_box_axes(scene, camera, ink);
  if (!scene.caption.empty()) p.write(1.4f * p.em, 1.1f * p.em, Impl::typeset(scene.caption), 0, ink);
  if (scene.axes && scene.slice) p.write_axes(scene, camera, ink);
  if (scene.range) p.map_bar(*scene.range, ink);
  p.flush();
}

} // namespace ibsim::view
