// openCARP's binary meshes, as meshtool writes them: 1024 bytes of text, "count order checksum", and then
// numbers of four bytes. The order is 0 (little-endian) or 1.
//
//   NAME.bpts   x y z of each point
//   NAME.belem  the number of the kind, the vertices and the region of each element
//   NAME.blon   1 or 2 directions of each element; their number stands before the count
#include "activation_files/carp_elements.hpp"
#include "activation_files/text_records.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cstring>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t header_bytes = 1024;

class BinaryFile {
 public:
  /// @param counts how many numbers stand before the byte order
  BinaryFile(const fs::path& path, std::size_t counts) : path_(path), content_(file_content(path)) {
    if (content_.size() < header_bytes) fail("is cut off: it has no header of 1024 bytes");
    const std::string_view header(content_.data(), header_bytes);
    const std::string_view text = header.substr(0, header.find('\0'));
    Words words(path_, text);
    for (std::size_t i = 0; i < counts; ++i) counts_.push_back(words.number<long long>("a count"));
    const int order = words.number<int>("the byte order");
    if (order != 0 && order != 1) fail(text_of_order(order));
    turned_ = order == 1;
  }
  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(path_.string() + ": " + message);
  }
  /// The number of records, each of `bytes` at least. @throws InputError if the file is too short for them
  Index count(std::size_t which, std::size_t bytes, const char* of) const {
    const long long n = counts_[which];
    if (n <= 0 || static_cast<unsigned long long>(n) > (content_.size() - header_bytes) / bytes)
      fail(ibsim::text("says that there are %lld %s; the file is shorter", n, of));
    return static_cast<Index>(n);
  }
  long long first_count() const { return counts_[0]; }
  template <class T>
  T next() {
    static_assert(sizeof(T) == 4);
    if (at_ + 4 > content_.size()) fail("is cut off");
    char bytes[4];
    std::copy_n(content_.data() + at_, 4, bytes);
    if (turned_) std::reverse(bytes, bytes + 4);
    at_ += 4;
    T value;
    std::memcpy(&value, bytes, 4);
    return value;
  }
  void expect_end() const {
    if (at_ != content_.size()) fail("is longer than its header says");
  }

 private:
  static std::string text_of_order(int order) {
    return "the byte order in its header is " + std::to_string(order) + ", not 0 or 1";
  }
  fs::path path_;
  std::string content_;
  std::vector<long long> counts_;
  std::size_t at_ = header_bytes;
  bool turned_ = false;
};

} // namespace

std::vector<Real3> read_binary_points(const fs::path& path) {
  BinaryFile file(path, 1);
  std::vector<Real3> points(static_cast<std::size_t>(file.count(0, 12, "points")));
  for (Real3& p : points)
    for (int d = 0; d < 3; ++d) p[d] = file.next<float>();
  file.expect_end();
  return points;
}

CarpElements read_binary_elements(const fs::path& path, Index points) {
  BinaryFile file(path, 1);
  CarpElements elements(static_cast<std::size_t>(file.count(0, 16, "elements")));
  for (std::size_t i = 0; i < elements.kind.size(); ++i) {
    const int number = file.next<std::int32_t>();
    const CarpKind* kind = carp_kind(number);
    if (!kind) file.fail(text("element %zu is of the unknown kind %d", i, number));
    if (const std::string why = refusal(*kind); !why.empty()) file.fail(text("element %zu: ", i) + why);
    elements.kind[i] = kind;
    std::fill_n(elements.vertices[i].vertex, 4, Index{-1});
    for (int k = 0; k < kind->vertices; ++k) {
      const Index v = file.next<std::int32_t>();
      if (v < 0 || v >= points)
        file.fail(text("element %zu: there is no vertex %d; there are %d, numbered from 0", i, v, points));
      elements.vertices[i].vertex[k] = v;
    }
    elements.region[i] = static_cast<float>(file.next<std::int32_t>());
  }
  file.expect_end();
  return elements;
}

std::vector<std::vector<float>> read_binary_directions(const fs::path& path, Index elements) {
  BinaryFile file(path, 2);
  const long long axes = file.first_count();
  if (axes != 1 && axes != 2) file.fail("expected 1 or 2 directions an element");
  const Index n = file.count(1, 12 * static_cast<std::size_t>(axes), "directions");
  if (n != elements) file.fail(text("has directions of %d elements; there are %d", n, elements));
  std::vector<std::vector<float>> directions(static_cast<std::size_t>(axes));
  for (Index i = 0; i < n; ++i)
    for (std::vector<float>& axis : directions)
      for (int d = 0; d < 3; ++d) axis.push_back(file.next<float>());
  file.expect_end();
  return directions;
}

} // namespace ibsim
