// OFF: the word OFF, the numbers of vertices, faces and edges, coordinates, and faces as `n i j k ..` with
// indices from 0, behind which colours may stand. Lines that begin with # are comments.
#include "geometry/mesh_formats.hpp"
#include "geometry/mesh_text.hpp"

#include "base/text.hpp"

namespace ibsim {

TriangleMesh parse_off(std::string_view bytes, const std::string& name) {
  MeshText text(bytes, name, '#');
  if (const std::string_view word = text.word(); word != "OFF")
    text.fail(in_quotes(word) + ": of the forms of OFF only the plain one is read, which begins with OFF");
  const long vertices = text.integer("number of vertices", 0, most_mesh_numbers),
             faces = text.integer("number of faces", 0, most_mesh_numbers);
  text.rest_of_line(); // the number of edges, which may be missing
  TriangleMesh mesh;
  for (long i = 0; i < vertices; ++i) {
    Real3 x;
    for (int d = 0; d < 3; ++d) x[d] = text.number("a coordinate");
    mesh.vertices.push_back(x);
    text.rest_of_line();
  }
  std::vector<int> corners;
  for (long f = 0; f < faces; ++f) {
    corners.resize(static_cast<std::size_t>(text.integer("number of corners of a face", 3, 1000)));
    for (int& corner : corners) corner = static_cast<int>(text.integer("vertex", 0, vertices - 1));
    add_fan(mesh, corners);
    text.rest_of_line();
  }
  return mesh;
}

} // namespace ibsim
