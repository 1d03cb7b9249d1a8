#include "walls/kept_inverse.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "files/content_hash.hpp"
#include "files/file_bytes.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <span>
#include <utility>

namespace ibsim {
namespace {

namespace fs = std::filesystem;
using Word = std::uint64_t;

/// Version of inverses and of this layout: change it when either changes.
constexpr Word version = 2;
// bytes
constexpr std::uintmax_t most_of_one = std::uintmax_t{1} << 30, most_of_all = std::uintmax_t{4} << 30;
const char* const prefix = "walls-";

/// version, points, blocks, numbers of patches, checksum of what follows
using Header = std::array<Word, 5>;

template <class T>
std::span<char> bytes_of(T* data, std::size_t n) {
  return {reinterpret_cast<char*>(data), sizeof(T) * n};
}

/// An inverse as a file has it, with blocks of floats.
struct Kept {
  KeptInverse inverse;
  std::vector<std::array<float, 9>> blocks;
  std::array<real, 3> at{};

  Kept() = default;
  explicit Kept(KeptInverse of) : inverse(std::move(of)), at{inverse.at.x, inverse.at.y, inverse.at.z} {
    blocks.reserve(inverse.local.blocks.size());
    for (const auto& block : inverse.local.blocks) {
      blocks.emplace_back();
      std::transform(block.begin(), block.end(), blocks.back().begin(),
                     [](real number) { return static_cast<float>(number); });
    }
    inverse.local.blocks = {}; // memory
  }
  /// The inverse, of what has been read.
  KeptInverse whole() {
    inverse.at = {at[0], at[1], at[2]};
    inverse.local.blocks.reserve(blocks.size());
    for (const auto& block : blocks) {
      inverse.local.blocks.emplace_back();
      std::copy(block.begin(), block.end(), inverse.local.blocks.back().begin());
    }
    return std::move(inverse);
  }
};

/// Parts of a file after its header, in their order.
std::array<std::span<char>, 6> parts_of(Kept& kept) {
  KeptInverse& inverse = kept.inverse;
  return {bytes_of(kept.at.data(), kept.at.size()),
          bytes_of(&inverse.farthest, 1),
          bytes_of(inverse.local.first.data(), inverse.local.first.size()),
          bytes_of(inverse.local.columns.data(), inverse.local.columns.size()),
          bytes_of(kept.blocks.data(), kept.blocks.size()),
          bytes_of(inverse.of_patches.data(), inverse.of_patches.size())};
}

Word checksum(Kept& kept) {
  ContentHash hash;
  for (const std::span<char>& part : parts_of(kept)) hash.add(part.data(), part.size());
  return hash.value();
}

Header header_of(Kept& kept) {
  const KeptInverse& inverse = kept.inverse;
  return {version, static_cast<Word>(inverse.local.rows()), inverse.local.columns.size(),
          inverse.of_patches.size(), checksum(kept)};
}

/// Removes the oldest inverses of a folder, until `more` bytes have a place.
void make_room(const fs::path& folder, std::uintmax_t more) {
  struct File {
    fs::file_time_type time;
    std::uintmax_t bytes;
    fs::path path;
  };
  std::vector<File> files;
  std::error_code error;
  std::uintmax_t all = more;
  for (fs::directory_iterator i(folder, error), end; !error && i != end; i.increment(error)) {
    if (i->path().filename().string().rfind(prefix, 0) != 0) continue;
    std::error_code gone; // by another run
    const std::uintmax_t bytes = i->file_size(gone);
    const fs::file_time_type time = gone ? fs::file_time_type() : i->last_write_time(gone);
    if (!gone) files.push_back({time, bytes, i->path()}), all += bytes;
  }
  std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.time < b.time; });
  for (std::size_t i = 0; i < files.size() && all > most_of_all; ++i)
    fs::remove(files[i].path, error), all -= files[i].bytes;
}

} // namespace

fs::path file_of_inverse(const fs::path& folder, const InverseProblem& problem) {
  ContentHash hash;
  const auto add = [&hash](const auto& value) { hash.add(&value, sizeof value); };
  add(version), add(problem.beta), add(problem.a), add(problem.density), add(problem.grid.h);
  for (int d = 0; d < 3; ++d) add(problem.grid.n[d]);
  add(problem.grid.topology.y.ends), add(problem.storage);
  for (const std::vector<Real3>* all : {&problem.points.at, &problem.points.outward})
    for (const Real3& x : *all)
      for (int d = 0; d < 3; ++d) add(x[d]);
  hash.add(problem.device.data(), problem.device.size());
  return folder / (prefix + hex_of(hash.value()) + ".bin");
}

std::optional<KeptInverse> read_inverse(const fs::path& path, Index points, Index patches) try {
  const FileBytes file = FileBytes::open(path);
  std::uint64_t at = 0;
  const auto take = [&](std::span<char> to) {
    file.read(to.data(), to.size(), at);
    at += to.size();
  };
  Header header{};
  take(bytes_of(header.data(), header.size()));
  const Word rows = static_cast<Word>(points), numbers = 3 * rows * static_cast<Word>(patches);
  const std::uint64_t bytes = sizeof(Header) + sizeof(real) * 4 + sizeof(Index) * (rows + 1) +
                              header[2] * (sizeof(Index) + 9 * sizeof(float)) + sizeof(float) * numbers;
  if (header[0] != version || header[1] != rows || header[3] != numbers || header[2] > file.size() ||
      bytes != file.size())
    return {};
  Kept kept;
  kept.inverse.local.first.resize(rows + 1), kept.inverse.local.columns.resize(header[2]);
  kept.blocks.resize(header[2]), kept.inverse.of_patches.resize(numbers);
  for (const std::span<char>& part : parts_of(kept)) take(part);
  if (checksum(kept) != header[4]) return {};
  kept.inverse.checksum = header[4];
  return kept.whole();
} catch (const InputError&) {
  return {};
}

void keep_inverse(const fs::path& path, KeptInverse inverse) {
  Kept kept(std::move(inverse));
  const Header header = header_of(kept);
  std::uintmax_t bytes = sizeof header;
  for (const std::span<char>& part : parts_of(kept)) bytes += part.size();
  if (bytes > most_of_one) return;
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  make_room(path.parent_path(), bytes);
  fs::path draft = path;
  draft += std::to_string(std::random_device{}()).append(".draft");
  try {
    FileBytes file = FileBytes::create(draft);
    file.append({reinterpret_cast<const char*>(header.data()), sizeof header});
    for (const std::span<char>& part : parts_of(kept)) file.append(part);
    file.close();
    rename_file(draft, path);
  } catch (const ResourceError&) {
    fs::remove(draft, error);
    log::warning("cannot write the cache file " + path.string() +
                 "; the inverse of the walls will be made again next time");
  }
}

} // namespace ibsim
