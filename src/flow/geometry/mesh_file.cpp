#include "geometry/mesh_file.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "files/file_bytes.hpp"
#include "geometry/mesh_formats.hpp"

#include <cctype>

namespace ibsim {

void add_fan(TriangleMesh& mesh, const std::vector<int>& corners) {
  for (std::size_t k = 2; k < corners.size(); ++k)
    mesh.triangles.push_back({corners[0], corners[k - 1], corners[k]});
}

bool is_called_a_mesh(const std::string& name) {
  std::string ending = std::filesystem::path(name).extension().string();
  if (ending.empty()) ending = "." + name;
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending == ".stl" || ending == ".ply" || ending == ".off";
}

TriangleMesh parse_mesh(std::string_view bytes, const std::string& name, real unit) {
  const auto begins = [&](std::string_view with) { return bytes.substr(0, with.size()) == with; };
  TriangleMesh mesh;
  if (begins("ply\n") || begins("ply\r"))
    mesh = parse_ply(bytes, name);
  else if (is_binary_stl(bytes))
    mesh = parse_binary_stl(bytes, name);
  else if (begins("solid") || begins("SOLID")) {
    if (bytes.find('\0') != std::string_view::npos)
      throw InputError(name + text(": is a binary STL of which a part is missing or too much: it has %zu "
                                   "bytes, and n triangles take 84 + 50 n",
                                   bytes.size()));
    mesh = parse_ascii_stl(bytes, name);
  } else if (const std::size_t off = bytes.substr(0, 8).find("OFF"); off != std::string_view::npos)
    mesh = parse_off(bytes, name);
  else
    throw InputError(name + ": is none of the mesh files that are read: STL (binary of 84 + 50 n bytes, or "
                            "ASCII that begins with \"solid\"), PLY, OFF; other formats become STL by "
                            "meshio, trimesh, MeshLab or Blender");
  if (mesh.triangles.empty()) throw InputError(name + ": has no triangles");
  for (Real3& x : mesh.vertices) x *= unit;
  weld(mesh);
  if (mesh.triangles.empty()) throw InputError(name + ": all triangles have no area");
  return mesh;
}

TriangleMesh read_mesh(const std::filesystem::path& file, real unit) {
  return parse_mesh(read_file(file), file.string(), unit);
}

} // namespace ibsim
