// The operators kept on disk: rbf-<hash of the nodes>.bin in the cache folder.
//
// Layout, in 8-byte words of this machine's byte order: tag, hash of the nodes, n_data, n_sample, checksum of
// what follows; then matrix, weights, e1, e2. A file that differs in tag, hash, sizes, length or checksum is
// made anew. Written under another name and renamed, so a reader never meets half a file.
#include "base/error.hpp"
#include "base/log.hpp"
#include "files/file_bytes.hpp"
#include "surface/rbf_operators.hpp"
#include "surface/site_symmetry.hpp"

#include <array>
#include <cstdio>
#include <cstring>
#include <random>
#include <span>

namespace ibsim {
namespace {

using Word = std::uint64_t;
constexpr Word tag = 0x69627262662d3032; // "ibrbf-02": change it when the operators or this layout change

/// Hash of a block of 8-byte words: four interleaved multiply-and-rotate lanes, as fast as memory.
Word hash_words(const void* data, std::size_t words, Word seed) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  const auto mix = [](Word lane, Word word) {
    lane = (lane ^ word) * 0x9e3779b97f4a7c15;
    return lane ^ (lane >> 29);
  };
  Word lanes[4] = {seed, seed + 1, seed + 2, seed + 3};
  for (std::size_t i = 0; i < words; ++i) {
    Word word;
    std::memcpy(&word, bytes + 8 * i, 8);
    lanes[i % 4] = mix(lanes[i % 4], word);
  }
  Word all = words;
  for (Word lane : lanes) all = mix(all, lane);
  return all;
}

struct Block {
  void* data;
  std::size_t words;
};
std::array<Block, 4> blocks(RbfOperators& o) {
  return {Block{o.matrix.data(), o.matrix.size()}, Block{o.weights.data(), o.weights.size()},
          Block{o.e1.data(), 3 * o.e1.size()}, Block{o.e2.data(), 3 * o.e2.size()}};
}

Word checksum(RbfOperators& o) {
  Word sum = tag;
  for (const Block& block : blocks(o)) sum = hash_words(block.data, block.words, sum);
  return sum;
}

using Header = std::array<Word, 5>;

std::span<char> bytes_of(Header& header) {
  return {reinterpret_cast<char*>(header.data()), sizeof(Word) * header.size()};
}
std::span<char> bytes_of(const Block& block) {
  return {static_cast<char*>(block.data), sizeof(Word) * block.words};
}

/// False if the file is not there, or is another one. What is no file, such as a pipe, is not waited for.
bool read(const std::filesystem::path& path, Header header, RbfOperators& o) try {
  const FileBytes file = FileBytes::open(path);
  Header found{};
  std::uint64_t at = 0;
  const auto take = [&](std::span<char> to) {
    file.read(to.data(), to.size(), at);
    at += to.size();
  };
  take(bytes_of(found));
  header[4] = found[4];
  if (found != header) return false;
  o.matrix.resize(std::size_t{surface_operators} * o.n_sample * o.n_data / o.symmetry);
  o.weights.resize(o.n_sample);
  o.e1.resize(o.n_sample);
  o.e2.resize(o.n_sample);
  for (const Block& block : blocks(o)) take(bytes_of(block));
  return at == file.size() && checksum(o) == header[4];
} catch (const InputError&) {
  return false;
}

void write(const std::filesystem::path& path, Header header, RbfOperators& o) {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  std::filesystem::path draft = path;
  draft += std::to_string(std::random_device{}()).append(".draft");
  header[4] = checksum(o);
  try {
    FileBytes file = FileBytes::create(draft);
    file.append(bytes_of(header));
    for (const Block& block : blocks(o)) file.append(bytes_of(block));
    file.close();
    rename_file(draft, path);
  } catch (const ResourceError&) {
    std::filesystem::remove(draft, error);
    log::warning("cannot write the cache file " + path.string() +
                 "; the set-up of the membrane will be done again next time");
  }
}

} // namespace

RbfOperators cached_rbf_operators(const std::vector<Real3>& data_nodes,
                                  const std::vector<Real3>& sample_nodes, const std::string& cache_folder) {
  if (cache_folder.empty()) return make_rbf_operators(data_nodes, sample_nodes);
  const Word hash = hash_words(sample_nodes.data(), 3 * sample_nodes.size(),
                               hash_words(data_nodes.data(), 3 * data_nodes.size(), tag));
  char name[32];
  std::snprintf(name, sizeof name, "rbf-%016llx.bin", static_cast<unsigned long long>(hash));
  const std::filesystem::path path = std::filesystem::path(cache_folder) / name;
  const Header header{tag, hash, data_nodes.size(), sample_nodes.size(), 0};

  RbfOperators operators;
  operators.n_data = static_cast<Index>(data_nodes.size());
  operators.n_sample = static_cast<Index>(sample_nodes.size());
  operators.symmetry = std::min(site_symmetry(data_nodes), site_symmetry(sample_nodes));
  if (read(path, header, operators)) return operators;
  operators = make_rbf_operators(data_nodes, sample_nodes);
  write(path, header, operators);
  return operators;
}

} // namespace ibsim
