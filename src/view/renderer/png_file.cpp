#include "renderer/png_file.hpp"

#include "base/error.hpp"
#include "files/file_bytes.hpp"

#include <algorithm>
#include <cstdlib>
#include <png.h>
#include <vector>
#include <zlib.h>

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

/// The rows as PNG stores them: a byte that says how, then each byte less the one to its left or the one
/// above, whichever leaves the smaller numbers (PNG specification, 9.2 and 12.7).
std::vector<unsigned char> filtered(const Image& image, std::size_t channels) {
  constexpr unsigned char sub = 1, up = 2;
  const std::size_t width = static_cast<std::size_t>(image.width), row = 1 + channels * width;
  std::vector<unsigned char> out(row * static_cast<std::size_t>(image.height));
#pragma omp parallel for schedule(static)
  for (int y = 0; y < image.height; ++y) {
    const unsigned char* const here = image.pixels.data() + 4 * width * static_cast<std::size_t>(y);
    const unsigned char* const above = y > 0 ? here - 4 * width : nullptr;
    unsigned char* const to = out.data() + row * static_cast<std::size_t>(y);
    long from_left = 0, from_above = 0;
    const auto size_of = [](int byte) { return std::abs(static_cast<signed char>(byte)); };
    for (std::size_t x = 0; x < width; ++x)
      for (std::size_t c = 0; c < channels; ++c) {
        const int value = here[4 * x + c];
        from_left += size_of(value - (x > 0 ? here[4 * x + c - 4] : 0));
        from_above += size_of(value - (above ? above[4 * x + c] : 0));
      }
    const bool by_left = from_left <= from_above;
    to[0] = by_left ? sub : up;
    for (std::size_t x = 0; x < width; ++x)
      for (std::size_t c = 0; c < channels; ++c) {
        const int before = by_left ? (x > 0 ? here[4 * x + c - 4] : 0) : (above ? above[4 * x + c] : 0);
        to[1 + channels * x + c] = static_cast<unsigned char>(here[4 * x + c] - before);
      }
  }
  return out;
}

/// One stream of zlib (RFC 1950, 1951), its parts compressed by all cores: each ends at a whole byte, and
/// begins with what the 32 KiB before it taught. Always the same parts, so always the same bytes.
std::string compressed(const std::vector<unsigned char>& data) {
  constexpr std::size_t part = 192 << 10, window = 32 << 10;
  constexpr int level = 3; // the higher ones take three times as long for a tenth of the size
  const std::size_t parts = std::max<std::size_t>(1, (data.size() + part - 1) / part);
  std::vector<std::string> bytes(parts);
  std::vector<uLong> sums(parts);
  bool fine = true;
#pragma omp parallel for schedule(dynamic) reduction(&& : fine)
  for (std::size_t i = 0; i < parts; ++i) {
    const std::size_t first = i * part, n = std::min(part, data.size() - first);
    z_stream z{};
    if (deflateInit2(&z, level, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK) {
      fine = false;
      continue;
    }
    const std::size_t before = std::min(first, window);
    if (before > 0) deflateSetDictionary(&z, data.data() + first - before, static_cast<uInt>(before));
    bytes[i].resize(deflateBound(&z, static_cast<uLong>(n)) + 16);
    z.next_in = const_cast<unsigned char*>(data.data() + first), z.avail_in = static_cast<uInt>(n);
    z.next_out = reinterpret_cast<unsigned char*>(bytes[i].data());
    z.avail_out = static_cast<uInt>(bytes[i].size());
    const bool last = i + 1 == parts;
    const int said = deflate(&z, last ? Z_FINISH : Z_SYNC_FLUSH);
    fine = fine && said == (last ? Z_STREAM_END : Z_OK) && z.avail_in == 0;
    bytes[i].resize(bytes[i].size() - z.avail_out);
    deflateEnd(&z);
    sums[i] = adler32(adler32(0, nullptr, 0), data.data() + first, static_cast<uInt>(n));
  }
  if (!fine) throw ResourceError("cannot make a PNG: no memory to compress it");
  std::string all = "\x78\x5e";
  uLong sum = adler32(0, nullptr, 0);
  for (std::size_t i = 0; i < parts; ++i) {
    all += bytes[i];
    const std::size_t n = std::min(part, data.size() - i * part);
    sum = adler32_combine(sum, sums[i], static_cast<z_off_t>(n));
  }
  for (const int shift : {24, 16, 8, 0}) all += static_cast<char>(sum >> shift & 0xff);
  return all;
}

} // namespace

std::string png_of(const Image& image) {
  const bool rgb = opaque(image);
  const std::string content = compressed(filtered(image, rgb ? 3 : 4));
  std::string bytes;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, fail, nullptr);
  png_infop info = png_create_info_struct(png);
  try {
    png_set_write_fn(png, &bytes, append, nothing);
    png_set_IHDR(png, info, static_cast<png_uint_32>(image.width), static_cast<png_uint_32>(image.height), 8,
                 rgb ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB_gAMA_and_cHRM(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(png, info);
    const auto chunk = [&](const char* name, const std::string& data) {
      png_write_chunk(png, reinterpret_cast<png_const_bytep>(name),
                      reinterpret_cast<png_const_bytep>(data.data()), data.size());
    };
    chunk("IDAT", content);
    chunk("IEND", "");
  } catch (...) {
    png_destroy_write_struct(&png, &info);
    throw;
  }
  png_destroy_write_struct(&png, &info);
  return bytes;
}

void write_png(const std::filesystem::path& path, const Image& image) { write_file(path, png_of(image)); }

} // namespace ibsim::view
