// Reads a PNG file back, by libpng alone.
#pragma once

#include "renderer/png_file.hpp"

#include <cstring>
#include <png.h>
#include <stdexcept>

namespace ibsim::view {

/// @throws std::runtime_error if it is none, or damaged
inline Image read_png(const std::filesystem::path& path) {
  png_image png;
  std::memset(&png, 0, sizeof png);
  png.version = PNG_IMAGE_VERSION;
  const bool begun = png_image_begin_read_from_file(&png, path.c_str());
  png.format = PNG_FORMAT_RGBA;
  Image image{static_cast<int>(png.width), static_cast<int>(png.height), {}};
  image.pixels.resize(PNG_IMAGE_SIZE(png));
  if (!begun || !png_image_finish_read(&png, nullptr, image.pixels.data(), 0, nullptr))
    throw std::runtime_error(path.string() + ": " + png.message);
  return image;
}

} // namespace ibsim::view
