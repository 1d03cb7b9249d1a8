// Euler's formula: V - E + F = 2 - 2 genus for a connected closed surface, E = 3 F/2.
#include "geometry/closed_mesh.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

void require_closed(TriangleMesh& mesh, const std::string& name) {
  if (const std::string fault = fault_of_edges(mesh); !fault.empty())
    throw InputError(name + ": is not closed: " + fault +
                     "; MeshLab, Blender and trimesh close holes and turn triangles");
  const real volume = volume_of(mesh);
  const Real3 size = box_of(mesh).size();
  if (!(std::abs(volume) > 1e-9 * size.x * size.y * size.z) || !(std::abs(volume) > 0))
    throw InputError(name + ": encloses no volume");
  if (volume < 0)
    for (Vec3<int>& t : mesh.triangles) std::swap(t.y, t.z);
}

void require_one_body(TriangleMesh& mesh, const std::string& name) {
  require_closed(mesh, name);
  std::vector<int> of_vertex;
  const int components = components_of(mesh, of_vertex);
  if (components > 1) {
    std::string places;
    for (int c = 0; c < std::min(components, 4); ++c) {
      const auto first = std::find(of_vertex.begin(), of_vertex.end(), c) - of_vertex.begin();
      places += (c ? ", " : "") + place_text(mesh.vertices[first]);
    }
    throw InputError(
        name + text(": has %d separate surfaces, and one is wanted; they have vertices at ", components) +
        places + (components > 4 ? ", .." : ""));
  }
  const long euler = static_cast<long>(mesh.vertices.size()) - static_cast<long>(mesh.triangles.size()) / 2;
  if (euler == 2) return;
  if (euler > 2 || euler % 2 != 0)
    throw InputError(name + ": parts of the surface touch each other in a single vertex");
  throw InputError(name + text(": is a body with %ld hole%s through it, as a ring; only bodies that can be "
                               "inflated to a sphere are read",
                               (2 - euler) / 2, euler == 0 ? "" : "s"));
}

} // namespace ibsim
