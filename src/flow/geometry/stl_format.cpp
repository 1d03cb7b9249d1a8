// STL. Binary: 80 bytes of header, the number n of triangles, and 50 bytes for each: normal, three corners,
// two bytes of attributes; little endian. ASCII: `facet normal .. outer loop vertex x y z (3 times) endloop
// endfacet`. The order of the corners says which side is outside; normals in the file are not used.
#include "base/error.hpp"
#include "geometry/mesh_formats.hpp"
#include "geometry/mesh_text.hpp"

#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace ibsim {
namespace {

constexpr std::size_t header = 84, a_triangle = 50;

std::uint32_t count_of(std::string_view bytes) {
  std::uint32_t n = 0;
  for (int i = 3; i >= 0; --i) n = n << 8 | static_cast<unsigned char>(bytes[80 + i]);
  return n;
}

real little_endian_float(const char* at) {
  std::uint32_t bits = 0;
  for (int i = 3; i >= 0; --i) bits = bits << 8 | static_cast<unsigned char>(at[i]);
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

bool same_word(std::string_view word, std::string_view expected) {
  if (word.size() != expected.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i)
    if (std::tolower(static_cast<unsigned char>(word[i])) != expected[i]) return false;
  return true;
}

} // namespace

bool is_binary_stl(std::string_view bytes) {
  return bytes.size() >= header && bytes.size() == header + a_triangle * std::uint64_t{count_of(bytes)};
}

TriangleMesh parse_binary_stl(std::string_view bytes, const std::string& name) {
  TriangleMesh mesh;
  const std::uint32_t n = count_of(bytes);
  if (3L * n > most_mesh_numbers) throw InputError(name + ": has more than 89 million triangles");
  for (std::uint32_t t = 0; t < n; ++t) {
    const char* const corners = bytes.data() + header + a_triangle * std::size_t{t} + 12;
    const int first = static_cast<int>(mesh.vertices.size());
    for (int k = 0; k < 3; ++k) {
      const Real3 x{little_endian_float(corners + 12 * k), little_endian_float(corners + 12 * k + 4),
                    little_endian_float(corners + 12 * k + 8)};
      if (!std::isfinite(norm(x)))
        throw InputError(name + ": corner " + std::to_string(k + 1) + " of triangle " +
                         std::to_string(t + 1) + " is not finite");
      mesh.vertices.push_back(x);
    }
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

TriangleMesh parse_ascii_stl(std::string_view bytes, const std::string& name) {
  MeshText text(bytes, name, 0);
  TriangleMesh mesh;
  const auto expect = [&](std::string_view wanted) {
    const std::string_view found = text.word();
    if (same_word(found, wanted)) return;
    text.fail(found.empty() ? "the file ends where \"" + std::string(wanted) + "\" is expected"
                            : in_quotes(found) + " stands where \"" + std::string(wanted) + "\" is expected");
  };
  expect("solid");
  text.rest_of_line(); // its name
  for (;;) {
    const std::string_view word = text.word();
    if (word.empty()) {
      if (mesh.triangles.empty()) text.fail("the file ends without a triangle");
      text.fail("the file ends without \"endsolid\": a part of it is missing");
    }
    if (same_word(word, "endsolid")) {
      text.rest_of_line();
      const std::string_view next = text.word(); // of a file of several solids
      if (next.empty()) return mesh;
      if (!same_word(next, "solid")) text.fail(in_quotes(next) + " stands behind \"endsolid\"");
      text.rest_of_line();
      continue;
    }
    if (!same_word(word, "facet")) text.fail(in_quotes(word) + " stands where \"facet\" is expected");
    text.rest_of_line(); // its normal
    expect("outer"), expect("loop");
    const int first = static_cast<int>(mesh.vertices.size());
    for (int k = 0; k < 3; ++k) {
      expect("vertex");
      Real3 x;
      for (int d = 0; d < 3; ++d) x[d] = text.number("a coordinate");
      mesh.vertices.push_back(x);
    }
    expect("endloop"), expect("endfacet");
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
}

} // namespace ibsim
