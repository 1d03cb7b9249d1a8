#include "activation_files/solved_part.hpp"

#include <utility>

namespace ibsim {

SolvedPart take_solved_part(TetMesh& mesh, Medium& medium, const std::vector<Index>& first,
                            const std::vector<unsigned char>& bath) {
  SolvedPart part;
  part.whole = std::move(mesh);
  mesh = {};
  const TetMesh& whole = part.whole;
  const Medium of_whole = medium;
  medium.cells.clear();
  std::vector<Index> place(whole.points.size(), -1); // of vertices that stand for themselves
  for (Index cell = 0; cell < whole.cells(); ++cell) {
    const auto i = static_cast<std::size_t>(cell);
    if ((!bath.empty() && bath[i]) || !of_whole.speeds_of(whole, cell).conducts()) continue;
    Tetrahedron& t = mesh.tetrahedra.emplace_back();
    for (int k = 0; k < 4; ++k) {
      const Index v = first[whole.tetrahedra[i].vertex[k]];
      place[v] = 0;
      t.vertex[k] = v;
    }
    part.origin.cell.push_back(cell);
    if (!whole.region.empty()) mesh.region.push_back(whole.region[i]);
    if (!whole.fibre.empty()) mesh.fibre.push_back(whole.fibre[i]);
    if (!whole.sheet.empty()) mesh.sheet.push_back(whole.sheet[i]);
    if (!of_whole.cells.empty()) medium.cells.push_back(of_whole.cells[i]);
  }
  for (Index v = 0; v < whole.vertices(); ++v) {
    if (place[v] < 0) continue;
    place[v] = mesh.vertices();
    mesh.points.push_back(whole.points[v]);
    part.origin.vertex.push_back(v);
  }
  for (Tetrahedron& t : mesh.tetrahedra)
    for (Index& v : t.vertex) v = place[v];
  part.place.resize(whole.points.size());
  for (Index v = 0; v < whole.vertices(); ++v) part.place[v] = place[first[v]];
  return part;
}

} // namespace ibsim
