// A mesh of tetrahedra from a VTU file.
#include "activation_files/mesh_file.hpp"
#include "activation_files/vtu_arrays.hpp"
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
  if (error != std::errc() || n == 0 || n > static_cast<std::size_t>(most_tetrahedra))
    file.fail(std::string(key) + " is " + in_quotes(text));
  return n;
}

/// The array of a name (any if the name is empty) within a section such as <Points>.
std::vector<double> array_of(const VtkXml& file, const XmlTag& piece, const std::string& section,
                             const std::string& name, std::size_t expected) {
  const std::vector<XmlTag> sections = file.tags(piece.content, section);
  if (!sections.empty())
    for (const XmlTag& array : file.tags(sections[0].content, "DataArray"))
      if (name.empty() || array.attribute("Name") == name) {
        std::vector<double> values = file.numbers(array);
        if (values.size() != expected)
          file.fail("<" + section + "> array " + in_quotes(array.attribute("Name")) + " has " +
                    std::to_string(values.size()) + " numbers, not " + std::to_string(expected));
        return values;
      }
  file.fail("has no <" + section + "> array" + (name.empty() ? "" : " \"" + name + "\""));
}

void read_cells(const VtkXml& file, const XmlTag& piece, std::size_t points, std::size_t cells,
                TetMesh& mesh) {
  const std::vector<double> types = array_of(file, piece, "Cells", "types", cells);
  for (std::size_t i = 0; i < cells; ++i)
    if (types[i] != vtk_tetra)
      file.fail(text("cell %zu is of VTK's type %g: only tetrahedra (type 10) are understood", i, types[i]));
  const std::vector<double> ids = array_of(file, piece, "Cells", "connectivity", 4 * cells);
  mesh.tetrahedra.resize(cells);
  for (std::size_t i = 0; i < 4 * cells; ++i) {
    if (!(ids[i] >= 0 && ids[i] < static_cast<double>(points) && ids[i] == std::trunc(ids[i])))
      file.fail(
          text("cell %zu: there is no point %g; there are %zu, numbered from 0", i / 4, ids[i], points));
    mesh.tetrahedra[i / 4].vertex[i % 4] = static_cast<Index>(ids[i]);
  }
}

} // namespace

MeshFile read_vtu(const std::filesystem::path& path, real unit) {
  const std::string content = file_content(path);
  const VtkXml file(path, content);
  const std::vector<XmlTag> pieces = file.tags(file.document(), "Piece");
  if (pieces.size() != 1) file.fail("has " + std::to_string(pieces.size()) + " pieces; one is understood");
  const XmlTag& piece = pieces[0];
  const std::size_t points = count_of(file, piece, "NumberOfPoints"),
                    cells = count_of(file, piece, "NumberOfCells");
  MeshFile result;
  const std::vector<double> x = array_of(file, piece, "Points", "", 3 * points);
  result.mesh.points.resize(points);
  for (std::size_t i = 0; i < points; ++i)
    result.mesh.points[i] = unit * Real3{x[3 * i], x[3 * i + 1], x[3 * i + 2]};
  read_cells(file, piece, points, cells, result.mesh);

  const std::vector<XmlTag> data = file.tags(piece.content, "CellData");
  if (data.empty()) return result;
  for (const XmlTag& array : file.tags(data[0].content, "DataArray")) {
    const std::vector<double> values = file.numbers(array);
    if (values.size() % cells != 0 || values.empty()) continue; // strings and the like
    CellArray& to = result.cells[array.attribute("Name")];
    to.components = static_cast<int>(values.size() / cells);
    to.values.assign(values.begin(), values.end());
  }
  return result;
}

} // namespace ibsim
