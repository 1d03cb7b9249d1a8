// openCARP's meshes, text with a count in the first line (https://opencarp.org/manual, "mesh file formats").
//
//   NAME.pts   count, then x y z in um
//   NAME.elem  count, then "Tt a b c d [region]"; surfaces and lines (Tr, Qd, Ln, Cx) are counted
//   NAME.lon   1 or 2 (directions an element), then 3 or 6 numbers: fibre, sheet
//   NAME.vtx   count, "intra" or "extra", then a vertex a line
#include "activation_files/carp_elements.hpp"
#include "activation_files/mesh_file.hpp"
#include "activation_files/text_records.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "files/file_bytes.hpp"

#include <algorithm>
#include <string_view>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t largest_file = std::uint64_t{1} << 38; // 10^8 tetrahedra have a few 2^30

std::vector<Real3> read_points(const fs::path& path) {
  const std::string content = file_content(path);
  const Index n = Words(path, content).count("points");
  std::vector<Real3> all(static_cast<std::size_t>(n));
  Real3* points = all.data();
  read_records(path, content, n, "points", "a point", [=](Index i, Words& words) {
    for (int d = 0; d < 3; ++d) points[i][d] = words.number<double>("a coordinate");
  });
  return all;
}

CarpElements read_elements(const fs::path& path, const fs::path& points_path, Index points) {
  const std::string content = file_content(path);
  const Index n = Words(path, content).count("elements");
  CarpElements all(static_cast<std::size_t>(n));
  CarpElements* elements = &all;
  const fs::path* of_points = &points_path;
  read_records(path, content, n, "elements", "an element", [=](Index i, Words& words) {
    const std::string_view name = words.word("an element");
    const CarpKind* kind = carp_kind(name);
    if (!kind) words.fail("there is no kind of element " + in_quotes(name));
    if (const std::string why = refusal(*kind); !why.empty()) words.fail(why);
    elements->kind[i] = kind;
    Index* vertices = elements->vertices[i].vertex;
    std::fill_n(vertices, 4, Index{-1});
    for (int k = 0; k < kind->vertices; ++k) {
      const auto v = words.number<Index>("a vertex");
      if (v < 0 || v >= points)
        words.fail(text("there is no vertex %d: %s has %d, numbered from 0", v, of_points->c_str(), points));
      vertices[k] = v;
    }
    elements->region[i] = words.more() ? static_cast<float>(words.number<int>("a region")) : 0.0f;
  });
  return all;
}

/// One or two directions of each element.
std::vector<std::vector<float>> read_directions(const fs::path& path, Index elements) {
  const std::string content = file_content(path);
  Words first(path, content);
  const int axes = first.number<int>("the number of directions");
  if (axes != 1 && axes != 2) first.fail("expected 1 or 2 directions an element");
  std::vector<std::vector<float>> all(static_cast<std::size_t>(axes));
  for (std::vector<float>& axis : all) axis.resize(3 * static_cast<std::size_t>(elements));
  std::vector<std::vector<float>>* directions = &all;
  read_records(path, content, elements, "directions", "a direction", [=](Index i, Words& words) {
    for (std::vector<float>& axis : *directions)
      for (std::size_t d = 0; d < 3; ++d)
        axis[3 * static_cast<std::size_t>(i) + d] = static_cast<float>(words.number<double>("a direction"));
  });
  return all;
}

/// Takes the tetrahedra and their region; counts the others.
void take_elements(const CarpElements& elements, MeshFile& to) {
  MeshArray& region = to.cells["region"];
  for (std::size_t i = 0; i < elements.kind.size(); ++i) {
    const CarpKind& kind = *elements.kind[i];
    if (is_tetrahedron(kind)) {
      to.mesh.tetrahedra.push_back(elements.vertices[i]);
      region.values.push_back(elements.region[i]);
      continue;
    }
    ++to.others.count[kind.many];
    to.others.vertices.resize(to.mesh.points.size(), 0);
    for (int k = 0; k < kind.vertices; ++k) to.others.vertices[elements.vertices[i].vertex[k]] = 1;
  }
}

} // namespace

std::string file_content(const fs::path& path) { return read_file(path, largest_file); }

fs::path carp_file(const fs::path& name, const std::string& ending) {
  const fs::path text = name.string() + ending, binary = name.string() + ".b" + ending.substr(1);
  return fs::exists(text) ? text : fs::exists(binary) ? binary : fs::path();
}

MeshFile read_carp(const fs::path& name, real unit) {
  const auto file_of = [&](const char* ending) {
    const fs::path found = carp_file(name, ending);
    return found.empty() ? fs::path(name.string() + ending) : found; // reading it says that it is not there
  };
  const auto is_binary = [](const fs::path& path) { return path.extension().string().starts_with(".b"); };
  const fs::path points = file_of(".pts"), cells = file_of(".elem"), fibres = carp_file(name, ".lon");
  MeshFile file;
  file.mesh.points = is_binary(points) ? read_binary_points(points) : read_points(points);
  for (Real3& p : file.mesh.points) p = unit * p;
  const CarpElements elements = is_binary(cells) ? read_binary_elements(cells, file.mesh.vertices())
                                                 : read_elements(cells, points, file.mesh.vertices());
  take_elements(elements, file);
  if (file.mesh.tetrahedra.empty()) throw InputError(cells.string() + ": has no tetrahedra (Tt)");
  if (fibres.empty()) return file;
  const auto n = static_cast<Index>(elements.kind.size());
  const std::vector<std::vector<float>> directions =
      is_binary(fibres) ? read_binary_directions(fibres, n) : read_directions(fibres, n);
  for (std::size_t axis = 0; axis < directions.size(); ++axis) {
    MeshArray& array = file.cells[axis == 0 ? "fibre" : "sheet"];
    array.components = 3;
    for (std::size_t i = 0; i < elements.kind.size(); ++i)
      if (is_tetrahedron(*elements.kind[i]))
        array.values.insert(array.values.end(), &directions[axis][3 * i], &directions[axis][3 * i] + 3);
  }
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
