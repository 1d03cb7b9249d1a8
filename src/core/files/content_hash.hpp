// The hash of bytes in files: XXH3, 64 bits (xxHash), taken piece by piece. It finds damage, not malice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace ibsim {

class ContentHash {
 public:
  ContentHash();
  ~ContentHash();
  ContentHash(ContentHash&&) noexcept;
  ContentHash& operator=(ContentHash&&) noexcept;
  void add(const void* bytes, std::size_t n);
  /// The hash of all that was added so far.
  std::uint64_t value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Sixteen digits, and back. @throws std::invalid_argument if they are not that
std::string hex_of(std::uint64_t);
std::uint64_t number_of_hex(const std::string&);

} // namespace ibsim
