#include "files/hashed_file.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "files/content_hash.hpp"
#include "files/file_bytes.hpp"

#include <string_view>

namespace ibsim {
namespace {

std::string mark_of(std::string_view content) {
  ContentHash hash;
  hash.add(content.data(), content.size());
  return "# hash " + hex_of(hash.value()) + "\n";
}

} // namespace

void write_hashed_file(const std::filesystem::path& path, const std::string& content) {
  write_file(path, mark_of(content) + content);
}

std::optional<std::string> read_hashed_file(const std::filesystem::path& path) {
  if (!is_file(path)) return {};
  std::string all;
  try {
    all = read_file(path);
  } catch (const Error& e) {
    log::info(e.what());
    return {};
  }
  const std::size_t begin = all.find('\n') + 1; // npos + 1 is 0
  if (begin > 0 && all.compare(0, begin, mark_of(std::string_view(all).substr(begin))) == 0)
    return all.substr(begin);
  log::info(path.string() + ": is not as it was written, so it is made again");
  return {};
}

} // namespace ibsim
