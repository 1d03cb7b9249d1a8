// openCARP's meshes, text with a count in the first line (https://opencarp.org/manual, "mesh file formats").
//
//   NAME.pts   count, then x y z in um
//   NAME.elem  count, then "Tt a b c d [region]"; elements of another kind are refused
//   NAME.lon   1 or 2 (directions an element), then 3 or 6 numbers: fibre, sheet
//   NAME.vtx   count, "intra" or "extra", then a vertex a line
#include "base/error.hpp"
#include "base/text.hpp"
#include "io/file_bytes.hpp"
#include "io/mesh_file.hpp"
#include "mesh/incidences.hpp"

#include <charconv>
#include <cmath>
#include <string_view>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 38; // 10^8 tetrahedra have a few 2^30

/// Numbers and words of a text, one after the other, that know their line.
class Words {
 public:
  Words(const fs::path& path, const std::string& text) : path_(path), text_(text) {}

  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(path_.string() + ":" + std::to_string(line_) + ": " + message);
  }
  std::string_view word(const char* wanted) {
    if (!more()) fail(std::string("the file ends where ") + wanted + " should be");
    const std::size_t from = at_;
    while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
    return std::string_view(text_).substr(from, at_ - from);
  }
  template <class T>
  T number(const char* wanted) {
    const std::string_view w = word(wanted);
    T value{};
    const auto [end, error] = std::from_chars(w.data(), w.data() + w.size(), value);
    if (error != std::errc() || end != w.data() + w.size())
      fail(std::string("expected ") + wanted + ", got " + in_quotes(w));
    return value;
  }
  /// True if something follows on this line.
  bool more_on_line() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
    return at_ < text_.size() && text_[at_] != '\n';
  }
  /// True if anything follows at all.
  bool more() {
    while (at_ < text_.size() && is_space(text_[at_])) line_ += text_[at_++] == '\n';
    return at_ < text_.size();
  }
  Index count(const char* of) {
    const auto n = number<long long>("a count");
    if (n <= 0 || n > most_tetrahedra) fail(text("expected a count of %s from 1 to %d", of, most_tetrahedra));
    // two bytes at least for each: a wrong count is no reason to ask for memory
    if (static_cast<std::size_t>(n) > text_.size())
      fail(text("says that there are %lld %s; the file is shorter", n, of));
    return static_cast<Index>(n);
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
  const fs::path& path_;
  const std::string& text_;
  std::size_t at_ = 0;
  long line_ = 1;
};

fs::path with_ending(const fs::path& name, const char* ending) { return name.string() + ending; }

} // namespace

std::string file_content(const fs::path& path) { return read_file(path, most_bytes); }

MeshFile read_carp(const fs::path& name, real unit) {
  MeshFile file;
  const fs::path points_path = with_ending(name, ".pts"), cells_path = with_ending(name, ".elem"),
                 fibres_path = with_ending(name, ".lon");
  {
    const std::string content = file_content(points_path);
    Words words(points_path, content);
    file.mesh.points.resize(static_cast<std::size_t>(words.count("points")));
    for (Real3& p : file.mesh.points)
      for (int d = 0; d < 3; ++d) p[d] = unit * words.number<double>("a coordinate");
    if (words.more()) words.fail("there are more points than the first line says");
  }
  {
    const std::string content = file_content(cells_path);
    Words words(cells_path, content);
    file.mesh.tetrahedra.resize(static_cast<std::size_t>(words.count("elements")));
    CellArray& region = file.cells["region"];
    region.values.reserve(file.mesh.tetrahedra.size());
    const Index n = file.mesh.vertices();
    for (Tetrahedron& t : file.mesh.tetrahedra) {
      if (const std::string_view kind = words.word("an element"); kind != "Tt")
        words.fail("element of kind " + in_quotes(kind) + ": only tetrahedra (Tt) are understood");
      for (Index& v : t.vertex) {
        v = words.number<Index>("a vertex");
        if (v < 0 || v >= n)
          words.fail(text("there is no vertex %d: %s has %d, numbered from 0", v, points_path.c_str(), n));
      }
      region.values.push_back(words.more_on_line() ? static_cast<float>(words.number<int>("a region"))
                                                   : 0.0f);
    }
    if (words.more()) words.fail("there are more elements than the first line says");
  }
  if (!fs::exists(fibres_path)) return file;
  const std::string content = file_content(fibres_path);
  Words words(fibres_path, content);
  const int axes = words.number<int>("the number of directions");
  if (axes != 1 && axes != 2) words.fail("expected 1 or 2 directions an element");
  for (const char* array : {"fibre", "sheet"}) file.cells[array].components = 3;
  CellArray &fibre = file.cells["fibre"], &sheet = file.cells["sheet"];
  for (std::size_t i = 0; i < file.mesh.tetrahedra.size(); ++i)
    for (int axis = 0; axis < axes; ++axis)
      for (int d = 0; d < 3; ++d)
        (axis == 0 ? fibre : sheet).values.push_back(static_cast<float>(words.number<double>("a direction")));
  if (words.more()) words.fail("there are more directions than elements");
  if (axes == 1) file.cells.erase("sheet");
  return file;
}

std::vector<Index> read_vtx(const fs::path& path) {
  const std::string content = file_content(path);
  Words words(path, content);
  std::vector<Index> vertices(static_cast<std::size_t>(words.count("vertices")));
  if (const std::string_view where = words.word("\"intra\" or \"extra\"");
      where != "intra" && where != "extra")
    words.fail("expected \"intra\" or \"extra\" in the second line");
  for (Index& v : vertices) v = words.number<Index>("a vertex");
  if (words.more()) words.fail("there are more vertices than the first line says");
  return vertices;
}

} // namespace ibsim
