// The ways in which VTK compresses a block of bytes.
#pragma once

#include <span>
#include <string>

namespace ibsim {

struct Compressor {
  const char* name; ///< VTK's
  /// it makes a byte of no more bytes than that: more is no reason to ask for memory
  std::size_t most_packed;
  /// Fills `to` from all of `from`. @return false if the block is damaged
  bool (*unpack)(std::string_view from, std::span<char> to);
};

/// nullptr if there is none of that name.
const Compressor* compressor_named(const std::string& name);
/// Their names, for messages.
std::string names_of_compressors();

} // namespace ibsim
