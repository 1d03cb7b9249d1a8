#include "activation_files/vtu_cells.hpp"

#include "base/text.hpp"

#include <array>
#include <cmath>

namespace ibsim {
namespace {

/// The name of a kind of vertices, lines or surfaces. nullptr: the kind has a volume, or is none.
const char* kind_without_volume(int type) {
  switch (type) {
  case 0:
    return "empty cells";
  case 1:
  case 2:
    return "vertices";
  case 3:
  case 4:
  case 21:
  case 35:
    return "lines";
  case 5:
  case 6:
  case 22:
  case 34:
    return "triangles";
  case 7:
  case 8:
  case 9:
  case 23:
  case 28:
  case 30:
  case 36:
    return "polygons";
  default:
    return nullptr;
  }
}

/// The nodes of each cell, looked at before they are used.
class PieceCells {
 public:
  PieceCells(const VtkXml& file, const XmlTag& piece, std::size_t cells, Index before, std::size_t points)
      : file_(file), before_(before), points_(points), types_(array_of(file, piece, "Cells", "types", cells)),
        nodes_(array_of(file, piece, "Cells", "connectivity", std::nullopt)),
        ends_(array_of(file, piece, "Cells", "offsets", cells)) {
    double from = 0;
    for (std::size_t i = 0; i < ends_.size(); from = ends_[i++])
      if (!(ends_[i] >= from && ends_[i] <= static_cast<double>(nodes_.size())))
        file_.fail(text("the offset of cell %zu is %g; there are %zu numbers in \"connectivity\"", i,
                        ends_[i], nodes_.size()));
  }

  int type(std::size_t i) const {
    return types_[i] >= 0 && types_[i] < 256 ? static_cast<int>(types_[i]) : -1;
  }
  std::size_t nodes(std::size_t i) const { return static_cast<std::size_t>(ends_[i]) - start(i); }
  /// The vertex of the mesh at node k, which is below nodes(i).
  Index vertex(std::size_t i, std::size_t k) const {
    const double id = nodes_[start(i) + k];
    if (!(id >= 0 && id < static_cast<double>(points_) && id == std::trunc(id)))
      file_.fail(text("cell %zu: there is no point %g; there are %zu, numbered from 0", i, id, points_));
    return before_ + static_cast<Index>(id);
  }
  /// All vertices of a cell. @throws InputError if there are not n
  template <std::size_t n>
  std::array<Index, n> vertices(std::size_t i) const {
    if (nodes(i) != n) file_.fail(text("cell %zu has %zu points, not %zu", i, nodes(i), n));
    std::array<Index, n> all;
    for (std::size_t k = 0; k < n; ++k) all[k] = vertex(i, k);
    return all;
  }

 private:
  std::size_t start(std::size_t i) const { return i == 0 ? 0 : static_cast<std::size_t>(ends_[i - 1]); }
  const VtkXml& file_;
  Index before_;
  std::size_t points_;
  std::vector<double> types_, nodes_, ends_;
};

} // namespace

std::vector<double> array_of(const VtkXml& file, const XmlTag& piece, const std::string& section,
                             const std::string& name, std::optional<std::size_t> expected) {
  const std::vector<XmlTag> sections = file.tags(piece.content, section);
  if (!sections.empty())
    for (const XmlTag& array : file.tags(sections[0].content, "DataArray"))
      if (name.empty() || array.attribute("Name") == name) {
        std::vector<double> values = file.numbers(array);
        if (expected && values.size() != *expected)
          file.fail("<" + section + "> array " + in_quotes(array.attribute("Name")) + " has " +
                    std::to_string(values.size()) + " numbers, not " + std::to_string(*expected));
        return values;
      }
  file.fail("has no <" + section + "> array" + (name.empty() ? "" : " \"" + name + "\""));
}

std::vector<std::size_t> add_cells(const VtkXml& file, const XmlTag& piece, std::size_t count, Index before,
                                   MeshFile& to) {
  const PieceCells cells(file, piece, count, before,
                         to.mesh.points.size() - static_cast<std::size_t>(before));
  std::vector<Tetrahedron>& tetrahedra = to.mesh.tetrahedra;
  const std::size_t earlier = tetrahedra.size();
  std::vector<std::size_t> origin;
  for (std::size_t i = 0; i < count; ++i) {
    const int type = cells.type(i);
    const char* kind = kind_without_volume(type);
    if (type == vtk_tetra) {
      const std::array<Index, 4> v = cells.vertices<4>(i);
      tetrahedra.push_back({{v[0], v[1], v[2], v[3]}});
    } else if (type == vtk_quadratic_tetra) {
      add_quadratic_tetrahedron(cells.vertices<10>(i).data(), to.mesh.points, tetrahedra);
      ++to.quadratic;
    } else if (kind) {
      ++to.others.count[kind];
      to.others.vertices.resize(to.mesh.points.size(), 0);
      for (std::size_t k = 0; k < cells.nodes(i); ++k) to.others.vertices[cells.vertex(i, k)] = 1;
    } else
      file.fail(text("cell %zu has VTK's type %d: tetrahedra (types 10 and 24) are the only cells with a "
                     "volume that can be read; ParaView's filter Tetrahedralize converts others",
                     i, type));
    origin.resize(tetrahedra.size() - earlier, i);
  }
  return origin;
}

} // namespace ibsim
