#include "activation_files/compressors.hpp"

#include <cstdint>
#include <limits>
#include <lz4.h>
#include <lzma.h>
#include <zlib.h>

namespace ibsim {
namespace {

bool unpack_zlib(std::string_view from, std::span<char> to) {
  uLongf length = to.size();
  return uncompress(reinterpret_cast<Bytef*>(to.data()), &length, reinterpret_cast<const Bytef*>(from.data()),
                    static_cast<uLong>(from.size())) == Z_OK &&
         length == to.size();
}

bool unpack_lz4(std::string_view from, std::span<char> to) {
  constexpr std::size_t most = std::numeric_limits<int>::max();
  return from.size() <= most && to.size() <= most &&
         LZ4_decompress_safe(from.data(), to.data(), static_cast<int>(from.size()),
                             static_cast<int>(to.size())) == static_cast<int>(to.size());
}

bool unpack_lzma(std::string_view from, std::span<char> to) {
  std::uint64_t most_memory = std::numeric_limits<std::uint64_t>::max();
  std::size_t in = 0, out = 0;
  return lzma_stream_buffer_decode(&most_memory, 0, nullptr,
                                   reinterpret_cast<const std::uint8_t*>(from.data()), &in, from.size(),
                                   reinterpret_cast<std::uint8_t*>(to.data()), &out, to.size()) == LZMA_OK &&
         out == to.size();
}

// Deflate packs 258 bytes into two bits, LZ4 255 into a byte, LZMA2 a chunk of 2 MiB into 6 bytes and more.
constexpr Compressor compressors[] = {{"vtkZLibDataCompressor", 1100, unpack_zlib},
                                      {"vtkLZ4DataCompressor", 256, unpack_lz4},
                                      {"vtkLZMADataCompressor", 1 << 19, unpack_lzma}};

} // namespace

const Compressor* compressor_named(const std::string& name) {
  for (const Compressor& c : compressors)
    if (name == c.name) return &c;
  return nullptr;
}

std::string names_of_compressors() {
  std::string names;
  for (const Compressor& c : compressors) names += (names.empty() ? "" : ", ") + std::string(c.name);
  return names;
}

} // namespace ibsim
