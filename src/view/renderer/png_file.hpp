// Pictures in memory and as PNG files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ibsim::view {

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> pixels; ///< [y from the top][x][red, green, blue, alpha], sRGB
};

/// The image as a PNG, of the same bytes for the same pixels. Without transparency if no pixel has any.
std::string png_of(const Image&);
/// Written aside and renamed. @throws ResourceError
void write_png(const std::filesystem::path&, const Image&);

} // namespace ibsim::view
