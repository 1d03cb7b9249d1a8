#include "view/png_file.hpp"

#include "base/error.hpp"
#include "io/file_bytes.hpp"

#include <cstring>
#include <png.h>

namespace ibsim::view {
namespace {

void append(png_structp png, png_bytep data, png_size_t n) {
  static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(data), n);
}
void nothing(png_structp) {}

[[noreturn]] void fail(png_structp, png_const_charp message) {
  throw ResourceError(std::string("cannot make a PNG: ") + message);
}

bool opaque(const Image& image) {
  for (std::size_t i = 3; i < image.pixels.size(); i += 4)
    if (image.pixels[i] != 255) return false;
  return true;
}

} // namespace

std::string png_of(const Image& image) {
  std::string bytes;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, fail, nullptr);
  png_infop info = png_create_info_struct(png);
  try {
    const bool rgb = opaque(image);
    png_set_write_fn(png, &bytes, append, nothing);
    png_set_IHDR(png, info, static_cast<png_uint_32>(image.width), static_cast<png_uint_32>(image.height), 8,
                 rgb ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(png, 3); // the higher ones take three times as long for a tenth of the size
    png_set_filter(png, 0, PNG_FILTER_SUB | PNG_FILTER_UP);
    png_set_sRGB_gAMA_and_cHRM(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(png, info);
    if (rgb) png_set_filler(png, 0, PNG_FILLER_AFTER); // of four bytes a pixel the fourth is left out
    const std::size_t row = 4 * static_cast<std::size_t>(image.width);
    for (int y = 0; y < image.height; ++y)
      png_write_row(png, image.pixels.data() + row * static_cast<std::size_t>(y));
    png_write_end(png, info);
  } catch (...) {
    png_destroy_write_struct(&png, &info);
    throw;
  }
  png_destroy_write_struct(&png, &info);
  return bytes;
}

void write_png(const std::filesystem::path& path, const Image& image) { write_file(path, png_of(image)); }

Image read_png(const std::filesystem::path& path) {
  const std::string bytes = read_file(path);
  png_image png;
  std::memset(&png, 0, sizeof png);
  png.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_memory(&png, bytes.data(), bytes.size()))
    throw InputError(path.string() + ": is no PNG: " + png.message);
  png.format = PNG_FORMAT_RGBA;
  Image image{static_cast<int>(png.width), static_cast<int>(png.height), {}};
  image.pixels.resize(PNG_IMAGE_SIZE(png));
  if (!png_image_finish_read(&png, nullptr, image.pixels.data(), 0, nullptr))
    throw InputError(path.string() + ": is a damaged PNG: " + png.message);
  return image;
}

} // namespace ibsim::view
