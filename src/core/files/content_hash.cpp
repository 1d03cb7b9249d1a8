#include "files/content_hash.hpp"

#include <charconv>
#include <stdexcept>

#define XXH_STATIC_LINKING_ONLY // the state as a member
#include <xxhash.h>

namespace ibsim {

struct ContentHash::State {
  XXH3_state_t xxh3;
};

ContentHash::ContentHash() : state_(new State) { XXH3_64bits_reset(&state_->xxh3); }
ContentHash::~ContentHash() = default;
ContentHash::ContentHash(ContentHash&&) noexcept = default;
ContentHash& ContentHash::operator=(ContentHash&&) noexcept = default;
void ContentHash::add(const void* bytes, std::size_t n) { XXH3_64bits_update(&state_->xxh3, bytes, n); }
std::uint64_t ContentHash::value() const { return XXH3_64bits_digest(&state_->xxh3); }

std::string hex_of(std::uint64_t number) {
  std::string digits(16, '0');
  for (std::size_t i = 16; i-- > 0; number >>= 4) digits[i] = "0123456789abcdef"[number & 15];
  return digits;
}

std::uint64_t number_of_hex(const std::string& digits) {
  std::uint64_t number = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number, 16);
  if (digits.size() != 16 || error != std::errc() || stop != end)
    throw std::invalid_argument("no number of sixteen digits");
  return number;
}

} // namespace ibsim
