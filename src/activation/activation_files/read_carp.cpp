// openCARP's meshes, text with a count in the first line (https://opencarp.org/manual, "mesh file formats").
//
//   NAME.pts   count, then x y z in um
//   NAME.elem  count, then "Tt a b c d [region]"; elements of another kind are refused
//   NAME.lon   1 or 2 (directions an element), then 3 or 6 numbers: fibre, sheet
//   NAME.vtx   count, "intra" or "extra", then a vertex a line
#include "activation_files/mesh_file.hpp"
#include "activation_files/text_records.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "files/file_bytes.hpp"

#include <string_view>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t largest_file = std::uint64_t{1} << 38; // 10^8 tetrahedra have a few 2^30

fs::path with_ending(const fs::path& name, const char* ending) { return name.string() + ending; }

} // namespace

std::string file_content(const fs::path& path) { return read_file(path, largest_file); }

MeshFile read_carp(const fs::path& name, real unit) {
  MeshFile file;
  const fs::path points_path = with_ending(name, ".pts"), cells_path = with_ending(name, ".elem"),
                 fibres_path = with_ending(name, ".lon");
  {
    const std::string content = file_content(points_path);
    const Index n = Words(points_path, content).count("points");
    file.mesh.points.resize(static_cast<std::size_t>(n));
    Real3* points = file.mesh.points.data();
    read_records(points_path, content, n, "points", "a point", [=](Index i, Words& words) {
      for (int d = 0; d < 3; ++d) points[i][d] = unit * words.number<double>("a coordinate");
    });
  }
  const Index points = file.mesh.vertices();
  {
    const std::string content = file_content(cells_path);
    const Index n = Words(cells_path, content).count("elements");
    file.mesh.tetrahedra.resize(static_cast<std::size_t>(n));
    file.cells["region"].values.resize(static_cast<std::size_t>(n));
    Tetrahedron* tetrahedra = file.mesh.tetrahedra.data();
    float* region = file.cells["region"].values.data();
    const fs::path* of_points = &points_path;
    read_records(cells_path, content, n, "elements", "an element", [=](Index i, Words& words) {
      if (const std::string_view kind = words.word("an element"); kind != "Tt")
        words.fail("element of kind " + in_quotes(kind) + ": only tetrahedra (Tt) are understood");
      for (Index& v : tetrahedra[i].vertex) {
        v = words.number<Index>("a vertex");
        if (v < 0 || v >= points)
          words.fail(
              text("there is no vertex %d: %s has %d, numbered from 0", v, of_points->c_str(), points));
      }
      region[i] = words.more() ? static_cast<float>(words.number<int>("a region")) : 0.0f;
    });
  }
  if (!fs::exists(fibres_path)) return file;
  const std::string content = file_content(fibres_path);
  Words first(fibres_path, content);
  const int axes = first.number<int>("the number of directions");
  if (axes != 1 && axes != 2) first.fail("expected 1 or 2 directions an element");
  float* values[2] = {};
  for (int axis = 0; axis < axes; ++axis) {
    CellArray& array = file.cells[axis == 0 ? "fibre" : "sheet"];
    array.components = 3;
    array.values.resize(3 * file.mesh.tetrahedra.size());
    values[axis] = array.values.data();
  }
  float *const fibre = values[0], *const sheet = values[1];
  read_records(fibres_path, content, file.mesh.cells(), "directions", "a direction",
               [=](Index i, Words& words) {
                 for (float* array : {fibre, sheet})
                   for (int d = 0; array && d < 3; ++d)
                     array[3 * static_cast<std::size_t>(i) + static_cast<std::size_t>(d)] =
                         static_cast<float>(words.number<double>("a direction"));
               });
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
