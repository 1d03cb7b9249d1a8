#include "files/sealed_file.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "files/content_hash.hpp"
#include "files/file_bytes.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <sstream>
#include <stdexcept>

namespace ibsim {
namespace {

constexpr std::size_t text_bytes = 512;

std::filesystem::path part_of(const std::filesystem::path& path) { return path.string() + ".part"; }

/// The 512 bytes, ended by blanks and a line's end.
std::string text_of(const Seal& seal) {
  std::string text = "ibsim " + seal.what + "\ntime " + shortest_decimals(seal.time) + "\nstate " +
                     hex_of(seal.state_hash) + "\nbytes " + std::to_string(seal.bytes) + "\nxxh3 " +
                     hex_of(seal.content_hash) + "\n";
  if (text.size() >= text_bytes) throw std::logic_error("sealed_file: too long a text");
  text.resize(text_bytes - 1, ' ');
  return text + "\n";
}

double time_of(const std::string& decimals) {
  double time = std::nan("");
  const char* end = decimals.data() + decimals.size();
  if (const auto [stop, error] = std::from_chars(decimals.data(), end, time);
      error != std::errc() || stop != end || !std::isfinite(time))
    throw std::invalid_argument("no time");
  return time;
}

/// @throws std::exception if it is no such text
Seal seal_of(const std::string& text) {
  std::istringstream lines(text);
  const auto value = [&](const std::string& word) {
    std::string line;
    if (!std::getline(lines, line) || !line.starts_with(word + " ")) throw std::invalid_argument(word);
    return line.substr(word.size() + 1);
  };
  Seal seal;
  seal.what = value("ibsim");
  seal.time = time_of(value("time"));
  seal.state_hash = number_of_hex(value("state"));
  seal.bytes = std::stoull(value("bytes"));
  seal.content_hash = number_of_hex(value("xxh3"));
  if (text_of(seal) != text) throw std::invalid_argument("another text");
  return seal;
}

Seal read_seal(const std::filesystem::path& path, const FileBytes& file) {
  std::string text(std::min<std::uint64_t>(text_bytes, file.size()), '\0');
  file.read(text.data(), text.size(), 0);
  if (text.starts_with("\x89HDF"))
    throw InputError(path.string() + ": is an HDF5 file, but not one of this version of ibsim");
  Seal seal;
  try {
    seal = seal_of(text);
  } catch (const std::exception&) {
    throw InputError(path.string() + (text.starts_with("ibsim ") ? ": is damaged: its first lines are wrong"
                                                                 : ": is not a file that ibsim writes"));
  }
  if (seal.bytes != file.size())
    throw InputError(path.string() + ": is damaged: " + std::to_string(file.size()) + " bytes long, not " +
                     std::to_string(seal.bytes));
  return seal;
}

Seal read_whole(const std::filesystem::path& path) {
  const FileBytes file = FileBytes::open(path);
  const Seal seal = read_seal(path, file);
  Seal unsealed = seal;
  unsealed.content_hash = 0;
  const std::string text = text_of(unsealed);
  ContentHash hash;
  hash.add(text.data(), text.size());
  std::string piece(std::min<std::uint64_t>(1u << 20, seal.bytes), '\0');
  for (std::uint64_t at = text_bytes; at < seal.bytes;) {
    const std::size_t n = std::min<std::uint64_t>(piece.size(), seal.bytes - at);
    file.read(piece.data(), n, at);
    hash.add(piece.data(), n);
    at += n;
  }
  if (hash.value() != seal.content_hash)
    throw InputError(path.string() + ": is damaged: its content does not match its hash");
  return seal;
}

} // namespace

hdf5::File begin_sealed(const std::filesystem::path& path) { return hdf5::File::create(path, text_bytes); }

std::uint64_t write_part(hdf5::File& file, Seal seal) {
  const std::span<char> bytes = file.bytes();
  seal.bytes = bytes.size(), seal.content_hash = 0;
  for (int sealed = 0; sealed < 2; ++sealed) {
    const std::string text = text_of(seal);
    std::memcpy(bytes.data(), text.data(), text.size());
    if (sealed) break;
    ContentHash hash;
    hash.add(bytes.data(), bytes.size());
    seal.content_hash = hash.value();
  }
  const std::filesystem::path part = part_of(file.path());
  try {
    FileBytes out = FileBytes::create(part);
    out.append(bytes);
    out.close();
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
    throw;
  }
  return bytes.size();
}

void finish_part(const std::filesystem::path& path) {
  make_durable(part_of(path));
  rename_file(part_of(path), path);
}

Seal read_seal(const std::filesystem::path& path) { return read_seal(path, FileBytes::open(path)); }

void require_whole(const std::filesystem::path& path) { read_whole(path); }

Seal require_whole(const std::filesystem::path& path, const std::string& what) {
  Seal seal = read_whole(path);
  if (seal.what != what) throw InputError(path.string() + ": is a " + seal.what + ", not a " + what);
  return seal;
}

hdf5::File open_sealed(const std::filesystem::path& path, const std::string& what) {
  require_whole(path, what);
  return hdf5::File::open(path);
}

} // namespace ibsim
