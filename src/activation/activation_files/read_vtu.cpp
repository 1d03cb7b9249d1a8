// A mesh of tetrahedra from a VTU file, piece by piece.
#include "activation_files/mesh_file.hpp"
#include "activation_files/vtu_arrays.hpp"
#include "activation_files/vtu_cells.hpp"
#include "base/text.hpp"
#include "mesh/incidences.hpp"

#include <charconv>
#include <cmath>

namespace ibsim {
namespace {

std::size_t count_of(const VtkXml& file, const XmlTag& piece, const char* key) {
  const std::string text = piece.attribute(key);
  std::size_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || n > static_cast<std::size_t>(most_tetrahedra))
    file.fail(std::string(key) + " is " + in_quotes(text));
  return n;
}

/// Appends the arrays of a piece to the arrays of earlier pieces.
/// @param rows of the piece @param place the row that each new row is taken from
void add_arrays(const VtkXml& file, const XmlTag& piece, const std::string& section, std::size_t rows,
                const std::vector<std::size_t>& place, MeshArrays& to) {
  const std::vector<XmlTag> sections = file.tags(piece.content, section);
  if (sections.empty() || rows == 0) return;
  for (const XmlTag& array : file.tags(sections[0].content, "DataArray")) {
    const std::vector<double> values = file.numbers(array);
    if (values.empty() || values.size() % rows != 0) continue; // strings and the like
    MeshArray& all = to[array.attribute("Name")];
    const std::size_t components = values.size() / rows;
    if (all.values.empty()) all.components = static_cast<int>(components);
    if (all.components != static_cast<int>(components)) continue; // its length is then wrong: it goes
    for (const std::size_t row : place)
      for (std::size_t c = 0; c < components; ++c)
        all.values.push_back(static_cast<float>(values[row * components + c]));
  }
}

/// Drops arrays that not all pieces have, as VTK does.
void keep_whole_arrays(MeshArrays& arrays, std::size_t rows) {
  std::erase_if(arrays, [&](const auto& entry) {
    return entry.second.values.size() != rows * static_cast<std::size_t>(entry.second.components);
  });
}

} // namespace

MeshFile read_vtu(const std::filesystem::path& path, real unit) {
  std::string content = file_content(path);
  const VtkXml file(path, content);
  MeshFile result;
  for (const XmlTag& piece : file.tags(file.document(), "Piece")) {
    const std::size_t points = count_of(file, piece, "NumberOfPoints"),
                      cells = count_of(file, piece, "NumberOfCells");
    if (points == 0 && cells == 0) continue;
    const std::size_t before = result.mesh.points.size();
    if (before + points > static_cast<std::size_t>(most_tetrahedra)) file.fail("has too many points");
    const std::vector<double> x = array_of(file, piece, "Points", "", 3 * points);
    for (std::size_t i = 0; i < points; ++i)
      result.mesh.points.push_back(unit * Real3{x[3 * i], x[3 * i + 1], x[3 * i + 2]});
    std::vector<std::size_t> places;
    if (cells > 0) places = add_cells(file, piece, cells, static_cast<Index>(before), result);
    add_arrays(file, piece, "CellData", cells, places, result.cells);
    places.resize(points);
    for (std::size_t i = 0; i < points; ++i) places[i] = i;
    add_arrays(file, piece, "PointData", points, places, result.vertices);
  }
  if (result.mesh.tetrahedra.empty()) file.fail("has no tetrahedra");
  if (result.mesh.tetrahedra.size() > static_cast<std::size_t>(most_tetrahedra))
    file.fail("has too many tetrahedra");
  if (!result.others.vertices.empty()) result.others.vertices.resize(result.mesh.points.size(), 0);
  keep_whole_arrays(result.cells, result.mesh.tetrahedra.size());
  keep_whole_arrays(result.vertices, result.mesh.points.size());
  return result;
}

} // namespace ibsim
